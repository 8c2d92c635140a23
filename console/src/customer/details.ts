// Names of the methods and fields of instruments and funding instructions.
import { detailNames } from '../parts/field-names.ts'
import { bilingual, useText } from '../parts/language.tsx'

export const detailTexts = bilingual(detailNames)
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
  DESK_ACCOUNT: ['Account at the desk', 'Cuenta en la mesa'],
})

const isKnownMethod = (name: string): name is keyof typeof methodTexts.en => name in methodTexts.en

/** Names methods. A newer service may have some that this page does not know. */
export function useMethodName(): (method: string) => string {
  const names = useText(methodTexts)
  return (method) => (isKnownMethod(method) ? names[method] : method)
}
