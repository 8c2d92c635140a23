// The section `liquidity_providers`: adapters with their pairs and limits.
import Type, { type Static } from 'typebox'
import type { Db } from '../../../platform/db/pool.ts'
import { inputPatterns } from '../../../platform/http/patterns.ts'
import { isCurrency } from '../../../platform/money/currencies.ts'
import { nearestFirst } from '../../../platform/nearest.ts'
import { providerKinds } from '../../../outside/liquidity/registry.ts'
import {
  selectProviderLimits,
  selectTradingPairs,
  upsertProvider,
  upsertProviderLimit,
  upsertTradingPair,
  type NewTradingPair,
  type ProviderLimit,
  type TradingPairRow,
} from '../../../outside/providers/queries.ts'
import type { Provider } from '../../../outside/providers/view.ts'
import { applyByCurrency, refuseInLive, type Applying } from '../applying.ts'
import {
  adapterChanges,
  changed,
  changesOf,
  limitChange,
  settingsChanges,
  type Shown,
} from '../differences.ts'
import { hoursSchema, hoursText, judgeHours, writeHours } from '../hours.ts'
import {
  amountsByCurrency,
  amountsOf,
  exact,
  judgeAmount,
  judgeCurrencies,
  judgeKind,
  settings,
  type Place,
} from '../judging.ts'
import { listSection } from '../section.ts'

const schema = exact({
  name: Type.String({ pattern: inputPatterns.providerName.pattern }),
  kind: Type.String(),
  settings: Type.Optional(settings),
  settlement_limit: Type.Optional(amountsByCurrency),
  /** Payin currencies that the provider sells only from the desk's own holding there. */
  prefunded: Type.Optional(Type.Array(Type.String())),
  trading_pairs: Type.Array(
    exact({
      payin_currency: Type.String(),
      payout_currency: Type.String(),
      hours: hoursSchema,
      max_rate_age_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400 })),
      settings: Type.Optional(settings),
    }),
    { minItems: 1 },
  ),
})
type Content = Static<typeof schema>

type Entry = Pick<Provider, 'name' | 'kind' | 'settings'> & {
  place: Place
  pairs: NewTradingPair[]
  limits: readonly ProviderLimit[]
}

export const liquidityProviders = listSection({
  key: 'liquidity_providers',
  noun: 'liquidity provider',
  stage: 'outside',
  entry: schema,
  id: 'name',
  check,
  apply,
  write: ({ db }) => write(db),
  more: (entries) => ({ requotes: { providers: entries.map(({ name }) => name) } }),
})

function check(place: Place, one: Content): Entry {
  const { kind } = judgeKind(place, one, providerKinds)
  const seen = new Set<string>()
  const pairs = one.trading_pairs.map((pair, index): NewTradingPair => {
    const at = place.at('trading_pairs', index)
    const { payin_currency, payout_currency, settings: ofPair = {} } = pair
    judgeCurrencies(at, pair)
    const named = nameOfPair(pair)
    if (seen.has(named)) at.problem(`the pair ${named} is described twice`)
    seen.add(named)
    const isSame = payin_currency === payout_currency
    if (kind !== undefined && isSame !== (kind.pairs === 'same'))
      at.at('payout_currency').problem(
        isSame
          ? 'payin and payout currency are the same, which only a provider of kind par takes'
          : 'a provider of kind par pays out the currency that it takes',
      )
    const wrong = kind?.pairSettingsProblem(ofPair)
    if (wrong !== undefined) at.at('settings').problem(wrong)
    return {
      provider_name: one.name,
      payin_currency,
      payout_currency,
      hours: judgeHours(at.at('hours'), pair.hours),
      position: index,
      max_rate_age_ms: (pair.max_rate_age_seconds ?? 60) * 1000,
      settings: ofPair,
    }
  })
  const limits = judgeLimits(place, one)
  return { place, name: one.name, kind: one.kind, settings: one.settings ?? {}, pairs, limits }
}

const nameOfPair = (pair: Pick<TradingPairRow, 'payin_currency' | 'payout_currency'>): string =>
  `${pair.payin_currency} to ${pair.payout_currency}`

function judgeLimits(place: Place, one: Content): ProviderLimit[] {
  const { name, settlement_limit: limits = {}, prefunded = [], trading_pairs: pairs } = one
  const payins = pairs.map((pair) => pair.payin_currency)
  const traded = [...payins, ...pairs.map((pair) => pair.payout_currency)]
  const minorOf = (currency: string, text: string | undefined): bigint | null => {
    if (text === undefined) return null
    const at = place.at('settlement_limit', currency)
    if (!isCurrency(currency) || !traded.includes(currency)) {
      const names = nearestFirst(currency, new Set(traded))
      at.problem(`${name} does not trade ${currency}; it trades ${names}`)
      return null
    }
    return judgeAmount(at, text, currency) ?? null
  }
  for (const [index, currency] of prefunded.entries())
    if (!payins.includes(currency))
      place
        .at('prefunded', index)
        .problem(
          `${currency} is no payin currency of ${name}; its payin currencies: ${nearestFirst(currency, new Set(payins))}`,
        )
  return [...new Set([...Object.keys(limits), ...prefunded])].map((currency) => ({
    provider: name,
    currency,
    settlement_limit_minor: minorOf(currency, limits[currency]),
    is_prefunded: prefunded.includes(currency),
  }))
}

