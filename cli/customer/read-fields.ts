// Reads what a command sends beside its options: fields from a file, or asked at the terminal, and the content of documents.
import { readFileSync } from 'node:fs'
import { openQuestions } from '../client/questions.ts'
import { UsageError } from './refused.ts'

/** YAML or JSON; `-` is the standard input. `advice` says where an example is. */
export async function objectIn(file: string, advice: string): Promise<Record<string, unknown>> {
  const { parse } = await import('yaml')
  const text = readFileSync(file === '-' ? 0 : file, 'utf8')
  let content: unknown
  try {
    content = parse(text, { schema: 'failsafe' })
  } catch {
    // The message of the parser would repeat bank details.
    content = undefined
  }
  if (isObject(content)) return content
  throw new UsageError(`${file} must have fields in JSON or YAML. ${advice}`)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type AskedField = { name: string; about: string }

/** Asks for each field. Without a terminal the answers are the lines of the standard input. */
export async function askedFields(
  about: string,
  fields: readonly AskedField[],
): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  const questions = openQuestions()
  process.stderr.write(`${about} An empty answer leaves a field out.\n`)
  try {
    for (const { name, about: meaning } of fields) {
      process.stderr.write(`\n${meaning}\n`)
      const answer = (await questions.ask(`${name}: `)).trim()
      if (answer !== '') answers[name] = answer
    }
  } finally {
    questions.close()
  }
  return answers
}
