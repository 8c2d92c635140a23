// How the account of an instrument ends: enough to tell two of one name apart, and too little to pay to.
/** The field of each method that has the account. */
export const ACCOUNT_FIELDS = {
  SOLANA_ADDRESS: 'address',
  EVM_ADDRESS: 'address',
  COP_BANK_ACCOUNT: 'bank_account_number',
  NGN_BANK_ACCOUNT: 'bank_account_number',
  MXN_CLABE: 'clabe',
  BRL_PIX: 'pix_key',
  IBAN: 'iban',
  DESK_ACCOUNT: 'account_number',
} as const
/** A newer service may have methods that this page does not know. */
const fieldsByName: Readonly<Record<string, string>> = ACCOUNT_FIELDS
const SHOWN = 4

/** `…8901`. Half of a short account would name it, and retention leaves none. */
export function endOf({ method, details }: { method: string; details: object }): string {
  const fields: Readonly<Record<string, unknown>> = { ...details }
  const account = String(fields[fieldsByName[method] ?? ''] ?? '').replaceAll(/\s/g, '')
  return account.length >= 2 * SHOWN ? `…${account.slice(-SHOWN)}` : ''
}
