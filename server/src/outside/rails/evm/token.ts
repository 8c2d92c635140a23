// The contracts of tokens: the calls and events of ERC-20 and EIP-3009 that the rail uses, and the check that a
// configured contract is what its settings say.
import type { Hex } from 'viem'
import {
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  keccak256,
  parseAbi,
  parseAbiParameters,
  stringToHex,
  toEventSelector,
} from 'viem/utils'
import { addressIn, bytesOf, hashOf, quantityOf, BadAnswer } from './answers.ts'
import type { Endpoints } from './endpoints.ts'
import { hexOf } from './head.ts'
import type { Call } from './rpc.ts'
import type { BlocklistFunction, TokenSettings } from './settings.ts'

export const TRANSFER = toEventSelector('Transfer(address,address,uint256)')
export const AUTHORIZATION_USED = toEventSelector('AuthorizationUsed(address,bytes32)')
export const AUTHORIZATION_CANCELED = toEventSelector('AuthorizationCanceled(address,bytes32)')

export const tokenAbi = parseAbi([
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function decimals() view returns (uint8)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function token() view returns (address)',
  'function depositCode() view returns (address)',
  'function balanceOf(address account) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function isBlacklisted(address account) view returns (bool)',
  'function isBlackListed(address account) view returns (bool)',
  'function isBlocked(address account) view returns (bool)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
])

/** A call of a contract's function that changes nothing. */
const viewCall = (token: Hex, data: Hex, block: bigint | 'latest' = 'latest'): Call => ({
  method: 'eth_call',
  params: [{ to: token, data }, block === 'latest' ? block : hexOf(block)],
})

export const balanceCall = (token: Hex, account: Hex, block: bigint | 'latest' = 'latest'): Call =>
  viewCall(
    token,
    encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [account] }),
    block,
  )

/** Whether the nonce of an authorization is used or cancelled. */
export const stateCall = (contract: Hex, payer: Hex, nonce: Hex, block: bigint | 'latest'): Call =>
  viewCall(
    contract,
    encodeFunctionData({ abi: tokenAbi, functionName: 'authorizationState', args: [payer, nonce] }),
    block,
  )

export const blockedCall = (token: Hex, functionName: BlocklistFunction, account: Hex): Call =>
  viewCall(token, encodeFunctionData({ abi: tokenAbi, functionName, args: [account] }))

export function flagOf(answer: unknown, what: string): boolean {
  const value = quantityOf(answer, what)
  if (value > 1n) throw new BadAnswer(`${what} is neither true nor false`)
  return value === 1n
}

/** An address as the topic of an event: 32 bytes, padded at the left. */
export const topicOf = (address: Hex): Hex => `0x${address.slice(2).padStart(64, '0')}`

/** EIP-712 signatures of a token depend on these, besides chain and contract. They differ by chain. */
export type Domain = { name: string; version: string }

/** `depositCode`: the code that deposit addresses of a plain token need; null if the token has EIP-3009. */
export type Authorizer = { domain: Domain; depositCode: Hex | null }

/** How much of its tokens an account lets a contract move. */
export const allowanceCall = (token: Hex, owner: Hex, spender: Hex): Call =>
  viewCall(
    token,
    encodeFunctionData({ abi: tokenAbi, functionName: 'allowance', args: [owner, spender] }),
  )

/**
 * Reads the contract that takes a token's authorizations; null if there is none. Throws if a contract is not what the
 * settings say.
 */
export async function readToken(
  endpoints: Endpoints,
  chainId: number,
  { address, authorizer, currency, decimals: expected }: TokenSettings,
): Promise<Authorizer | null> {
  const read = (contract: Hex, functionNames: readonly View[]) =>
    endpoints.agreed(`the contract of ${currency}`, ({ ask }) =>
      ask(
        functionNames.map((functionName) =>
          viewCall(contract, encodeFunctionData({ abi: tokenAbi, functionName })),
        ),
      ),
    )
  const [decimals] = await read(address, ['decimals'])
  const found = quantityOf(decimals, `the decimals of ${currency}`)
  if (found !== BigInt(expected))
    throw new Error(`the contract of ${currency} has ${found} decimals, expected ${expected}`)
  if (authorizer === null) return null
  let depositCode: Hex | null = null
  if (authorizer !== address) {
    const [moved, code] = await read(authorizer, ['token', 'depositCode'])
    if (bytesOf(moved, 'token') !== topicOf(address))
      throw new Error(`the authorizer of ${currency} is not a contract for this token`)
    depositCode = addressOfWord(code, 'depositCode')
  }
  const [name, version, separator] = await read(authorizer, ['name', 'version', 'DOMAIN_SEPARATOR'])
  const domain = { name: stringOf(name), version: stringOf(version) }
  if (bytesOf(separator, 'DOMAIN_SEPARATOR') !== separatorOf(domain, chainId, authorizer))
    throw new Error(
      `the contract of ${currency} signs for another domain: check its address, chain_id, and that it has EIP-3009`,
    )
  return { domain, depositCode }
}

type View = 'name' | 'version' | 'decimals' | 'DOMAIN_SEPARATOR' | 'token' | 'depositCode'

const addressOfWord = (answer: unknown, what: string): Hex =>
  addressIn(`0x${hashOf(answer, what).slice(26)}`, what)

function stringOf(answer: unknown): string {
  try {
    return decodeAbiParameters([{ type: 'string' }], bytesOf(answer, 'a name'))[0].slice(0, 100)
  } catch {
    throw new BadAnswer('the name or version of a token is not a text')
  }
}

const separatorOf = ({ name, version }: Domain, chainId: number, contract: Hex): Hex =>
  keccak256(
    encodeAbiParameters(parseAbiParameters('bytes32, bytes32, bytes32, uint256, address'), [
      DOMAIN_TYPE,
      keccak256(stringToHex(name)),
      keccak256(stringToHex(version)),
      BigInt(chainId),
      contract,
    ]),
  )

const DOMAIN_TYPE = keccak256(
  stringToHex('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'),
)
