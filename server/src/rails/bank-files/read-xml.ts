// Reads XML that another system wrote, within bounds on bytes, depth and number of elements. No DTD, no entity and no
// encoding but UTF-8 is accepted: ISO 20022 needs none of them.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { XmlElement } from 'libxml2-wasm'

/** Larger files are refused unread. A statement of 8000 entries has 4 MB. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024
const MAX_DEPTH = 40
const MAX_ELEMENTS = 300_000
/** After so many elements the event loop gets a turn: all of 4 MB take 0.7 seconds. */
const ELEMENTS_IN_A_TURN = 2000
/** Document, message, statement: the children of a statement are its entries. */
const TURNS_DEPTH = 2
const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:'

/** `text` is that of the element alone, trimmed. `currency` is its attribute Ccy. */
export type Element = {
  name: string
  text: string
  currency: string | undefined
  children: readonly Element[]
}

/** `message`: for example `camt.053.001.08`. */
export type Message = { message: string; content: Element }

/** Says why a file cannot be read. It has no content of the file, which may hold bank details. */
export class UnreadableFile extends Error {}

export async function readMessage(bytes: Uint8Array): Promise<Message> {
  refuseUnsafe(bytes)
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
    const tree = await treeOf(root, namespace)
    const [content] = tree.children
    if (content === undefined) throw new UnreadableFile('an empty message')
    return { message: namespace.slice(NAMESPACE.length), content }
  } finally {
    document.dispose()
  }
}

function refuseUnsafe(bytes: Uint8Array): void {
  if (bytes.length > MAX_FILE_BYTES) throw new UnreadableFile(`larger than ${MAX_FILE_BYTES} bytes`)
  if (countTags(bytes) > MAX_ELEMENTS)
    throw new UnreadableFile(`has more than ${MAX_ELEMENTS} elements`)
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

/** At least the number of elements: every `<` but those of closing tags. */
function countTags(bytes: Uint8Array): number {
  let count = 0
  for (
    let place = bytes.indexOf(LESS_THAN);
    place >= 0;
    place = bytes.indexOf(LESS_THAN, place + 1)
  )
    if (bytes[place + 1] !== SLASH) count += 1
  return count
}
const LESS_THAN = 60
const SLASH = 47

/** Copies the elements of the message's namespace. Elements of other systems, in `SplmtryData`, are left out. */
async function treeOf(root: XmlElement, namespace: string): Promise<Element> {
  const { XmlElement: ElementClass, XmlSimpleNode, XmlComment } = await import('libxml2-wasm')
  let count = 0
  let countAtTurn = 0

  function partsOf(node: XmlElement, depth: number): { inner: XmlElement[]; text: string } {
    if (depth > MAX_DEPTH) throw new UnreadableFile(`nested deeper than ${MAX_DEPTH}`)
    count += 1
    const inner: XmlElement[] = []
    let text = ''
    for (let child = node.firstChild; child !== null; child = child.next) {
      if (child instanceof ElementClass) {
        if (child.namespaceUri === namespace) inner.push(child)
      } else if (child instanceof XmlSimpleNode && !(child instanceof XmlComment))
        text += child.content
    }
    return { inner, text: text.trim() }
  }

  const copied = (node: XmlElement, depth: number): Element => {
    const { inner, text } = partsOf(node, depth)
    return elementOf(
      node,
      text,
      inner.map((child) => copied(child, depth + 1)),
    )
  }

  /** Copies the outer levels, whose elements can be many, with turns for the event loop. */
  async function copiedInTurns(node: XmlElement, depth: number): Promise<Element> {
    const { inner, text } = partsOf(node, depth)
    const children: Element[] = []
    for (const child of inner) {
      children.push(
        depth < TURNS_DEPTH ? await copiedInTurns(child, depth + 1) : copied(child, depth + 1),
      )
      if (count - countAtTurn < ELEMENTS_IN_A_TURN) continue
      countAtTurn = count
      await nextTurn()
    }
    return elementOf(node, text, children)
  }
  return copiedInTurns(root, 0)
}

const elementOf = (node: XmlElement, text: string, children: readonly Element[]): Element => ({
  name: node.name,
  text,
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
