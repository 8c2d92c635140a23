// A Solana node: JSON-RPC over HTTP on loopback, in front of a chain of solana-chain.ts. Several nodes can serve one
// chain, and each can be made to lag, lie, repeat, lose or break its answers. The live demo starts it too.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { base58 } from '@scure/base'
import type { EncodedAccount } from '@solana/kit'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import {
  TransactionRefused,
  type ChainTransaction,
  type Commitment,
  type SolanaChain,
  type TokenBalance,
} from './solana-chain.ts'

export const TEST_GENESIS_HASH = base58.encode(Buffer.alloc(32, 7))

type Parameters = readonly unknown[]
/** Changes an answer before it is sent. Throw `RpcError` to answer an error. */
type Alteration = (method: string, result: unknown, parameters: Parameters) => unknown
export type SolanaNode = Awaited<ReturnType<typeof startSolanaNode>>

export class RpcError extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export async function startSolanaNode(
  chain: SolanaChain,
  { genesisHash = TEST_GENESIS_HASH, port = 0 }: { genesisHash?: string; port?: number } = {},
) {
  let alter: Alteration = (_method, result) => result
  let breakResponse: ((response: ServerResponse) => void) | undefined
  let lagSlots = 0n
  const calls = new Map<string, number>()
  const sent: string[] = []
  const answer = (message: unknown): unknown => {
    const { id = null, method = '', params = [] } = Object(message)
    calls.set(method, (calls.get(method) ?? 0) + 1)
    if (method === 'sendTransaction') sent.push(String(params[0]))
    try {
      const result = alter(method, ask(chain, genesisHash, lagSlots, method, params), params)
      return { jsonrpc: '2.0', id, result }
    } catch (error) {
      if (error instanceof RpcError)
        return {
          jsonrpc: '2.0',
          id,
          error: { code: error.code, message: error.message, data: error.data },
        }
      if (error instanceof TransactionRefused) {
        const data = { err: error.reason, logs: [] }
        return { jsonrpc: '2.0', id, error: { code: -32002, message: error.message, data } }
      }
      return { jsonrpc: '2.0', id, error: { code: -32603, message: String(error) } }
    }
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (breakResponse !== undefined) return breakResponse(response)
      const message: unknown = JSON.parse(Buffer.concat(chunks).toString())
      const body = Array.isArray(message) ? message.map(answer) : answer(message)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(body, (_key, value: unknown) => plain(value)))
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${bound}/`,
    port: bound,
    /** How often each method was called. */
    calls,
    /** The bytes of every transaction that was sent, also of refused ones. */
    sent,
    alter: (next: Alteration) => void (alter = next),
    /** Answers every request by writing to the raw response; undefined answers normally again. */
    breakWith: (next: typeof breakResponse) => void (breakResponse = next),
    /** Shows the chain as it was so many slots before. */
    lag: (slots: bigint) => void (lagSlots = slots),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function ask(
  chain: SolanaChain,
  genesisHash: string,
  lag: bigint,
  method: string,
  params: Parameters,
): unknown {
  const [first, second] = params
  const options = Object(params.find((one) => typeof one === 'object' && !Array.isArray(one)))
  const commitment = commitmentOf(options)
  const slot = chain.slotAt(commitment) - lag
  const withContext = (value: unknown) => ({ context: { slot, apiVersion: '3.0.0' }, value })
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  switch (method) {
    case 'getHealth':
      return 'ok'
    case 'getGenesisHash':
      return genesisHash
    case 'getSlot':
      return slot
    case 'getBlockHeight':
      return chain.heightAt(slot)
    case 'getEpochInfo':
      return { absoluteSlot: slot, blockHeight: chain.heightAt(slot), epoch: 1, slotIndex: 1 }
    case 'getFirstAvailableBlock':
      return 0
    case 'getLatestBlockhash':
      return withContext(chain.latestBlockhash(commitment))
    case 'getMinimumBalanceForRentExemption':
      return chain.rent(BigInt(Number(first)))
    case 'getBalance':
      return withContext(chain.accountAt(text(first), commitment, lag)?.lamports ?? 0n)
    case 'getAccountInfo':
      return withContext(accountView(chain.accountAt(text(first), commitment, lag)))
    case 'getMultipleAccounts': {
      const keys: readonly unknown[] = Array.isArray(first) ? first : []
      if (keys.length > 100) throw new RpcError(-32602, 'Too many inputs provided; max 100')
      return withContext(
        keys.map((key) => accountView(chain.accountAt(text(key), commitment, lag))),
      )
    }
    case 'getSignaturesForAddress': {
      const found = chain.transactionsOf(text(first), commitment, lag)
      const start = found.findIndex((one) => one.signature === options.before) + 1
      return found.slice(start, start + Number(options.limit ?? 1000)).map((one) => ({
        signature: one.signature,
        slot: one.slot,
        err: one.err,
        memo: null,
        blockTime: one.blockTime,
        confirmationStatus: commitment,
      }))
    }
    case 'getTransaction': {
      const found = chain.transaction(text(first), commitment, lag)
      return found === undefined ? null : transactionView(found)
    }
    case 'requestAirdrop':
      chain.airdrop(text(first), BigInt(Number(second)))
      return base58.encode(Buffer.alloc(64, 1))
    case 'sendTransaction':
      return chain.send(text(first), { skipsPreflight: options.skipPreflight === true })
    default:
      throw new RpcError(-32601, 'Method not found')
  }
}

function commitmentOf({ commitment, preflightCommitment }: Record<string, unknown>): Commitment {
  const asked = commitment ?? preflightCommitment
  return asked === 'processed' || asked === 'confirmed' ? asked : 'finalized'
}

const accountView = (account: EncodedAccount | null) =>
  account === null
    ? null
    : {
        data: [Buffer.from(account.data).toString('base64'), 'base64'],
        executable: account.executable,
        lamports: account.lamports,
        owner: account.programAddress,
        rentEpoch: 0,
        space: account.data.length,
      }

const tokenBalanceView = ({ accountIndex, mint, owner, amount }: TokenBalance) => ({
  accountIndex,
  mint,
  owner,
  programId: TOKEN_PROGRAM_ADDRESS,
  uiTokenAmount: { amount: String(amount), decimals: 6, uiAmountString: String(amount) },
})

const transactionView = (one: ChainTransaction) => ({
  slot: one.slot,
  blockTime: one.blockTime,
  version: 0,
  meta: {
    err: one.err,
    fee: 5000,
    preBalances: one.preBalances,
    postBalances: one.postBalances,
    preTokenBalances: one.preTokenBalances.map(tokenBalanceView),
    postTokenBalances: one.postTokenBalances.map(tokenBalanceView),
    innerInstructions: [],
    loadedAddresses: { readonly: [], writable: [] },
    logMessages: [],
  },
  transaction: {
    signatures: [one.signature],
    message: {
      accountKeys: one.keys,
      instructions: one.instructions.map(({ programIdIndex, accounts, data }) => ({
        programIdIndex,
        accounts,
        data: base58.encode(data),
      })),
    },
  },
})

// Lamports and slots of the chain are far below 2^53.
const plain = (value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value)
