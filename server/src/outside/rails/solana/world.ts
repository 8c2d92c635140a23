// The parts of an opened rail that its functions share.
import type { MaySend } from '../port.ts'
import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import { mintDecimalsIn, readAccounts } from './accounts.ts'
import type { Nodes } from './nodes.ts'
import type { SolanaSettings, Token } from './settings.ts'
import type { Wallet } from './wallet.ts'

export type World = {
  clock: Clock
  log: Logger
  settings: SolanaSettings
  nodes: Nodes
  payer: Wallet
  feePayer: Wallet
  /** From it come the addresses of markers. */
  identitySeed: Uint8Array
  /** Whether the movement of a key may be sent now. */
  maySend(key: string): Promise<MaySend>
  /** Whether the address is the deposit address of an order. */
  isHandedOut(address: string): Promise<boolean>
  depositAddress(orderId: string): string
  /** The wallet of an order's address; undefined if no deposit seed has made the address. */
  depositWallet(orderId: string, account: string): Wallet | undefined
  /** Resolves once every mint was found on the chain with the decimals of its currency. Throws otherwise. */
  mintsAreRight(): Promise<void>
}

export function tokenOf({ settings }: Pick<World, 'settings'>, currency: string): Token {
  const token = settings.tokens.find((one) => one.currency === currency)
  if (token === undefined) throw new Error(`no mint is configured for ${currency}`)
  return token
}

/** Asks the chain until it has confirmed the mints once. Mints never change their decimals. */
export function checkMintsOnce(nodes: Nodes, tokens: readonly Token[]): () => Promise<void> {
  let isRight = false
  return async () => {
    if (isRight) return
    const mints = tokens.map(({ mint }) => mint)
    const decimals = await nodes.agreed(
      async (call) => (await readAccounts(call, mints)).accounts.map(mintDecimalsIn),
      JSON.stringify,
    )
    if (decimals === undefined)
      throw new Error('the RPC nodes contradict each other about the mints')
    for (const [index, token] of tokens.entries()) {
      const found = decimals[index] ?? null
      if (found === null)
        throw new Error(`tokens.${token.currency}: ${token.mint} is no mint of the token program`)
      if (found !== token.decimals)
        throw new Error(
          `tokens.${token.currency}: ${token.mint} has ${found} decimals, but ${token.currency} has ${token.decimals}`,
        )
    }
    isRight = true
  }
}
