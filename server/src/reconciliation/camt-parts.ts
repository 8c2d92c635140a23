// Cuts a large camt.053 into small messages with the same head, so that the reader of bank files can read a statement of
// any size in bounded memory. It cuts only where it understands the text; everything else is refused.
import { UnreadableStatement } from './csv.ts'

/** Long enough that the head costs little, short enough that reading a part holds up no other request. */
const PART_CHARACTERS = 128 * 1024
const MOST_HEAD_CHARACTERS = 256 * 1024
const MOST_ENTRY_CHARACTERS = 2 * 1024 * 1024

/** The texts of small messages. Together they have all entries. */
export async function* camtParts(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let buffer = ''
  let place = 0
  // No end of the entry begins before it, so that a long entry is searched once.
  let searched = 0
  let head: string | undefined
  let tail = ''
  let entries = ''
  let names: { start: RegExp; end: string } | undefined

  const message = (): string => {
    const text = `${head ?? ''}${entries}${tail}`
    entries = ''
    return text
  }

  for await (const text of texts) {
    searched = Math.max(0, searched - place)
    buffer = buffer.slice(place) + text
    place = 0
    for (;;) {
      const start = (names?.start ?? FIRST_ENTRY).exec(buffer.slice(place))
      if (start === null) break
      const at = place + start.index
      names ??= namesWith(start[1] ?? '')
      const end = buffer.indexOf(names.end, Math.max(at, searched))
      if (end < 0) {
        searched = Math.max(at, buffer.length - names.end.length)
        break
      }
      const between = buffer.slice(place, at)
      if (head === undefined) {
        head = between
        tail = closingTags(head)
      } else if (between.trim() !== '') {
        // Another statement of the same message begins.
        if (entries !== '') yield message()
        head = nextHead(head, between)
        tail = closingTags(head)
      }
      place = end + names.end.length
      entries += buffer.slice(at, place)
      if (entries.length > PART_CHARACTERS) yield message()
    }
    if (buffer.length - place > (head === undefined ? MOST_HEAD_CHARACTERS : MOST_ENTRY_CHARACTERS))
      throw new UnreadableStatement(
        head === undefined
          ? `the file has no entry (Ntry) in its first ${MOST_HEAD_CHARACTERS} characters`
          : `an entry is longer than ${MOST_ENTRY_CHARACTERS} characters`,
      )
  }
  const rest = buffer.slice(place)
  if (head === undefined) {
    // A statement without entries is read as it is.
    yield rest
    return
  }
  if (entries !== '') yield message()
  // The end of the file: a truncated file lacks it, and would look like a shorter statement.
  yield `${head}${rest}`
}

const FIRST_ENTRY = /<([\w.-]{1,40}:)?Ntry[\s>]/

const namesWith = (prefix: string) => ({
  start: new RegExp(`<${prefix.replaceAll('.', '\\.')}Ntry[\\s>]`),
  end: `</${prefix}Ntry>`,
})

/** The text before the entries of the next statement: what stands before the first statement, and the new one. */
function nextHead(head: string, between: string): string {
  const first = STATEMENT.exec(head)
  const next = STATEMENT.exec(between)
  if (first === null || next === null || !/<\/(?:[\w.-]{1,40}:)?Stmt\s*>/.test(between))
    throw new UnreadableStatement('there is text between two entries that is no other statement')
  return `${head.slice(0, first.index)}${between.slice(next.index)}`
}

const STATEMENT = /<(?:[\w.-]{1,40}:)?Stmt[\s>]/

/** What closes the elements that a head leaves open. */
function closingTags(head: string): string {
  const open: string[] = []
  // No tag has a `<` inside of it, so a tag that never ends costs no look at those after it.
  for (const [, close = '', name = '', own = ''] of head.matchAll(
    /<(\/?)([A-Za-z_][\w.:-]{0,100})(?:"[^"<]*"|'[^'<]*'|[^"'<>])*?(\/?)>/g,
  )) {
    if (own !== '') continue
    if (close === '') open.push(name)
    else if (open.pop() !== name)
      throw new UnreadableStatement('the file is not well-formed XML before its entries')
  }
  return open
    .toReversed()
    .map((name) => `</${name}>`)
    .join('')
}
