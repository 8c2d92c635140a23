// Opens a rail of one Solana cluster and connects its parts to the port. kind.ts imports this file only if such a rail is
// configured, because Kit takes 30 MB of memory.
import { createPublicKey, sign } from 'node:crypto'
import type { Signer } from '../../custody/port.ts'
import { endpointUrls } from '../chain-settings.ts'
import type { DepositSeeds, Rail, RailWorld, Rent, Sweeps } from '../port.ts'
import { openWithKeys } from '../with-keys.ts'
import { readAccounts } from './accounts.ts'
import { balances } from './balances.ts'
import { openBlocklist } from './blocklist.ts'
import { depositAddress, depositKeyOf } from './deposit-address.ts'
import { openDeposits, type Deposits } from './deposits.ts'
import { openNodes } from './nodes.ts'
import { isOwnAccount } from './own-accounts.ts'
import { cancelPrepared, lookUpPrepared, preparePayout, sendPayout } from './payouts.ts'
import { readPrepared } from './prepared.ts'
import { openRent } from './rent.ts'
import { rpcOptions, type RpcOptions } from './rpc.ts'
import { openSends } from './sends.ts'
import { servedBy } from './served.ts'
import type { SolanaSettings } from './settings.ts'
import { openStrays } from './strays.ts'
import { openSweeps } from './sweeps.ts'
import { walletOf, type Wallet } from './wallet.ts'
import { checkMintsOnce, type World } from './world.ts'
import { railProblem, railProblemThrown, type RailProblem } from '../../rail-problems.ts'

export type SolanaRail = Rail & {
  sweeps: Sweeps
  rent: Rent
  problems(): Promise<readonly RailProblem[]>
}

/** The keys may be in an HSM. */
type Signers = { payer: Signer; feePayer: Signer }

type OuterWorld = Pick<
  RailWorld,
  'clock' | 'log' | 'secret' | 'identitySeed' | 'depositSeeds' | 'maySend' | 'isHandedOut'
>

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
  { clock, log, secret, identitySeed, depositSeeds, maySend, isHandedOut }: OuterWorld,
  signers: Signers,
  options: RpcOptions = rpcOptions,
): SolanaRail {
  const [payer, feePayer] = [walletOf(signers.payer), walletOf(signers.feePayer)]
  if (payer.address === feePayer.address)
    throw new Error('payer and fee_payer hold the same key: the fee payer must own no tokens')
  const nodes = openNodes(endpointUrls(settings.rpc, secret), settings, clock, options)
  const world: World = {
    clock,
    log,
    settings,
    nodes,
    payer,
    feePayer,
    identitySeed,
    maySend: (key) => maySend(name, key),
    isHandedOut,
    depositAddress: (orderId) => depositAddress(depositSeeds[0], orderId),
    depositWallet: (orderId, account) => depositWallet(depositSeeds, orderId, account),
    mintsAreRight: checkMintsOnce(nodes, settings.tokens),
  }
  const deposits = openDeposits(world)
  let told: { untilMs: number; problems: Promise<RailProblem[]> } | undefined
  return {
    name,
    served: servedBy(settings),
    pollEveryMs: settings.pollEveryMs,
    fundingAccount: (_method, orderId) => ({ address: world.depositAddress(orderId) }),
    isOwnAccount: (address) => isOwnAccount(world, address),
    prepare: (request) => preparePayout(world, request),
    send: async (request, prepared) => sendPayout(world, request, prepared),
    lookUp: async (key, prepared) => lookUpPrepared(world, readPrepared(prepared, key)),
    cancel: async (key, prepared) => cancelPrepared(world, readPrepared(prepared, key)),
    poll: (cursor, watch) => deposits.poll(cursor, watch),
    sends: openSends(world),
    balances: (depositAccounts = []) => balances(world, depositAccounts),
    blocklist: openBlocklist(world),
    async problems() {
      const at = clock.realNow()
      if (told === undefined || told.untilMs <= at)
        told = { untilMs: at + PROBLEMS_KEPT_MS, problems: problems(world, deposits) }
      return told.problems
    },
    sweeps: openSweeps(world),
    strays: openStrays(world),
    rent: openRent(world),
  }
}

function depositWallet(seeds: DepositSeeds, orderId: string, account: string): Wallet | undefined {
  const key = depositKeyOf(seeds, orderId, account)
  if (key === undefined) return undefined
  const signer: Signer = {
    publicKey: createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32),
    curve: 'ed25519',
    sign: async (message) => sign(null, message, key),
  }
  return walletOf(signer)
}

async function problems(world: World, deposits: Deposits): Promise<RailProblem[]> {
  const found = [...(await world.nodes.problems()), ...deposits.problems()]
  try {
    await world.mintsAreRight()
    const { accounts } = await world.nodes.first((call) =>
      readAccounts(call, [world.feePayer.address, ...world.settings.nonceAccounts]),
    )
    const lamports = accounts[0]?.lamports ?? 0n
    const { lowLamports: low } = world.settings
    if (lamports < low)
      found.push(railProblem('fee_payer_low', { account: world.feePayer.address, lamports, low }))
  } catch (error) {
    found.push(railProblemThrown('chain_unread', error))
  }
  return [...new Map(found.map((one) => [one.message, one])).values()]
}
