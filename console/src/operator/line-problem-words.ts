// Why one line of a statement cannot be read, beside the line.
import type { Language } from '../parts/amount.ts'
import type { Phrase } from '../parts/bilingual.ts'
import { sentencesIn } from './sentences.ts'

export const LINE_PROBLEMS: readonly Phrase[] = [
  ['has a currency that Corridor does not know', 'tiene una moneda que Corridor no conoce'],
  ['has a date that is not {format}', 'tiene una fecha que no es {format}'],
  ['has no exact amount in {currency}', 'no tiene un monto exacto en {currency}'],
  ['has no date of booking', 'no tiene fecha de asiento'],
]

const sentence = sentencesIn(LINE_PROBLEMS)

/** A text without words stays: it is of a parser. */
export const lineProblem = (text: string, language: Language): string =>
  sentence(text, language, (fact) => fact) ?? text
