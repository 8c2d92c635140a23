// The ledger accounts between which an operator may move the desk's own money.
import type { Providers } from '../../outside/providers/view.ts'
import { outsideRails, type Rails } from '../../outside/rails/registry.ts'
import { refused } from '../../parties/acts/refused.ts'
import { nearestFirst } from '../../platform/nearest.ts'
import { providerAccount, railAccount } from '../ledger/accounts.ts'

/** `rails` and `providers`: their names in this deployment. */
type Desk = { rails: readonly string[]; providers: readonly string[] }

export type DeskDeps = { rails: Pick<Rails, 'all'>; catalogue: Providers }

export const presentDesk = async ({ rails, catalogue }: DeskDeps): Promise<Desk> => ({
  rails: await outsideRails(rails),
  providers: [...(await catalogue.providers('fresh')).keys()],
})

/** Accounts without a name. Accounts of customers, and those that are zero after each posting, are not the desk's to move. */
const PLAIN = [
  'treasury',
  'unwind',
  'fx_result',
  'rounding',
  'fee',
  'tax',
  'provider_fee',
  'rail_fee',
  'network_fee',
  'unclaimed',
  'written_off',
  'small_amounts',
  'refund_fee',
]

/** The accounts of rails and providers: others keep books about them too. */
export const outsideAccounts = ({ rails, providers }: Desk): string[] => [
  ...rails.map(railAccount),
  ...providers.map(providerAccount),
]

export const deskAccounts = (desk: Desk): string[] => [...outsideAccounts(desk), ...PLAIN]

/** Throws `act_refused` with the nearest names if the text is no account that can be moved to or from. */
export function requireDeskAccount(desk: Desk, option: string, text: string): string {
  const known = deskAccounts(desk)
  if (known.includes(text)) return text
  throw refused(
    `${option} ${text} is not an account of the desk. Known: ${nearestFirst(text, known)}`,
  )
}
