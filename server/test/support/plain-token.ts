// A token without EIP-3009 on a test chain, and the contract that lets it move by authorizations.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { encodeDeployData, encodeFunctionData, parseAbi } from 'viem/utils'
import { tokenAbi } from '../../src/outside/rails/evm/token.ts'
import type { Chain, Receipt } from './anvil.ts'

const abi = parseAbi([
  'constructor(address token)',
  'function mint(address to, uint256 value)',
  'function setFee(uint256 value)',
  'function setBlocked(address account, bool value)',
  'function approve(address spender, uint256 value)',
  'function transfer(address to, uint256 value)',
  'function balanceOf(address account) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
])

export type PlainToken = {
  address: Hex
  /** The contract that takes authorizations for the token. */
  authorizer: Hex
  mint(to: string, amountMinor: bigint): Promise<Receipt>
  /** Pays a deposit. */
  pay(to: string, amountMinor: bigint): Promise<Receipt>
  /** The account can send no more, but still receive. */
  blacklist(account: string): Promise<Receipt>
  unBlacklist(account: string): Promise<Receipt>
  /** The fee that the token keeps of each transfer. */
  setFee(amountMinor: bigint): Promise<Receipt>
  /** `owner` signs by the node, which may impersonate it. */
  approve(owner: string, amountMinor: bigint): Promise<Receipt>
  balanceOf(account: string): Promise<bigint>
  allowance(owner: string, spender: string): Promise<bigint>
  /** The data of a transfer by an authorization that nobody signed. */
  forgedTransfer(from: string, to: string, amountMinor: bigint): Hex
}

const bytecodeIn = (path: string): Hex => {
  const { bytecode }: { bytecode: Hex } = JSON.parse(readFileSync(path, 'utf8'))
  return bytecode
}

const hexOf = (address: string): Hex => `0x${address.slice(2).toLowerCase()}`

export async function deployPlainToken(chain: Chain): Promise<PlainToken> {
  const [owner] = chain.accounts
  if (owner === undefined) throw new Error('the chain has no accounts')
  const tokenCode = bytecodeIn(join(import.meta.dirname, 'contracts/PlainToken.json'))
  const address = hexOf((await chain.transact(owner, null, tokenCode)).contractAddress)
  const authorizer = hexOf((await deployAuthorizer(chain, address)).contractAddress)
  const mint = (to: string, amount: bigint) =>
    chain.transact(
      owner,
      address,
      encodeFunctionData({ abi, functionName: 'mint', args: [hexOf(to), amount] }),
    )
  const setBlocked = (account: string, isBlocked: boolean) =>
    chain.transact(
      owner,
      address,
      encodeFunctionData({ abi, functionName: 'setBlocked', args: [hexOf(account), isBlocked] }),
    )
  async function read(data: Hex): Promise<bigint> {
    await chain.mined()
    return BigInt(String(await chain.rpc('eth_call', [{ to: address, data }, 'latest'])))
  }
  return {
    address,
    authorizer,
    mint,
    pay: mint,
    blacklist: (account) => setBlocked(account, true),
    unBlacklist: (account) => setBlocked(account, false),
    setFee: (amount) =>
      chain.transact(
        owner,
        address,
        encodeFunctionData({ abi, functionName: 'setFee', args: [amount] }),
      ),
    async approve(account, amount) {
      await chain.giveGas(account)
      await chain.rpc('anvil_impersonateAccount', [account])
      const args = [authorizer, amount] as const
      const data = encodeFunctionData({ abi, functionName: 'approve', args })
      const receipt = await chain.transact(hexOf(account), address, data)
      await chain.rpc('anvil_stopImpersonatingAccount', [account])
      return receipt
    },
    balanceOf: (account) =>
      read(encodeFunctionData({ abi, functionName: 'balanceOf', args: [hexOf(account)] })),
    allowance: (holder, spender) =>
      read(
        encodeFunctionData({
          abi,
          functionName: 'allowance',
          args: [hexOf(holder), hexOf(spender)],
        }),
      ),
    forgedTransfer(from, to, amount) {
      const zero: Hex = `0x${'0'.repeat(64)}`
      const end = 2n ** 64n
      const args = [hexOf(from), hexOf(to), amount, 0n, end, zero, 27, zero, zero] as const
      return encodeFunctionData({ abi: tokenAbi, functionName: 'transferWithAuthorization', args })
    },
  }
}

export function deployAuthorizer(chain: Chain, token: Hex): Promise<Receipt> {
  const [owner] = chain.accounts
  if (owner === undefined) throw new Error('the chain has no accounts')
  const path = join(import.meta.dirname, '../../contracts/AuthorizedTransfers.json')
  const data = encodeDeployData({ abi, bytecode: bytecodeIn(path), args: [token] })
  return chain.transact(owner, null, data)
}
