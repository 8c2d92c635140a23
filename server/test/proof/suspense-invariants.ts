// What is true of deposits in suspense at the end of a history: each went one way, as the database has it. A return that went
// although a letter said that it had not, and whose deposit had another exit meanwhile, is a loss.
import { depositReturnKeys } from '../../src/engine/refunds/key.ts'
import type { Model } from './model.ts'
import { RETURNS, returnsOf } from './outside.ts'
import type { World } from './world.ts'

type Row = { key: string; status: string; has_order: boolean }
type Suspended = {
  rail: string
  transaction: string
  output_index: number
  occurrence: number
  currency: string
  amount_minor: bigint
  exit: string | null
}

/** What went back is what the database has, and each deposit went one way. */
export async function suspenseProblems(
  { owner, outside }: World,
  { losses }: Model,
): Promise<string[]> {
  const { rows } = await owner.query<Row>(
    `select r.rail_key as key, r.status, d.order_id is not null as has_order
       from deposit_returns r join deposits d on d.id = r.deposit_id
     -- The return of the lost time is a refund of the order that has the deposit now.
     union all select rail_key, status, false from refunds where rail_key like '${RETURNS}:%'`,
  )
  const went = [...outside.deeds.values()]
    .filter(({ key, state }) => key.startsWith(`${RETURNS}:`) && state === 'done')
    .map(({ key }) => key)
  const problems = went.flatMap((key) => {
    const row = rows.find((one) => one.key === key)
    if (row === undefined || row.status !== 'PROCESSED')
      return [`40: ${key} went back and the database has ${row?.status ?? 'nothing of it'}`]
    return row.has_order && !losses.includes(key)
      ? [`40: ${key} went back, and its deposit is an order's`]
      : []
  })
  const prefixes = went.filter((key) => !losses.includes(key)).map(returnsOf)
  const twice = prefixes.find((one, at) => prefixes.indexOf(one) !== at)
  if (twice !== undefined) problems.push(`40: ${twice} went back twice`)
  return [...problems, ...(await balanceProblems(owner, prefixes))]
}

// What is booked or written off did not go back, and the account of suspense has what is in suspense.
async function balanceProblems(
  owner: World['owner'],
  wentBack: readonly string[],
): Promise<string[]> {
  const { rows: deposits } = await owner.query<Suspended>(
    `select rail, transaction, output_index, occurrence, currency, amount_minor::bigint as amount_minor, exit
       from deposits where order_id is null and reversed_at is null`,
  )
  const keysOf = ({ output_index: outputIndex, ...deposit }: Suspended) =>
    depositReturnKeys({ ...deposit, outputIndex })
  const problems = deposits
    .filter((one) => one.exit !== 'returned' && wentBack.includes(keysOf(one)))
    .map(({ transaction, exit }) => `40: ${transaction} went back, and is ${exit ?? 'in suspense'}`)
  const { rows: accounts } = await owner.query<{ currency: string; minor: string }>(
    `select currency, sum(case when credit_account = 'suspense' then amount_minor else -amount_minor end)::text as minor
       from ledger_transfers where 'suspense' in (debit_account, credit_account) group by currency`,
  )
  for (const { currency, minor } of accounts) {
    const should = deposits
      .filter((one) => one.currency === currency && one.exit === null)
      .reduce((sum, one) => sum + one.amount_minor, 0n)
    if (BigInt(minor) !== should)
      problems.push(`40: suspense has ${minor} ${currency}, and ${should} are in suspense`)
  }
  return problems
}
