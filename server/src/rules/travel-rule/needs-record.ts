// The screener of kind `travel_rule`: a transfer from or to a wallet, at or above a threshold, needs a record of its
// originator and beneficiary. Refunds go back to where the money came from, and need none: money that lacks a record must
// have a way back.
import Type from 'typebox'
import { exact } from '../../platform/http/schemas.ts'
import { isCurrency } from '../../platform/money/currencies.ts'
import { parseAmount } from '../../platform/money/decimal.ts'
import { problemOfForm } from '../../platform/settings-form.ts'
import { hasTravelRuleRecord } from './queries.ts'
import { isWallet } from './wallets.ts'
import { values } from '../../platform/values.ts'
import { selectTransfer } from '../screening/lacking-queries.ts'
import type { ScreenerKind } from '../../outside/screener-port.ts'
import type { ConfiguredScreener } from '../screening/queries.ts'

const schema = exact({
  /** Amounts from which on a record is needed, by currency. */
  thresholds: Type.Record(Type.String(), Type.String()),
})

const TRAVEL_RULE = 'travel_rule'

export const travelRuleScreenerKind: ScreenerKind = {
  settingsProblem(settings) {
    const wrong = problemOfForm(schema, settings, 'a travel rule')
    if (wrong !== undefined) return wrong
    const { thresholds } = values().Parse(schema, settings)
    if (Object.keys(thresholds).length === 0) return 'thresholds has no currency'
    for (const [currency, amount] of Object.entries(thresholds)) {
      if (!isCurrency(currency)) return `thresholds.${currency} is not a known currency`
      if (!parseAmount(amount, currency).ok)
        return `thresholds.${currency} must be an amount of ${currency} above zero, such as "1000.00"`
    }
    return undefined
  },
  async open(name, settings, { db }) {
    const thresholds = thresholdsOf(settings)
    return {
      name,
      async ask({ subject, currency, amountMinor }, _round, { order }) {
        const threshold = thresholds.get(currency)
        if (subject === 'refund' || order === null || threshold === undefined)
          return { answer: 'clear' }
        const transfer = await selectTransfer(db, order)
        const [id, method] =
          subject === 'deposit'
            ? [transfer.payin_id, transfer.payin_method]
            : [transfer.paid_id, transfer.paid_method]
        // Many small deposits for one order are one transfer.
        const isPart = subject === 'deposit' && currency === transfer.payin_currency
        const isLarge =
          amountMinor >= threshold || (isPart && transfer.payin_total_minor >= threshold)
        if (!isWallet(method) || !isLarge || (await hasTravelRuleRecord(db, id)))
          return { answer: 'clear' }
        return {
          answer: 'hold',
          reason: 'no travel rule record',
          lacks: { what: 'travel_rule', id },
        }
      },
    }
  },
}

function thresholdsOf(settings: Record<string, unknown>): Map<string, bigint> {
  const { thresholds } = values().Parse(schema, settings)
  return new Map(
    Object.entries(thresholds).flatMap(([currency, amount]) => {
      const parsed = isCurrency(currency) ? parseAmount(amount, currency) : undefined
      return parsed?.ok === true ? [[currency, parsed.minor] as const] : []
    }),
  )
}

/** The lowest threshold of a currency; undefined if no record is ever needed. */
export function thresholdOf(
  screeners: readonly ConfiguredScreener[],
  currency: string,
): bigint | undefined {
  const all = screeners.flatMap(({ kind, settings }) => {
    const threshold = kind === TRAVEL_RULE ? thresholdsOf(settings).get(currency) : undefined
    return threshold === undefined ? [] : [threshold]
  })
  return all.toSorted((a, b) => (a < b ? -1 : 1))[0]
}
