// The kind `accounts` of rails: the accounts that organizations have at the desk. Money moves to them within the ledger, so
// the other side is the service itself.
import { nearestFirst } from '../../../platform/nearest.ts'
import { currencies as known, isCurrency } from '../../../platform/money/currencies.ts'
import { problemOfReading } from '../../../platform/thrown.ts'
import { DESK_ACCOUNT } from '../../methods/methods.ts'
import { onePage } from '../listed-sends.ts'
import type { Rail, RailKind, RailWorld, Served } from '../port.ts'

/** `enterprises`: the names of those that may open accounts. `currencies`: those of the accounts. */
export type AccountSettings = { enterprises: readonly string[]; currencies: readonly string[] }

/** Throws for invalid settings. */
export function readAccountSettings(settings: Record<string, unknown>): AccountSettings {
  for (const name of Object.keys(settings))
    if (name !== 'enterprises' && name !== 'currencies')
      throw new Error(`${name} is not a setting of a rail of kind accounts`)
  const currencies = textsIn(settings, 'currencies')
  const unknown = currencies.find((code) => !isCurrency(code))
  if (unknown !== undefined)
    throw new Error(`currencies has ${unknown}, which is unknown: ${nearestFirst(unknown, known)}`)
  return { enterprises: textsIn(settings, 'enterprises'), currencies }
}

function textsIn(settings: Record<string, unknown>, name: string): readonly string[] {
  const list = settings[name]
  if (!Array.isArray(list) || list.length === 0 || !list.every((one) => typeof one === 'string'))
    throw new Error(`${name} must be a list of names`)
  return list
}

const servedBy = ({ currencies }: AccountSettings): readonly Served[] => [
  { method: DESK_ACCOUNT, currencies },
]

export const accountsKind: RailKind = {
  sandboxOnly: false,
  can: { sends: 'yes' },
  settingsProblem: (settings) => problemOfReading(() => readAccountSettings(settings)),
  served: (settings) => servedBy(readAccountSettings(settings)),
  open: async (name, settings, world) =>
    accountsRail(name, servedBy(readAccountSettings(settings)), world),
}

const PREPARED = 'ledger'

const accountsRail = (
  name: string,
  served: readonly Served[],
  { accounts }: Pick<RailWorld, 'accounts'>,
): Rail => ({
  name,
  served,
  // No deposit is awaited: an account pays an order as it is created.
  fundingAccount: () => ({ account_number: '' }),
  prepare: async () => PREPARED,
  send: (request) => accounts.credit(name, request),
  lookUp: (key) => accounts.lookUp(key),
  poll: async (cursor) => ({ cursor: cursor ?? '', entries: [] }),
  sends: async ({ since }) => ({
    isComplete: true,
    pages: onePage(await accounts.creditsSince(name, since)),
  }),
  // What the desk owes on accounts is in the ledger alone.
  balances: async () => [],
})
