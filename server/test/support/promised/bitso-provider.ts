// Bitso as a provider, against the fake server.
import { openBitsoProvider } from '../../../src/companies/bitso/provider.ts'
import { fakeBitso } from '../fake-bitso.ts'
import { newOrderId, pairOf, type ProviderWorld } from './worlds.ts'

const CONVERT = 'POST /rfq/v1/conversions'

export async function convertingBitso(): Promise<ProviderWorld> {
  const bitso = await fakeBitso()
  const { books } = bitso
  const sample = { sample_amount: '1000.00', margin_bps: 20, refresh_seconds: 10 }
  const configured = { name: 'BITSO', kind: 'bitso', version: 1, isLimited: false }
  const pairs = [pairOf('USDC', 'MXN', sample)]
  return {
    open: () => openBitsoProvider({ ...configured, settings: bitso.settings, pairs }, bitso),
    conversion: { payinCurrency: 'USDC', payinMinor: 988_100_000n, payoutCurrency: 'MXN' },
    async next(outcome) {
      books.options.conversionStatus = outcome === 'declines' ? 'FAILED' : 'COMPLETED'
      if (outcome === 'loses_the_answer') bitso.fail(CONVERT, 'lost_answer')
      if (outcome === 'fails_before') bitso.fail(CONVERT, 'error_before')
      return `${newOrderId()}:fill:1`
    },
    async cutShort() {
      Object.assign(books.conversions[0] ?? {}, {
        source_amount: '500.00000000',
        target_amount: '9250.00',
      })
    },
    endQuotes: async () => bitso.advance(31_000),
    settle: async () => bitso.advance(3_600_000),
    close: () => bitso.close(),
  }
}
