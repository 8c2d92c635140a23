// The problems of an operator file, a line for each. It is loaded where there is one.
import { useLanguage } from '../parts/language.tsx'
import { configurationProblems } from './configuration-problem-words.ts'

export function ProblemLines({ text }: { text: string }) {
  const { language } = useLanguage()
  return configurationProblems(text, language).map((line) => <div key={line}>{line}</div>)
}
