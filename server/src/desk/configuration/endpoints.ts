// The operator API of the configuration: its versions, and switching routes. Whoever sees only some enterprises cannot
// change the configuration, which is of the whole deployment, but can switch the routes of these enterprises.
import Type from 'typebox'
import { addAct, type ActDeps } from '../../parties/acts/act.ts'
import { aboutDeployment } from '../../parties/acts/execution.ts'
import { selectRoute } from '../../engine/routes/queries.ts'
import { failure } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { requireInstant } from '../../platform/http/instants.ts'
import { dataListOf, dataOf, exact, failures, pathId } from '../../platform/http/schemas.ts'
import type { SharedCounts } from '../../platform/http/shared-counts.ts'
import { publicId, uuidOf } from '../../platform/ids.ts'
import { seenOrganization } from '../../parties/organizations/seen-organization.ts'
import { actBody, operatorOfRequest, reason } from '../../parties/operators/guard.ts'
import type { VersionDeps } from './apply-version.ts'
import { effectiveFrom, fileText, requireAll, seesAll, takeFile } from './asked.ts'
import { selectVersion, selectVersions, stateAfter, subjectOf } from './queries.ts'
import { appliedSchema, appliedView, versionSchema, versionView } from './view.ts'

const tags = ['Configuration']
const SHOWN = 100
const load = () => import('./over-api.ts')

const numberParams = Type.Object({
  number: Type.String({ description: 'The number of a version.', examples: ['7'] }),
})
type Deps = VersionDeps & ActDeps & { sharedCounts: SharedCounts }

