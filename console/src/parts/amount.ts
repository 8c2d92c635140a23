// Reads an amount as a person writes it. What could mean two amounts is refused: money is not guessed.
export type Language = 'en' | 'es'

/**
 * A decimal string for the service; undefined for what is no amount or could be another one. English groups by commas.
 * Spanish groups by points and has a comma before the decimals, but many also write a point there: `25.000` is refused.
 * `currency`: its code may follow, as pages print it.
 */
export function readAmount(text: string, language: Language, currency = ''): string | undefined {
  const code = new RegExp(`(?<=\\d)${currency}$`)
  const bare = text.replace(/\s/g, '').replace(code, '')
  if (language === 'en') {
    const plain = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(bare) ? bare.replaceAll(',', '') : bare
    return DECIMAL.test(plain) ? plain : undefined
  }
  const isGrouped = /^[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/.test(bare)
  if (isGrouped && /^\d+\.\d+$/.test(bare)) return undefined
  const plain = (isGrouped ? bare.replaceAll('.', '') : bare).replace(',', '.')
  return DECIMAL.test(plain) ? plain : undefined
}

const DECIMAL = /^(0|[1-9]\d*)(\.\d+)?$/

/** The amount in the writing of this language, without groups. */
export const writeAmount = (amount: string, language: Language): string =>
  language === 'es' ? amount.replace('.', ',') : amount

/** An amount as pages print it, with its currency or without, in the form of the service. Undefined for any other text. */
export function asAmount(text: string, language: Language): string | undefined {
  const [, figures = '', currency] =
    /^([\d.,\s\u00a0]*\d)\s*([A-Za-z]{3,5})?$/.exec(text.trim()) ?? []
  const amount = readAmount(figures, language)
  if (amount === undefined) return undefined
  return currency === undefined ? amount : `${amount} ${currency.toUpperCase()}`
}
