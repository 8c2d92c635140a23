// The desk's account for an order in the sandbox: valid in form for its method, and derived from the order's id. No
// money moves here. The accounts belong to nobody: no bank has these bank codes.
import { hkdfSync } from 'node:crypto'
import { composeIBAN } from 'ibantools'
import { clabeCheckDigit, evmAddress, nitCheckDigit } from '../../methods/checksums.ts'
import type { InstrumentMethod } from '../../methods/methods.ts'
import { depositAddress } from '../solana/deposit-address.ts'

const BANK = 'Corridor Sandbox Bank'
const HOLDER = 'Corridor Sandbox'

/** Has the fields of `fieldsOf(method)` and passes `checkDetails`. */
export function sandboxFundingDetails(
  method: InstrumentMethod,
  seed: Uint8Array,
  orderId: string,
): Record<string, string> {
  if (method === 'SOLANA_ADDRESS') return { address: depositAddress(seed, orderId) }
  const info = `corridor/sandbox/${method}/1/${orderId}`
  return accounts[method](Buffer.from(hkdfSync('sha256', seed, '', info, 32)))
}

const accounts: Record<
  Exclude<InstrumentMethod, 'SOLANA_ADDRESS'>,
  (bytes: Buffer) => Record<string, string>
> = {
  COP_BANK_ACCOUNT: (bytes) => ({
    bank_account_number: digitsOf(bytes, 16),
    bank_code: '000',
    account_holder_first_name: '',
    account_holder_last_name: '',
    legal_entity_name: HOLDER,
    doc_type: 'NIT',
    doc_id: `999999999-${nitCheckDigit('999999999')}`,
    physical_address: '',
    account_type: 'CHECKING',
  }),
  NGN_BANK_ACCOUNT: (bytes) => ({
    bank_name: BANK,
    // A NUBAN has only 10 digits, so among 100,000 orders two may share one. The sandbox funds an order by its id.
    bank_account_number: digitsOf(bytes, 10),
    doc_id: 'RC0000000',
    account_holder_first_name: '',
    account_holder_last_name: '',
    account_holder_business_name: HOLDER,
  }),
  MXN_CLABE: (bytes) => {
    const digits = `000000${digitsOf(bytes, 11)}`
    return { clabe: digits + clabeCheckDigit(digits), account_holder_name: HOLDER, bank_name: BANK }
  },
  BRL_PIX: (bytes) => ({
    pix_key_type: 'EVP',
    pix_key: randomLookingUuid(bytes),
    account_holder_name: HOLDER,
    bank_name: BANK,
  }),
  // Nobody has the private key of this address: funds sent to it, even on a testnet, are lost.
  EVM_ADDRESS: (bytes) => ({ address: evmAddress(bytes.subarray(0, 20)), chain: 'ethereum' }),
  IBAN: (bytes) => {
    // German bank codes begin with 1 to 8, so this one is unused. A BIC with 0 as its eighth character is for tests.
    const iban = composeIBAN({ countryCode: 'DE', bban: `00000000${digitsOf(bytes, 10)}` })
    if (iban === null)
      throw new Error('the sandbox derived an account number that is no valid German IBAN')
    return { iban, bic: 'CORRDEF0XXX', account_holder_name: HOLDER, bank_name: BANK }
  },
  // Accounts at the desk have a rail of their own.
  DESK_ACCOUNT: () => ({ account_number: '' }),
}

const digitsOf = (bytes: Buffer, count: number): string =>
  String(BigInt(`0x${bytes.toString('hex')}`) % 10n ** BigInt(count)).padStart(count, '0')

/** A UUID with the version and variant bits of version 4, like random Pix keys. */
function randomLookingUuid(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
