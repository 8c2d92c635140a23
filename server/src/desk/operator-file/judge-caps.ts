// Checks the outflow caps of a rail or of a signer in an operator file.
import { isCurrency } from '../../platform/money/currencies.ts'
import { parseAmount } from '../../platform/money/decimal.ts'
import { signerName, type OutflowCap } from '../../outside/rails/outflow-caps.ts'
import type { Path, SignerContent } from './file-schema.ts'
import type { Judge } from './judging.ts'

type Caps = Pick<SignerContent, 'max_send' | 'max_hour'>

/** `problemOf`: why a cap in a currency is refused; undefined if it is not. */
export function judgeCaps(
  judge: Judge,
  path: Path,
  { max_send = {}, max_hour = {} }: Caps,
  problemOf: (currency: string) => string | undefined,
): Omit<OutflowCap, 'rail'>[] {
  const minor = (key: string, currency: string, text: string | undefined): bigint | null => {
    if (text === undefined) return null
    const at = [...path, key, currency]
    const problem = problemOf(currency)
    if (problem !== undefined || !isCurrency(currency)) {
      judge.addProblem(at, problem ?? `unknown currency ${currency}`)
      return null
    }
    const parsed = parseAmount(text, currency)
    if (parsed.ok) return parsed.minor
    judge.addProblem(at, `${text} is not an amount of ${currency} above zero, such as "10.00"`)
    return null
  }
  const currencies = new Set([...Object.keys(max_send), ...Object.keys(max_hour)])
  return [...currencies].map((currency) => {
    const max_send_minor = minor('max_send', currency, max_send[currency])
    const max_hour_minor = minor('max_hour', currency, max_hour[currency])
    if (max_send_minor !== null && max_hour_minor !== null && max_hour_minor < max_send_minor)
      judge.addProblem(
        [...path, 'max_hour', currency],
        `max_hour ${max_hour[currency]} is below max_send ${max_send[currency]}`,
      )
    return { currency, max_send_minor, max_hour_minor }
  })
}

/** A key that rails pay with, and its caps. */
export type SignerEntry = { path: Path; key: string; caps: readonly OutflowCap[] }

export const judgeSigner = (judge: Judge, path: Path, one: SignerContent): SignerEntry => ({
  path,
  key: one.key,
  caps: judgeCaps(judge, path, one, () => undefined).map((cap) => ({
    ...cap,
    rail: signerName(one.key),
  })),
})
