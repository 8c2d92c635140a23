// Bitso as a liquidity provider: firm quotes and conversions of its RFQ interface. A conversion is known by the quote
// that it executed, so the token of a firm quote is all that a look-up needs.
import { later, steppedMs } from '../../platform/clock.ts'
import type { Provider } from '../providers/view.ts'
import type {
  FillAnswer,
  FillRequest,
  FillsAsked,
  LiquidityProvider,
  ProviderWorld,
} from '../liquidity/port.ts'
import { withKeys, type KnownKey } from '../rails/listed-sends.ts'
import { fieldsIn } from './answers.ts'
import { balancesOf } from './balances.ts'
import { openClient, Refusal } from './client.ts'
import { conversionsSince, fillAnswer, findConversion } from './conversions.ts'
import { firmRate, requestQuote } from './quotes.ts'
import { openRates } from './rates.ts'
import { readProviderSettings } from './settings.ts'
import { parseToken, quoteIdIn, tokenOf, type Token } from './token.ts'

// A conversion that was asked for in the last moment may appear later. The margin also covers clocks that differ.
const SETTLING_MS = 120_000
/** A request of before the halt is executed or refused by then. */
const ON_THE_WAY_MS = 600_000

export function openBitsoProvider(
  provider: Provider,
  world: Pick<ProviderWorld, 'clock' | 'secret'>,
): LiquidityProvider {
  const settings = readProviderSettings(provider.settings)
  const client = openClient({
    baseUrl: settings.baseUrl,
    apiKey: world.secret(settings.apiKey),
    apiSecret: world.secret(settings.apiSecret),
    clock: world.clock,
  })
  const systemNow = () => later(world.clock.realNow(), steppedMs())
  const rates = openRates(client, provider.pairs, world.clock)
  const traded = provider.pairs.flatMap((pair) => [pair.payinCurrency, pair.payoutCurrency])
  const currencies = settings.balanceCurrencies ?? traded

  async function lookUp(token: Token): Promise<FillAnswer | { state: 'unknown' }> {
    const { conversion, earliestAt } = await findConversion(client, token, systemNow())
    if (conversion !== undefined) return fillAnswer(conversion, token, settings.deliveredWithinBps)
    // Until then the company may still execute the quote.
    return earliestAt > later(token.expiresAt, SETTLING_MS)
      ? { state: 'unknown' }
      : { state: 'pending' }
  }

  return {
    rates: rates.current,
    async firmQuote(key, conversion) {
      const quote = await requestQuote(client, conversion)
      return {
        rate: firmRate(quote),
        payoutMinor: quote.payoutMinor,
        token: tokenOf(key, quote),
        expiresAt: quote.expiresAt,
      }
    },
    async execute(request, text) {
      const token = parseToken(text, request.key)
      refuseOtherContent(request, token)
      // An expired quote is not sent: `lookUp` says what became of it.
      if (systemNow() >= token.expiresAt) return { state: 'pending' }
      try {
        const { value } = await client.post('/rfq/v1/conversions', { quote_id: token.quoteId })
        return fillAnswer(fieldsIn(value, 'the conversion'), token, settings.deliveredWithinBps)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        // The quote expired, or an earlier call executed it. No code tells the two apart, so no refusal declines.
        const known = await lookUp(token)
        return known.state === 'unknown' ? { state: 'pending' } : known
      }
    },
    lookUp: async (key, text) => lookUp(parseToken(text, key)),
    balances: () => balancesOf(client, currencies),
    fills: async ({ since, until, known }) => ({
      isComplete: systemNow() >= later(until, ON_THE_WAY_MS),
      pages: withKeys(conversionsSince(client, traded, since), () => quotesOf(known())),
    }),
  }
}

/** Tokens of an earlier kind of the provider name no quote of Bitso. */
async function* quotesOf(
  pages: ReturnType<FillsAsked['known']>,
): AsyncGenerator<readonly KnownKey[], void> {
  for await (const page of pages)
    yield page.flatMap(({ key, token }) => {
      const digest = quoteIdIn(token)
      return digest === null ? [] : [{ key, digest }]
    })
}

function refuseOtherContent(request: FillRequest, token: Token): void {
  const isSame =
    request.payinCurrency === token.payinCurrency &&
    request.payoutCurrency === token.payoutCurrency &&
    request.payinMinor === token.payinMinor &&
    request.payoutMinor === token.payoutMinor
  if (!isSame) throw new Error(`the quote of ${request.key} is one for another conversion`)
}
