// Reads XML that another system wrote, within bounds on bytes, depth and number of elements. No DTD, no entity and no
// encoding but UTF-8 is accepted: ISO 20022 needs none of them.
import type { XmlElement } from 'libxml2-wasm'
import { takeTurns, type Turns } from '../../../platform/turns.ts'

/** Larger files are refused unread. A statement of 8000 entries has 4 MB. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024
const MAX_DEPTH = 40
const MAX_ELEMENTS = 300_000
/** The library parses 300,000 attributes in 0.3 seconds, without a turn for anything else. A statement has two an entry. */
const MAX_ATTRIBUTES = 100_000
/** Nodes between two reads of the clock. */
const NODES_OF_A_STEP = 100
const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:'

/** `text` is that of the element alone, trimmed. `currency` is its attribute Ccy. */
export type Element = {
  name: string
  text: string
  currency: string | undefined
  children: readonly Element[]
}

/** `message`: for example `camt.053.001.08`. */
type Message = { message: string; content: Element }

/** Says why a file cannot be read. It has no content of the file, which may hold bank details. */
export class UnreadableFile extends Error {}

/** `maxElements`: fewer for a caller that must not hold up others while the library parses them. */
export async function readMessage(
  bytes: Uint8Array,
  { turns = takeTurns(), maxElements = MAX_ELEMENTS }: { turns?: Turns; maxElements?: number } = {},
): Promise<Message> {
  refuseUnsafe(bytes, maxElements)
  // The library takes 30 ms to load, and its memory never shrinks: only a deployment with bank files loads it.
  const { XmlDocument, ParseOption, XmlLibError } = await import('libxml2-wasm')
  let document
  try {
    document = XmlDocument.fromBuffer(bytes, {
      encoding: 'utf-8',
      option:
        ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NOCDATA,
    })
  } catch (error) {
    const [fault] = error instanceof XmlLibError ? error.details : []
    throw new UnreadableFile(
      `not well-formed XML${fault === undefined ? '' : ` (line ${fault.line})`}`,
    )
  }
  try {
    const { root } = document
    const namespace = root.namespaceUri
    if (root.name !== 'Document' || !namespace.startsWith(NAMESPACE))
      throw new UnreadableFile('not a message of ISO 20022')
    const tree = await treeOf(root, namespace, turns)
    const [content] = tree.children
    if (content === undefined) throw new UnreadableFile('an empty message')
    return { message: namespace.slice(NAMESPACE.length), content }
  } finally {
    document.dispose()
  }
}

function refuseUnsafe(bytes: Uint8Array, maxElements: number): void {
  if (bytes.length > MAX_FILE_BYTES) throw new UnreadableFile(`larger than ${MAX_FILE_BYTES} bytes`)
  if (countOf(bytes, LESS_THAN, (next) => next !== SLASH) > maxElements)
    throw new UnreadableFile(`has more than ${maxElements} elements`)
  if (countOf(bytes, EQUALS, (next) => VALUE_BEGINS.has(next)) > MAX_ATTRIBUTES)
    throw new UnreadableFile(`has more than ${MAX_ATTRIBUTES} attributes`)
  let text
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableFile('not in UTF-8')
  }
  const [, encoding = 'utf-8'] =
    /^<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.-]{1,40})/.exec(text) ?? []
  if (!/^(utf-?8|us-ascii)$/i.test(encoding))
    throw new UnreadableFile('declares an encoding other than UTF-8')
  if (text.includes('<!DOCTYPE') || text.includes('<!ENTITY'))
    throw new UnreadableFile('has a document type or entities, which are refused')
}

/** Elements have `<` without a slash, and attributes `=` before a quote or a blank. Text may have some too. */
function countOf(bytes: Uint8Array, sign: number, counts: (next: number) => boolean): number {
  let count = 0
  for (let place = bytes.indexOf(sign); place >= 0; place = bytes.indexOf(sign, place + 1))
    if (counts(bytes[place + 1] ?? 0)) count += 1
  return count
}
const LESS_THAN = 60
const SLASH = 47
const EQUALS = 61
const VALUE_BEGINS: ReadonlySet<number> = new Set(Buffer.from('"\' \t\r\n'))

type Begun = { node: XmlElement; text: string; children: Element[] }

/** Copies the elements of the message's namespace. Elements of other systems, in `SplmtryData`, are left out. */
async function treeOf(root: XmlElement, namespace: string, turns: Turns): Promise<Element> {
  const { XmlElement: ElementClass, XmlSimpleNode, XmlComment } = await import('libxml2-wasm')
  const begin = (node: XmlElement): Begun => ({ node, text: '', children: [] })
  const outer: Begun[] = []
  let current = begin(root)
  let next: XmlElement['firstChild'] = root.firstChild
  // No recursion: any element can have any number of children, and the event loop gets its turns between them.
  for (let nodes = 1; ; nodes++) {
    if (nodes % NODES_OF_A_STEP === 0) await turns.giveWay()
    if (next === null) {
      const ended = elementOf(current)
      const parent = outer.pop()
      if (parent === undefined) return ended
      next = current.node.next
      parent.children.push(ended)
      current = parent
    } else if (next instanceof ElementClass && next.namespaceUri === namespace) {
      outer.push(current)
      if (outer.length > MAX_DEPTH) throw new UnreadableFile(`nested deeper than ${MAX_DEPTH}`)
      current = begin(next)
      next = next.firstChild
    } else {
      if (next instanceof XmlSimpleNode && !(next instanceof XmlComment))
        current.text += next.content
      next = next.next
    }
  }
}

const elementOf = ({ node, text, children }: Begun): Element => ({
  name: node.name,
  text: text.trim(),
  currency: children.length === 0 ? node.attr('Ccy')?.value : undefined,
  children,
})

/** The first element at a path such as `Sts/Cd`; undefined if there is none. */
export function at(element: Element | undefined, path: string): Element | undefined {
  let found = element
  for (const name of path.split('/')) found = found?.children.find((child) => child.name === name)
  return found
}

/** The text at a path; undefined if it is absent or empty. */
export const textAt = (element: Element | undefined, path: string): string | undefined =>
  at(element, path)?.text || undefined

/** All children with the name. */
export const allOf = (element: Element | undefined, name: string): readonly Element[] =>
  element?.children.filter((child) => child.name === name) ?? []
