// Checks the known counterparties of an operator file. apply-counterparties.ts finds their rails and providers.
import { compactText } from '../../engine/orders/reference-number.ts'
import { currencies, isCurrency } from '../../platform/money/currencies.ts'
import { parseAmount } from '../../platform/money/decimal.ts'
import { normalized } from '../../rules/screening/normalize.ts'
import type { Counterparty } from '../../engine/treasury/counterparties.ts'
import type { CounterpartyContent, Path } from './file-schema.ts'
import type { Judge } from './judging.ts'
import { nearestFirst } from '../../platform/nearest.ts'

export type CounterpartyEntry = { path: Path; counterparty: Counterparty }

export function judgeCounterparty(
  judge: Judge,
  path: Path,
  one: CounterpartyContent,
): CounterpartyEntry | undefined {
  const { name, rail, currency, sender, from: account, reference = null } = one
  if (!isCurrency(currency)) {
    const names = nearestFirst(currency, currencies)
    judge.addProblem(
      [...path, 'currency'],
      `unknown currency ${currency}; known currencies: ${names}`,
    )
    return undefined
  }
  // The value is an account, which no message repeats.
  if (normalized('address', sender) === undefined)
    judge.addProblem([...path, 'sender'], 'is no account: it has neither letters nor digits')
  if (reference !== null && compactText(reference).length < 3)
    judge.addProblem([...path, 'reference'], 'must have at least 3 letters or digits')
  const most = one.max_amount === undefined ? null : parseAmount(one.max_amount, currency)
  if (most !== null && !most.ok)
    judge.addProblem(
      [...path, 'max_amount'],
      `${one.max_amount} is not an amount of ${currency} above zero, such as "10.00"`,
    )
  const mostMinor = most?.ok === true ? String(most.minor) : null
  const isAutomatic = one.auto ?? false
  const counterparty = { name, rail, currency, sender, account, reference, mostMinor, isAutomatic }
  return { path, counterparty }
}
