// English and Spanish. Texts are pairs, and a text without its translation does not compile. Figures and instants are
// formatted here too, as the reader's language writes them.
import { createContext, use, useState, type ReactNode } from 'react'
import type { Language } from './amount.ts'

export type { Language }

/** A string, a function that makes one, or a table of them. */
type Text = string | ((...values: never[]) => string) | { readonly [name: string]: Text }
type Pair = readonly [en: Text, es: Text]
/** One string in both languages. */
export type Phrase = readonly [en: string, es: string]
/** Pairs by name, in tables where there are many. */
type Pairs = { readonly [name: string]: Pair | Pairs }

type OneOf<T> = T extends string ? string : T
/** What a reader of one language gets. */
type Read<T> = T extends readonly [infer En, unknown]
  ? OneOf<En>
  : { readonly [Name in keyof T]: Read<T[Name]> }
/** The second of each pair is called as the first is. */
type Translated<T> = T extends readonly [infer En, unknown]
  ? readonly [unknown, OneOf<En>]
  : { readonly [Name in keyof T]: Translated<T[Name]> }
type Bilingual<T> = { readonly en: Read<T>; readonly es: Read<T> }

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
const isRead = <T,>(texts: unknown): texts is Read<T> => !Array.isArray(texts)

type Choice = { language: Language; choose: (language: Language) => void }
const Chosen = createContext<Choice>({ language: 'en', choose: () => undefined })
const STORED = 'corridor.language'

const firstLanguage = (): Language => {
  const wanted = localStorage.getItem(STORED) ?? navigator.language
  return wanted.startsWith('es') ? 'es' : 'en'
}

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage)
  document.documentElement.lang = language
  const choose = (chosen: Language) => {
    localStorage.setItem(STORED, chosen)
    setLanguage(chosen)
  }
  return <Chosen value={{ language, choose }}>{children}</Chosen>
}

export const useLanguage = (): Choice => use(Chosen)

/** For what is no component: a page is drawn again when its language changes. */
export const languageOfPage = (): Language => (document.documentElement.lang === 'es' ? 'es' : 'en')

/** The texts in the reader's language. */
export function useText<T>(texts: Bilingual<T>): Read<T> {
  return texts[useLanguage().language]
}
