// Texts are pairs of English and Spanish. A text without its translation does not compile.

/** A string, a function that makes one, or a table of them. */
type Text = string | ((...values: never[]) => string) | { readonly [name: string]: Text }
type Pair = readonly [en: Text, es: Text]
/** One string in both languages. */
export type Phrase = readonly [en: string, es: string]
/** Pairs by name, in tables where there are many. */
type Pairs = { readonly [name: string]: Pair | Pairs }

type OneOf<T> = T extends string ? string : T
/** What a reader of one language gets. */
export type Read<T> = T extends readonly [infer En, unknown]
  ? OneOf<En>
  : { readonly [Name in keyof T]: Read<T[Name]> }
/** The second of each pair is called as the first is. */
type Translated<T> = T extends readonly [infer En, unknown]
  ? readonly [unknown, OneOf<En>]
  : { readonly [Name in keyof T]: Translated<T[Name]> }
export type Bilingual<T> = { readonly en: Read<T>; readonly es: Read<T> }

const isPair = (value: Pair | Pairs): value is Pair => Array.isArray(value)

/** The same texts in both languages. */
export function bilingual<T extends Pairs>(texts: T & Translated<T>): Bilingual<T> {
  const [en, es] = [inLanguage(texts, 0), inLanguage(texts, 1)]
  if (!isRead<T>(en) || !isRead<T>(es)) throw new Error('texts are no table')
  return { en, es }
}
const inLanguage = (texts: Pairs, language: 0 | 1): object =>
  Object.fromEntries(
    Object.entries(texts).map(([name, of]) => [
      name,
      isPair(of) ? of[language] : inLanguage(of, language),
    ]),
  )
const isRead = <T>(texts: unknown): texts is Read<T> => !Array.isArray(texts)
