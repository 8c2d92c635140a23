// English and Spanish. Texts are pairs, and a text without its translation does not compile. Figures and instants are
// formatted here too, as the reader's language writes them.
import { createContext, use, useState, type ReactNode } from 'react'
import type { Language } from './amount.ts'

export type { Language }

/** Texts by name: a string, a function that makes one, or more texts. */
type Texts = { readonly [name: string]: string | ((...values: never[]) => string) | Texts }
type Translated<T> = {
  [Name in keyof T]: T[Name] extends string
    ? string
    : T[Name] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : Translated<T[Name]>
}
type Bilingual<T> = { readonly en: T; readonly es: Translated<T> }

/** The same texts in both languages. */
export const bilingual = <T extends Texts>(en: T, es: Translated<T>): Bilingual<T> => ({ en, es })

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
export function useText<T>(texts: Bilingual<T>): Translated<T> | T {
  return texts[useLanguage().language]
}
