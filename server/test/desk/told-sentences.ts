// Sentences in the sources of the service: the text literals of an expression, with a marker for each fact in them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCE = join(import.meta.dirname, '../../src')

/** The sources of a folder or file, without the checks of connectors, which are a program of their own. */
export const sourcesIn = (place: string): string[] =>
  place.endsWith('.ts')
    ? [readFileSync(join(SOURCE, place), 'utf8')]
    : readdirSync(join(SOURCE, place), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.includes('connectors/check/'))
        .toSorted()
        .map((file) => readFileSync(join(SOURCE, place, file), 'utf8'))

/** A sentence whose facts are «1», «2»… in their order. */
export type Told = { sentence: string; facts: string[] }

/** The expressions after a beginning such as `refused(`, up to the comma or bracket that ends them. */
export const expressionsAfter = (sources: readonly string[], beginning: RegExp): string[] =>
  sources.flatMap((text) =>
    [...text.matchAll(beginning)].map(({ 0: found, index }) =>
      expressionAt(text, index + found.length).trim(),
    ),
  )

const ENDS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

type Ends = (one: string, before: string, after: string) => boolean
const endsExpression: Ends = (one, before, after) =>
  /[,;)\]}]/.test(one) || isLastLine(before, after)

function expressionAt(text: string, from: number, ends = endsExpression): string {
  const open: string[] = []
  let at = from
  for (; at < text.length; at += 1) {
    const one = text.charAt(at)
    const until = open.at(-1)
    if (until === "'" || until === '`') {
      if (one === '\\') at += 1
      else if (one === until) open.pop()
      else if (until === '`' && text.startsWith('${', at)) {
        open.push('}')
        at += 1
      }
    } else if (one === until) open.pop()
    else if (one === "'" || one === '`') open.push(one)
    else if (ENDS[one] !== undefined) open.push(ENDS[one])
    else if (until === undefined && ends(one, text.slice(from, at), text.slice(at, at + 200))) break
  }
  return text.slice(from, at)
}

/** Statements end at the end of their line, unless an operator is before or after it. */
const isLastLine = (before: string, after: string): boolean =>
  after.startsWith('\n') && /[^\s=?:&|+>]\s*$/.test(before) && !/^\s+[?:.&|+]/.test(after)

/** What is in the brackets at the beginning of the text. */
const within = (text: string): string =>
  text.slice(1, 1 + expressionAt(text, 1, (one) => /[)\]]/.test(one)).length)

/** The literals of an expression that are sentences: those within a fact or a comparison are none. */
export function toldIn(expression: string): Told[] {
  const told: Told[] = []
  let rest = expression
  for (;;) {
    const found = /[='`([]/.exec(rest)
    if (found === null) return told
    const [one] = found
    rest = rest.slice(found.index)
    if (one === "'" || one === '`') {
      const literal = literalAt(rest)
      told.push(toldOf(literal))
      rest = rest.slice(literal.length)
    } else if (rest.startsWith("=== '")) rest = rest.slice(4 + literalAt(rest.slice(4)).length)
    else if (one === '(' || one === '[') rest = rest.slice(within(rest).length + 2)
    else rest = rest.slice(1)
  }
}

const literalAt = (text: string): string => {
  const end = text.charAt(0)
  let depth = 0
  for (let at = 1; at < text.length; at += 1) {
    if (depth === 0 && text.charAt(at) === '\\') at += 1
    else if (end === '`' && text.startsWith('${', at)) depth += 1
    else if (depth > 0 && text.charAt(at) === '}') depth -= 1
    else if (depth === 0 && text.charAt(at) === end) return text.slice(0, at + 1)
  }
  return text
}

function toldOf(literal: string): Told {
  const facts: string[] = []
  const text = literal.slice(1, -1).replace(/\\n$/, '').replaceAll(/\\(.)/g, '$1')
  const isTemplate = literal.startsWith('`')
  const sentence = isTemplate
    ? text.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, () => {
        facts.push(`«${facts.length + 1}»`)
        return facts.at(-1) ?? ''
      })
    : text
  return { sentence, facts }
}
