// Retention erased what was encrypted in an object: docs/compliance.md.
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { dateAndTime } from '../parts/time.tsx'

const texts = bilingual({
  details: [
    (at: string) => `The details were erased on ${at}.`,
    (at: string) => `Los detalles se borraron el ${at}.`,
  ],
  sender: [
    (at: string) => `The sender was erased on ${at}.`,
    (at: string) => `El remitente se borró el ${at}.`,
  ],
  prepared: [
    (at: string) => `What was prepared for the rail was erased on ${at}.`,
    (at: string) => `Lo preparado para el riel se borró el ${at}.`,
  ],
})

/** `at`: null while it is kept. */
export function Erased({
  at,
  what,
}: {
  at: string | null
  what: 'details' | 'sender' | 'prepared'
}) {
  const t = useText(texts)
  const { language } = useLanguage()
  return at === null ? null : (
    <p className="dim">{t[what](dateAndTime(Date.parse(at), language))}</p>
  )
}
