// The desk's known counterparties, and which of them sent a deposit. The list is encrypted as a whole, since it has accounts
// of senders. An operator file replaces it.
import type { Secrets } from '../../platform/config.ts'
import { firstRow, rows, type Db } from '../../platform/db/pool.ts'
import { openText, sealText } from '../../platform/db/seal.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid } from '../../platform/ids.ts'
import { compactText } from '../orders/reference-number.ts'
import { normalized } from '../../rules/screening/normalize.ts'

export type Counterparty = {
  name: string
  rail: string
  currency: string
  /** The account that it sends from. */
  sender: string
  /** The account of the desk that its money comes from: `treasury`, or `provider:NAME`. */
  account: string
  /** Letters and digits that its payments quote. Null: any text. */
  reference: string | null
  /** Minor units as text. Null: any amount. */
  mostMinor: string | null
  /** It is booked without a person. */
  isAutomatic: boolean
}

type Row = { id: Uuid<never>; list_key_id: string | null; list_sealed: Buffer | null }

const SELECT_COUNTERPARTIES = statement(
  'select_counterparties',
  [],
  `select id, list_key_id, list_sealed from known_counterparties`,
)

export async function selectCounterparties(db: Db, secrets: Secrets): Promise<Counterparty[]> {
  const row = await firstRow<Row>(db, SELECT_COUNTERPARTIES, [])
  if (row === undefined) throw new Error('the table known_counterparties has no row')
  const { id, list_key_id: keyId, list_sealed: bytes } = row
  if (keyId === null || bytes === null) return []
  const list: Counterparty[] = JSON.parse(openText(secrets, id, { keyId, bytes }))
  return list
}

const UPDATE_COUNTERPARTIES = statement(
  'update_counterparties',
  ['key_id', 'list'],
  `update known_counterparties set list_key_id = $1, list_sealed = $2`,
)

export async function updateCounterparties(
  db: Db,
  secrets: Secrets,
  list: readonly Counterparty[],
): Promise<void> {
  const row = await firstRow<Row>(db, SELECT_COUNTERPARTIES, [])
  if (row === undefined) throw new Error('the table known_counterparties has no row')
  const sealed = list.length === 0 ? null : sealText(secrets, row.id, JSON.stringify(list))
  await rows(db, UPDATE_COUNTERPARTIES, [sealed?.keyId, sealed?.bytes])
}

type Told = {
  sender: string | null
  reference: string | null
  currency: string
  amountMinor: bigint
}

/** The one that the deposit fits; undefined if none or several do. */
export function counterpartyOf(
  list: readonly Counterparty[],
  rail: string,
  { sender, reference, currency, amountMinor }: Told,
): Counterparty | undefined {
  if (sender === null) return undefined
  const quoted = compactText(reference ?? '')
  const fitting = list.filter(
    (one) =>
      one.rail === rail &&
      one.currency === currency &&
      sendsFrom(one, sender) &&
      (one.reference === null || quoted.includes(compactText(one.reference))) &&
      (one.mostMinor === null || amountMinor <= BigInt(one.mostMinor)),
  )
  return fitting.length === 1 ? fitting[0] : undefined
}

/** Whether the counterparty sends from this account. */
export function sendsFrom({ sender }: Counterparty, account: string): boolean {
  const form = normalized('address', account)
  return form !== undefined && normalized('address', sender) === form
}
