// Computes the fingerprint of an account: a keyed hash of its normalized details. Instruments of one account have the
// same fingerprint, whatever their holder, alias and currency. hold-account.ts uses it for holds.
import { createHmac } from 'node:crypto'
import type { Secrets } from '../../platform/config.ts'
import type { InstrumentMethod } from '../../outside/methods/methods.ts'

type Details = Readonly<Record<string, string>>

// Banks disagree on leading zeros, and spreadsheets drop them.
const withoutLeadingZeros = (text = ''): string => text.replace(/^0+(?=.)/, '')
const compact = (text = ''): string => text.replace(/\s/g, '').toUpperCase()

const accountOf: Record<InstrumentMethod, (details: Details) => readonly string[]> = {
  // Base58 is case-sensitive.
  SOLANA_ADDRESS: ({ address = '' }) => [address],
  COP_BANK_ACCOUNT: ({ bank_code, bank_account_number }) => [
    withoutLeadingZeros(compact(bank_code)),
    withoutLeadingZeros(compact(bank_account_number)),
  ],
  // Leave out the bank name: it is free text, and another spelling must not evade a hold.
  NGN_BANK_ACCOUNT: ({ bank_account_number }) => [compact(bank_account_number)],
  MXN_CLABE: ({ clabe }) => [compact(clabe)],
  BRL_PIX: ({ pix_key }) => [compact(pix_key)],
  // Leave out the chain: one key controls the address on every chain.
  EVM_ADDRESS: ({ address }) => [compact(address)],
  IBAN: ({ iban }) => [compact(iban)],
  DESK_ACCOUNT: ({ account_number }) => [compact(account_number)],
}

/** Returns 32 bytes. Only a holder of the deployment's secrets can link them to an account. */
export function fingerprintOf(
  secrets: Secrets,
  method: InstrumentMethod,
  details: Details,
): Buffer {
  const key = createHmac('sha256', secrets.depositSeed).update('corridor/account/1').digest()
  return createHmac('sha256', key)
    .update(JSON.stringify([method, ...accountOf[method](details)]))
    .digest()
}
