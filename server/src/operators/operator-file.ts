// Reads an operator file: YAML, its form, and what can be judged without the database. All problems are
// found at once and the first ones said with their lines; what depends on the database is apply-file.ts.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { Settings } from 'typebox/system'
import { Value } from 'typebox/value'
import { isNode, LineCounter, parseDocument, type Document } from 'yaml'
import { MOST_ERRORS } from '../errors.ts'
import { messageOf } from '../http/schema-faults.ts'
import { operatorFileSchema, type FileContent, type Path, type Problem } from './file-schema.ts'
import { judgeFile, type JudgedFile } from './judge-file.ts'

/** The message has a line for each of the first problems: `FILE:line:column: reason`. */
export class OperatorFileError extends Error {}

export type OperatorFile = JudgedFile & {
  /** Refuses the file for what only the database could tell. */
  refuse(problems: readonly Problem[]): never
}

export function readOperatorFile(path: string): OperatorFile {
  const source = readSource(path)
  const lines = new LineCounter()
  const document = parseDocument(source, { lineCounter: lines, uniqueKeys: true })
  const shownPath = relative('', path)
  const at = (offset: number, reason: string) => {
    const { line, col } = lines.linePos(offset)
    return `${shownPath}:${line}:${col}: ${reason}`
  }
  const syntax = document.errors.map((error) =>
    at(error.pos[0], error.message.split(' at line ')[0] ?? ''),
  )
  if (syntax.length > 0) throw new OperatorFileError(firstOf(syntax))

  const refuse = (problems: readonly Problem[]): never => {
    const placed = problems
      .map(({ path, reason }) => ({ offset: offsetOf(document, path), reason }))
      .toSorted((a, b) => a.offset - b.offset)
    throw new OperatorFileError(firstOf(placed.map(({ offset, reason }) => at(offset, reason))))
  }
  const content = plainContent(document, shownPath)
  const wrongForm = formProblems(content)
  if (wrongForm.length > 0 || !isFileContent(content)) return refuse(wrongForm)
  const { problems, file } = judgeFile(content)
  if (problems.length > 0) return refuse(problems)
  return { ...file, refuse }
}

// A wrong indentation can make a problem of every line.
function firstOf(lines: readonly string[]): string {
  const more = lines.length - MOST_ERRORS
  return [...lines.slice(0, MOST_ERRORS), ...(more > 0 ? [`... and ${more} more`] : [])].join('\n')
}

// An alias bomb ends here, and text that no database takes.
function plainContent(document: Document, shownPath: string): unknown {
  let content: unknown
  try {
    content = document.toJS() ?? {}
  } catch (error) {
    throw new OperatorFileError(
      `${shownPath}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  return content
}

function readSource(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new OperatorFileError(
      `${path}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

const isFileContent = (content: unknown): content is FileContent =>
  Value.Check(operatorFileSchema, content)

function formProblems(content: unknown): Problem[] {
  Settings.Set({ maxErrors: 1000 })
  return Value.Errors(operatorFileSchema, content).flatMap((error): Problem[] => {
    const path = pathOf(error.instancePath)
    const field = path.at(-1)
    switch (error.keyword) {
      // Said by the `false` schema of the key itself, which is where the reader must look.
      case 'additionalProperties':
        return []
      case 'boolean':
        return [{ path, reason: `${field} is not a key of this format` }]
      case 'required':
        return [{ path, reason: `${error.params.requiredProperties.join(', ')} is missing` }]
      case 'type':
        return [{ path, reason: `${field ?? 'the file'} ${typeReason(String(error.params.type))}` }]
      default:
        return [{ path, reason: `${field ?? 'the file'} ${messageOf(error)}` }]
    }
  })
}

// YAML reads 10.00 as a number, and a number has lost its decimals before anybody can look at them.
const typeReason = (type: string): string =>
  type === 'string'
    ? 'must be text; put numbers in quotes, such as "10.00"'
    : `must be ${type === 'object' ? 'a mapping' : type === 'array' ? 'a list' : `of type ${type}`}`

const pathOf = (pointer: string): Path =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number.parseInt(part, 10) : part))

// Where the node is, or the nearest one above it that the file has.
function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length >= 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}
