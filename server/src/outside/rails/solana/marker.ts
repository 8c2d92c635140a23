// The marker of a key: an account that the transaction under the key creates. A second transaction under the key fails,
// whatever its blockhash, because the account exists. The state of the marker at `finalized` is the outcome of the key.
//
// It is a nonce account, and its authority tells the outcome: the payer after a payment, another key after a
// cancellation. The rent of other system accounts with data can never be returned (decision 0042).
import { createHmac } from 'node:crypto'
import { base58 } from '@scure/base'
import {
  address,
  createAddressWithSeed,
  getAddressDecoder,
  type Address,
  type Instruction,
} from '@solana/kit'
import {
  getAllocateWithSeedInstruction,
  getInitializeNonceAccountInstruction,
  getTransferSolInstruction,
  SYSTEM_PROGRAM_ADDRESS,
} from '@solana-program/system'
import { NONCE_SPACE, nonceIn } from './accounts.ts'
import type { RpcAccount, RpcTransaction } from './answers.ts'
import { signs, type Wallet } from './wallet.ts'

const PURPOSE = 'corridor/solana/marker/1/'
const SEED_CHARACTERS = 32

/** Order ids are public, so the seed needs a secret: nobody else can compute the address of a marker before it exists. */
export const markerSeed = (secret: Uint8Array, key: string): string =>
  createHmac('sha256', secret).update(`${PURPOSE}${key}`).digest('hex').slice(0, SEED_CHARACTERS)

export const markerAddress = (payer: string, seed: string): Promise<Address> =>
  createAddressWithSeed({
    baseAddress: address(payer),
    seed,
    programAddress: SYSTEM_PROGRAM_ADDRESS,
  })

export type MarkerState = 'absent' | 'paid' | 'cancelled'

/** An account with lamports but without data is dust that a stranger sent: the key has no outcome. */
export function markerState(account: RpcAccount | null, payer: string): MarkerState {
  const nonce = nonceIn(account)
  if (nonce === null) return 'absent'
  return nonce.authority === payer ? 'paid' : 'cancelled'
}

/**
 * Instructions that create the marker; they fail if it has data. `createAccountWithSeed` would also fail at an address
 * that holds dust, so the rent is transferred and the space allocated separately.
 */
export function makeMarker(
  marker: { address: Address; seed: string; rentLamports: bigint },
  wallets: { payer: Wallet; feePayer: Wallet },
  outcome: 'paid' | 'cancelled',
): Instruction[] {
  const { payer, feePayer } = wallets
  return [
    getTransferSolInstruction({
      source: signs(feePayer),
      destination: marker.address,
      amount: marker.rentLamports,
    }),
    getAllocateWithSeedInstruction({
      newAccount: marker.address,
      baseAccount: signs(payer),
      base: payer.address,
      seed: marker.seed,
      space: NONCE_SPACE,
      programAddress: SYSTEM_PROGRAM_ADDRESS,
    }),
    getInitializeNonceAccountInstruction({
      nonceAccount: marker.address,
      nonceAuthority: outcome === 'paid' ? payer.address : feePayer.address,
    }),
  ]
}

// The numbers of instructions of the system program. AllocateWithSeed has the base, the length of the seed in 8 bytes and
// the seed; InitializeNonceAccount has the authority.
const [INITIALIZE_NONCE_ACCOUNT, ALLOCATE_WITH_SEED] = [6, 9]
const [FIRST_AT, LENGTH_AT, SEED_AT] = [4, 36, 44]

/** The seed and the outcome of the marker that a transaction makes. Only the payer can sign for one with its base. */
export function markerMadeBy(
  { transaction: { message } }: RpcTransaction,
  payer: string,
): { seed: string; outcome: 'paid' | 'cancelled' } | undefined {
  const system = message.accountKeys.indexOf(SYSTEM_PROGRAM_ADDRESS)
  let [seed, authority]: (string | undefined)[] = []
  for (const { programIdIndex, data } of message.instructions) {
    if (programIdIndex !== system) continue
    const bytes = Buffer.from(base58.decode(data))
    if (bytes.length < LENGTH_AT) continue
    const key = getAddressDecoder().decode(bytes.subarray(FIRST_AT, LENGTH_AT))
    const number = bytes.readUInt32LE(0)
    if (number === INITIALIZE_NONCE_ACCOUNT) authority ??= key
    if (number !== ALLOCATE_WITH_SEED || key !== payer || bytes.length < SEED_AT) continue
    const length = bytes.readUInt32LE(LENGTH_AT)
    if (length <= SEED_CHARACTERS)
      seed ??= bytes.subarray(SEED_AT, SEED_AT + length).toString('utf8')
  }
  if (seed === undefined || authority === undefined) return undefined
  return { seed, outcome: authority === payer ? 'paid' : 'cancelled' }
}
