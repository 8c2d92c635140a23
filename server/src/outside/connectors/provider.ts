// The liquidity provider of a connector. Its token has the end of the quote, so that `unknown` is believed only when no
// late request for an ended quote can arrive any more.
import Type from 'typebox'
import { Value } from 'typebox/value'
import { earlierOf, instantAt, later, steppedMs, type Instant } from '../../platform/clock.ts'
import type { Conversion, FillAnswer, LiquidityProvider } from '../liquidity/port.ts'
import { isPlausibleDelivery } from '../liquidity/plausible.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import type { Provider } from '../providers/view.ts'
import { believedFee, holdingOf, instantOf, positiveMinorOf, rateOf, required } from './amounts.ts'
import { claimerOf } from './claim.ts'
import { nowMsOf, openClient, type ConnectorClient, type ConnectorWorld } from './client.ts'
import { ConnectorError } from './errors.ts'
import { listedFills } from './listing.ts'
import * as protocol from './protocol.ts'
import { beliefsOf, clientSettingsOf } from './settings.ts'
import { WINDOW_MS } from './signing.ts'

export function openConnectorProvider(
  { settings, pairs }: Pick<Provider, 'settings' | 'pairs'>,
  world: ConnectorWorld,
  client: ConnectorClient = openClient(clientSettingsOf(settings, world), world.clock),
): LiquidityProvider {
  const { clock } = world
  const beliefs = beliefsOf(settings)
  return {
    async rates() {
      const { rates } = await client.call({ method: 'GET', path: '/rates' }, protocol.rates)
      const now = clock.realNow()
      return rates.flatMap(({ payin_currency, payout_currency, rate, observed_at }) => {
        const isPair = pairs.some(
          (pair) =>
            pair.payinCurrency === payin_currency && pair.payoutCurrency === payout_currency,
        )
        // The connector's clock may be ahead. A rate from the future would stay fresh for too long.
        const observedAt = earlierOf(now, later(instantOf(observed_at), -steppedMs()))
        const quoted = { payinCurrency: payin_currency, payoutCurrency: payout_currency }
        return isPair ? [{ ...quoted, rate: rateOf(rate), observedAt }] : []
      })
    },

    async firmQuote(key, { payinCurrency, payinMinor, payoutCurrency }) {
      const body = JSON.stringify({
        key,
        payin_currency: payinCurrency,
        payin_amount: formatAmount(payinMinor, payinCurrency),
        payout_currency: payoutCurrency,
      })
      const call = { method: 'POST', path: '/quotes', body, key } as const
      const quote = await client.call(call, protocol.quote)
      const expiresAt = quote.expires_at === null ? null : instantOf(quote.expires_at)
      const payoutMinor = positiveMinorOf(quote.payout_amount, payoutCurrency)
      const converted = { payinCurrency, payinMinor, payoutCurrency, payoutMinor }
      return {
        rate: rateOf(quote.rate),
        payoutMinor,
        token: tokenText({ key, quote: quote.token, expiresAt, ...converted }),
        // The service compares it with its real time, which does not follow steps of the system clock.
        expiresAt: expiresAt === null ? null : later(expiresAt, -steppedMs()),
      }
    },

    async execute({ key, payinCurrency, payinMinor, payoutCurrency, payoutMinor }, token) {
      const agreed = agreedIn(token, key)
      const body = JSON.stringify({
        key,
        token: agreed.quote,
        payin_currency: payinCurrency,
        payin_amount: formatAmount(payinMinor, payinCurrency),
        payout_currency: payoutCurrency,
        payout_amount: formatAmount(payoutMinor, payoutCurrency),
      })
      const call = { method: 'PUT', path: `/fills/${key}`, body, key } as const
      return fillAnswerOf(await client.call(call, protocol.fill), agreed, beliefs)
    },

    async lookUp(key, token) {
      const agreed = agreedIn(token, key)
      const call = { method: 'GET', path: `/fills/${key}`, key } as const
      const found = await client.lookUp(call, protocol.fill)
      if (found !== null) return fillAnswerOf(found, agreed, beliefs)
      return mayStillArrive(agreed, nowMsOf(clock)) ? { state: 'pending' } : { state: 'unknown' }
    },

    async balances() {
      const call = { method: 'GET', path: '/balances?role=liquidity' } as const
      const answer = await client.call(call, protocol.balances)
      return answer.balances.map(holdingOf)
    },

    fills: (asked) => listedFills(client, clock, asked),
    claim: claimerOf(client),
    close: async () => client.close(),
  }
}

