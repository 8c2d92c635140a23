// The fill of an order that its provider carried out in the time that a restore lost. The provider's list has the amounts. A
// provider that does not tell the key lists only the conversion: an operator names the order that it belongs to.
import { refused } from '../../parties/acts/refused.ts'
import { insertSentFill, selectFills } from '../fills/queries.ts'
import { soldBy } from '../fills/sold.ts'
import { selectListedFills, type ListedFillRow } from '../halts/restore-queries.ts'
import { publicId } from '../../platform/ids.ts'
import { fillPostings, netOf, type Posting } from '../ledger/postings.ts'
import { referenceAtPar } from '../../outside/liquidity/par.ts'
import { minorUnits } from '../../platform/money/currencies.ts'
import { formatRate, RATE_DECIMALS } from '../../platform/money/decimal.ts'
import { divideRoundDown } from '../../platform/money/rounding.ts'
import { keyNameOf } from '../orders/keys.ts'
import { noteOf } from '../orders/notes.ts'
import type { OrderRow } from '../orders/queries.ts'
import type { FillRecording, Recorded, RecordedFill } from './sent.ts'

/** Only the fill: the service then sends the payout, under the key that it may have been sent under before. */
export async function fillSentBefore(order: OrderRow, recording: FillRecording): Promise<Recorded> {
  const id = publicId('ord', order.id)
  if (order.status !== 'STEP_2_FILLING_FX' || order.short_minor > 0n)
    throw refused(
      `${id} is ${order.status}: a conversion is recorded alone for a funded order only. For an order that ended, record its payout`,
    )
  const { postings, fills } = await recordFills(order, recording)
  const changed = await recording.step(order, {
    events: ['filled'],
    dueAt: recording.at,
    postings,
    ...(order.parked_reason === null ? {} : { parking: 'released' }),
    note: noteOf(
      'marked_settled',
      `${fills.map(({ reference }) => reference).join(', ')}, converted before the restore: ${recording.reason}`,
    ),
  })
  return { order: changed, fills }
}

export const NOTHING_FILLED = { postings: [] as Posting[], fills: [] as RecordedFill[] }

export async function recordFills(
  order: OrderRow,
  { db, at, fill }: Pick<FillRecording, 'db' | 'at' | 'fill'>,
): Promise<typeof NOTHING_FILLED> {
  const id = publicId('ord', order.id)
  const present = await selectFills(db, [order])
  if (present.some((one) => one.filled_at === null && one.declined_at === null))
    throw refused(`${id} has a fill whose outcome is not known: end the halt of its provider first`)
  let before = soldBy(present)
  if (order.status.startsWith('FAILED') && before.soldMinor > 0n)
    throw refused(`${id} was converted and ended: book what was sent as movements`)
  const [postings, fills]: [Posting[], RecordedFill[]] = [[], []]
  const net = netOf(order)
  const name = keyNameOf(order)
  const listed =
    order.payin_currency === order.payout_currency
      ? atPar(order, net - before.soldMinor, (present.at(-1)?.sequence ?? 0) + 1)
      : (await selectListedFills(db, order, fill)).filter(
          ({ key }) => key === null || key.startsWith(`${name}:`),
        )
  if (fill !== null && !listed.some(({ reference }) => reference === fill))
    throw refused(
      `no provider lists the conversion ${fill} without a key: see the list of \`corridor halts\``,
    )
  let sequence = present.at(-1)?.sequence ?? 0
  for (const one of listed) {
    const { provider, reference, sold_minor: soldMinor, delivered_minor: deliveredMinor } = one
    sequence = one.key === null ? sequence + 1 : numberIn(one.key)
    const key = one.key ?? `${name}:fill:${sequence}`
    const isOfOrder =
      one.payin_currency === order.payin_currency && one.payout_currency === order.payout_currency
    if (one.key === null && (!isOfOrder || soldMinor === null || deliveredMinor === null))
      throw refused(`${provider} lists ${reference} with another pair, or has not executed it yet`)
    if (soldMinor === null || deliveredMinor === null || soldMinor === 0n || !isOfOrder) continue
    const askedMinor = net - before.soldMinor
    if (soldMinor > askedMinor || !Number.isSafeInteger(sequence))
      throw refused(`${provider} lists ${key}, which sold more than ${id} has: ask the provider`)
    const scale =
      10n **
      BigInt(RATE_DECIMALS + minorUnits(order.payin_currency) - minorUnits(order.payout_currency))
    const rate = formatRate(divideRoundDown(deliveredMinor * scale, soldMinor))
    const choice = 'recorded after a restore'
    const part = { soldMinor, deliveredMinor }
    const row = { sequence, key, provider, reference, askedMinor, ...part, rate, choice, at }
    await insertSentFill(db, order, row)
    postings.push(...fillPostings(order, before, { provider, fee: null, ...part }))
    fills.push({ provider, reference })
    before = {
      soldMinor: before.soldMinor + soldMinor,
      deliveredMinor: before.deliveredMinor + deliveredMinor,
    }
  }
  if (before.soldMinor !== net)
    throw refused(
      `${id} was not converted, and no provider lists its fill: end the halts and let the service convert it and send under the same key. A conversion without a key needs its name: \`--fill\``,
    )
  return { postings, fills }
}

/** A transfer is passed on at par. Nobody lists that, and what it was is certain. */
function atPar(order: OrderRow, minor: bigint, sequence: number): ListedFillRow[] {
  const { priced_provider: provider, payin_currency, payout_currency } = order
  if (provider === null || minor === 0n) return []
  const key = `${keyNameOf(order)}:fill:${sequence}`
  const amounts = { sold_minor: minor, delivered_minor: minor }
  return [
    { provider, reference: referenceAtPar(key), key, payin_currency, payout_currency, ...amounts },
  ]
}

/** A key of a payout or fill ends in its number. NaN for another. */
export const numberIn = (key: string): number => Number.parseInt(key.split(':')[2] ?? '', 10)
