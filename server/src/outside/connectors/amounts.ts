// Turns the decimal strings of the protocol into exact integers and back.
import { parseTimestamp, type Instant } from '../../platform/clock.ts'
import { isCurrency } from '../../platform/money/currencies.ts'
import { formatAmount, parseAmount, parseRate } from '../../platform/money/decimal.ts'
import type { Holding, Money } from '../rails/port.ts'
import { ConnectorError } from './errors.ts'
import type { SentBalance, SentFee } from './protocol.ts'

/** Zero or more minor units. Throws for an unknown currency or too many decimals. */
export function minorOf(amount: string | undefined, currency: string): bigint {
  if (!isCurrency(currency))
    throw new ConnectorError('unexpected', `the answer names ${currency}, which Corridor lacks`)
  const parsed = parseAmount(amount ?? '', currency)
  if (parsed.ok) return parsed.minor
  if (parsed.problem === 'amount_not_positive') return 0n
  throw new ConnectorError('unexpected', `an amount of the answer is not one of ${currency}`)
}

export function positiveMinorOf(amount: string | undefined, currency: string): bigint {
  const minor = minorOf(amount, currency)
  if (minor === 0n) throw new ConnectorError('unexpected', 'an amount of the answer is zero')
  return minor
}

/** Undefined where there is none. */
function feeOf(fee: SentFee | undefined): Money | undefined {
  if (fee === undefined || fee === null) return undefined
  const amountMinor = minorOf(fee.amount, fee.currency)
  return amountMinor === 0n ? undefined : { currency: fee.currency, amountMinor }
}

/** The largest fee that is believed, by currency, as the settings have it. */
export type MostFees = ReadonlyMap<string, bigint>

/**
 * `moved`: the amounts that the fee was charged for. Without a setting it is at most the one of its currency. Throws for
 * another fee: a connector could otherwise post any amount.
 */
export function believedFee(
  sent: SentFee | undefined,
  moved: readonly Money[],
  mostFees: MostFees,
): Money | undefined {
  const fee = feeOf(sent)
  if (fee === undefined) return undefined
  const { currency, amountMinor } = fee
  const ofCurrency = moved.find((one) => one.currency === currency)?.amountMinor
  const most = mostFees.get(currency) ?? ofCurrency ?? 0n
  if (amountMinor <= most) return fee
  throw new ConnectorError(
    'unexpected',
    `the answer has a fee of ${formatAmount(amountMinor, currency)} ${currency}, and at most ${formatAmount(most, currency)} are believed: ask the company, or raise most_fees.${currency} in the settings`,
  )
}

export const holdingOf = ({ account, currency, amount }: SentBalance): Holding => ({
  account,
  currency,
  amountMinor: minorOf(amount, currency),
})

export function rateOf(text: string): bigint {
  try {
    return parseRate(text)
  } catch {
    throw new ConnectorError('unexpected', 'a rate of the answer is not a positive decimal')
  }
}

export function instantOf(text: string): Instant {
  const at = parseTimestamp(text)
  if (at === undefined)
    throw new ConnectorError('unexpected', 'a time of the answer is not a timestamp with a zone')
  return at
}

/** The value of a field that a status or kind must have. */
export function required<T>(value: T | null | undefined, what: string): T {
  if (value === undefined || value === null)
    throw new ConnectorError('unexpected', `the answer has no ${what}`)
  return value
}
