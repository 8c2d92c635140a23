// The ledger accounts between which an operator may move the desk's own money.
import { refused } from '../../parties/acts/refused.ts'
import { nearestFirst } from '../../platform/nearest.ts'

/** `rails` and `providers`: their names in this deployment. */
type Desk = { rails: readonly string[]; providers: readonly string[] }

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

export const deskAccounts = ({ rails, providers }: Desk): string[] => [
  ...rails.map((name) => `rail:${name}`),
  ...providers.map((name) => `provider:${name}`),
  ...PLAIN,
]

/** Throws `act_refused` with the nearest names if the text is no account that can be moved to or from. */
export function requireDeskAccount(desk: Desk, option: string, text: string): string {
  const known = deskAccounts(desk)
  if (known.includes(text)) return text
  throw refused(
    `${option} ${text} is not an account of the desk. Known: ${nearestFirst(text, known)}`,
  )
}
