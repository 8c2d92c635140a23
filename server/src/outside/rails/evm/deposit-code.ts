// Moves a plain token from a deposit address that has no gas and approved nobody. The address signs that it takes on the
// code of our contract (EIP-7702). A relayer sends this signature together with the call. The code approves the contract
// for this one transfer, and the transfer needs the address's signature as every other authorization.
import type { Hex } from 'viem'
import { hashAuthorization } from 'viem/utils'
import { bytesOf, quantityOf } from './answers.ts'
import type { Endpoints } from './endpoints.ts'
import { signHash, type Account, type Delegation } from './signing.ts'
import { hexOf } from './head.ts'

/** The delegations that give the account its code: none if it has it already. */
export async function delegationsFor(
  endpoints: Endpoints,
  account: Account,
  chainId: number,
  code: Hex,
): Promise<readonly Delegation[]> {
  const { address } = account
  const { present, nonce } = await endpoints.first(async ({ ask, label }) => {
    const [bytes, count] = await ask([
      { method: 'eth_getCode', params: [address, 'latest'] },
      { method: 'eth_getTransactionCount', params: [address, 'latest'] },
    ])
    return {
      present: bytesOf(bytes, `${label}: the code of a deposit address`),
      nonce: quantityOf(count, `${label}: the count of transactions`),
    }
  })
  if (present === `${DELEGATED}${code.slice(2)}`) return []
  if (nonce > MOST_NONCE)
    throw new Error('the count of transactions of a deposit address is too large')
  const delegation = { chainId, address: code, nonce: Number.parseInt(String(nonce), 10) }
  return [{ ...delegation, ...(await signHash(account, hashAuthorization(delegation))) }]
}

/** In the form of a simulated call. */
export const delegationCall = ({ chainId, address, nonce, yParity, r, s }: Delegation) => ({
  chainId: hexOf(BigInt(chainId)),
  address,
  nonce: hexOf(BigInt(nonce)),
  yParity: hexOf(BigInt(yParity)),
  r,
  s,
})

// EIP-7702: the code of an account that takes on the code of another address.
const DELEGATED = '0xef0100'
const MOST_NONCE = 2n ** 40n
