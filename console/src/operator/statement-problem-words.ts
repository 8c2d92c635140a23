// Why a statement, or a line of it, cannot be read. A test reads the sources of the service for sentences without words.
import type { Language } from '../parts/amount.ts'
import { REFUSALS_OF_STATEMENTS } from './refusals-of-statements.ts'
import { sentencesIn } from './sentences.ts'

const sentence = sentencesIn(REFUSALS_OF_STATEMENTS)

/** A text without words stays: it is of a parser. */
export function statementProblem(text: string, language: Language): string {
  if (language === 'en') return text
  const words = (fact: string, name: string): string =>
    name === 'why' || name === 'xml'
      ? statementProblem(fact, language)
      : name === 'place'
        ? fact.replace('line', 'línea')
        : fact
  return sentence(text, language, words) ?? text
}
