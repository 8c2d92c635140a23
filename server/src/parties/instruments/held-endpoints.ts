// The operator API that lists holds.
import Type from 'typebox'
import { toTimestamp } from '../../platform/clock.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import {
  anyText,
  count,
  dataOf,
  exact,
  identifier,
  nullable,
  timestamp,
} from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { selectHoldEntries } from '../audit/queries.ts'
import { selectHeldOrganizations, type HeldOrganization } from '../organizations/queries.ts'
import { operatorOfRequest } from '../operators/guard.ts'
import { seesEnterprise } from '../operators/operator.ts'
import { mayUse } from '../operators/roles.ts'
import { selectHeldInstruments, type HeldInstrument } from './hold-queries.ts'

const enterpriseName = anyText('The name of the enterprise.', 'Demo Enterprise')
const status = anyText('The status.', 'COMPLIANCE_HOLD')

const parkedOrders = count(
  'Orders that are parked for a hold and stay parked when it ends: an operator releases each of them.',
  1,
)

const heldSchema = exact(
  {
    organizations: Type.Array(
      exact(
        {
          id: identifier('org', 'The organization.'),
          name: anyText('Its name.', 'Acme SA'),
          enterprise_id: identifier('ent', 'The enterprise.'),
          enterprise_name: enterpriseName,
          status,
          since: timestamp('When it got this status.'),
          placed_by: nullable(
            anyText('As in the audit trail.', 'user:ana'),
            'Who placed the hold, on the organization or its enterprise. Null for one that was never released.',
          ),
          reason: nullable(anyText('A reason.', 'The bank asked for it.'), 'Why.'),
          parked_orders: parkedOrders,
        },
        { title: 'HeldOrganization', description: 'An organization on hold.' },
      ),
      { description: 'Organizations on hold, oldest first.' },
    ),
    instruments: Type.Array(
      exact(
        {
          id: identifier('epi', 'The instrument.'),
          organization_id: identifier('org', 'The organization.'),
          enterprise_name: enterpriseName,
          method: anyText('The method.', 'SOLANA_ADDRESS'),
          status,
          since: timestamp('When it got this status.'),
          parked_orders: parkedOrders,
          is_account_held: Type.Boolean({
            description: 'An operator holds the account. False: it waits for its first release.',
          }),
          elsewhere: Type.Array(identifier('epi', 'An instrument.'), {
            description:
              'Instruments of the same account in other enterprises. Empty for roles that may not see matches.',
          }),
        },
        { title: 'HeldInstrument', description: 'An instrument on hold.' },
      ),
      { description: 'Instruments on hold, oldest first.' },
    ),
  },
  { title: 'Holds', description: 'What is on hold.' },
)

export function heldEndpoint(api: Api, { db }: { db: Pool }): void {
  addRead(api, {
    path: '/holds',
    config: { right: 'read' },
    tags: ['Holds'],
    operationId: 'listHolds',
    summary: 'List holds',
    description: 'Organizations and instruments on hold. Unpaged.',
    answer: dataOf(heldSchema, 'What is on hold.'),
    async data(request) {
      const operator = operatorOfRequest(request)
      const seesMatches = operator.isDirect === true || mayUse(operator.role, 'see_matches')
      const [organizations, instruments] = await Promise.all([
        selectHeldOrganizations(db),
        selectHeldInstruments(db),
      ])
      return {
        organizations: await organizationViews(
          db,
          organizations.filter((one) => seesEnterprise(operator, one.enterprise_id)),
        ),
        instruments: instruments
          .filter((one) => seesEnterprise(operator, one.enterprise_id))
          // A match names another enterprise.
          .map((one) => view(one, seesMatches && operator.enterpriseIds === null)),
      }
    },
  })
}

async function organizationViews(db: Pool, held: readonly HeldOrganization[]) {
  const wasActive = held.filter((one) =>
    one.status_history.some(({ status: was }) => was === 'ACTIVE'),
  )
  const entries = await selectHoldEntries(
    db,
    wasActive.map((one) => ({
      chain: one.enterprise_id,
      organization: publicId('org', one.id),
      enterprise: publicId('ent', one.enterprise_id),
    })),
  )
  const placed = new Map(entries.map(({ organization, ...entry }) => [organization, entry]))
  return held.map((one) => {
    const id = publicId('org', one.id)
    const by = placed.get(id)
    return {
      id,
      name: one.name,
      enterprise_id: publicId('ent', one.enterprise_id),
      enterprise_name: one.enterprise_name,
      status: one.status,
      // Not updated_at, which a change of the contact moves.
      since: one.status_history.at(-1)?.created_at ?? toTimestamp(one.created_at),
      placed_by: by?.actor ?? null,
      reason: by?.reason ?? null,
      parked_orders: one.parked_orders,
    }
  })
}

const view = (one: HeldInstrument, seesMatches: boolean) => ({
  id: publicId('epi', one.id),
  organization_id: publicId('org', one.organization_id),
  enterprise_name: one.enterprise_name,
  method: one.method,
  status: one.status,
  since: toTimestamp(one.since),
  parked_orders: one.parked_orders,
  is_account_held: one.is_account_held,
  elsewhere: seesMatches ? one.elsewhere.map((id) => publicId('epi', id)) : [],
})
