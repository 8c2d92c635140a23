// Names of the methods and fields of instruments and funding instructions.
import { bilingual, useText } from '../parts/language.tsx'

export const detailTexts = bilingual({
  address: ['Address', 'Dirección'],
  chain: ['Chain', 'Cadena'],
  iban: ['IBAN', 'IBAN'],
  bic: ['BIC', 'BIC'],
  clabe: ['CLABE', 'CLABE'],
  pix_key: ['Pix key', 'Clave Pix'],
  pix_key_type: ['Kind of Pix key', 'Tipo de clave Pix'],
  bank_name: ['Bank', 'Banco'],
  bank_code: ['Bank code', 'Código del banco'],
  bank_account_number: ['Account number', 'Número de cuenta'],
  account_type: ['Kind of account', 'Tipo de cuenta'],
  account_holder_name: ['Account holder', 'Titular'],
  account_holder_first_name: ['First name of the holder', 'Nombre del titular'],
  account_holder_last_name: ['Last name of the holder', 'Apellido del titular'],
  account_holder_business_name: ['Business of the holder', 'Empresa titular'],
  legal_entity_name: ['Legal entity', 'Persona jurídica'],
  doc_type: ['Kind of document', 'Tipo de documento'],
  doc_id: ['Document number', 'Número de documento'],
  physical_address: ['Street address', 'Dirección física'],
})
export type DetailNames = typeof detailTexts.en

const isKnown = (name: string): name is keyof DetailNames => name in detailTexts.en

/** A newer service may have fields that this page does not know. */
export const detailName = (names: Record<keyof DetailNames, string>, name: string): string =>
  isKnown(name) ? names[name] : name

const choiceTexts = bilingual({
  CHECKING: ['checking', 'corriente'],
  SAVINGS: ['savings', 'ahorros'],
  EVP: ['random key', 'aleatoria'],
  EMAIL: ['e-mail address', 'correo'],
  PHONE: ['telephone', 'teléfono'],
})

/** Words for a value that a form offers. Kinds of documents keep their letters, which people know them by. */
export function useChoiceName(): (value: string) => string {
  const names: Readonly<Record<string, string>> = useText(choiceTexts)
  return (value) => names[value] ?? value
}

const methodTexts = bilingual({
  SOLANA_ADDRESS: ['Solana address', 'Dirección de Solana'],
  COP_BANK_ACCOUNT: ['COP bank account', 'Cuenta bancaria en COP'],
  NGN_BANK_ACCOUNT: ['NGN bank account', 'Cuenta bancaria en NGN'],
  MXN_CLABE: ['MXN CLABE', 'CLABE en MXN'],
  BRL_PIX: ['BRL Pix', 'Pix en BRL'],
  EVM_ADDRESS: ['EVM address', 'Dirección EVM'],
  IBAN: ['IBAN', 'IBAN'],
})

const isKnownMethod = (name: string): name is keyof typeof methodTexts.en => name in methodTexts.en

/** Names methods. A newer service may have some that this page does not know. */
export function useMethodName(): (method: string) => string {
  const names = useText(methodTexts)
  return (method) => (isKnownMethod(method) ? names[method] : method)
}
