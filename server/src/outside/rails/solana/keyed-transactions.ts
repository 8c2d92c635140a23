// Transactions that land at most once under their key, because each creates the marker of the key. Every conclusion
// comes from the marker at `finalized`: paid, or cancelled. If the marker is missing, the history of its address tells
// whether it was there. A node that lags or lies can delay a payment but neither repeat nor refuse it.
import { address, type Instruction } from '@solana/kit'
import { NONCE_SPACE, readAccounts } from './accounts.ts'
import { parseHeight, parseLamports } from './answers.ts'
import { historyOf, type Told } from './history.ts'
import { makeMarker, markerAddress, markerSeed, markerState, type MarkerState } from './marker.ts'
import { FINAL } from './nodes.ts'
import type { Movement, Prepared } from './prepared.ts'
import type { RpcCall } from './rpc.ts'
import {
  broadcast,
  freshBlockhash,
  freshNonce,
  signedTransaction,
  type Broadcast,
  type Lifetime,
} from './transactions.ts'
import type { Wallet } from './wallet.ts'
import type { World } from './world.ts'

/** The instructions of a movement, and the wallets that sign them besides the payer and the fee payer. */
export type Body = { instructions: Instruction[]; signers: Wallet[] }
type BodyOf = (world: World, movement: Movement) => Promise<Body>

export async function prepareKeyed(
  world: World,
  key: string,
  movement: Movement,
  bodyOf: BodyOf,
): Promise<Prepared> {
  const { nodes, settings, payer } = world
  const { blockHeight } = await nodes.first(heightFrom)
  const rent = await nodes.first(rentFrom)
  const seed = markerSeed(world.identitySeed, key)
  const unsigned = {
    version: 1 as const,
    key,
    movement,
    payer: payer.address,
    seed,
    rentLamports: String(rent),
    preparedHeight: String(blockHeight),
    lastHeight: String(blockHeight + settings.payoutWindowBlocks),
    nonceAccount: nonceAccountFor(settings.nonceAccounts, seed),
  }
  const lifetime = await freshLifetime(world, unsigned.nonceAccount)
  const wire = await sign(world, unsigned, lifetime, 'paid', await bodyOf(world, movement))
  return { ...unsigned, wire, lifetime: written(lifetime) }
}

/** `open`: the key was not used at `finalized`. The transaction may be on its way. `disputed`: nobody can tell. */
type Outcome =
  | { state: 'paid'; by?: Extract<Told, { state: 'paid' }> }
  | { state: 'cancelled' | 'open' | 'disputed' }

export async function outcomeOf(world: World, prepared: Prepared): Promise<Outcome> {
  const first = await world.nodes.first((call) => stateFrom(call, prepared, 'finalized'))
  const agreed =
    first === 'absent'
      ? first
      : await world.nodes.agreed((call) => stateFrom(call, prepared, 'finalized'), String)
  if (agreed === undefined) return { state: 'disputed' }
  if (agreed !== 'absent') return { state: agreed }
  const told = await historyOf(world, prepared)
  if (told.state === 'paid') return { state: 'paid', by: told }
  if (told.state === 'unreadable') return { state: 'disputed' }
  return { state: told.state === 'nothing' ? 'open' : told.state }
}

/** `gone`: the marker exists or existed, so nothing was sent. `open`: it was sent, or must be tried again later. */
type Attempt = 'gone' | 'open' | 'cancelling'

/**
 * Sends the transaction, or cancels the key once its time is over. Safe to repeat and to run concurrently. `whenRefused`
 * is asked if the simulation fails: the key is cancelled if it says that the movement can never succeed.
 */
export async function attempt(
  world: World,
  prepared: Prepared,
  bodyOf: BodyOf,
  whenRefused: () => Promise<'cancel' | 'retry'>,
): Promise<Attempt> {
  if (prepared.payer !== world.payer.address)
    throw new Error(
      `${prepared.key} was prepared for the payer ${prepared.payer}, which is not configured`,
    )
  const { nodes } = world
  if ((await nodes.first((call) => stateFrom(call, prepared, 'processed'))) !== 'absent')
    return 'gone'
  const { state: told } = await historyOf(world, prepared)
  if (told !== 'nothing') return told === 'unreadable' ? 'open' : 'gone'
  const lastHeight = BigInt(prepared.lastHeight)
  const { blockHeight } = await nodes.first(heightFrom)
  if (blockHeight > lastHeight) {
    const isOver = await nodes.agreed(
      async (call) => (await heightFrom(call)).blockHeight > lastHeight,
      String,
    )
    // One node is ahead of the others, or lies: ask again later.
    return isOver === true ? cancel(world, prepared) : 'open'
  }
  if ((await world.maySend(prepared.key)) !== 'yes') return 'open'
  let sent: Broadcast = { state: 'expired' }
  if (await isAlive(world, prepared.lifetime, blockHeight)) sent = await toAll(world, prepared.wire)
  if (sent.state === 'expired') {
    const lifetime = await freshLifetime(world, prepared.nonceAccount)
    if (lifetime.kind === 'blockhash' && lifetime.lastHeight > lastHeight) return 'open'
    const body = await bodyOf(world, prepared.movement)
    sent = await toAll(world, await sign(world, prepared, lifetime, 'paid', body))
  }
  // A new lifetime that has ended already comes from a node that lags.
  if (sent.state !== 'refused') return 'open'
  // The commonest reason: another process has sent it.
  if ((await nodes.first((call) => stateFrom(call, prepared, 'processed'))) !== 'absent')
    return 'gone'
  if ((await whenRefused()) === 'cancel') return cancel(world, prepared)
  throw new Error(sent.reason)
}

