// Applies a liquidity provider of an operator file: its adapter, its pairs and its limits.
import type { Db } from '../../platform/db/pool.ts'
import { providerKinds } from '../../outside/liquidity/registry.ts'
import {
  selectProviderLimits,
  upsertProvider,
  upsertProviderLimit,
  upsertTradingPair,
  type ProviderLimit,
  type TradingPairRow,
} from '../../outside/providers/queries.ts'
import type { Applying } from './applying.ts'
import { changed, limitChanges, pairChanges, settingsChanges } from './differences.ts'
import type { ProviderEntry } from './judge-file.ts'

export async function applyProvider(applying: Applying, entry: ProviderEntry): Promise<void> {
  const { db, changes, problems, environment } = applying
  if (environment === 'live' && providerKinds.get(entry.kind)?.sandboxOnly === true) {
    problems.push({
      path: [...entry.path, 'kind'],
      reason: `kind ${entry.kind} works only in a sandbox; this is a live deployment`,
    })
    return
  }
  const known = placed(applying.pairs.get(entry.name) ?? [], entry)
  const details = entry.pairs.flatMap((pair) =>
    pairChanges(
      known.find(
        (one) =>
          one.payin_currency === pair.payin_currency &&
          one.payout_currency === pair.payout_currency,
      ),
      pair,
    ),
  )
  const [first] = known
  if (first !== undefined)
    details.unshift(...settingsChanges(first.provider_settings, entry.settings))
  if (first !== undefined && first.kind !== entry.kind) {
    details.unshift(changed('kind', first.kind, entry.kind))
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
function placed(known: readonly TradingPairRow[], entry: ProviderEntry): readonly TradingPairRow[] {
  const named = (pair: Pick<TradingPairRow, 'payin_currency' | 'payout_currency'>) =>
    `${pair.payin_currency} to ${pair.payout_currency}`
  const isSame = known.map(named).join() === entry.pairs.map(named).join()
  return isSame ? known.map((pair, position) => ({ ...pair, position })) : known
}

/** Limits that the file omits end. Returns the changes. */
async function applyLimits(db: Db, entry: ProviderEntry): Promise<string[]> {
  const known = await selectProviderLimits(db, entry.name)
  const none = { provider: entry.name, settlement_limit_minor: null, is_prefunded: false }
  const details: string[] = []
  for (const currency of new Set([...known, ...entry.limits].map((limit) => limit.currency))) {
    const ofCurrency = (limit: ProviderLimit) => limit.currency === currency
    const before = known.find(ofCurrency) ?? { ...none, currency }
    const after = entry.limits.find(ofCurrency) ?? { ...none, currency }
    const lines = limitChanges(before, after)
    if (lines.length > 0) await upsertProviderLimit(db, after)
    details.push(...lines)
  }
  return details
}
