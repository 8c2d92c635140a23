// The reader's language: English or Spanish.
import { createContext, use, useState, type ReactNode } from 'react'
import type { Language } from './amount.ts'
import { bilingual, type Bilingual, type Phrase, type Read } from './bilingual.ts'

export { bilingual, type Language, type Phrase }

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
