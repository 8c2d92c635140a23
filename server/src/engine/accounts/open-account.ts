// Opens an account: an instrument of the organization that stands for money at the desk. A rail of kind accounts must name
// the enterprise and the currency.
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { failure } from '../../platform/errors.ts'
import {
  createdUnderCap,
  requireSameRequest,
  type Created,
  type Idempotency,
} from '../../platform/http/idempotency.ts'
import type { GivenMetadata } from '../../platform/http/metadata.ts'
import { publicId, type Uuid } from '../../platform/ids.ts'
import { DESK_ACCOUNT } from '../../outside/methods/methods.ts'
import { readAccountSettings } from '../../outside/rails/accounts/kind.ts'
import { selectRails } from '../../outside/rails/queries.ts'
import { insertUnderCap, tooManyInstruments } from '../../parties/instruments/create-instrument.ts'
import { selectInstrumentByKey } from '../../parties/instruments/queries.ts'
import { selectEnterprise, selectOrganization } from '../../parties/organizations/queries.ts'
import { requireActive } from '../../parties/organizations/require-active.ts'
import { referenceNumber } from '../orders/reference-number.ts'
import { insertAccount, selectAccount } from './queries.ts'
import { accountView } from './view.ts'

export type AccountDeps = { db: Pool; clock: Clock; config: Config }

type AccountInput = GivenMetadata & { alias: string; currency: string }
type AccountJson = ReturnType<typeof accountView>

export async function openAccount(
  deps: AccountDeps,
  organizationId: Uuid<'org'>,
  { currency, ...given }: AccountInput,
  idempotency: Idempotency,
): Promise<Created<AccountJson>> {
  const { db, clock, config } = deps
  const replay = async (): Promise<Created<AccountJson> | undefined> => {
    const earlier = await selectInstrumentByKey(db, organizationId, idempotency.key)
    if (earlier === undefined) return undefined
    const { id, first_version: version } = requireSameRequest(earlier, idempotency)
    const row = await selectAccount(db, { organizationId, id })
    if (row === undefined) throw new Error(`${publicId('epi', id)} is not an account`)
    const asOpened = { version, availableMinor: 0n }
    return { value: accountView(config.secrets, row, asOpened), replayed: true }
  }
  const earlier = await replay()
  if (earlier !== undefined) return earlier
  await requireActive(db, organizationId, [])
  const rail = await railOfAccounts(db, organizationId, currency)
  if (rail === undefined) throw failure('account_not_available')
  const number = referenceNumber(clock.now()).replace('CO-', 'AC-')
  const details = { account_number: number }
  const inserted = await insertUnderCap(
    deps,
    organizationId,
    { ...given, currency, method: DESK_ACCOUNT, details },
    idempotency,
    {
      isReleased: true,
      also: (transaction, { id, created_at: createdAt }) =>
        insertAccount(transaction, { organizationId, id, number, currency, rail, createdAt }),
    },
  )
  return createdUnderCap(inserted, {
    view: (made) => accountView(config.secrets, { ...made, number, rail, balance_minor: 0n }),
    replay,
    full: tooManyInstruments,
    what: `account of ${publicId('org', organizationId)}`,
  })
}

/** The rail that lets the organization have accounts in the currency. */
async function railOfAccounts(
  db: Pool,
  organizationId: Uuid<'org'>,
  currency: string,
): Promise<string | undefined> {
  const organization = await selectOrganization(db, organizationId)
  const enterprise = organization && (await selectEnterprise(db, organization.enterprise_id))
  const rails = await selectRails(db)
  return rails.find(({ kind, settings }) => {
    if (kind !== 'accounts' || enterprise === undefined) return false
    const { enterprises, currencies } = readAccountSettings(settings)
    return enterprises.includes(enterprise.name) && currencies.includes(currency)
  })?.name
}
