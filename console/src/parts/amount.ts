// Amounts as people read and write them. What could mean two amounts is refused: money is not guessed.
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

const TYPED = {
  en: { group: ',', plain: /^([1-9]\d*)(\.\d*)?$/, grouped: /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/ },
  // One group alone could be decimals: `25.000`.
  es: {
    group: '.',
    plain: /^([1-9]\d*)(,\d*)?$/,
    grouped: /^[1-9]\d{0,2}((\.\d{3}){2,}(,\d*)?|\.\d{3},\d*)$/,
  },
} as const

/** What was typed, with groups. Any other text than the beginning of an amount stays as it is. */
export function showTyped(typed: string, language: Language): string {
  const { group, plain } = TYPED[language]
  const [, whole, decimals = ''] = plain.exec(typed) ?? []
  return whole === undefined ? typed : whole.replace(/\B(?=(\d{3})+$)/g, group) + decimals
}

/**
 * What was typed, once a person changed what `showTyped` showed to `text`. The groups around the change are those of the page:
 * they count for nothing. Those in the change are the person's own, and may be decimals.
 */
export function typedIn(text: string, typed: string, language: Language): string {
  const { group, grouped } = TYPED[language]
  const shown = showTyped(typed, language)
  const most = Math.min(text.length, shown.length)
  let before = 0
  while (before < most && text[before] === shown[before]) before++
  let after = 0
  while (after < most - before && text.at(-1 - after) === shown.at(-1 - after)) after++
  const end = text.length - after
  const bare = (part: string) => (shown === typed ? part : part.replaceAll(group, ''))
  const changed = bare(text.slice(0, before)) + text.slice(before, end) + bare(text.slice(end))
  return grouped.test(changed) ? changed.replaceAll(group, '') : changed
}

/** Where the cursor goes in `shown`, so that it has the same characters before it, groups apart. */
export function cursorIn(shown: string, text: string, cursor: number, language: Language): number {
  const { group } = TYPED[language]
  let left = text.slice(0, cursor).replaceAll(group, '').length
  let at = 0
  while (left > 0 && at < shown.length) if (shown[at++] !== group) left--
  return at
}

/** The same amount with at least so many decimals. */
export function withDecimals(amount: string, count: number): string {
  const [whole = '', decimals = ''] = amount.split('.')
  return count === 0 ? amount : `${whole}.${decimals.padEnd(count, '0')}`
}

/** The most decimals that amounts of each currency have here. */
export function decimalsOf(
  amounts: readonly { amount: string; currency: string }[],
): ReadonlyMap<string, number> {
  const most = new Map<string, number>()
  for (const { amount, currency } of amounts) {
    const count = amount.split('.')[1]?.length ?? 0
    most.set(currency, Math.max(count, most.get(currency) ?? 0))
  }
  return most
}

/** An amount as pages print it, with its currency or without, in the form of the service. Undefined for any other text. */
export function asAmount(text: string, language: Language): string | undefined {
  const [, figures = '', currency] =
    /^([\d.,\s\u00a0]*\d)(?:\s+([A-Za-z]{3,5}))?$/.exec(text.trim()) ?? []
  const amount = readAmount(figures, language)
  if (amount === undefined) return undefined
  return currency === undefined ? amount : `${amount} ${currency.toUpperCase()}`
}

const SEPARATORS = { en: [',', '.'], es: ['.', ','] } as const

/** `text` is a decimal string. No digit is added, dropped or rounded. */
export function groupDigits(text: string, language: Language): string {
  const [group, point] = SEPARATORS[language]
  const [, sign = '', whole = '', part] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === '') return text
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group)
  return (sign === '' ? '' : '\u2212') + grouped + (part === undefined ? '' : point + part)
}

/** A sentence or line of the service, with its amounts and rates as pages print them. */
export const groupIn = (text: string, language: Language): string =>
  text.replaceAll(/(?<![\w.,-])\d+\.\d+(?![\w.])/g, (amount) => groupDigits(amount, language))

/** A list of amounts with currencies, as pages print them or as the service writes them. The service refuses what it cannot read. */
export const amountsIn = (
  text: string,
  language: Language,
): { amount: string; currency: string }[] =>
  text
    .split(/(?<=\d\s*[A-Za-z]{3,5})\s*[,;\s]\s*/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => {
      const [amount = '', currency = ''] = (asAmount(one, language) ?? one).split(/\s+/)
      return { amount, currency }
    })
