// Steps of the check for a connector that is a liquidity provider: rates, firm quotes, conversions, balances.
import { RATE_DECIMALS } from '../../../platform/money/decimal.ts'
import { minorUnits } from '../../../platform/money/currencies.ts'
import { systemClock } from '../../../platform/clock.ts'
import { instantOf, minorOf, rateOf } from '../amounts.ts'
import { nowMsOf } from '../client.ts'
import * as protocol from '../protocol.ts'
import { WINDOW_MS } from '../signing.ts'
import { fills } from '../list-messages.ts'
import { keySteps, type Subject } from './key-steps.ts'
import { listStep } from './list-steps.ts'
import { balanceStep } from './rail-steps.ts'
import { require, type Step } from './steps.ts'
import type { Target } from './target.ts'

export function liquiditySteps(
  target: Target,
  pairs: protocol.Capabilities['pairs'],
  options: {
    amount: string
    restart: (() => Promise<void>) | undefined
    lists: readonly string[]
  },
): Step[] {
  const [pair] = pairs
  if (pair === undefined) return []
  const conversion = {
    payin_currency: pair.payin_currency,
    payin_amount: options.amount,
    payout_currency: pair.payout_currency,
  }
  const quoteFor = (key: string) => {
    const body = JSON.stringify({ key, ...conversion })
    return target.get({ method: 'POST', path: '/quotes', body, key }, protocol.quote)
  }
  const conversions: Subject = {
    about: 'conversions',
    resource: 'fills',
    schema: protocol.fill,
    known: protocol.fillStatuses,
    async bodyFor(key) {
      const { token, payout_amount } = await quoteFor(key)
      return JSON.stringify({ key, token, ...conversion, payout_amount })
    },
    changed: (body) => JSON.stringify({ ...JSON.parse(body), payin_amount: '1.00' }),
  }
  return [
    {
      about: 'conversions',
      step: 'states a present rate for each of its pairs',
      run: () => requireRates(target, pairs),
    },
    {
      about: 'conversions',
      step: 'gives a firm quote whose payout is that of its rate',
      async run() {
        const { rate, payout_amount, expires_at } = await quoteFor('check_quote:fill:1')
        const payoutMinor = minorOf(payout_amount, pair.payout_currency)
        const off = payoutMinor - payoutOf(conversion, rateOf(rate))
        require(off >= -1n && off <= 1n, 'the payout differs from payin times rate')
        if (expires_at === null) return 'the quote does not end'
        require(instantOf(expires_at) > nowMsOf(systemClock), 'the quote has already ended')
        return undefined
      },
    },
    ...keySteps(target, conversions, options.restart),
    listStep(
      target,
      options.lists,
      conversions,
      fills,
      ({ fills: page }) => page,
      (entry) =>
        entry.payin_currency === pair.payin_currency &&
        entry.payout_currency === pair.payout_currency &&
        (entry.status !== 'filled' ||
          minorOf(entry.sold_amount, pair.payin_currency) <=
            minorOf(options.amount, pair.payin_currency)),
    ),
    balanceStep(target, 'liquidity'),
  ]
}

async function requireRates(target: Target, pairs: protocol.Capabilities['pairs']): Promise<void> {
  const { rates } = await target.get({ method: 'GET', path: '/rates' }, protocol.rates)
  for (const { payin_currency, payout_currency } of pairs) {
    const name = `${payin_currency}/${payout_currency}`
    const found = rates.find(
      (one) => one.payin_currency === payin_currency && one.payout_currency === payout_currency,
    )
    require(found !== undefined, `no rate for ${name}`)
    rateOf(found.rate)
    const ageMs = nowMsOf(systemClock) - instantOf(found.observed_at)
    require(Math.abs(ageMs) <=
      WINDOW_MS, `the rate of ${name} is ${Math.round(ageMs / 1000)} s old`)
  }
}

function payoutOf(
  { payin_currency, payin_amount, payout_currency }: Record<string, string>,
  rate: bigint,
): bigint {
  const [payin = '', payout = ''] = [payin_currency, payout_currency]
  const scale = 10n ** BigInt(RATE_DECIMALS + minorUnits(payin) - minorUnits(payout))
  return (minorOf(payin_amount, payin) * rate) / scale
}
