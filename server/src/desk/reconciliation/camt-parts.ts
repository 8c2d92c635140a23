// Cuts a large camt.053 into small messages with the same head, so that the reader of bank files can read a statement of
// any size in bounded memory. It cuts only after entries and statements; all else goes to the reader as it is. A cut
// inside of a comment or another section makes a message that is not well-formed, which the reader refuses.
import { UnreadableStatement } from './csv.ts'

/** Long enough that repeated heads cost little, short enough that reading a part holds up no other request. */
const PART_CHARACTERS = 128 * 1024
/** Before the first statement, and after the last. It is part of every message, so its length multiplies. */
const MOST_HEAD_CHARACTERS = 16 * 1024
/** Before the first entry of a statement, and after its last. A statement of several parts repeats it. */
const MOST_STATEMENT_CHARACTERS = 64 * 1024
const MOST_ENTRY_CHARACTERS = 2 * 1024 * 1024

/** The texts of small messages. Together they have all statements and entries, in order. */
export async function* camtParts(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let buffer = ''
  let place = 0
  // No end of the entry begins before it, so that a long entry is searched once.
  let searched = 0
  let head: { text: string; tail: string; names: Names } | undefined
  /** Text for the next message. */
  let pending = ''
  /** The statement that is open: its text before the first entry. */
  let statement: { head: string | undefined } | undefined

  for await (const text of texts) {
    searched = Math.max(0, searched - place)
    buffer = buffer.slice(place) + text
    place = 0
    if (head === undefined) {
      const first = STATEMENT.exec(buffer)
      if ((first?.index ?? buffer.length) > MOST_HEAD_CHARACTERS)
        throw new UnreadableStatement(
          `the file has no statement (Stmt) in its first ${MOST_HEAD_CHARACTERS} characters`,
        )
      if (first === null) continue
      place = first.index
      const before = buffer.slice(0, place)
      head = { text: before, tail: closingTags(before), names: namesWith(first[1] ?? '') }
    }
    const { text: before, tail, names } = head
    for (;;) {
      if (statement === undefined) {
        if (matchFrom(names.nextStatement, buffer, place) === null) break
        statement = { head: undefined }
      }
      const mark = matchFrom(names.entryOrEnd, buffer, place)
      if (mark === null || mark.index - place > MOST_STATEMENT_CHARACTERS) {
        if (buffer.length - place > MOST_STATEMENT_CHARACTERS)
          throw new UnreadableStatement(
            `a statement has more than ${MOST_STATEMENT_CHARACTERS} characters before or after its entries`,
          )
        break
      }
      const isEnd = mark[0].startsWith('</')
      const end = isEnd
        ? mark.index
        : buffer.indexOf(names.endOfEntry, Math.max(mark.index, searched))
      if (end < 0 || end - mark.index > MOST_ENTRY_CHARACTERS) {
        searched = Math.max(mark.index, buffer.length - names.endOfEntry.length)
        if (buffer.length - mark.index > MOST_ENTRY_CHARACTERS)
          throw new UnreadableStatement(
            `an entry is longer than ${MOST_ENTRY_CHARACTERS} characters`,
          )
        break
      }
      const between = buffer.slice(place, mark.index)
      const next = end + (isEnd ? mark[0].length : names.endOfEntry.length)
      pending += buffer.slice(place, next)
      place = next
      if (isEnd) statement = undefined
      else if (statement.head === undefined) statement.head = between
      else if (between.trim() !== '')
        throw new UnreadableStatement('there is text between two entries')
      if (pending.length < PART_CHARACTERS) continue
      yield `${before}${pending}${isEnd ? '' : names.endOfStatement}${tail}`
      pending = statement?.head ?? ''
    }
    if (statement === undefined && buffer.length - place > MOST_HEAD_CHARACTERS)
      throw new UnreadableStatement(
        `there are more than ${MOST_HEAD_CHARACTERS} characters after a statement that are no other statement`,
      )
  }
  // The end of the file: a truncated file lacks it, and would look like a shorter statement.
  yield `${head?.text ?? ''}${pending}${buffer.slice(place)}`
}

const STATEMENT = /<((?:[\w.-]{1,40}:)?)Stmt[\s>]/

type Names = ReturnType<typeof namesWith>
const namesWith = (prefix: string) => {
  const name = prefix.replaceAll('.', '\\.')
  return {
    nextStatement: new RegExp(`\\s*<${name}Stmt[\\s>]`, 'y'),
    entryOrEnd: new RegExp(`<${name}Ntry[\\s>]|</${name}Stmt\\s*>`, 'g'),
    endOfEntry: `</${prefix}Ntry>`,
    endOfStatement: `</${prefix}Stmt>`,
  }
}

/** From `place` on, and only there if the expression is sticky. */
function matchFrom(expression: RegExp, text: string, place: number): RegExpExecArray | null {
  expression.lastIndex = place
  return expression.exec(text)
}

/** The tags that close the elements of a head. */
function closingTags(head: string): string {
  const open: string[] = []
  // No tag has a `<` inside of it, so a tag that never ends costs no look at those after it.
  for (const [, close = '', name = '', own = ''] of head.matchAll(
    /<(\/?)([A-Za-z_][\w.:-]{0,100})(?![\w.:-])(?:"[^"<]*"|'[^'<]*'|[^"'<>])*?(\/?)>/g,
  )) {
    if (own !== '') continue
    if (close === '') open.push(name)
    else if (open.pop() !== name)
      throw new UnreadableStatement('the file is not well-formed XML before its statements')
  }
  return open
    .toReversed()
    .map((name) => `</${name}>`)
    .join('')
}
