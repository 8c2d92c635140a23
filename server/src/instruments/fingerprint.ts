// Which instruments are of the same account: a keyed hash of the account, however its details are written. Holders,
// aliases and currencies do not count. What a hold does with it is in hold-account.ts.
import { createHmac } from 'node:crypto'
import type { Secrets } from '../config.ts'
import type { InstrumentMethod } from './methods.ts'

type Details = Readonly<Record<string, string>>

// Banks disagree on leading zeros, and some are lost on the way through a spreadsheet.
const withoutLeadingZeros = (text = ''): string => text.replace(/^0+(?=.)/, '')
const compact = (text = ''): string => text.replace(/\s/g, '').toUpperCase()

const accountOf: Record<InstrumentMethod, (details: Details) => readonly string[]> = {
  // Base58 tells upper from lower case.
  SOLANA_ADDRESS: ({ address = '' }) => [address],
  COP_BANK_ACCOUNT: ({ bank_code, bank_account_number }) => [
    withoutLeadingZeros(compact(bank_code)),
    withoutLeadingZeros(compact(bank_account_number)),
  ],
  // Without the bank: its name is free text, and another spelling must not escape a hold.
  NGN_BANK_ACCOUNT: ({ bank_account_number }) => [compact(bank_account_number)],
  MXN_CLABE: ({ clabe }) => [compact(clabe)],
  BRL_PIX: ({ pix_key }) => [compact(pix_key)],
  // One key holds the address on every chain.
  EVM_ADDRESS: ({ address }) => [compact(address)],
  IBAN: ({ iban }) => [compact(iban)],
}

/** 32 bytes. Nobody without the deployment's secrets can tell of which account. */
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
