// Why the service refused an act that no closed code explains. A test reads its sources for sentences without words.
import type { Language } from '../parts/amount.ts'
import type { Phrase } from '../parts/bilingual.ts'
import { formInSpanish } from '../parts/fault-words.ts'
import type { ProblemFacts } from '../parts/problem-words.ts'
import { withShortIds } from '../parts/short-id.ts'
import { closedTexts } from './closed-words.ts'
import { configurationProblems, knownWords } from './configuration-problem-words.ts'
import { REFUSALS_OF_DESK } from './refusals-of-desk.ts'
import { REFUSALS_OF_MONEY } from './refusals-of-money.ts'
import { REFUSALS_OF_RECORDS } from './refusals-of-records.ts'
import { sentencesIn } from './sentences.ts'
import { statedWords } from './stated-words.ts'

const sentence = sentencesIn([...REFUSALS_OF_DESK, ...REFUSALS_OF_MONEY, ...REFUSALS_OF_RECORDS])

/** What is halted everywhere, and the two kinds of sends. A provider or a rail may have such a name. */
const NOUNS: Readonly<Record<string, Phrase>> = {
  quotes: ['quotes', 'las cotizaciones'],
  fills: ['fills', 'las conversiones'],
  sends: ['sends', 'los pagos y reembolsos'],
  payout: ['payout', 'el pago'],
  refund: ['refund', 'el reembolso'],
}

/** The words of the page for a status, a role or an act. */
export type NameWords = (name: string) => string

/** The reason of `act_refused`, with short identifiers. In English the detail has more facts than the words of its code. */
export function refusalWords(
  { closed, detail }: ProblemFacts,
  language: Language,
  nameWords: NameWords,
): string | undefined {
  const byCode: Readonly<Record<string, string>> = closedTexts.es
  if (language === 'es' && typeof closed === 'string' && byCode[closed] !== undefined)
    return byCode[closed]
  if (detail === undefined) return undefined
  const text = refusalSentence(detail, language, nameWords) ?? detail
  return withShortIds(/[.!?]$/.test(text) ? text : `${text}.`)
}

/** Undefined if no sentence has this form. */
export function refusalSentence(
  text: string,
  language: Language,
  nameWords: NameWords,
): string | undefined {
  const words = (fact: string, name: string): string => {
    switch (name) {
      case 'status':
      case 'other':
      case 'role':
      case 'act':
        return nameWords(fact)
      case 'known':
        return knownWords(fact, language)
      case 'code':
        return statedWords(fact, language)
      case 'problem':
        return configurationProblems(fact, language).join('; ')
      case 'form':
        return language === 'en' ? fact : (formInSpanish(fact) ?? fact)
      case 'halt':
      case 'send':
        return NOUNS[fact]?.[language === 'en' ? 0 : 1] ?? inside(fact)
      case 'why':
        return inside(fact)
      default:
        return fact
    }
  }
  const inside = (fact: string) => refusalSentence(fact, language, nameWords) ?? fact
  return sentence(text, language, words)
}
