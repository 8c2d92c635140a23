// What the service states, in the reader's language.
import { useLanguage } from '../parts/language.tsx'
import { entryProblemWords } from './entry-words.ts'
import { screenedWords, statedWords } from './stated-words.ts'
import { strayProblemWords } from './stray-problem-words.ts'

export function useStated() {
  const { language } = useLanguage()
  return {
    stated: (text: string | null) => (text === null ? '' : statedWords(text, language)),
    screened: (text: string | null) => (text === null ? '' : screenedWords(text, language)),
    strayProblem: (text: string | null) => (text === null ? '' : strayProblemWords(text, language)),
    entryProblem: (entry: Parameters<typeof entryProblemWords>[0]) =>
      entryProblemWords(entry, language),
  }
}