/** Everything that a look-up needs. Tokens of earlier versions have neither key nor payout. */
type Agreed = Conversion & {
  key?: string
  quote: string
  expiresAt: Instant | null
  payoutMinor?: bigint
}

const tokenText = ({ payinMinor, payoutMinor, ...agreed }: Agreed): string =>
  JSON.stringify({
    ...agreed,
    payinMinor: payinMinor.toString(),
    payoutMinor: payoutMinor?.toString(),
  })

const tokenSchema = Type.Object({
  key: Type.Optional(Type.String()),
  quote: Type.String(),
  expiresAt: Type.Union([Type.Integer(), Type.Null()]),
  payinCurrency: Type.String(),
  payinMinor: Type.String(),
  payoutCurrency: Type.String(),
  payoutMinor: Type.Optional(Type.String()),
})

function agreedIn(token: string, key: string): Agreed {
  const { payinMinor, payoutMinor, expiresAt, ...others } = Value.Parse(
    tokenSchema,
    JSON.parse(token),
  )
  if (others.key !== undefined && others.key !== key)
    throw new ConnectorError('unexpected', `the quote is one for ${others.key}, not for ${key}`)
  return {
    ...others,
    payinMinor: BigInt(payinMinor),
    ...(payoutMinor === undefined ? {} : { payoutMinor: BigInt(payoutMinor) }),
    expiresAt: expiresAt === null ? null : instantAt(expiresAt),
  }
}

/**
 * After the end of a quote the service may convert under a new key. Until the signature of the last request is too old,
 * a delayed request could still reach a connector whose clock is behind.
 */
const mayStillArrive = ({ expiresAt }: Agreed, nowMs: number): boolean =>
  expiresAt !== null && nowMs >= expiresAt && nowMs <= expiresAt + 2 * WINDOW_MS

/** Every status except `filled` and `declined` is pending. */
function fillAnswerOf(
  sent: protocol.SentFill,
  agreed: Agreed,
  { mostFees, deliveredWithinBps }: ReturnType<typeof beliefsOf>,
): FillAnswer {
  if (sent.status === 'declined') {
    const isFinal = required(sent.is_final, 'is_final')
    return { state: 'declined', isFinal, code: required(sent.code, 'code') }
  }
  if (sent.status !== 'filled') return { state: 'pending' }
  const soldMinor = positiveMinorOf(sent.sold_amount, agreed.payinCurrency)
  if (soldMinor > agreed.payinMinor)
    throw new ConnectorError('unexpected', 'the answer sold more than was asked')
  const { payinCurrency, payinMinor, payoutCurrency, payoutMinor } = agreed
  const deliveredMinor = positiveMinorOf(sent.delivered_amount, payoutCurrency)
  const isBelieved =
    payoutMinor === undefined ||
    isPlausibleDelivery({ soldMinor, deliveredMinor, payinMinor, payoutMinor }, deliveredWithinBps)
  if (!isBelieved)
    throw new ConnectorError(
      'unexpected',
      `the answer delivered ${formatAmount(deliveredMinor, payoutCurrency)} ${payoutCurrency}, more than ${deliveredWithinBps} bps off its firm quote: ask the company, or raise delivered_within_bps in the settings`,
    )
  const moved = [
    { currency: payinCurrency, amountMinor: soldMinor },
    { currency: payoutCurrency, amountMinor: deliveredMinor },
  ]
  const fee = believedFee(sent.fee, moved, mostFees)
  return {
    state: 'filled',
    soldMinor,
    deliveredMinor,
    reference: required(sent.reference, 'reference'),
    ...(fee === undefined ? {} : { fee }),
  }
}
