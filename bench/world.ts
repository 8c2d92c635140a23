// The customer of the processes without HTTP: the first organization of the sandbox, with offerings.
import { randomUUID } from 'node:crypto'
import type { Pool } from '../server/src/platform/db/pool.ts'
import type { Deps } from '../server/src/service/deps.ts'
import type { Idempotency } from '../server/src/platform/http/idempotency.ts'
import { NO_ID, uuidOf, type Uuid } from '../server/src/platform/ids.ts'
import { createOfferings } from '../server/src/engine/offerings/create-offerings.ts'
import {
  selectEnterprises,
  selectOrganizations,
} from '../server/src/parties/organizations/queries.ts'
import { createQuote } from '../server/src/engine/quotes/create-quote.ts'
import type { QuoteRow } from '../server/src/engine/quotes/queries.ts'

/** Raises the bounds on open orders, because the orders of the bench stay unfunded. */
export const raiseBounds = (owner: Pool): Promise<unknown> =>
  owner.query('update configured_routes set max_open_total_minor = 999999999999999999')

type World = {
  organizationId: Uuid<'org'>
  idempotency(): Idempotency
  quote(): Promise<QuoteRow>
}

export async function openWorld(deps: Deps): Promise<World> {
  const [enterprise] = await selectEnterprises(deps.db)
  const [organization] = await selectOrganizations(deps.db, enterprise?.id ?? NO_ID, null, null, 1)
  const organizationId = organization?.id ?? NO_ID
  const idempotency = () => ({ key: randomUUID(), requestHash: Buffer.alloc(32) })
  const offerings = await createOfferings(deps, organizationId, idempotency())
  const offeringId = offerings.value[0]?.id ?? ''
  return {
    organizationId,
    idempotency,
    async quote() {
      const input = { offeringId, side: 'payin', amount: '1000.00' } as const
      const { value } = await createQuote(deps, organizationId, input, idempotency())
      const row = await deps.findQuote({
        organizationId,
        id: uuidOf('qt', JSON.parse(value.text).id) ?? NO_ID,
      })
      if (row === null) throw new Error('the quote does not exist')
      return row
    },
  }
}