/** Creates the marker without a payment, so that no payment under the key can land any more. */
export async function cancel(world: World, prepared: Prepared): Promise<'cancelling'> {
  const lifetime = await freshLifetime(world, prepared.nonceAccount)
  const wire = await sign(world, prepared, lifetime, 'cancelled', { instructions: [], signers: [] })
  const { state } = await toAll(world, wire)
  world.log.warn({ key: prepared.key, state }, 'cancelling a payment on Solana')
  return 'cancelling'
}

type Unsigned = Pick<Prepared, 'payer' | 'seed' | 'rentLamports'>

async function sign(
  world: World,
  { payer, seed, rentLamports }: Unsigned,
  lifetime: Lifetime,
  outcome: 'paid' | 'cancelled',
  { instructions, signers }: Body,
): Promise<string> {
  const marker = {
    address: await markerAddress(payer, seed),
    seed,
    rentLamports: BigInt(rentLamports),
  }
  return signedTransaction(
    [...makeMarker(marker, world, outcome), ...instructions],
    lifetime,
    world.feePayer,
    [world.payer, ...signers],
    world.settings.computeUnitPriceMicroLamports,
  )
}

async function stateFrom(
  call: RpcCall,
  { payer, seed }: Pick<Prepared, 'payer' | 'seed'>,
  commitment: 'finalized' | 'processed',
): Promise<MarkerState> {
  const { accounts } = await readAccounts(call, [await markerAddress(payer, seed)], commitment)
  return markerState(accounts[0] ?? null, payer)
}

/** A node that lies must not draw the fee payer's balance into a marker. */
const MOST_RENT_LAMPORTS = 10_000_000n

async function rentFrom(call: RpcCall): Promise<bigint> {
  const method = 'getMinimumBalanceForRentExemption'
  const rent = parseLamports(await call(method, [NONCE_SPACE]), method)
  if (rent > MOST_RENT_LAMPORTS)
    throw new Error(`an RPC node asks for ${rent} lamports of rent for ${NONCE_SPACE} bytes`)
  return rent
}

export const heightFrom = async (call: RpcCall) => parseHeight(await call('getEpochInfo', [FINAL]))

export const freshLifetime = (
  { nodes, payer }: World,
  nonceAccount: string | null,
): Promise<Lifetime> =>
  nodes.first((call) =>
    nonceAccount === null
      ? freshBlockhash(call)
      : freshNonce(call, address(nonceAccount), payer.address),
  )

/** Sends to every node: one that loses or refuses the transaction does not stop it. */
export async function toAll({ nodes }: World, wire: string): Promise<Broadcast> {
  const answers = await nodes.every((call) => broadcast(call, wire))
  const withState = (state: Broadcast['state']) => answers.find((one) => one.state === state)
  return withState('sent') ?? withState('expired') ?? withState('refused') ?? { state: 'expired' }
}

async function isAlive(
  world: World,
  lifetime: Prepared['lifetime'],
  blockHeight: bigint,
): Promise<boolean> {
  if (lifetime.kind === 'blockhash') return blockHeight <= BigInt(lifetime.lastHeight)
  const present = await freshLifetime(world, lifetime.account)
  return present.kind === 'nonce' && present.value === lifetime.value
}

const written = (lifetime: Lifetime): Prepared['lifetime'] =>
  lifetime.kind === 'nonce' ? lifetime : { ...lifetime, lastHeight: String(lifetime.lastHeight) }

/** Each nonce account carries one transaction at a time, so the keys are spread. The seed has 128 random bits. */
const nonceAccountFor = (accounts: readonly string[], seed: string): string | null =>
  accounts.length === 0
    ? null
    : (accounts[Number.parseInt(seed.slice(0, 8), 16) % accounts.length] ?? null)
