// Pure rules: the providers that may convert the rest of an order, their sequence, and the reason for a choice. The provider
// that priced the quote comes first, then the ranks of the route. fill-order.ts asks them.
import { providerNamesOf } from '../liquidity/best-provider.ts'
import type { RouteRow } from '../routes/queries.ts'
import type { OrderRow } from '../orders/queries.ts'
import { QUOTE_EXPIRED, type FillRow } from './queries.ts'

/** Declines after which a provider is not asked again for an order. */
const MOST_DECLINES = 3

/** The providers that an order itself names. */
type Providers = Pick<OrderRow, 'priced_provider' | 'chosen_provider'>
type Attempt = Pick<FillRow, 'provider_name' | 'declined_at' | 'decline_code' | 'decline_is_final'>

/**
 * The providers that may still be asked, those with fewer failed attempts first. Empty: all have declined for good or
 * three times. A quote that expired is a failed attempt, but no decline. A provider that an operator chose is the only one.
 */
export function providersLeft(
  route: Pick<RouteRow, 'provider_name' | 'further_providers'>,
  { priced_provider: priced, chosen_provider: chosen }: Providers,
  fills: readonly Attempt[],
): string[] {
  const names =
    chosen === null
      ? new Set([...(priced === null ? [] : [priced]), ...providerNamesOf(route)])
      : [chosen]
  return [...names]
    .map((name) => ({
      name,
      failed: failedAttempts(fills).filter((one) => one.provider_name === name),
    }))
    .filter(({ failed }) => {
      const declines = failed.filter((one) => one.decline_code !== QUOTE_EXPIRED)
      return (
        declines.length < MOST_DECLINES && declines.every((one) => one.decline_is_final !== true)
      )
    })
    .toSorted((a, b) => a.failed.length - b.failed.length)
    .map(({ name }) => name)
}

/** For operators: why this provider and not one before it. `skipped`: providers that were asked now, with the reason. */
export function reasonForChoice(
  name: string,
  { priced_provider: priced, chosen_provider: chosen }: Providers,
  skipped: readonly string[],
  fills: readonly Attempt[],
): string {
  if (name === chosen) return 'chosen by an operator'
  const declined = failedAttempts(fills)
    .filter((one) => one.provider_name !== name)
    .map((one) => `${one.provider_name} declined (${one.decline_code ?? 'no code'})`)
  const reasons = [...new Set([...declined, ...skipped])]
  if (reasons.length > 0) return reasons.join('; ')
  return name === priced ? 'priced the quote' : 'first provider of the route'
}

const failedAttempts = (fills: readonly Attempt[]): Attempt[] =>
  fills.filter((one) => one.declined_at !== null)
