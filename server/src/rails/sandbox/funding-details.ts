// The desk's account for one order in the sandbox: of the right form for every method, the same one each
// time, another one for another order. No money moves here, so nothing is promised about the accounts but
// that none is anyone's: bank codes are ones that no bank has.
import { hkdfSync } from 'node:crypto'
import { composeIBAN } from 'ibantools'
import { clabeCheckDigit, evmAddress, nitCheckDigit } from '../../instruments/checksums.ts'
import type { InstrumentMethod } from '../../instruments/methods.ts'
import { depositAddress } from '../solana/deposit-address.ts'

const BANK = 'Corridor Sandbox Bank'
const HOLDER = 'Corridor Sandbox'

/** Shaped by `fieldsOf(method)`, and accepted by `checkDetails`. */
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
    // A NUBAN has no room for more: among 100,000 orders two may well share one. The sandbox funds an
    // order by its id, never by the account.
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
  // The bytes are an address without a key: what a testnet sends there stays there.
  EVM_ADDRESS: (bytes) => ({ address: evmAddress(bytes.subarray(0, 20)), chain: 'ethereum' }),
  IBAN: (bytes) => {
    // German bank codes begin with 1 to 8, and a BIC with 0 in the eighth place is for tests.
    const iban = composeIBAN({ countryCode: 'DE', bban: `00000000${digitsOf(bytes, 10)}` })
    if (iban === null) throw new Error('the sandbox made an account number that is not German')
    return { iban, bic: 'CORRDEF0XXX', account_holder_name: HOLDER, bank_name: BANK }
  },
}

const digitsOf = (bytes: Buffer, count: number): string =>
  String(BigInt(`0x${bytes.toString('hex')}`) % 10n ** BigInt(count)).padStart(count, '0')

/** With the marks of version 4, as random keys have them. */
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
