// `corridor routes | offerings`.
import type { Corridor, LiquidityProvider, Offering } from '@corridor/sdk'
import { systemClock } from '@corridor/server/platform/clock.ts'
import type { Verb } from './run.ts'
import { instrumentText, listed, record, tableOf } from './show.ts'

export const routes: Verb = async ({ corridor, organization, profile }, given) => {
  const id = await organization()
  // Calendars take a library that no other command needs.
  const { stateOf } = await import('./route-state.ts')
  const providers: LiquidityProvider[] = []
  for await (const one of corridor.liquidityProviders.list()) providers.push(one)
  // The clock of a sandbox may be ahead.
  const mayBeSandbox = profile.person !== undefined || profile.api_key.startsWith('ck_sandbox_')
  const nowMs = mayBeSandbox ? await sandboxNow(corridor) : systemClock.now()
  return listed((limit) => corridor.routes.list(id, { limit }), given, {
    headings: ['FROM', 'TO', 'PROVIDER', 'SETTLES', 'SMALLEST', 'LARGEST', 'STATE', 'ROUTE'],
    cells: (one) => [
      one.payin_currency,
      one.payout_currency,
      one.liquidity_provider,
      one.estimated_settlement_time,
      one.payin_limits.min,
      one.payin_limits.max,
      stateOf(one, providers, nowMs),
      one.id,
    ],
    empty: 'The desk offers this organization no route yet: ask it for one.',
  })
}

export const offeringHeadings = ['OFFERING', 'FROM', 'TO', 'ABOUT', 'PROVIDER', 'SETTLES']
export const offeringCells = (one: Offering): string[] => [
  one.id,
  instrumentText(one.payin.external_payment_instrument),
  instrumentText(one.payout.external_payment_instrument),
  one.indicative_exchange_rate,
  one.liquidity_provider.name,
  one.estimated_settlement_time,
]

/** Fresh ones at every call. */
export const offerings: Verb = async ({ corridor, organization }) => {
  const all = await corridor.offerings.create(await organization())
  const shown = await tableOf(all, {
    headings: offeringHeadings,
    cells: offeringCells,
    shrinks: ['FROM', 'TO'],
    empty:
      'There is no pair of instruments that a route connects. See `corridor routes` and `corridor instruments`.',
  })
  return all.length === 0
    ? shown
    : { ...shown, note: 'A firm price: `corridor quote --offering off_… --pay AMOUNT`.\n' }
}

export const offering: Verb = async ({ corridor, organization }, { args }) => {
  const one = await corridor.offerings.get(await organization(), args[0] ?? '')
  return record(one)
}

/** A live deployment has no such clock. */
const sandboxNow = (corridor: Corridor): Promise<number> =>
  corridor.sandbox.clock().then(
    ({ now }) => Date.parse(now),
    () => systemClock.now(),
  )
