// Identifiers as pages show them.

export function shortId(id: string): string {
  const [, prefix, rest = ''] = /^([a-z]+)_(.+)$/.exec(id) ?? []
  return prefix === undefined || rest.length <= 8 ? id : `${prefix}_…${rest.slice(-6)}`
}

/** Identifiers in a sentence. A command in backticks keeps them whole, so that it can be copied. */
export const withShortIds = (sentence: string): string =>
  sentence.replaceAll(/`[^`]*`|\b[a-z]+_[0-9a-z]{26}\b/g, (found) =>
    found.startsWith('`') ? found : shortId(found),
  )

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'

/** The millisecond since the epoch in which the identifier was made: its first 10 digits of base 32. */
export function madeAt(id: string): number | undefined {
  const [, digits] = /^[a-z]+_([0-7][0-9a-hjkmnp-tv-z]{9})[0-9a-hjkmnp-tv-z]{16}$/.exec(id) ?? []
  if (digits === undefined) return undefined
  return [...digits].reduce((sum, digit) => sum * DIGITS.length + DIGITS.indexOf(digit), 0)
}
