// Which providers may fill an order in place of its own.
import type { Schemas } from '../../../server/operator-client/client.ts'

type Provider = {
  name: string
  trading_pairs: readonly { payin_currency: string; payout_currency: string }[]
}
type Order = Pick<
  Schemas['DeskOrder'],
  'payin' | 'payout' | 'liquidity_provider' | 'chosen_provider'
>

/** Providers with the pair of the order, without the one that it has now. */
export const otherProviders = (providers: readonly Provider[], order: Order): string[] =>
  providers
    .filter(({ trading_pairs: pairs }) =>
      pairs.some(
        (pair) =>
          pair.payin_currency === order.payin.currency &&
          pair.payout_currency === order.payout.currency,
      ),
    )
    .map(({ name }) => name)
    .filter((name) => name !== (order.chosen_provider ?? order.liquidity_provider))
