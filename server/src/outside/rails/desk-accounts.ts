// Accounts on chains that belong to the desk itself: its keys, its contracts, and every deposit address that it handed out.
// Money sent there would leave an order and come back to the desk, so no instrument may name one and no send goes there.
import { hex } from '@scure/base'
import { firstRow, type Db } from '../../platform/db/pool.ts'
import { statement } from '../../platform/db/statement.ts'
import { evmAddress } from '../methods/checksums.ts'
import type { InstrumentMethod } from '../methods/methods.ts'
import type { Rail } from './port.ts'

type Named = { method: InstrumentMethod; details: Readonly<Record<string, string>> }

/** Asks no network. An EVM address is the same account on every chain, so all rails of the method count. */
export async function isDeskAccount(
  { db, rails }: { db: Db; rails: { all(): Promise<readonly Rail[]> } },
  { method, details }: Named,
): Promise<boolean> {
  const { address } = details
  if (address === undefined || !CHAINS.includes(method)) return false
  for (const rail of await rails.all())
    if (rail.served.some((one) => one.method === method) && (await rail.isOwnAccount?.(address)))
      return true
  return isHandedOut(db, address)
}

// The simulated rail hands out addresses that belong to nobody.
const SELECT_IS_FUNDING_ADDRESS = statement(
  'select_is_funding_address',
  ['address'],
  `select exists (select from orders where funding_address = $1 and funding_rail <> 'sandbox') as is_ours`,
)

/** Whether an order showed the address to its payer, with the present deposit seed or an older one. */
export async function isHandedOut(db: Db, address: string): Promise<boolean> {
  const found = await firstRow<{ is_ours: boolean }>(db, SELECT_IS_FUNDING_ADDRESS, [
    asHandedOut(address),
  ])
  return found?.is_ours ?? false
}

const CHAINS: readonly InstrumentMethod[] = ['EVM_ADDRESS', 'SOLANA_ADDRESS']

/** Instruments may spell an EVM address without its checksum. */
const asHandedOut = (address: string): string =>
  /^0x[0-9a-f]{40}$/i.test(address)
    ? evmAddress(hex.decode(address.slice(2).toLowerCase()))
    : address
