// Opens a rail of one Solana cluster and connects its parts to the port. kind.ts imports this file only if such a rail is
// configured, because Kit takes 30 MB of memory.
import { createPublicKey, sign } from 'node:crypto'
import type { Signer } from '../../custody/port.ts'
import { isSecretReference } from '../../config.ts'
import type { Holding, Rail, RailWorld } from '../port.ts'
import type { Sweeps } from '../sweeps.ts'
import { openWithKeys } from '../with-keys.ts'
import { readAccounts, tokenAccountIn } from './accounts.ts'
import { depositAddress, depositKey } from './deposit-address.ts'
import { openDeposits, type Deposits } from './deposits.ts'
import { openNodes } from './nodes.ts'
import { lookUpPrepared, preparePayout, sendPayout } from './payouts.ts'
import { readPrepared } from './prepared.ts'
import { openRent, type Rent } from './rent.ts'
import { rpcOptions, type RpcOptions } from './rpc.ts'
import { servedBy } from './served.ts'
import { isNodeUrl, type SolanaSettings } from './settings.ts'
import { openSweeps } from './sweeps.ts'
import { tokenAccountOf, walletOf, type Wallet } from './wallet.ts'
import { checkMintsOnce, type World } from './world.ts'

export type SolanaRail = Rail & {
  sweeps: Sweeps
  rent: Rent
  problems(): Promise<readonly string[]>
}

/** The keys may be in an HSM. */
export type Signers = { payer: Signer; feePayer: Signer }

type OuterWorld = Pick<RailWorld, 'clock' | 'log' | 'secret' | 'depositSeed'>

const PROBLEMS_KEPT_MS = 10_000

export const openFromFile = (
  name: string,
  settings: SolanaSettings,
  world: OuterWorld,
): Promise<SolanaRail> =>
  openWithKeys('ed25519', world, async (keyOf) => {
    const payer = await keyOf('payer', settings.payer)
    const feePayer = await keyOf('fee_payer', settings.feePayer)
    return openSolanaRail(name, settings, world, { payer, feePayer })
  })

/** Reads no node: a rail whose nodes are down can be opened, and delays only its own orders. */
export function openSolanaRail(
  name: string,
  settings: SolanaSettings,
  { clock, log, secret, depositSeed }: OuterWorld,
  signers: Signers,
  options: RpcOptions = rpcOptions,
): SolanaRail {
  const [payer, feePayer] = [walletOf(signers.payer), walletOf(signers.feePayer)]
  if (payer.address === feePayer.address)
    throw new Error('payer and fee_payer hold the same key: the fee payer must own no tokens')
  const nodes = openNodes(nodeUrls(settings, secret), settings, clock, options)
  const world: World = {
    clock,
    log,
    settings,
    nodes,
    payer,
    feePayer,
    depositSeed,
    depositAddress: (orderId) => depositAddress(depositSeed, orderId),
    depositWallet: (orderId) => depositWallet(depositSeed, orderId),
    mintsAreRight: checkMintsOnce(nodes, settings.tokens),
  }
  const deposits = openDeposits(world)
  let told: { untilMs: number; problems: Promise<string[]> } | undefined
  return {
    name,
    served: servedBy(settings),
    pollEveryMs: settings.pollEveryMs,
    fundingAccount: (_method, orderId) => ({ address: world.depositAddress(orderId) }),
    prepare: (request) => preparePayout(world, request),
    send: async (request, prepared) => sendPayout(world, request, prepared),
    lookUp: async (key, prepared) => lookUpPrepared(world, readPrepared(prepared, key)),
    poll: (cursor, watch) => deposits.poll(cursor, watch),
    balances: () => balances(world, deposits),
    async problems() {
      const at = clock.realNow()
      if (told === undefined || told.untilMs <= at)
        told = { untilMs: at + PROBLEMS_KEPT_MS, problems: problems(world, deposits) }
      return told.problems
    },
    sweeps: openSweeps(world),
    rent: openRent(world),
  }
}

const nodeUrls = ({ rpc }: SolanaSettings, secret: (reference: string) => string): string[] =>
  rpc.map((url) => {
    const resolved = isSecretReference(url) ? secret(url).trim() : url
    // The value may contain the key of an account with a provider: it is not repeated.
    if (!isNodeUrl(resolved))
      throw new Error(`rpc: the value of ${url} is not the address of a node`)
    return resolved
  })

function depositWallet(seed: Uint8Array, orderId: string): Wallet {
  const key = depositKey(seed, orderId)
  const signer: Signer = {
    publicKey: createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32),
    curve: 'ed25519',
    sign: async (message) => sign(null, message, key),
  }
  return walletOf(signer)
}

/** The wallets of the desk, and the deposit addresses that hold money. */
async function balances(world: World, deposits: Deposits): Promise<Holding[]> {
  const { nodes, payer, feePayer, settings } = world
  if (!deposits.hasReadAll())
    throw new Error('the deposit addresses have not all been read since the start')
  const tokenAccounts = await Promise.all(
    settings.tokens.map(({ mint }) => tokenAccountOf(payer.address, mint)),
  )
  const { accounts } = await nodes.first((call) =>
    readAccounts(call, [feePayer.address, ...tokenAccounts]),
  )
  const [fees = null, ...held] = accounts
  return [
    { account: feePayer.address, currency: 'SOL', amountMinor: fees?.lamports ?? 0n },
    ...settings.tokens.map(({ currency }, index) => ({
      account: payer.address,
      currency,
      amountMinor: tokenAccountIn(held[index] ?? null)?.amountMinor ?? 0n,
    })),
    ...deposits.holders().map(({ account, token, balanceMinor }) => ({
      account,
      currency: token.currency,
      amountMinor: balanceMinor,
    })),
  ]
}

async function problems(world: World, deposits: Deposits): Promise<string[]> {
  const found = [...(await world.nodes.problems()), ...deposits.problems()]
  try {
    await world.mintsAreRight()
    const { accounts } = await world.nodes.first((call) =>
      readAccounts(call, [world.feePayer.address, ...world.settings.nonceAccounts]),
    )
    const lamports = accounts[0]?.lamports ?? 0n
    const { lowLamports: low } = world.settings
    if (lamports < low)
      found.push(
        `the fee payer ${world.feePayer.address} has ${lamports} lamports, fewer than low_sol (${low})`,
      )
  } catch (error) {
    found.push(error instanceof Error ? error.message : 'the chain could not be read')
  }
  return [...new Set(found)]
}
