// Reads an operator file: parses the YAML, checks the schema and runs the checks that need no database. It reports all
// problems at once, with line numbers. apply-file.ts runs the checks that need the database.
import { readFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { Settings } from 'typebox/system'
import { Value } from 'typebox/value'
import { isMap, isNode, isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml'
import { MOST_ERRORS } from '../../platform/errors.ts'
import { knownKeysAt } from '../../platform/known-keys.ts'
import { messageOf } from '../../platform/http/schema-faults.ts'
import { nearestFirst } from '../../platform/nearest.ts'
import { thrownCode, thrownMessage } from '../../platform/thrown.ts'
import { placeIn, type Path, type Problem } from './judging.ts'
import type { Part } from './section.ts'
import { operatorFileSchema, sections } from './sections.ts'

/** The message has one line per problem, `FILE:line:column: reason`, at most MOST_ERRORS lines. */
export class OperatorFileError extends Error {}

export type OperatorFile = {
  /** What it describes, by the key of the section. */
  parts: ReadonlyMap<string, Part>
  /** Warnings for the operator. The file is applied nevertheless. */
  warnings: readonly string[]
  /** Its text. */
  source: string
  /** Its folder. Files that it names are relative to it. */
  folder: string
  /** Throws an OperatorFileError for problems that need the database. */
  refuse(problems: readonly Problem[]): never
}

export const readOperatorFile = (path: string): OperatorFile =>
  parseOperatorFile(readSource(path), relative('', path), dirname(path))

/** `shownPath` begins each message. */
export function parseOperatorFile(source: string, shownPath: string, folder: string): OperatorFile {
  const lines = new LineCounter()
  const document = parseDocument(source, { lineCounter: lines, uniqueKeys: false })
  const at = (offset: number, reason: string) => {
    const { line, col } = lines.linePos(offset)
    return `${shownPath}:${line}:${col}: ${reason}`
  }
  const inOrder = (found: readonly { offset: number; reason: string }[]) =>
    firstOf(
      found.toSorted((a, b) => a.offset - b.offset).map(({ offset, reason }) => at(offset, reason)),
    )
  const syntax = document.errors.map((error) => ({
    offset: error.pos[0],
    reason: error.message.split(' at line ')[0] ?? '',
  }))
  const unreadable = syntax.length > 0 ? syntax : wrongKeys(document)
  if (unreadable.length > 0) throw new OperatorFileError(inOrder(unreadable).join('\n'))

  const placed = (problems: readonly Problem[]) =>
    inOrder(
      problems.map((problem) => ({ offset: offsetOf(document, problem), reason: problem.reason })),
    )
  const refuse = (problems: readonly Problem[]): never => {
    throw new OperatorFileError(placed(problems).join('\n'))
  }
  const content = plainContent(document, shownPath)
  if (isEmpty(content)) {
    const nouns = sections.flatMap(({ noun }) => (noun === undefined ? [] : `no ${noun}`))
    const keys = sections.map(({ key }) => `\`${key}\``)
    throw new OperatorFileError(
      `${shownPath} describes ${listed(nouns, 'and')}, so there is nothing to apply.\n` +
        `Add ${listed(keys, 'or')}: docs/operator-file.md explains the keys, server/sandbox.yaml is an example.`,
    )
  }
  const wrongForm = formProblems(content)
  const { problems, warnings, parts } = checkSections(content)
  if (wrongForm.length + problems.length > 0) return refuse([...wrongForm, ...problems])
  return { parts, source, folder, warnings: placed(warnings), refuse }
}

function checkSections(content: unknown) {
  const problems: Problem[] = []
  const warnings: Problem[] = []
  const parts = new Map<string, Part>()
  for (const section of sections) {
    const part = section.check(placeIn(problems, warnings), content)
    if (part !== undefined) parts.set(section.key, part)
  }
  return { problems, warnings, parts }
}

const listed = (words: readonly string[], last: string): string =>
  `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

// Limits the output: one wrong indentation can make every line a problem.
function firstOf(messages: string[]): string[] {
  const more = messages.length - MOST_ERRORS
  return more > 0 ? [...messages.slice(0, MOST_ERRORS), `... and ${more} more`] : messages
}

const isEmpty = (content: unknown): boolean =>
  content === null ||
  (typeof content === 'object' &&
    Object.entries(content).every(([name, value]) => {
      const section = sections.find(({ key }) => key === name)
      if (section === undefined) return false
      const isEmptyList = Array.isArray(value) && value.length === 0
      return value === null || (isEmptyList && section.endsByEmptyList !== true)
    }))

// Lists and mappings as keys: each level of them is written out as text once more, so that 400 levels take minutes. Keys
// that occur twice: the parser's own check compares each key with all others.
function wrongKeys(document: Document): { offset: number; reason: string }[] {
  const found: { offset: number; reason: string }[] = []
  const offsetIn = (node: unknown) => (isNode(node) && node.range ? node.range[0] : 0)
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (seen.has(key.value))
          found.push({ offset: offsetIn(key), reason: `the key ${String(key.value)} occurs twice` })
        seen.add(key.value)
      }
    },
    Pair(_, { key }) {
      if (isScalar(key)) return undefined
      found.push({
        offset: offsetIn(key),
        reason: 'a key must be text, not a list, a mapping or an alias',
      })
      return visit.SKIP
    },
  })
  return found
}

// Throws on an alias bomb (entities that expand exponentially).
function plainContent(document: Document, shownPath: string): unknown {
  let content: unknown
  try {
    content = document.toJS()
  } catch (error) {
    throw new OperatorFileError(`${shownPath}: ${thrownMessage(error)}`)
  }
  return content
}

function readSource(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new OperatorFileError(`${path}: ${reasonOf(error)}`)
  }
}

function reasonOf(error: unknown): string {
  return thrownCode(error) === 'ENOENT'
    ? 'there is no such file; the path is relative to the current folder'
    : thrownMessage(error)
}

function formProblems(content: unknown): Problem[] {
  Settings.Set({ maxErrors: 1000 })
  return Value.Errors(operatorFileSchema, content).flatMap((error): Problem[] => {
    const path = pathOf(error.instancePath)
    const field = path.at(-1)
    switch (error.keyword) {
      // The `false` schema of the key reports the same problem at a better place.
      case 'additionalProperties':
        return []
      case 'boolean':
        return [{ path, reason: unknownKey(path), isAtKey: true }]
      case 'required':
        return [{ path, reason: `${error.params.requiredProperties.join(', ')} is missing` }]
      case 'type':
        return [{ path, reason: `${field ?? 'the file'} ${typeReason(String(error.params.type))}` }]
      default:
        return [{ path, reason: `${field ?? 'the file'} ${messageOf(error)}` }]
    }
  })
}

// YAML parses 10.00 as a number, which loses its decimals.
const typeReason = (type: string): string =>
  type === 'string'
    ? 'must be text; put numbers in quotes, such as "10.00"'
    : `must be ${type === 'object' ? 'a mapping' : type === 'array' ? 'a list' : `of type ${type}`}`

function unknownKey(path: Path): string {
  const key = String(path.at(-1))
  return `${key} is not a known key; known keys here: ${nearestFirst(key, knownKeysAt(operatorFileSchema, path))}`
}

const pathOf = (pointer: string): Path =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number.parseInt(part, 10) : part))

// The offset of a value, or of its key if the key or a whole block is wrong. If it has none, the offset of the nearest
// parent.
function offsetOf(document: Document, { path, isAtKey = false }: Problem): number {
  for (let length = path.length; length > 0; length--) {
    const at = path.slice(0, length)
    const holder = document.getIn(at.slice(0, -1), true)
    const value = document.getIn(at, true)
    const pair = isMap(holder)
      ? holder.items.find(({ key }) => isScalar(key) && String(key.value) === String(at.at(-1)))
      : undefined
    const hasOwnPlace = (isScalar(value) && value.value !== null) || (isNode(value) && !pair)
    const node = hasOwnPlace && !(isAtKey && length === path.length) ? value : pair?.key
    if (isNode(node) && node.range) return node.range[0]
  }
  return document.contents?.range?.[0] ?? 0
}
