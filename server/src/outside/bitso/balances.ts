// Reads what the desk can spend at Bitso. Rail and provider share one account, so the operator file says which of them
// reports which currency.
import type { Holding } from '../rails/port.ts'
import { fieldsIn, listIn, minorRoundedDown, payloadOf, textIn } from './answers.ts'
import type { Client } from './client.ts'

const ACCOUNT = 'main'

/** A currency that the answer does not name has a balance of zero. */
export async function balancesOf(
  client: Client,
  currencies: readonly string[],
): Promise<readonly Holding[]> {
  const { value } = await client.get('/v3/balance')
  const payload = fieldsIn(payloadOf(value), 'the balances')
  const available = new Map(
    listIn(payload['balances'], 'balances')
      .map((one) => fieldsIn(one, 'a balance'))
      .map((balance) => [textIn(balance, 'currency').toUpperCase(), balance]),
  )
  return [...new Set(currencies)].map((currency) => {
    const balance = available.get(currency)
    const amountMinor =
      balance === undefined ? 0n : minorRoundedDown(balance, 'available', currency)
    return { account: ACCOUNT, currency, amountMinor }
  })
}
