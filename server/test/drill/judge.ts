// Holds what left outside against what was owed. What left is read from the records of rails and providers; what was owed
// follows from the cases and from the amounts that each order had when it was made.
import { selectDeskBalances, settleLedgerSums } from '../../src/engine/treasury/desk-balances.ts'
import { netOf } from '../../src/engine/ledger/postings.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import type { OperatorOrder } from '../../src/engine/orders/operator-queries.ts'
import type { Desk } from './desk.ts'
import { leftAtSimulator } from './simulator.ts'
import type { Converted, Left, Site } from './site.ts'
import type { Kind, Story } from './story.ts'

/** A row of the table: what left at a rail or provider, of one kind. */
type Row = {
  at: string
  kind: string
  owed: number
  left: number
  twice: number
  missing: number
}

export type Judged = { table: Row[]; problems: string[] }

/** Something that must have happened once. */
type Owed = { at: string; kind: Kind; story: string; currency: string; amountMinor: bigint }

const keyOf = (one: { at: string; currency: string; amountMinor: bigint }): string =>
  `${one.at} ${one.amountMinor} ${one.currency}`

export async function judge({
  desk,
  site,
  stories,
  opening,
}: {
  desk: Desk
  site: Site
  stories: readonly Story[]
  opening: Map<string, bigint>
}): Promise<Judged> {
  const problems: string[] = []
  const { deps } = desk.service
  const simulated = await leftAtSimulator(desk)
  const left = [...simulated.left, ...(await site.left())]
  const converted = [...simulated.converted, ...(await site.converted())]

  for (const story of stories) {
    if (story.one.isLost === true) continue
    const status = await story.status()
    if (status !== story.one.ends)
      problems.push(`${nameOf(story)} is ${status}, expected ${story.one.ends}`)
  }
  const owed = stories.flatMap((story) => owedBy(story, site))
  const rows = tableOf(owed, left, converted, problems)

  const sweeps = await site.sweeps?.()
  if (sweeps !== undefined) {
    const { swept, unswept } = sweeps
    const counts = { owed: swept + unswept, left: swept, twice: 0, missing: unswept }
    rows.push({ at: site.rail, kind: 'sweep', ...counts })
    if (unswept > 0) problems.push(`${unswept} addresses at ${site.rail} were not swept`)
  }

  const { difference } = await verifyLedger(deps.db)
  if (difference !== undefined) problems.push(`ledger verify: ${JSON.stringify(difference)}`)
  problems.push(...(await balanceProblems(desk, site, opening, simulated.balances)))
  const open = await desk.read<unknown[]>('/halts')
  if (open.length > 0) problems.push(`${open.length} halts are still open`)
  return { table: rows, problems }
}

const nameOf = ({ one }: Story): string => `${one.side} "${one.name}"`

function owedBy(story: Story, site: Site): Owed[] {
  const { one, direction, row } = story
  const paying = story.follower.row ?? row
  const outRail = one.side === 'out' ? site.rail : 'sandbox'
  const inRail = one.side === 'in' ? site.rail : 'sandbox'
  const payin = (amountMinor: bigint) => ({
    at: inRail,
    currency: row.payin_currency,
    amountMinor,
  })
  const payoutOf = (of: OperatorOrder) => ({
    at: outRail,
    currency: of.payout_currency,
    amountMinor: of.payout_total_minor,
  })
  const what = {
    fill: { at: direction.provider, currency: row.payin_currency, amountMinor: netOf(paying) },
    payout: payoutOf(paying),
    'payout again': payoutOf(paying),
    'payout of a retry': payoutOf(paying),
    refund: payin(story.totalMinor),
    'refund of a part': payin(story.totalMinor / 2n),
    'excess refund': payin(story.excessMinor),
    'late refund': payin(story.totalMinor),
  } satisfies Record<Kind, object>
  return one.owed.map((kind) => ({ kind, story: nameOf(story), ...what[kind] }))
}

function tableOf(
  owed: readonly Owed[],
  left: readonly Left[],
  converted: readonly Converted[],
  problems: string[],
): Row[] {
  const seen = new Map<string, { key: string | null }[]>()
  const note = (key: string, one: { key: string | null }) =>
    seen.set(key, [...(seen.get(key) ?? []), one])
  for (const one of left) note(keyOf({ ...one, at: one.rail }), one)
  for (const one of converted)
    note(keyOf({ at: one.provider, currency: one.currency, amountMinor: one.soldMinor }), one)

  const rows = new Map<string, Row>()
  const rowOf = (at: string, kind: string): Row => {
    const name = `${at} ${kind}`
    const row = rows.get(name) ?? { at, kind, owed: 0, left: 0, twice: 0, missing: 0 }
    rows.set(name, row)
    return row
  }
  for (const one of owed) {
    const row = rowOf(one.at, one.kind)
    row.owed += 1
    const found = seen.get(keyOf(one))
    if (found?.shift() === undefined) {
      row.missing += 1
      problems.push(`missing: the ${one.kind} of ${one.story}, ${keyOf(one)}`)
    } else row.left += 1
  }
  const kinds = new Map(owed.map((one) => [keyOf(one), one]))
  for (const [key, rest] of seen)
    for (const one of rest) {
      const known = kinds.get(key)
      const row = rowOf(known?.at ?? key.split(' ', 1)[0] ?? '', known?.kind ?? 'owed to nobody')
      row.left += 1
      row.twice += 1
      problems.push(
        `too much: ${key}, under ${one.key ?? 'no key'}: ${known === undefined ? 'owed to nobody' : `${known.kind} of ${known.story}`}`,
      )
    }
  return [...rows.values()].toSorted((a, b) => (`${a.at} ${a.kind}` < `${b.at} ${b.kind}` ? -1 : 1))
}

/** The ledger's accounts of rails and providers move as the outside does. */
async function balanceProblems(
  desk: Desk,
  site: Site,
  opening: Map<string, bigint>,
  simulated: Map<string, bigint>,
): Promise<string[]> {
  const { db } = desk.service.deps
  await settleLedgerSums(db)
  const ledger = new Map(
    (await selectDeskBalances(db)).map((one) => [
      `${one.account} ${one.currency}`,
      BigInt(one.ledger_minor),
    ]),
  )
  const outside = new Map(simulated)
  // An account that several of the ledger share is named by all of them.
  for (const [account, minor] of await site.balances())
    outside.set(account, minor - (opening.get(account) ?? 0n))
  return [...outside].flatMap(([account, minor]) => {
    const [places = '', currency = ''] = account.split(' ')
    const booked = places
      .split('+')
      .reduce((sum, place) => sum + (ledger.get(`${place} ${currency}`) ?? 0n), 0n)
    return booked === minor
      ? []
      : [`${account}: the ledger moved by ${booked}, the outside by ${minor}`]
  })
}
