// An organization with an account at the desk in USDC, orders that convert into it, and orders that it pays.
import type { OfferingJson } from '../../src/engine/offerings/view.ts'
import type { accountView } from '../../src/engine/accounts/view.ts'
import { eventually } from './until.ts'
import { applied } from './operator-files.ts'
import type { TestService } from './service.ts'

export type AccountJson = ReturnType<typeof accountView>

/** An operator file that opens accounts in USDC to the demo enterprise. */
export const accountsFile = (
  settings = '{ enterprises: [Demo Enterprise], currencies: [USDC] }',
) => `
rails:
  - name: accounts
    kind: accounts
    settings: ${settings}`

/** Names the offering between two currencies at which the account is one end. */
async function offeringOf(
  { organization, post }: TestService,
  account: AccountJson,
  side: 'payin' | 'payout',
  other: string,
): Promise<string> {
  const { data } = await post<OfferingJson[]>(`${organization}/offerings`)
  const another = side === 'payin' ? 'payout' : 'payin'
  const found = data.find(
    (one) =>
      one[side].external_payment_instrument.id === account.id &&
      one[another].external_payment_instrument.currency === other,
  )
  if (found === undefined) throw new Error(`no offering with ${account.id} and ${other}`)
  return found.id
}

/** Opens an account. `into` is an offering that converts into it, `from` one that it pays. */
export async function deskAccount(service: TestService, alias = 'Payroll') {
  await applied(service, accountsFile())
  const { organization, post, get, deps } = service
  const opened = await post<AccountJson>(`${organization}/accounts`, { alias, currency: 'USDC' })
  if (opened.status !== 201) throw new Error(opened.text)
  const account = opened.data
  await eventually('the rail of accounts is open', async () =>
    (await deps.rails.all()).some(
      ({ name, isOpening }) => name === 'accounts' && isOpening !== true,
    ),
  )
  await deps.feeds.push()
  const into = await offeringOf(service, account, 'payout', 'NGN')
  const from = await offeringOf(service, account, 'payin', 'MXN')
  return {
    account,
    into,
    from,
    available: async (): Promise<string> =>
      (await get<AccountJson>(`${organization}/accounts/${account.id}`)).data.available,
  }
}
