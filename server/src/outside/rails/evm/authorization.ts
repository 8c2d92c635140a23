// A signed EIP-3009 authorization: the only thing that moves the desk's tokens. Its nonce is the hash of the key, so the
// token's contract moves them at most once for a key, whoever submits it and how often. The service commits the text of
// the authorization before anything is sent.
import type { Hex } from 'viem'
import { encodeFunctionData, hashTypedData, keccak256, stringToHex } from 'viem/utils'
import { addressIn, hashOf, recordOf } from './answers.ts'
import { signHash, type Account, type Signature } from './signing.ts'
import { tokenAbi, type Domain } from './token.ts'

export type Authorization = {
  chainId: number
  token: Hex
  /** The contract that takes the authorization: the token itself if it has EIP-3009. */
  contract: Hex
  from: Hex
  to: Hex
  amountMinor: bigint
  /** Usable in blocks with a time before this one, in seconds since the epoch. */
  validBefore: bigint
  nonce: Hex
  signature: Signature
  /** A final block from before the authorization was made. It is used in a later block, or never. */
  startBlock: bigint
}

export const nonceOf = (key: string): Hex => keccak256(stringToHex(key))

export async function authorize(
  payer: Account,
  domain: Domain,
  authorization: Omit<Authorization, 'signature' | 'from'>,
): Promise<Authorization> {
  const { chainId, contract, to, amountMinor, validBefore, nonce } = authorization
  const hash = hashTypedData({
    domain: { ...domain, chainId, verifyingContract: contract },
    types: TYPES,
    primaryType: 'TransferWithAuthorization',
    message: { from: payer.address, to, value: amountMinor, validAfter: 0n, validBefore, nonce },
  })
  return { ...authorization, from: payer.address, signature: await signHash(payer, hash) }
}

const TYPES = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

/** The data of the call that uses the authorization. */
export const useCall = ({
  from,
  to,
  amountMinor,
  validBefore,
  nonce,
  signature,
}: Authorization): Hex =>
  encodeFunctionData({
    abi: tokenAbi,
    functionName: 'transferWithAuthorization',
    args: [
      from,
      to,
      amountMinor,
      0n,
      validBefore,
      nonce,
      signature.yParity + 27,
      signature.r,
      signature.s,
    ],
  })

/** The data of the call that ends the authorization unused. Only its payer can sign it. */
export async function cancelCall(
  payer: Account,
  domain: Domain,
  { chainId, contract, from, nonce }: Authorization,
): Promise<Hex> {
  const hash = hashTypedData({
    domain: { ...domain, chainId, verifyingContract: contract },
    types: CANCEL_TYPES,
    primaryType: 'CancelAuthorization',
    message: { authorizer: from, nonce },
  })
  const { r, s, yParity } = await signHash(payer, hash)
  return encodeFunctionData({
    abi: tokenAbi,
    functionName: 'cancelAuthorization',
    args: [from, nonce, yParity + 27, r, s],
  })
}

const CANCEL_TYPES = {
  CancelAuthorization: [
    { name: 'authorizer', type: 'address' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

/** The form that the service keeps. Later versions must be able to read it. */
export const authorizationText = (authorization: Authorization): string => {
  const { amountMinor, validBefore, startBlock, ...rest } = authorization
  return JSON.stringify({
    version: 1,
    ...rest,
    amountMinor: `${amountMinor}`,
    validBefore: `${validBefore}`,
    startBlock: `${startBlock}`,
  })
}

/** Throws if the text is not an authorization of this key on this chain. */
export function authorizationOf(text: string, key: string, chainId: number): Authorization {
  const stored = recordOf(parsed(text), 'a prepared payout')
  const signature = recordOf(stored['signature'], 'a prepared payout')
  const yParity = signature['yParity']
  if (stored['version'] !== 1 || (yParity !== 0 && yParity !== 1)) throw new Error(UNREADABLE)
  const address = (name: string) => addressIn(stored[name], `${name} of a prepared payout`)
  const hash = (value: unknown) => hashOf(value, 'a hash of a prepared payout')
  const authorization = {
    chainId,
    token: address('token'),
    contract: address('contract'),
    from: address('from'),
    to: address('to'),
    amountMinor: integerOf(stored['amountMinor']),
    validBefore: integerOf(stored['validBefore']),
    nonce: hash(stored['nonce']),
    signature: { r: hash(signature['r']), s: hash(signature['s']), yParity },
    startBlock: integerOf(stored['startBlock']),
  } as const
  if (stored['chainId'] !== chainId || authorization.nonce !== nonceOf(key))
    throw new Error(`the prepared payout belongs to another key or chain than ${key} on ${chainId}`)
  return authorization
}

// The error of JSON.parse would show a part of the text.
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(UNREADABLE)
  }
}

function integerOf(value: unknown): bigint {
  if (typeof value === 'string' && /^\d{1,30}$/.test(value)) return BigInt(value)
  throw new Error(UNREADABLE)
}

const UNREADABLE = 'the prepared payout is not one that this version can read'
