// Words for the abilities of rails and providers, for the tables of docs/adapters.md. An ability without words does not
// compile.
import type { ProviderAbility } from '../../src/outside/liquidity/port.ts'
import type { RailAbility } from '../../src/outside/rails/port.ts'

export const railAbilities: Readonly<Record<RailAbility, string>> = {
  openAccounts: 'opens accounts for its [pool](operating.md#pools-of-funding-accounts)',
  isOwnAccount: 'recognizes addresses of the desk',
  receive: 'takes webhooks, and looks up at once what they name',
  returns: 'reports payouts and refunds that came back',
  reversals: 'reports deposits that were taken back',
  cancel: 'cancels a payout or refund that is on its way',
  canStillHappen: 'tells until when an open payout or refund can still be executed',
  sends: 'lists its payouts and refunds with their keys, after a restore',
  claim: 'notices a second deployment on a copy of the database',
  movements: 'lists its transfers for a [reconciliation](reconciliation.md)',
  sweeps: 'sweeps deposits to the account that pays',
  strays: 'finds and returns [strays](operating.md#strays)',
  gas: 'posts the fee of each transaction that it sent',
  rent: 'takes back what the network holds for its keys',
  blocklist: 'knows which accounts an issuer blocks',
}

export const providerAbilities: Readonly<Record<ProviderAbility, string>> = {
  fills: 'lists its conversions with their keys, after a restore',
  claim: railAbilities.claim,
}