export function configurationEndpoints(api: Api, deps: Deps): void {
  api.get(
    '/configuration/versions',
    {
      config: { right: 'read' },
      schema: {
        tags,
        operationId: 'listConfigurationVersions',
        summary: 'List versions of the configuration',
        description: `The newest ${SHOWN}, newest first. Pending ones too.`,
        response: { 200: dataListOf(versionSchema, 'The versions.'), ...failures() },
      },
    },
    async (request, reply) => {
      requireAll(operatorOfRequest(request))
      const rows = await selectVersions(deps.db, SHOWN)
      return reply.send({ data: rows.map(versionView) })
    },
  )

  api.get(
    '/configuration/versions/:number',
    {
      config: { right: 'read' },
      schema: {
        tags,
        operationId: 'getConfigurationVersion',
        summary: 'Get a version of the configuration',
        description: 'Who made it, why, and what it changed.',
        params: numberParams,
        response: { 200: dataOf(versionSchema, 'The version.'), ...failures() },
      },
    },
    async (request, reply) => {
      requireAll(operatorOfRequest(request))
      const number = numberOf(request.params.number)
      const row = number === undefined ? undefined : await selectVersion(deps.db, number)
      if (row === undefined) throw failure('not_found')
      return reply.send({ data: versionView(row) })
    },
  )

  const newest = async () => (await selectVersions(deps.db, 1))[0]?.number ?? 0

  addAct(api, deps, {
    name: 'configuration.apply',
    path: '/configuration/versions',
    tags,
    operationId: 'applyConfiguration',
    summary: 'Apply an operator file',
    description:
      'At once, or from an instant on. The file is authoritative for the routes that it describes. It must describe nothing else.',
    params: Type.Object({}),
    body: exact(
      {
        file: fileText,
        effective_from: Type.Optional(effectiveFrom),
        reason,
      },
      { title: 'NewConfigurationVersion', description: 'An operator file to apply.' },
    ),
    status: 201,
    answer: dataOf(appliedSchema, 'The version, and what it changes.'),
    async find(operator, _params, { file: text }) {
      if (!seesAll(operator)) return undefined
      takeFile(deps.sharedCounts, operator)
      // Before the act can wait for a second person: an approval keeps the file in plain text.
      const { fileOf } = await load()
      return { file: fileOf(text, operator), seen: await newest() }
    },
    about: ({ seen }) => aboutDeployment('', stateAfter(seen)),
    async carryOut({ file, seen }, { effective_from }, execution) {
      const from =
        effective_from === undefined ? undefined : requireInstant('/effective_from', effective_from)
      const { applyOverApi } = await load()
      const applied = await applyOverApi(deps, file, { from, seenNumber: seen, execution })
      return appliedView(applied, file.warnings)
    },
  })

  addAct(api, deps, {
    name: 'configuration.rollback',
    path: '/configuration/versions/:number/rollback',
    tags,
    operationId: 'rollBackConfiguration',
    summary: 'Roll back to a version of the configuration',
    description:
      'Takes back what became effective for routes after the version; `0` takes back all of it. Nothing is deleted: routes that were created since are disabled. Everything else stays as it is.',
    params: numberParams,
    body: actBody,
    answer: dataOf(appliedSchema, 'The new version, and what it changes.'),
    async find(operator, params) {
      const number = params.number === '0' ? 0 : numberOf(params.number)
      return number === undefined || !seesAll(operator)
        ? undefined
        : { number, seen: await newest(), routesOnly: operator.isDirect !== true }
    },
    about: ({ number, seen }) => aboutDeployment(subjectOf({ number }), stateAfter(seen)),
    async carryOut({ number, seen: seenNumber, routesOnly }, _body, execution) {
      const { rollBackTo } = await load()
      const options = { execution, seenNumber, routesOnly }
      return appliedView(await rollBackTo(deps, number, options))
    },
  })

  addAct(api, deps, {
    name: 'configuration.withdraw',
    path: '/configuration/versions/:number/withdraw',
    tags,
    operationId: 'withdrawConfiguration',
    summary: 'Withdraw a pending version of the configuration',
    description: 'It never becomes effective.',
    params: numberParams,
    body: actBody,
    answer: dataOf(versionSchema, 'The version as it is now.'),
    async find(operator, params) {
      const number = numberOf(params.number)
      return number === undefined || !seesAll(operator) ? undefined : selectVersion(deps.db, number)
    },
    about: (version) => aboutDeployment(subjectOf(version), version.status),
    async carryOut({ number }, _body, execution) {
      const { withdraw } = await load()
      return versionView(await withdraw(deps, number, execution))
    },
  })

  for (const verb of ['disable', 'enable'] as const)
    addAct(api, deps, {
      name: `route.${verb}`,
      path: `/organizations/:organization_id/routes/:route_id/${verb}`,
      tags,
      operationId: `${verb}Route`,
      summary: verb === 'disable' ? 'Disable a route' : 'Enable a route',
      description:
        verb === 'disable'
          ? 'It takes no quotes, and its earlier quotes make no orders.'
          : 'It takes quotes again.',
      params: Type.Object({
        organization_id: pathId('org', 'The organization.'),
        route_id: pathId('rt', 'The route.'),
      }),
      body: actBody,
      answer: dataOf(appliedSchema, 'The version, and what it changes.'),
      async find(operator, params) {
        const organization = await seenOrganization(deps, operator, params.organization_id)
        const id = uuidOf('rt', params.route_id)
        if (organization === undefined || id === undefined) return undefined
        const route = await selectRoute(deps.db, { organizationId: organization.id, id })
        return route === undefined ? undefined : { organization, route, seen: await newest() }
      },
      about: ({ organization, route, seen }) => ({
        chain: organization.enterprise_id,
        subject: publicId('rt', route.id),
        version: stateAfter(seen),
        amounts: [],
      }),
      async carryOut({ organization, route: { name }, seen: seenNumber }, _body, execution) {
        const { switchRoute } = await load()
        const wanted = { name, isDisabled: verb === 'disable', organization }
        return appliedView(await switchRoute(deps, wanted, { execution, seenNumber }))
      },
    })
}

const numberOf = (text: string): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text) ? Number.parseInt(text, 10) : undefined
