// Names of the methods and fields of instruments and funding instructions.
import { bilingual, useText } from '../parts/language.tsx'

const english = {
  address: 'Address',
  chain: 'Chain',
  iban: 'IBAN',
  bic: 'BIC',
  clabe: 'CLABE',
  pix_key: 'Pix key',
  pix_key_type: 'Kind of Pix key',
  bank_name: 'Bank',
  bank_code: 'Bank code',
  bank_account_number: 'Account number',
  account_type: 'Kind of account',
  account_holder_name: 'Account holder',
  account_holder_first_name: 'First name of the holder',
  account_holder_last_name: 'Last name of the holder',
  account_holder_business_name: 'Business of the holder',
  legal_entity_name: 'Legal entity',
  doc_type: 'Kind of document',
  doc_id: 'Document number',
  physical_address: 'Street address',
}
export type DetailNames = typeof english

export const detailTexts = bilingual(english, {
  address: 'Dirección',
  chain: 'Cadena',
  iban: 'IBAN',
  bic: 'BIC',
  clabe: 'CLABE',
  pix_key: 'Clave Pix',
  pix_key_type: 'Tipo de clave Pix',
  bank_name: 'Banco',
  bank_code: 'Código del banco',
  bank_account_number: 'Número de cuenta',
  account_type: 'Tipo de cuenta',
  account_holder_name: 'Titular',
  account_holder_first_name: 'Nombre del titular',
  account_holder_last_name: 'Apellido del titular',
  account_holder_business_name: 'Empresa titular',
  legal_entity_name: 'Persona jurídica',
  doc_type: 'Tipo de documento',
  doc_id: 'Número de documento',
  physical_address: 'Dirección física',
})

const isKnown = (name: string): name is keyof DetailNames => name in english

/** A newer service may have fields that this page does not know. */
export const detailName = (names: Record<keyof DetailNames, string>, name: string): string =>
  isKnown(name) ? names[name] : name

const methods = {
  SOLANA_ADDRESS: 'Solana address',
  COP_BANK_ACCOUNT: 'COP bank account',
  NGN_BANK_ACCOUNT: 'NGN bank account',
  MXN_CLABE: 'MXN CLABE',
  BRL_PIX: 'BRL Pix',
  EVM_ADDRESS: 'EVM address',
  IBAN: 'IBAN',
}
type MethodNames = Record<keyof typeof methods, string>

const methodTexts = bilingual<MethodNames>(methods, {
  SOLANA_ADDRESS: 'Dirección de Solana',
  COP_BANK_ACCOUNT: 'Cuenta bancaria en COP',
  NGN_BANK_ACCOUNT: 'Cuenta bancaria en NGN',
  MXN_CLABE: 'CLABE en MXN',
  BRL_PIX: 'Pix en BRL',
  EVM_ADDRESS: 'Dirección EVM',
  IBAN: 'IBAN',
})

const isKnownMethod = (name: string): name is keyof MethodNames => name in methods

/** Names methods. A newer service may have some that this page does not know. */
export function useMethodName(): (method: string) => string {
  const names = useText(methodTexts)
  return (method) => (isKnownMethod(method) ? names[method] : method)
}
