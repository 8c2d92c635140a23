// The operator API of the configuration: its versions, and switching routes. Whoever sees only some enterprises cannot
// change the configuration, which is of the whole deployment, but can switch the routes of these enterprises.
import Type from 'typebox'
import { addAct, type ActDeps } from '../../parties/acts/act.ts'
import { actsOn } from '../../parties/acts/acts-on.ts'
import { closed } from '../../parties/acts/closed.ts'
import { aboutDeployment } from '../../parties/acts/execution.ts'
import { seenRoutes } from '../../engine/routes/operator-queries.ts'
import { selectRoute, type RouteRow } from '../../engine/routes/queries.ts'
import { failure } from '../../platform/errors.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { requireInstant } from '../../platform/http/instants.ts'
import { anyText, dataListOf, dataOf, exact, pathId } from '../../platform/http/schemas.ts'
import type { SharedCounts } from '../../platform/http/shared-counts.ts'
import { publicId, uuidOf } from '../../platform/ids.ts'
import { seenOrganization } from '../../parties/organizations/seen-organization.ts'
import { actBody, operatorOfRequest, reason } from '../../parties/operators/guard.ts'
import { findSeen } from '../../parties/operators/operator.ts'
import type { Owner } from '../../parties/operators/operator-reads.ts'
import type { VersionDeps } from './apply-version.ts'
import { effectiveFrom, fileText, requireAll, seesAll, takeFile } from './asked.ts'
import { selectVersion, selectVersions, stateAfter, subjectOf } from './queries.ts'
import { appliedSchema, appliedView, versionSchema, versionView } from './view.ts'

const tags = ['Configuration']
const SHOWN = 100
const load = () => import('./over-api.ts')

const numberParams = Type.Object({
  number: anyText('The number of a version.', '7'),
})
type Deps = VersionDeps & ActDeps & { sharedCounts: SharedCounts }

export function configurationEndpoints(api: Api, deps: Deps): void {
  versionEndpoints(api, deps)
  applyConfigurationAct(api, deps)
  rollBackConfigurationAct(api, deps)
  actsOnVersions(api, deps)
  actsOnRoutes(api, deps)
}

const newest = async ({ db }: Deps) => (await selectVersions(db, 1))[0]?.number ?? 0

function versionEndpoints(api: Api, { db }: Deps): void {
  addRead(api, {
    path: '/configuration/versions',
    config: { right: 'read', command: 'configuration list' },
    tags,
    operationId: 'listConfigurationVersions',
    summary: 'List versions of the configuration',
    description: `The newest ${SHOWN}, newest first. Pending ones too.`,
    answer: dataListOf(versionSchema, 'The versions.'),
    async data(request) {
      requireAll(operatorOfRequest(request))
      const rows = await selectVersions(db, SHOWN)
      return rows.map(versionView)
    },
  })

  addRead(api, {
    path: '/configuration/versions/:number',
    config: { right: 'read', command: 'configuration show' },
    tags,
    operationId: 'getConfigurationVersion',
    summary: 'Get a version of the configuration',
    description: 'Who made it, why, and what it changed.',
    params: numberParams,
    answer: dataOf(versionSchema, 'The version.'),
    async data(request) {
      requireAll(operatorOfRequest(request))
      const number = numberOf(request.params.number)
      const row = number === undefined ? undefined : await selectVersion(db, number)
      if (row === undefined) throw failure('not_found')
      return versionView(row)
    },
  })
}

function applyConfigurationAct(api: Api, deps: Deps): void {
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
      return { file: fileOf(text, operator), seen: await newest(deps) }
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
}

function rollBackConfigurationAct(api: Api, deps: Deps): void {
  addAct(api, deps, {
    name: 'configuration.rollback',
    path: '/configuration/versions/:number/rollback',
    tags,
    command: 'configuration rollback',
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
        : { number, seen: await newest(deps), routesOnly: operator.isDirect !== true }
    },
    about: ({ number, seen }) => aboutDeployment(subjectOf({ number }), stateAfter(seen)),
    async carryOut({ number, seen: seenNumber, routesOnly }, _body, execution) {
      const { rollBackTo } = await load()
      const options = { execution, seenNumber, routesOnly }
      return appliedView(await rollBackTo(deps, number, options))
    },
  })
}

function actsOnVersions(api: Api, deps: Deps): void {
  const versions = actsOn(api, deps, {
    kind: 'configuration',
    params: numberParams,
    async find(operator, params) {
      const number = numberOf(params.number)
      return number === undefined || !seesAll(operator) ? undefined : selectVersion(deps.db, number)
    },
    about: (version) => aboutDeployment(subjectOf(version), version.status),
  })
  versions.list({
    name: 'configuration.rollback',
    operationId: 'rollBackConfiguration',
    path: '/configuration/versions/:number/rollback',
  })
  versions.add({
    name: 'configuration.withdraw',
    path: '/configuration/versions/:number/withdraw',
    tags,
    command: 'configuration withdraw',
    operationId: 'withdrawConfiguration',
    summary: 'Withdraw a pending version of the configuration',
    description: 'It never becomes effective.',
    body: actBody,
    answer: dataOf(versionSchema, 'The version as it is now.'),
    closed: ({ status }) =>
      status === 'pending' ? null : closed('ended', `is not pending: it is ${status}`),
    async carryOut({ number }, _body, execution) {
      const { withdraw } = await load()
      return versionView(await withdraw(deps, number, execution))
    },
  })
}

function actsOnRoutes(api: Api, deps: Deps): void {
  const routes = actsOn(api, deps, {
    kind: 'rt',
    params: Type.Object({
      organization_id: pathId('org', 'The organization.'),
      route_id: pathId('rt', 'The route.'),
    }),
    async locate(operator, text) {
      const route = await findSeen(operator, 'rt', text, (id) =>
        seenRoutes.find<RouteRow & Owner>(deps.db, id),
      )
      return route && { organization_id: publicId('org', route.organization_id), route_id: text }
    },
    async find(operator, params) {
      const organization = await seenOrganization(deps, operator, params.organization_id)
      const id = uuidOf('rt', params.route_id)
      if (organization === undefined || id === undefined) return undefined
      const route = await selectRoute(deps.db, { organizationId: organization.id, id })
      return route === undefined ? undefined : { organization, route, seen: await newest(deps) }
    },
    about: ({ organization, route, seen }) => ({
      chain: organization.enterprise_id,
      subject: publicId('rt', route.id),
      version: stateAfter(seen),
      amounts: [],
    }),
  })
  for (const verb of ['disable', 'enable'] as const)
    routes.add({
      name: `route.${verb}`,
      path: `/organizations/:organization_id/routes/:route_id/${verb}`,
      tags,
      operationId: `${verb}Route`,
      summary: verb === 'disable' ? 'Disable a route' : 'Enable a route',
      description:
        verb === 'disable'
          ? 'It takes no quotes, and its earlier quotes make no orders.'
          : 'It takes quotes again.',
      body: actBody,
      answer: dataOf(appliedSchema, 'The version, and what it changes.'),
      async carryOut({ organization, route: { name }, seen: seenNumber }, _body, execution) {
        const { switchRoute } = await load()
        const wanted = { name, isDisabled: verb === 'disable', organization }
        return appliedView(await switchRoute(deps, wanted, { execution, seenNumber }))
      },
    })
}

const numberOf = (text: string): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text) ? Number.parseInt(text, 10) : undefined
