// What the service told about a refusal: the reason in the language of the page.
import { orderTexts } from '../customer/order-words.ts'
import type { Language } from '../parts/amount.ts'
import { problemWords, type ProblemFacts } from '../parts/problem-words.ts'
import { actTexts } from './act-words.ts'
import { fileFaults } from './configuration-problem-words.ts'
import { wordIn } from './identifier-words.ts'
import { refusalWords } from './refusal-words.ts'
import { roleTexts } from './value-words.ts'
import { statementProblem } from './statement-problem-words.ts'

/** Undefined for a refusal that a page explains by its code and fields alone. */
export function toldRefusal(problem: ProblemFacts, language: Language): string | undefined {
  const { code, errors = [] } = problem
  const [first] = errors
  if (errors.length === 1 && first?.pointer === '/file') return fileFaults(first.message, language)
  if (code === 'statement_unreadable' && problem.detail !== undefined) {
    const why = statementProblem(problem.detail.replace(/\.$/, ''), language)
    return `${problemWords({ code }, language)} ${why.charAt(0).toUpperCase()}${why.slice(1)}.`
  }
  if (code !== 'act_refused') return undefined
  return refusalWords(problem, language, (name) => nameIn(language, name))
}

/** A status, a role or an act. */
function nameIn(language: Language, name: string): string {
  const names: Readonly<Record<string, string>> = {
    ...orderTexts[language].status,
    ...roleTexts[language].role,
    ...actTexts[language].act,
  }
  return names[name] ?? wordIn(language, name)
}
