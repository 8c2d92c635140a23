// The operator API of holds on whole enterprises.
import Type, { type Static } from 'typebox'
import type { ActDeps } from '../acts/act.ts'
import { actsOn } from '../acts/acts-on.ts'
import { closed } from '../acts/closed.ts'
import { refusedAsClosed } from '../acts/refused.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { dataOf, exact, identifier, pathId } from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { actBody } from '../operators/guard.ts'
import { selectHeldSince } from './enterprise-hold-queries.ts'
import { holdVersion, switchEnterpriseHold } from './hold-enterprise.ts'
import { seenEnterprise } from './seen-organization.ts'

const switchedSchema = exact(
  {
    enterprise_id: identifier('ent', 'The enterprise.'),
    organization_ids: Type.Array(identifier('org', 'An organization.'), {
      description: 'The organizations whose status changed.',
    }),
  },
  { title: 'EnterpriseHold', description: 'What a hold of an enterprise changed.' },
)

const acts = [
  {
    name: 'enterprise.hold',
    path: 'hold',
    verb: 'place',
    operationId: 'holdEnterprise',
    summary: 'Hold an enterprise',
    description: 'All its active organizations are put on hold at once.',
    refusal: closed('already_on_hold', 'is already on hold'),
  },
  {
    name: 'enterprise.release',
    path: 'release',
    verb: 'release',
    operationId: 'releaseEnterprise',
    summary: 'Release an enterprise',
    description:
      'Releases the organizations that the hold of the enterprise put on hold, and no other.',
    refusal: closed('not_on_hold', 'is not on hold'),
  },
] as const

export function enterpriseHoldEndpoints(api: Api, deps: ActDeps): void {
  const { add } = actsOn(api, deps, {
    kind: 'ent',
    params: Type.Object({ enterprise_id: pathId('ent', 'The enterprise.') }),
    async find(operator, params) {
      const found = await seenEnterprise(deps, operator, params.enterprise_id)
      return found && { id: found.id, heldSince: await selectHeldSince(deps.db, found.id) }
    },
    about: ({ id, heldSince }) => ({
      chain: id,
      subject: publicId('ent', id),
      version: holdVersion(heldSince),
      amounts: [],
    }),
  })
  for (const { path, verb, refusal, ...texts } of acts)
    add({
      ...texts,
      path: `/enterprises/:enterprise_id/${path}`,
      tags: ['Holds'],
      body: actBody,
      answer: dataOf(switchedSchema, 'What changed.'),
      closed: ({ heldSince }) => ((heldSince !== null) === (verb === 'place') ? refusal : null),
      async carryOut({ id, heldSince }, _body, execution): Promise<Static<typeof switchedSchema>> {
        const changed = await switchEnterpriseHold(deps, id, verb, execution, heldSince)
        if (changed === undefined) throw refusedAsClosed(publicId('ent', id), refusal)
        const organizations = changed.map((one) => publicId('org', one))
        return { enterprise_id: publicId('ent', id), organization_ids: organizations }
      },
    })
}
