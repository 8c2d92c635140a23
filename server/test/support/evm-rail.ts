// An EVM rail on a test chain, and the watched accounts of orders.
import pino from 'pino'
import { privateKeyToAddress } from 'viem/accounts'
import { bytesToHex } from 'viem/utils'
import { instantAt, later, type Instant } from '../../src/platform/clock.ts'
import { secp256k1Signer } from '../../src/outside/custody/local.ts'
import { openEvmRail, type EvmRail } from '../../src/outside/rails/evm/index.ts'
import { readSettings } from '../../src/outside/rails/evm/settings.ts'
import type {
  DepositSeeds,
  Polled,
  RailEntry,
  RailWorld,
  SendRequest,
  Watch,
  WatchedAccount,
} from '../../src/outside/rails/port.ts'
import type { Chain, Stablecoin } from './anvil.ts'
import type { PlainToken } from './plain-token.ts'

export const depositSeed = Uint8Array.from({ length: 32 }, (_, at) => at)

/** Keys of the payer and of relayers, which tests fund. */
export const keyOf = (number: number) => new Uint8Array(32).fill(number)
export const addressOf = (number: number) => privateKeyToAddress(bytesToHex(keyOf(number)))
export const PAYER = 100
export const RELAYER = 101
export const SWEEPER = 150

type TestClock = { now(): Instant; realNow(): Instant; advance(ms: number): void }

/** The real time, moved forward by what a test says. */
export function movedClock(): TestClock {
  let ahead = 0
  const now = () => later(instantAt(Date.now()), ahead)
  return { now, realNow: now, advance: (ms) => void (ahead += ms) }
}

type Options = {
  settings?: Record<string, unknown>
  rpc?: readonly string[]
  relayers?: number
  clock?: TestClock
  log?: pino.Logger
  depositSeeds?: DepositSeeds
  noteRelayed?: RailWorld['noteRelayed']
  maySend?: RailWorld['maySend']
  isHandedOut?: RailWorld['isHandedOut']
}

/** Each call opens a new rail without memory, as a process that has just started. */
export function railOn(
  chain: Chain,
  tokens: Record<string, Stablecoin>,
  options: Options = {},
): EvmRail {
  const settings = readSettings({
    chain: 'base',
    chain_id: chain.chainId,
    rpc: options.rpc ?? [chain.url],
    start_block: 0,
    payer: 'env:PAYER',
    relayers: Array.from({ length: options.relayers ?? 1 }, (_, at) => `env:RELAYER_${at}`),
    tokens: eip3009Tokens(tokens),
    ...options.settings,
  })
  return openEvmRail(
    'evm:base',
    settings,
    {
      clock: options.clock ?? movedClock(),
      log: options.log ?? pino({ level: 'silent' }),
      secret: (reference) => {
        throw new Error(`no secret ${reference}`)
      },
      depositSeeds: options.depositSeeds ?? [depositSeed],
      noteRelayed: options.noteRelayed ?? (async () => undefined),
      maySend: options.maySend ?? (async () => 'yes'),
      isHandedOut: options.isHandedOut ?? (async () => false),
    },
    {
      payer: settings.payer === null ? null : secp256k1Signer(keyOf(PAYER)),
      relayers: settings.relayers.map((_, at) => secp256k1Signer(keyOf(RELAYER + at))),
      sweepRelayers: settings.sweepRelayers.map((_, at) => secp256k1Signer(keyOf(SWEEPER + at))),
    },
  )
}

type PlainAddress = Pick<PlainToken, 'address' | 'authorizer'>

export const plainToken = ({ address, authorizer }: PlainAddress) => ({
  address,
  kind: 'plain',
  authorizer,
})

/** With two relayers. `plain`: tokens without EIP-3009. */
export function plainRailOn(
  chain: Chain,
  tokens: Record<string, Stablecoin>,
  plain: Record<string, PlainAddress>,
  settings: Record<string, unknown> = {},
): EvmRail {
  const listed = Object.entries(plain).map(([currency, token]) => [currency, plainToken(token)])
  const all = { ...eip3009Tokens(tokens), ...Object.fromEntries(listed) }
  return railOn(chain, {}, { relayers: 2, settings: { tokens: all, ...settings } })
}

const eip3009Tokens = (tokens: Record<string, Stablecoin>) =>
  Object.fromEntries(
    Object.entries(tokens).map(([currency, { address }]) => [
      currency,
      { address, kind: 'eip3009' },
    ]),
  )

export function accountOf(rail: EvmRail, orderId: string): WatchedAccount {
  const details = rail.fundingAccount('EVM_ADDRESS', orderId)
  if (details === 'from_pool') throw new Error('an EVM rail has no pool')
  return { account: details['address'] ?? '', orderId, method: 'EVM_ADDRESS', details }
}

/** As in the service, `after` must be the last account of a page of the same watch. */
export function watchOf(
  recent: readonly WatchedAccount[],
  older: readonly WatchedAccount[] = [],
  size = 2,
): Watch {
  const pages = (all: readonly WatchedAccount[]) => {
    const ends = new Set<string>()
    return async (after: string | null) => {
      if (after !== null && !ends.has(after)) throw new Error('not the end of a page')
      const at = after === null ? 0 : all.findIndex(({ account }) => account === after) + 1
      const page = all.slice(at, at + size)
      ends.add(page.at(-1)?.account ?? '')
      return page
    }
  }
  return { recent: pages(recent), older: pages(older) }
}

/** Keeps cursor and entries as the service does: an entry that is reported again counts once. */
export function bookOf(rail: () => EvmRail, watch: () => Watch) {
  const entries = new Map<string, RailEntry>()
  let cursor: string | null = null
  return {
    entries: () => [...entries.values()],
    cursor: () => cursor,
    setCursor: (text: string | null) => void (cursor = text),
    async poll(): Promise<Polled> {
      const polled = await rail().poll(cursor, watch())
      for (const entry of polled.entries) {
        const id = `${entry.transaction}/${entry.index}`
        if (!entries.has(id)) entries.set(id, entry)
      }
      cursor = polled.cursor
      return polled
    },
  }
}

export const payoutTo = (address: string, key: string, amountMinor = 5_000_000n): SendRequest => ({
  key,
  method: 'EVM_ADDRESS',
  currency: 'USDC',
  amountMinor,
  details: { address, chain: 'base' },
  reference: 'CO-1',
})

let payouts = 0

/** A payout to an address at which nothing else is paid. */
export function newPayout(amountMinor?: bigint): SendRequest {
  payouts += 1
  return payoutTo(addressOf(payouts), `ord_${payouts}:payout:1`, amountMinor)
}
