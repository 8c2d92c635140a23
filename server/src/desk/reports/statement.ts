// The statement of an account of the ledger: opening balance, movements and closing balance of each currency. The opening
// balance of a rail or provider comes from the kept sums, of a customer from its orders, of the others from all transfers.
import type { Db } from '../../platform/db/pool.ts'
import type { Uuid } from '../../platform/ids.ts'
import { selectLastTransfer } from '../../engine/ledger/queries.ts'
import { EARLIEST, LATEST, windowsOf } from '../../engine/ledger/windows.ts'
import {
  selectSettledSums,
  selectStatementLines,
  selectTurnover,
  selectTurnoverOfOrders,
  type Period,
  type StatementLine,
  type TurnoverRow,
} from './statement-queries.ts'

/** `organizationId`: of the account of a customer. */
export type StatementAccount = { name: string; organizationId: Uuid<'org'> | null }

/** Minor units. Balances are debits less credits. */
export type CurrencyTotals = {
  currency: string
  openingMinor: bigint
  debitMinor: bigint
  creditMinor: bigint
  closingMinor: bigint
  movements: bigint
}

const ORDERS_AT_ONCE = 1000

/** Call it in a snapshot. `last`: transfers after it are left out. */
export async function totalsOf(
  db: Db,
  account: StatementAccount,
  period: Period,
  last: bigint,
): Promise<CurrencyTotals[]> {
  const opening = await openingOf(db, account, period, last)
  const turnover = await turnoverOf(db, account, period, last)
  const currencies = new Set([...opening.keys(), ...turnover.keys()])
  return [...currencies].toSorted().flatMap((currency) => {
    const openingMinor = opening.get(currency) ?? 0n
    const moved = turnover.get(currency) ?? NOTHING
    if (openingMinor === 0n && moved.movements === 0n) return []
    const closingMinor = openingMinor + moved.debitMinor - moved.creditMinor
    return [{ currency, openingMinor, ...moved, closingMinor }]
  })
}

type Turnover = Pick<CurrencyTotals, 'debitMinor' | 'creditMinor' | 'movements'>
const NOTHING: Turnover = { debitMinor: 0n, creditMinor: 0n, movements: 0n }

function add(to: Map<string, Turnover>, rows: readonly TurnoverRow[]): void {
  for (const { currency, debit_minor, credit_minor, movements } of rows) {
    const before = to.get(currency) ?? NOTHING
    to.set(currency, {
      debitMinor: before.debitMinor + BigInt(debit_minor),
      creditMinor: before.creditMinor + BigInt(credit_minor),
      movements: before.movements + BigInt(movements),
    })
  }
}

async function turnoverOf(
  db: Db,
  { name }: StatementAccount,
  period: Period,
  last: bigint,
): Promise<Map<string, Turnover>> {
  const turnover = new Map<string, Turnover>()
  for await (const window of windowsOf(db, period, last))
    add(turnover, await selectTurnover(db, name, window, period))
  return turnover
}

async function openingOf(
  db: Db,
  account: StatementAccount,
  { from }: Period,
  last: bigint,
): Promise<Map<string, bigint>> {
  const { name, organizationId } = account
  if (/^(rail|provider):/.test(name)) return openingFromSums(db, account, from)
  const before =
    organizationId === null
      ? await turnoverOf(db, account, { from: EARLIEST, to: from }, last)
      : await turnoverOfOrders(db, name, organizationId, from)
  return new Map(
    [...before].map(([currency, { debitMinor, creditMinor }]) => [
      currency,
      debitMinor - creditMinor,
    ]),
  )
}

async function turnoverOfOrders(
  db: Db,
  account: string,
  organizationId: Uuid<'org'>,
  before: Period['from'],
): Promise<Map<string, Turnover>> {
  const turnover = new Map<string, Turnover>()
  for (let after: Uuid<'ord'> | null = null; ; ) {
    const found = await selectTurnoverOfOrders(
      db,
      account,
      organizationId,
      after,
      before,
      ORDERS_AT_ONCE,
    )
    add(
      turnover,
      found.flatMap((row) => (row.currency === null ? [] : [row])),
    )
    const lastId: Uuid<'ord'> | null = found[0]?.last_id ?? null
    if (lastId === null) return turnover
    after = lastId
  }
}

/** The sums contain all transfers up to one. Subtract those posted since `from`, and add older ones that came later. */
async function openingFromSums(
  db: Db,
  account: StatementAccount,
  from: Period['from'],
): Promise<Map<string, bigint>> {
  const { upTo, sums } = await selectSettledSums(db, account.name)
  const opening = new Map(sums.map((row) => [row.currency, BigInt(row.balance_minor)]))
  const change = (turnover: Map<string, Turnover>, sign: bigint) => {
    for (const [currency, { debitMinor, creditMinor }] of turnover)
      opening.set(currency, (opening.get(currency) ?? 0n) + sign * (debitMinor - creditMinor))
  }
  change(await turnoverOf(db, account, { from, to: LATEST }, upTo), -1n)
  const late = new Map<string, Turnover>()
  const older = { from: EARLIEST, to: from }
  const end = await selectLastTransfer(db)
  if (end > upTo)
    add(late, await selectTurnover(db, account.name, { after: upTo, upTo: end }, older))
  change(late, 1n)
  return opening
}

/** Up to `limit` movements after a transfer, oldest first. */
export async function linesAfter(
  db: Db,
  { name }: StatementAccount,
  period: Period,
  after: bigint,
  last: bigint,
  limit: number,
): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  for await (const window of windowsOf(db, period, last)) {
    if (window.upTo <= after) continue
    const rest = { after: window.after > after ? window.after : after, upTo: window.upTo }
    lines.push(...(await selectStatementLines(db, name, rest, period, limit - lines.length)))
    if (lines.length >= limit) break
  }
  return lines
}
