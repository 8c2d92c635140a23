// A Solana chain in memory: the real runtime and programs of litesvm, and around them slots, commitments, blockhashes
// that expire, and forks. litesvm itself knows only the newest state; the chain keeps every version of an account.
import {
  address,
  decompileTransactionMessage,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getSignatureFromTransaction,
  getTransactionDecoder,
  isAdvanceNonceAccountInstruction,
  lamports,
  type Address,
  type EncodedAccount,
  type Transaction,
} from '@solana/kit'
import { getNonceDecoder } from '@solana-program/system'
import { getTokenDecoder, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import type { FailedTransactionMetadata } from 'litesvm'

// litesvm has no build for some machines. On the machine of the continuous tests its absence is a fault.
const litesvm = await import('litesvm').catch((error: unknown) => {
  if (process.platform === 'linux' && process.arch === 'x64') throw error
  return undefined
})

/** Why tests on Solana are skipped; undefined if they can run. */
export const noSolana = litesvm === undefined ? 'litesvm has no build for this machine' : undefined

export type Commitment = 'processed' | 'confirmed' | 'finalized'
export type TokenBalance = { accountIndex: number; mint: string; owner: string; amount: bigint }
export type ChainTransaction = {
  signature: string
  slot: bigint
  /** Seconds since the epoch. */
  blockTime: number
  err: unknown
  wire: string
  keys: readonly Address[]
  instructions: readonly { programIdIndex: number; accounts: readonly number[]; data: Uint8Array }[]
  preBalances: readonly bigint[]
  postBalances: readonly bigint[]
  preTokenBalances: readonly TokenBalance[]
  postTokenBalances: readonly TokenBalance[]
}
/** `later`: transactions wait for `include`. `never`: accepted and lost, as an overloaded leader does. */
type Inclusion = 'now' | 'later' | 'never'
export type SolanaChain = ReturnType<typeof createSolanaChain>

/** A refusal of `send`: `reason` in the words of the RPC. */
export class TransactionRefused extends Error {
  readonly reason: unknown
  constructor(reason: unknown) {
    super(`Transaction simulation failed: ${JSON.stringify(reason)}`)
    this.reason = reason
  }
}

const BLOCKHASH_LIFE = 150n

/** `finality`: slots from a block to its finality. A block is confirmed after one slot. */
export function createSolanaChain({ finality = 4n }: { finality?: bigint } = {}) {
  if (litesvm === undefined) throw new Error(noSolana)
  const { FailedTransactionMetadata, LiteSVM } = litesvm
  // The chain checks blockhashes and duplicates itself: litesvm would refuse dropped transactions after a fork.
  const svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n)
  let slot = 100n
  let transactions: ChainTransaction[] = []
  let waiting: string[] = []
  let inclusion: Inclusion = 'now'
  /** Slots of abandoned forks: they have no block. The difference makes slots and block heights tell apart. */
  const skipped: bigint[] = [3n, 7n]
  const blockhashes = new Map<string, bigint>()
  const versions = new Map<Address, { slot: bigint; account: EncodedAccount | null }[]>()

  const startSlot = () => {
    svm.warpToSlot(slot)
    svm.expireBlockhash()
    blockhashes.set(svm.latestBlockhash(), slot)
  }
  startSlot()
  /** Advances the chain. Makes only the newest blocks of a long time. */
  const tick = (slots = 1n) => {
    const last = slot + slots
    if (slots > 2n * finality) slot = last - 2n * finality
    while (slot < last) {
      slot += 1n
      startSlot()
    }
  }

  const slotAt = (commitment: Commitment): bigint => {
    const behind = { processed: 0n, confirmed: 1n, finalized: finality }[commitment]
    let at = slot - behind
    while (skipped.includes(at)) at -= 1n
    return at
  }
  const heightAt = (at: bigint): bigint => at - BigInt(skipped.filter((one) => one <= at).length)
  const accountNow = (key: Address): EncodedAccount | null => {
    const account = svm.getAccount(key)
    return account.exists && account.lamports > 0n ? account : null
  }
  /** Call it before and after a change. The first call keeps the state from before the chain began. */
  const keepVersion = (key: Address) => {
    const known = versions.get(key)
    const version = { slot: known === undefined ? 0n : slot, account: accountNow(key) }
    versions.set(key, [...(known ?? []), version])
  }
  const versionAt = (key: Address, at: bigint): EncodedAccount | null => {
    const known = versions.get(key)
    return known === undefined
      ? accountNow(key)
      : (known.findLast((one) => one.slot <= at)?.account ?? null)
  }
  const tokenBalances = (keys: readonly Address[]): TokenBalance[] =>
    keys.flatMap((key, accountIndex) => {
      const account = accountNow(key)
      if (account?.programAddress !== TOKEN_PROGRAM_ADDRESS || account.data.length !== 165)
        return []
      const { mint, owner, amount } = getTokenDecoder().decode(account.data)
      return [{ accountIndex, mint, owner, amount }]
    })

  /** A recent blockhash, or the present value of the nonce account that the transaction advances. */
  const isAlive = (transaction: Transaction): boolean => {
    const compiled = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
    const since = blockhashes.get(compiled.lifetimeToken)
    if (since !== undefined) return heightAt(slot) <= heightAt(since) + BLOCKHASH_LIFE
    const [first] = decompileTransactionMessage(compiled).instructions
    if (first === undefined || !isAdvanceNonceAccountInstruction(first)) return false
    const nonceAccount = first.accounts[0].address
    const account = accountNow(nonceAccount)
    if (account === null || versions.get(nonceAccount)?.at(-1)?.slot === slot) return false
    return getNonceDecoder().decode(account.data).blockhash === compiled.lifetimeToken
  }

  const run = (wire: string): void => {
    const transaction = decode(wire)
    const compiled = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
    if (compiled.version === 1) throw new Error('the chain runs versions 0 and legacy')
    const keys = compiled.staticAccounts
    // litesvm keeps the sysvars itself.
    const kept = keys.filter((key) => !key.startsWith('Sysvar'))
    for (const key of kept) if (!versions.has(key)) keepVersion(key)
    const lamportsOf = () => keys.map((key) => BigInt(svm.getBalance(key) ?? 0n))
    const [preBalances, preTokenBalances] = [lamportsOf(), tokenBalances(keys)]
    const result = svm.sendTransaction(transaction)
    const postBalances = lamportsOf()
    const err = result instanceof FailedTransactionMetadata ? reasonOf(result) : null
    // A failed transaction that was not charged is in no block.
    if (err !== null && preBalances.every((balance, index) => balance === postBalances[index]))
      return
    for (const key of kept) keepVersion(key)
    transactions.push({
      signature: getSignatureFromTransaction(transaction),
      slot,
      blockTime: Math.floor(Date.now() / 1000),
      err,
      wire,
      keys,
      instructions: compiled.instructions.map(({ programAddressIndex, accountIndices, data }) => ({
        programIdIndex: programAddressIndex,
        accounts: accountIndices ?? [],
        data: Uint8Array.from(data ?? []),
      })),
      preBalances,
      postBalances,
      preTokenBalances,
      postTokenBalances: tokenBalances(keys),
    })
  }

  return {
    slotAt,
    heightAt,
    /** The newest blockhash of the block that a commitment sees, and the last block height that accepts it. */
    latestBlockhash(commitment: Commitment) {
      const at = slotAt(commitment)
      const [blockhash, since] = [...blockhashes].findLast(([, made]) => made <= at) ?? ['', 0n]
      return { blockhash, lastValidBlockHeight: heightAt(since) + BLOCKHASH_LIFE }
    },
    accountAt: (key: string, commitment: Commitment, lag = 0n) =>
      versionAt(address(key), slotAt(commitment) - lag),
    /** Newest first. */
    transactionsOf: (key: string, commitment: Commitment, lag = 0n) =>
      transactions
        .filter((one) => one.keys.some((mentioned) => mentioned === key))
        .filter((one) => one.slot <= slotAt(commitment) - lag)
        .toReversed(),
    transaction: (signature: string, commitment: Commitment, lag = 0n) =>
      transactions.find(
        (one) => one.signature === signature && one.slot <= slotAt(commitment) - lag,
      ),
    rent: (space: bigint) => svm.minimumBalanceForRentExemption(space),
    airdrop(key: string, amount: bigint) {
      if (!versions.has(address(key))) keepVersion(address(key))
      svm.airdrop(address(key), lamports(amount))
      keepVersion(address(key))
    },
    /** Returns the signature. Throws if the simulation fails. */
    send(wire: string, { skipsPreflight = false } = {}): string {
      const transaction = decode(wire)
      const signature = getSignatureFromTransaction(transaction)
      if (transactions.some((one) => one.signature === signature)) return signature
      if (!isAlive(transaction)) {
        if (skipsPreflight) return signature
        throw new TransactionRefused('BlockhashNotFound')
      }
      if (!skipsPreflight) {
        const simulated = svm.simulateTransaction(transaction)
        if (simulated instanceof FailedTransactionMetadata)
          throw new TransactionRefused(reasonOf(simulated))
      }
      if (inclusion === 'now') run(wire)
      if (inclusion === 'later') waiting.push(wire)
      return signature
    },
    /** What happens to transactions from now on. */
    setInclusion: (next: Inclusion) => void (inclusion = next),
    /** Runs the transactions that wait, in their order. Those that died meanwhile are dropped. */
    include() {
      const due = waiting
      waiting = []
      for (const wire of due) if (isAlive(decode(wire))) run(wire)
    },
    tick,
    /** Every block becomes final that is there now. */
    finalize: () => tick(finality),
    /** Abandons the newest `slots` slots with their blocks. The chain goes on in a new slot without them. */
    fork(slots: bigint) {
      if (slots > finality) throw new Error(`a fork cannot drop ${slots} slots: blocks are final`)
      const last = slot - slots
      transactions = transactions.filter((one) => one.slot <= last)
      for (const [blockhash, since] of blockhashes) if (since > last) blockhashes.delete(blockhash)
      for (const [key, known] of versions) {
        const kept = known.filter((one) => one.slot <= last)
        if (kept.length === known.length) continue
        versions.set(key, kept)
        svm.setAccount(kept.at(-1)?.account ?? absent(key))
      }
      for (let at = last + 1n; at <= slot; at += 1n) skipped.push(at)
      slot += 1n
      startSlot()
    },
  }
}

const decode = (wire: string): Transaction =>
  getTransactionDecoder().decode(getBase64Encoder().encode(wire))

// litesvm forgets an account without lamports.
const absent = (key: Address): EncodedAccount => ({
  address: key,
  lamports: lamports(0n),
  data: new Uint8Array(),
  executable: false,
  programAddress: address('11111111111111111111111111111111'),
  space: 0n,
})

/** The error in the form of the RPC: {"InstructionError":[1,{"Custom":0}]}. */
function reasonOf(failed: FailedTransactionMetadata): unknown {
  const text = failed.toString()
  const [, index, code, name] =
    /InstructionError\((\d+), (?:Custom\((\d+)\)|(\w+))/.exec(text) ?? []
  if (index === undefined) return /err: (\w+)/.exec(text)?.[1] ?? 'Unknown'
  return { InstructionError: [Number(index), code === undefined ? name : { Custom: Number(code) }] }
}
