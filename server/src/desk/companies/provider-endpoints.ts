// The operator API that reads liquidity providers: their pairs, the age of each rate and what is halted.
import Type, { type Static } from 'typebox'
import type { Catalogue } from '../../engine/catalogue.ts'
import type { Clock, Instant } from '../../platform/clock.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { failure } from '../../platform/errors.ts'
import { haltSchema, haltView } from '../../engine/halts/endpoints.ts'
import { selectHalts, type HaltRow } from '../../engine/halts/queries.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import {
  anyText,
  count,
  dataListOf,
  dataOf,
  decimal,
  exact,
  nullable,
  signedDecimal,
} from '../../platform/http/schemas.ts'
import { selectLiquidityLeft } from '../../engine/liquidity/left.ts'
import { selectReserved } from '../../engine/liquidity/reservation-queries.ts'
import type { RateBoard } from '../../outside/liquidity/rates.ts'
import { formatRate, formatSignedAmount } from '../../platform/money/decimal.ts'
import { providerView, tradingPairSchema, type Provider } from '../../outside/providers/view.ts'

type ProviderReadDeps = { db: Pool; clock: Clock; catalogue: Catalogue; rates: RateBoard }

const pairSchema = exact(
  {
    ...tradingPairSchema.properties,
    rate: nullable(
      decimal('A rate.', '4237.25'),
      'The present indicative rate. Null without one, or if it is too old.',
    ),
    rate_age_seconds: nullable(count('Seconds.', 2), 'The age of the last rate. Null without one.'),
    max_rate_age_seconds: count('A rate that is older is not used.', 30),
    payin_left: nullable(
      signedDecimal('An amount in the payin currency.', '250000.000000'),
      'What the provider can still buy within its limits, less what orders reserve. Null: no limit.',
    ),
    payout_left: nullable(
      signedDecimal('An amount in the payout currency.', '1000000.00'),
      'What the provider can still deliver, less what orders reserve. Null: no limit.',
    ),
    payin_reserved: nullable(
      signedDecimal('An amount in the payin currency.', '1000.00'),
      'What open orders reserve for this pair. Null for a provider without limits.',
    ),
    payout_reserved: nullable(
      signedDecimal('An amount in the payout currency.', '4200000.00'),
      'What open orders reserve for this pair. Null for a provider without limits.',
    ),
  },
  { title: 'DeskTradingPair', description: 'Two currencies, with the last rate of the provider.' },
)

const schema = exact(
  {
    name: anyText('The provider.', 'ALPHA'),
    kind: anyText('Its kind in the operator file.', 'simulated'),
    version: count('Every change of its settings bumps it.', 1),
    has_limits: Type.Boolean({
      description: 'Whether orders reserve what they need of its limits.',
      examples: [false],
    }),
    trading_pairs: Type.Array(pairSchema, { description: 'The pairs that it converts.' }),
    halts: Type.Array(haltSchema, { description: 'The present halts that stop it.' }),
  },
  { title: 'DeskProvider', description: 'Converts one currency into another.' },
)

const tags = ['Rails and providers']
const config = { right: 'read' } as const

export function operatorProviderReads(api: Api, deps: ProviderReadDeps): void {
  addRead(api, {
    path: '/providers',
    config,
    tags,
    operationId: 'listProviders',
    summary: 'List liquidity providers',
    description: 'All of them, by name. Rates are those that the answering process knows.',
    answer: dataListOf(schema, 'The providers.'),
    async data() {
      const providers = [...(await deps.catalogue.providers('fresh')).values()]
      const halts = await selectHalts(deps.db)
      const at = deps.clock.now()
      const data = await Promise.all(providers.map((provider) => view(deps, provider, halts, at)))
      return data
    },
  })

  addRead(api, {
    path: '/providers/:provider',
    config,
    tags,
    operationId: 'getProvider',
    summary: 'Get a liquidity provider',
    description: 'As it is now.',
    params: Type.Object({
      provider: anyText('The provider.', 'ALPHA'),
    }),
    answer: dataOf(schema, 'The provider.'),
    async data(request) {
      const provider = (await deps.catalogue.providers('fresh')).get(request.params.provider)
      if (provider === undefined) throw failure('not_found')
      const halts = await selectHalts(deps.db)
      return view(deps, provider, halts, deps.clock.now())
    },
  })
}

async function view(
  { db, rates }: ProviderReadDeps,
  provider: Provider,
  halts: readonly HaltRow[],
  at: Instant,
): Promise<Static<typeof schema>> {
  const { name, pairs } = provider
  const left = provider.isLimited
    ? await Promise.all(pairs.map((pair) => selectLiquidityLeft(db, name, pair)))
    : []
  const reserved = provider.isLimited
    ? await Promise.all(pairs.map((pair) => selectReserved(db, name, pair)))
    : []
  const published = providerView(provider, at).trading_pairs
  return {
    name,
    kind: provider.kind,
    version: provider.version,
    has_limits: provider.isLimited,
    trading_pairs: pairs.map((pair, index) => {
      const rate = rates.current(name, pair)
      const ageMs = rates.ageMs(name, pair)
      return {
        payin_currency: pair.payinCurrency,
        payout_currency: pair.payoutCurrency,
        hours_of_operation: published[index]?.hours_of_operation ?? [],
        rate: rate === undefined ? null : formatRate(rate),
        rate_age_seconds: ageMs === undefined ? null : Math.max(0, Math.floor(ageMs / 1000)),
        max_rate_age_seconds: Math.floor(pair.maxRateAgeMs / 1000),
        payin_left: amountOrNull(left[index]?.payinMinor, pair.payinCurrency),
        payout_left: amountOrNull(left[index]?.payoutMinor, pair.payoutCurrency),
        payin_reserved: amountOrNull(reserved[index]?.payinMinor, pair.payinCurrency),
        payout_reserved: amountOrNull(reserved[index]?.payoutMinor, pair.payoutCurrency),
      }
    }),
    halts: halts
      .filter((halt) => halt.rail === null && (halt.provider === null || halt.provider === name))
      .filter(({ what }) => what !== 'sends')
      .map(haltView),
  }
}

const amountOrNull = (minor: bigint | null | undefined, currency: string): string | null =>
  minor == null ? null : formatSignedAmount(minor, currency)