export const pairsByProvider = async (db: Db): Promise<Map<string, TradingPairRow[]>> =>
  Map.groupBy(await selectTradingPairs(db), (pair) => pair.provider_name)

async function apply(applying: Applying, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return
  const known = await pairsByProvider(applying.db)
  for (const entry of entries)
    if (!refuseInLive(applying, entry, providerKinds))
      await applyProvider(applying, placed(known.get(entry.name) ?? [], entry), entry)
}

async function applyProvider(
  { db, changes }: Applying,
  known: readonly TradingPairRow[],
  entry: Entry,
): Promise<void> {
  const [first] = known
  const details =
    first === undefined
      ? []
      : adapterChanges({ kind: first.kind, settings: first.provider_settings }, entry)
  for (const pair of entry.pairs) {
    const before = known.find((one) => nameOfPair(one) === nameOfPair(pair))
    details.push(...pairChanges(before, pair))
  }
  // A new version of the provider makes every process read its limits again.
  details.push(...(await applyLimits(db, entry)))
  if (first !== undefined && details.length === 0) return
  await upsertProvider(db, entry)
  for (const pair of entry.pairs) await upsertTradingPair(db, pair)
  const verb = first === undefined ? 'create' : 'change'
  changes.push({ verb, what: `liquidity provider ${entry.name}`, details })
}

/**
 * Several files may have given the same place to different pairs. A file that describes all pairs in their present order
 * changes no place.
 */
function placed(known: readonly TradingPairRow[], entry: Entry): readonly TradingPairRow[] {
  const isSame = known.map(nameOfPair).join() === entry.pairs.map(nameOfPair).join()
  return isSame ? known.map((pair, position) => ({ ...pair, position })) : known
}

type PairTerms = Pick<NewTradingPair, 'hours' | 'max_rate_age_ms' | 'position'>

const pairKeys: Shown<PairTerms> = {
  hours: { key: 'hours', show: (row) => hoursText(row.hours) },
  max_rate_age_ms: { key: 'max_rate_age_seconds', show: (row) => `${row.max_rate_age_ms / 1000}` },
  position: { key: 'place among the pairs', show: (row) => `${row.position + 1}` },
}

/** `before` is undefined for a new pair. */
function pairChanges(before: TradingPairRow | undefined, after: NewTradingPair): string[] {
  const pair = nameOfPair(after)
  if (before === undefined) return [`${pair}: new`]
  const lines = [
    ...changesOf(pairKeys, before, after),
    ...settingsChanges(before.settings, after.settings),
  ]
  return lines.map((line) => `${pair} ${line}`)
}

/** Limits that the file omits end. Returns the changes. */
const applyLimits = async (db: Db, { name: provider, limits }: Entry): Promise<string[]> =>
  applyByCurrency(
    await selectProviderLimits(db, provider),
    limits,
    (currency) => ({ provider, currency, settlement_limit_minor: null, is_prefunded: false }),
    limitChanges,
    (limit) => upsertProviderLimit(db, limit),
  )

const limitChanges = (before: ProviderLimit, after: ProviderLimit): string[] => [
  ...limitChange(
    `settlement_limit.${after.currency}`,
    after.currency,
    before.settlement_limit_minor,
    after.settlement_limit_minor,
  ),
  ...(before.is_prefunded === after.is_prefunded
    ? []
    : [changed(`prefunded.${after.currency}`, `${before.is_prefunded}`, `${after.is_prefunded}`)]),
]

async function write(db: Db): Promise<Content[]> {
  const written: Content[] = []
  for (const [name, pairs] of await pairsByProvider(db)) {
    const [first] = pairs
    if (first === undefined) continue
    const limits = await selectProviderLimits(db, name)
    written.push({
      name,
      kind: first.kind,
      settings: first.provider_settings,
      settlement_limit: amountsOf(limits, (limit) => limit.settlement_limit_minor),
      prefunded: limits.filter((one) => one.is_prefunded).map(({ currency }) => currency),
      trading_pairs: pairs.map((pair) => ({
        payin_currency: pair.payin_currency,
        payout_currency: pair.payout_currency,
        hours: writeHours(pair.hours),
        max_rate_age_seconds: pair.max_rate_age_ms / 1000,
        settings: pair.settings,
      })),
    })
  }
  return written
}
