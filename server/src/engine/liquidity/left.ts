// Reads the free liquidity of providers with limits, for prices and for the refusal of an order. The statements that
// reserve have the last word. The rules are in the function liquidity_left of the migrations.
import { rows, type Db } from '../../platform/db/pool.ts'
import { allRows } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import { retryLater, type Failure } from '../../platform/errors.ts'
import { lately, type Lately } from '../../platform/lately.ts'
import { netOf } from '../ledger/postings.ts'

/** Minor units of payin that the provider can buy, and of payout that it can deliver. Null: no limit. */
type LiquidityLeft = { payinMinor: bigint | null; payoutMinor: bigint | null }

type Wanted = { payinMinor: bigint; payoutMinor: bigint }

/** The liquidity that a price uses: the net and the payout. */
export const wantedOf = (price: {
  payinTotalMinor: bigint
  payinFeeMinor: bigint
  payinTaxMinor: bigint
  payoutTotalMinor: bigint
}): Wanted => ({
  payinMinor: price.payinTotalMinor - price.payinFeeMinor - price.payinTaxMinor,
  payoutMinor: price.payoutTotalMinor,
})

type Pair = { payinCurrency: string; payoutCurrency: string }

export const isCovered = (left: LiquidityLeft, wanted: Wanted): boolean =>
  (left.payinMinor === null || wanted.payinMinor <= left.payinMinor) &&
  (left.payoutMinor === null || wanted.payoutMinor <= left.payoutMinor)

const SELECT_LIQUIDITY_LEFT = statement(
  'select_liquidity_left',
  ['provider', 'payin_currency', 'payout_currency'],
  `select payin_left::text, payout_left::text from liquidity_left($1, $2, $3)`,
)

export async function selectLiquidityLeft(
  db: Db,
  provider: string,
  { payinCurrency, payoutCurrency }: Pair,
): Promise<LiquidityLeft> {
  const [row] = await rows<{ payin_left: string | null; payout_left: string | null }>(
    db,
    SELECT_LIQUIDITY_LEFT,
    [provider, payinCurrency, payoutCurrency],
  )
  const minor = (text: string | null | undefined) => (text == null ? null : BigInt(text))
  return { payinMinor: minor(row?.payin_left), payoutMinor: minor(row?.payout_left) }
}

/** `used`: thousandths of the limit; 1000 means that nothing is left. */
type LimitUse = { provider: string; currency: string; used: number }

/** The used part of each settlement limit, in the direction that has less left. */
export const selectLimitUses = allRows<LimitUse>(
  'select_limit_uses',
  [],
  `select l.provider, l.currency::text as currency,
          -- At most a million times the limit: a limit may be tiny.
          least(1000000000, round(1000 * (1 - least(min(case when t.payin_currency = l.currency then u.payin_left end),
                                  min(case when t.payout_currency = l.currency then u.payout_left end))
                            / l.settlement_limit_minor)))::int as used
     from provider_limits l
     join trading_pairs t on t.provider_name = l.provider and l.currency in (t.payin_currency, t.payout_currency)
     cross join lateral liquidity_left(t.provider_name, t.payin_currency, t.payout_currency) u
    where l.settlement_limit_minor > 0
    group by l.provider, l.currency, l.settlement_limit_minor order by l.provider, l.currency`,
)

/** The free liquidity, at most half a second old. A quote reserves nothing, so it needs no newer value. */
export type LiquidityBoard = { left(provider: string, pair: Pair): Promise<LiquidityLeft> }

const KEPT_MS = 500

export function createLiquidityBoard(db: Db): LiquidityBoard {
  const boards = new Map<string, Lately<LiquidityLeft>>()
  return {
    left(provider, pair) {
      const key = `${provider} ${pair.payinCurrency} ${pair.payoutCurrency}`
      const board =
        boards.get(key) ?? lately(KEPT_MS, () => selectLiquidityLeft(db, provider, pair))
      boards.set(key, board)
      return board.present()
    },
  }
}

/** A quote with the provider that priced it; null if that provider had no limits. */
export type PricedQuote = {
  priced_provider: string | null
  payin_currency: string
  payout_currency: string
  payin_total_minor: bigint
  payin_fee_minor: bigint
  payin_tax_minor: bigint
  payout_total_minor: bigint
}

/** The refusal of an order that its provider does not cover; undefined if it covers it now. */
export async function liquidityFailure(db: Db, quote: PricedQuote): Promise<Failure | undefined> {
  if (quote.priced_provider === null) return undefined
  const pair = { payinCurrency: quote.payin_currency, payoutCurrency: quote.payout_currency }
  const left = await selectLiquidityLeft(db, quote.priced_provider, pair)
  const wanted = { payinMinor: netOf(quote), payoutMinor: quote.payout_total_minor }
  return isCovered(left, wanted) ? undefined : noLiquidity()
}

/** Never names the provider's limits: they are the desk's. */
export const noLiquidity = (): Failure =>
  retryLater(
    'rate_unavailable',
    10,
    'No liquidity provider can convert this amount now. Send the request again later, or quote a smaller amount.',
  )
