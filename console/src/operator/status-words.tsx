// What the operator API names by identifiers, in the words of the reader's language.
import { useMethodName } from '../customer/details.ts'
import { useLanguage } from '../parts/language.tsx'
import { State } from '../parts/status.tsx'
import { wordIn } from './identifier-words.ts'
import { shapeOfStatus } from './words.ts'

/** The word for an identifier. */
export function useWord(): (name: string) => string {
  const { language } = useLanguage()
  const methodName = useMethodName()
  return (name) => methodName(wordIn(language, name))
}

export function Status({ status }: { status: string }) {
  return <State word={useWord()(status)} shape={shapeOfStatus(status)} />
}
