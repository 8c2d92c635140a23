// The operator API that lists holds.
import Type from 'typebox'
import { toTimestamp } from '../../platform/clock.ts'
import type { Pool } from '../../platform/db/pool.ts'
import type { Api } from '../../platform/http/api-type.ts'
import {
  anyText,
  dataOf,
  exact,
  failures,
  identifier,
  timestamp,
} from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { selectHeldOrganizations } from '../organizations/queries.ts'
import { operatorOfRequest } from '../operators/guard.ts'
import { seesEnterprise } from '../operators/operator.ts'
import { mayUse } from '../operators/roles.ts'
import { selectHeldInstruments, type HeldInstrument } from './hold-queries.ts'

const enterpriseName = anyText('The name of the enterprise.', 'Demo Enterprise')
const status = anyText('The status.', 'COMPLIANCE_HOLD')

const heldSchema = exact(
  {
    organizations: Type.Array(
      exact(
        {
          id: identifier('org', 'The organization.'),
          name: anyText('Its name.', 'Acme SA'),
          enterprise_name: enterpriseName,
          status,
          since: timestamp('When it got this status.'),
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
  api.get(
    '/holds',
    {
      config: { right: 'read' },
      schema: {
        tags: ['Holds'],
        operationId: 'listHolds',
        summary: 'List holds',
        description: 'Organizations and instruments on hold. Unpaged.',
        response: { 200: dataOf(heldSchema, 'What is on hold.'), ...failures() },
      },
    },
    async (request, reply) => {
      const operator = operatorOfRequest(request)
      const seesMatches = operator.isDirect === true || mayUse(operator.role, 'see_matches')
      const [organizations, instruments] = await Promise.all([
        selectHeldOrganizations(db),
        selectHeldInstruments(db),
      ])
      return reply.send({
        data: {
          organizations: organizations
            .filter((one) => seesEnterprise(operator, one.enterprise_id))
            .map((one) => ({
              id: publicId('org', one.id),
              name: one.name,
              enterprise_name: one.enterprise_name,
              status: one.status,
              since: toTimestamp(one.updated_at),
            })),
          instruments: instruments
            .filter((one) => seesEnterprise(operator, one.enterprise_id))
            // A match names another enterprise.
            .map((one) => view(one, seesMatches && operator.enterpriseIds === null)),
        },
      })
    },
  )
}

const view = (one: HeldInstrument, seesMatches: boolean) => ({
  id: publicId('epi', one.id),
  organization_id: publicId('org', one.organization_id),
  enterprise_name: one.enterprise_name,
  method: one.method,
  status: one.status,
  since: toTimestamp(one.since),
  is_account_held: one.is_account_held,
  elsewhere: seesMatches ? one.elsewhere.map((id) => publicId('epi', id)) : [],
})
