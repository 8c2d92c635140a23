// One relayer: an account that pays the gas of the desk's calls. Takes nonces one after the other, offers higher fees for
// calls that wait, and closes gaps. Before each broadcast it asks whether the call may still be sent. Losing its memory is
// safe: what it sends can have an effect only once, by the token's contract.
import type { Hex } from 'viem'
import { later, type Clock, type Instant } from '../../../platform/clock.ts'
import type { MaySend, RelayedTransaction } from '../port.ts'
import type { Endpoints } from './endpoints.ts'
import { firstOffer, higherOffer, type Fees } from './fees.ts'
import { broadcast, presentOf, type Present, type Verdict } from './mempool.ts'
import { signTransaction, type Account, type Delegation } from './signing.ts'

/**
 * A call to relay. `id`: repeated calls with the same id are one. `key`: of the payout, refund or sweep that it makes; null
 * for a call that moves no money. `inPlaceOf`: the call whose nonce it takes, if that one still waits.
 */
export type RelayedCall = {
  id: Hex
  key: string | null
  inPlaceOf?: Hex
  to: Hex
  data: Hex
  gas: bigint
  delegations: readonly Delegation[]
}

export type Relayer = {
  address: Hex
  /** Calls that are not seen in a block yet, sent or not. */
  waiting(): number
  has(id: Hex): boolean
  /** Throws if the fee is above the cap. */
  relay(call: RelayedCall): Promise<Relayed>
  /** Forgets what is mined, and sends again with higher fees what has waited too long. */
  tend(): Promise<void>
}

/** no_room: the relayer has no room or no gas. withheld: the call may not be sent now. */
type Relayed = 'relayed' | 'no_room' | 'withheld'

type Options = {
  endpoints: Endpoints
  account: Account
  chainId: number
  maxFeeWei: bigint
  bumpAfterMs: number
  /** Commits a transaction before it is sent. */
  note(transaction: RelayedTransaction): Promise<void>
  maySend(key: string): Promise<MaySend>
  clock: Pick<Clock, 'realNow'>
}

type Sent = RelayedCall & { nonce: number; fees: Fees; raw: Hex; sentAt: Instant }

/** Nodes keep few transactions of one account that wait: geth guarantees 16, and takes more if there is room. */
const MOST_WAITING = 32
const MOST_TRIES = 5

/** Runs calls one after the other. */
function takingTurns() {
  let turn: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }
}

/** Transactions that were sent and are in no block yet. */
function openSent({ endpoints, account, chainId, note, clock, maySend }: Options) {
  const mayPut = async ({ key }: RelayedCall) => (key === null ? 'yes' : maySend(key))
  const { address } = account
  /** In the order of their nonces. */
  let sent: readonly Sent[] = []

  async function look(): Promise<Present> {
    const present = await presentOf(endpoints, address)
    sent = sent.filter(({ nonce }) => nonce >= present.mined)
    return present
  }

  async function put(call: RelayedCall, nonce: number, fees: Fees): Promise<Verdict | 'withheld'> {
    const { id: _, key: __, inPlaceOf: ___, ...called } = call
    const { raw, hash } = await signTransaction(account, { chainId, nonce, ...called, ...fees })
    // It may cost gas even if this process never learns its outcome.
    await note({ transaction: hash, sender: address, nonce: BigInt(nonce) })
    if ((await mayPut(call)) !== 'yes') return 'withheld'
    const verdict = await broadcast(endpoints, raw)
    if (verdict === 'accepted' || verdict === 'unclear') {
      const others = sent.filter((one) => one.nonce !== nonce)
      const one = { ...call, nonce, fees, raw, sentAt: clock.realNow() }
      sent = [...others, one].toSorted((a, b) => a.nonce - b.nonce)
    }
    return verdict
  }

  return { sent: () => sent, look, mayPut, put }
}

export function openRelayer(options: Options): Relayer {
  const { endpoints, account, maxFeeWei, bumpAfterMs, clock } = options
  const { address } = account
  const { sent, look, mayPut, put } = openSent(options)
  // Two calls never take the same nonce.
  const inTurn = takingTurns()
  /** Calls that wait for their turn. */
  let queued = 0

  async function relay(call: RelayedCall): Promise<Relayed> {
    if (sent().some(({ id }) => id === call.id)) return 'relayed'
    const { next, market } = await look()
    const displaced = sent().find(({ id }) => id === call.inPlaceOf)
    if (displaced !== undefined) {
      const higher = higherOffer(displaced.fees, market, maxFeeWei)
      if (higher !== undefined && (await put(call, displaced.nonce, higher)) === 'accepted')
        return 'relayed'
    }
    if (sent().length >= MOST_WAITING) return 'no_room'
    const fees = firstOffer(market, maxFeeWei)
    if (fees === undefined)
      throw new Error(`gas costs ${market.baseFee + market.tip} wei, above the cap of ${maxFeeWei}`)
    // A node that lags behind may not have the last transactions of this process.
    let nonce = Math.max(next, (sent().at(-1)?.nonce ?? -1) + 1)
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const verdict = await put(call, nonce, fees)
      if (verdict === 'withheld') return verdict
      if (verdict === 'poor') return 'no_room'
      if (verdict === 'accepted') return 'relayed'
      if (verdict === 'unclear') throw new Error('no endpoint says that it took a transaction')
      // Another process relays with the same key, or the count was of a node that lags behind.
      nonce = Math.max(nonce + 1, (await look()).next)
    }
    return 'no_room'
  }

  async function tend(): Promise<void> {
    if (sent().length === 0) return
    const { mined, market } = await look()
    const [first] = sent()
    if (first === undefined) return
    const late = sent().filter(({ sentAt }) => later(sentAt, bumpAfterMs) <= clock.realNow())
    if (first.nonce > mined && late.includes(first) && (await mayPut(first)) !== 'halted')
      await putEmpty(mined, first, market)
    for (const one of late) {
      const answer = await mayPut(one)
      if (answer === 'yes') await sendAgain(one, market)
      // Its nonce must be used, or no later call is mined.
      if (answer === 'withheld') await putEmpty(one.nonce, one, market)
    }
  }

  async function sendAgain(one: Sent, market: Present['market']): Promise<void> {
    const fees = higherOffer(one.fees, market, maxFeeWei)
    // The same bytes again: a node may have dropped them.
    if (fees === undefined) return void (await broadcast(endpoints, one.raw))
    await put(one, one.nonce, fees)
  }

  /**
   * An empty transfer to oneself takes a nonce, since nothing behind a missing nonce is mined. The transaction that had it
   * was dropped by the nodes, waits there since before this process began, or may not be sent() any more.
   */
  async function putEmpty(nonce: number, behind: Sent, market: Present['market']): Promise<void> {
    const fees = higherOffer(behind.fees, market, maxFeeWei) ?? behind.fees
    const id: Hex = `0x${nonce.toString(16)}`
    const call = { id, key: null, to: address, data: '0x', gas: 21_000n, delegations: [] } as const
    await put(call, nonce, fees)
  }

  return {
    address,
    waiting: () => queued + sent().length,
    has: (id) => sent().some((one) => one.id === id),
    async relay(call) {
      queued += 1
      try {
        return await inTurn(() => relay(call))
      } finally {
        queued -= 1
      }
    },
    tend: () => inTurn(tend),
  }
}
