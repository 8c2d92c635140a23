// The words of a value in a request that waits for approval. They belong to its field: "operator" is a role, and the reason for
// which an endpoint was disabled, and a login may be "operator". A value without words is shown as it is.
import type { Language } from '../parts/amount.ts'
import { bilingual, type Phrase } from '../parts/bilingual.ts'

type Words = Readonly<Record<string, Phrase>>

const roles: Words = {
  viewer: ['viewer', 'consulta'],
  operator: ['operator', 'operador'],
  treasurer: ['treasurer', 'tesorería'],
  compliance: ['compliance', 'cumplimiento'],
  admin: ['admin', 'administrador'],
}

export const roleTexts = bilingual({ role: roles })

const texts = bilingual({
  role: roles,
  scopes: { read: ['read', 'leer'], write: ['write', 'escribir'] },
  direction: { credit: ['receives', 'recibe'], debit: ['loses', 'pierde'] },
  outcome: { settled: ['settled', 'liquidado'], rejected: ['rejected', 'rechazado'] },
  state: {
    pending: ['to be verified', 'por verificar'],
    verified: ['verified', 'verificado'],
    rejected: ['rejected', 'rechazado'],
  },
  period: { day: ['day', 'día'], month: ['month', 'mes'] },
  keys: { revoke: ['are revoked', 'se revocan'], take_over: ['are taken over', 'se asumen'] },
  what: {
    quotes: ['quotes', 'cotizaciones'],
    fills: ['conversions', 'conversiones'],
    sends: ['payouts and refunds', 'pagos y reembolsos'],
  },
  type: { text: ['text', 'texto'], date: ['date', 'fecha'], country: ['country', 'país'] },
})

/** What nothing means in a field. */
const nothing = bilingual({
  enterprise_ids: ['all', 'todas'],
  assignee: ['nobody', 'nadie'],
  until: ['no longer hidden', 'ya no está oculto'],
})

const wordOf = (words: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(words, name) ? words[name] : undefined

/** Undefined for a value that is no word of the field. */
export function valueWord(language: Language, field: string, value: string): string | undefined {
  const fields: Readonly<Record<string, Readonly<Record<string, string>>>> = texts[language]
  const own = Object.hasOwn(fields, field) ? fields[field] : undefined
  return own && wordOf(own, value)
}

export const nothingWord = (language: Language, field: string): string =>
  wordOf(nothing[language], field) ?? '–'

/** Whether a field names the object of an act, which is shown above. The login of a user may be the name of a role. */
export const namesObject = (field: string): boolean =>
  field === 'login' || field === 'subject' || field.endsWith('_id')
