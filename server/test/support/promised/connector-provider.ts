// A provider behind the example connector: a process of its own with an exchange. What the example never does by itself
// is written into its memory while it is stopped.
import { systemClock } from '../../../src/platform/clock.ts'
import { openClient } from '../../../src/outside/connectors/client.ts'
import { openConnectorProvider } from '../../../src/outside/connectors/provider.ts'
import { clientSettingsOf } from '../../../src/outside/connectors/settings.ts'
import { openTransport, type Transport } from '../../../src/outside/connectors/transport.ts'
import { startConnector } from '../connector.ts'
import { newOrderId, pairOf, type Outcome, type ProviderWorld } from './worlds.ts'

export async function convertingConnector(): Promise<ProviderWorld> {
  const connector = await startConnector()
  const { settings } = connector
  const world = { clock: systemClock, environment: 'sandbox' as const, secret: connector.secret }
  let upcoming: Outcome = 'fills'
  const real = openTransport({ timeoutMs: 300_000 })
  /** The network between the service and the connector. */
  const transport: Transport = {
    async exchange(request) {
      const outcome = request.method === 'PUT' ? upcoming : 'fills'
      if (request.method === 'PUT') upcoming = 'fills'
      if (outcome === 'fails_before') throw new Error('the connection broke before the request')
      const answer = await real.exchange(request)
      if (outcome === 'loses_the_answer') throw new Error('the connection broke before the answer')
      return answer
    },
    close: () => undefined,
  }
  const usdc = { currency: 'USDC' } as const
  await connector.control('POST', '/money', { place: 'exchange', ...usdc, amount: '10000.00' })
  const held = async () => {
    const book = await connector.control<{ balances: Record<string, string> }>('GET', '/book')
    return book.balances['exchange/USDC'] ?? '0'
  }
  return {
    open: () =>
      openConnectorProvider(
        { settings, pairs: [pairOf('USDC', 'MXN')] },
        world,
        openClient(clientSettingsOf(settings, world), systemClock, transport),
      ),
    conversion: { payinCurrency: 'USDC', payinMinor: 988_100_000n, payoutCurrency: 'MXN' },
    async next(outcome) {
      upcoming = outcome
      const away = { from: 'exchange', to: 'bank', ...usdc, amount: await held() }
      if (outcome === 'declines') await connector.control('POST', '/transfers', away)
      else {
        const more = { place: 'exchange', ...usdc, amount: '10000.00' }
        await connector.control('POST', '/money', more)
      }
      return `${newOrderId()}:fill:1`
    },
    cutShort: (key) =>
      connector.rewrite((fact) => {
        const { fact: kind, key: of, answer } = fact
        if (kind !== 'fill' || of !== key || typeof answer !== 'object') return fact
        return {
          ...fact,
          answer: { ...answer, sold_amount: '500.00', delivered_amount: '9125.00' },
        }
      }),
    endQuotes: () =>
      connector.rewrite(({ quote, ...fact }) => {
        if (typeof quote !== 'object') return fact
        return { ...fact, quote: { ...quote, expires_at: '2026-01-01T00:00:00Z' } }
      }),
    settle: async () => undefined,
    async close() {
      real.close()
      await connector.close()
    },
  }
}
