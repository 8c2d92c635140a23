// Whether the shown data is live, and which objects an event of the last moment concerns.
import { createContext, use } from 'react'
import { bilingual, useLanguage, useText } from './language.tsx'
import { clockTime } from './time.tsx'

const texts = bilingual({
  lost: [
    (at: string) => `not live since ${at}`,
    (at: string) => `sin datos en vivo desde las ${at}`,
  ],
})

export type Live = { lostAt: number | null; subjects: ReadonlySet<string> }
export const Follows = createContext<Live>({ lostAt: null, subjects: new Set() })

/** Shown only while the stream is lost. */
export function LiveSign() {
  const t = useText(texts)
  const { language } = useLanguage()
  const { lostAt } = use(Follows)
  return lostAt === null ? null : (
    <span className="not-live" role="status">
      {t.lost(clockTime(lostAt, language))}
    </span>
  )
}

/** A class for what an event of the last two seconds concerns: it flashes once, softly. */
export const useFlash = (id: string): string => (use(Follows).subjects.has(id) ? 'flash' : '')
