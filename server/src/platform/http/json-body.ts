// Parses a JSON body, more strictly than JSON.parse, which keeps the last of two equal keys and accepts any depth,
// U+0000 and lone surrogates. A payment must not depend on any of these.
import { failure, fieldFailure, pointerTo } from '../errors.ts'

const MAX_DEPTH = 32
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Undefined for an empty body: some clients send a JSON content type without a body. `any`: the caller checks the strings with
 * `hasBadString`, part by part.
 */
export function parseJsonBody(bytes: Buffer, strings: 'checked' | 'any' = 'checked'): unknown {
  if (bytes.length === 0) return undefined
  const text = decode(bytes)
  // Check the depth before JSON.parse, which recurses without a limit.
  const tokens = structureOf(text)
  if (depthOf(tokens) > MAX_DEPTH)
    throw failure('json_too_deep', {}, `At most ${MAX_DEPTH} levels are read.`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw failure('invalid_json')
  }
  refuseBadKeys(tokens)
  if (strings === 'checked') refuseBadStrings(text, value)
  return value
}

function decode(bytes: Buffer): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    throw failure('invalid_json', {}, 'The body begins with a byte-order mark.')
  }
  try {
    return utf8.decode(bytes)
  } catch {
    throw failure('invalid_json', {}, 'The body is not UTF-8.')
  }
}

function depthOf(tokens: readonly string[]): number {
  let depth = 0
  let deepest = 0
  for (const token of tokens) {
    if (token === '{' || token === '[') deepest = Math.max(deepest, ++depth)
    else if (token === '}' || token === ']') depth--
  }
  return deepest
}

// The text is valid JSON here, so a string before a colon is a key.
function refuseBadKeys(tokens: readonly string[]): void {
  const objects: (Set<string> | undefined)[] = []
  let lastString = ''
  for (const token of tokens) {
    if (token === '{') objects.push(new Set())
    else if (token === '[') objects.push(undefined)
    else if (token === '}' || token === ']') objects.pop()
    else if (token === ':') noteKey(objects.at(-1), lastString)
    else lastString = token
  }
}

function noteKey(keys: Set<string> | undefined, literal: string): void {
  const key: unknown = JSON.parse(literal)
  if (keys === undefined || typeof key !== 'string') return
  if (keys.has(key)) {
    throw failure('duplicate_json_key', {}, `The key ${quoted(key)} is named twice.`)
  }
  if (key === '__proto__' || key === 'constructor') {
    throw failure('unknown_field', {}, `The key "${key}" is a reserved name.`)
  }
  keys.add(key)
}

const LONGEST_SHOWN = 100
const quoted = (key: string): string =>
  JSON.stringify(key.length > LONGEST_SHOWN ? `${key.slice(0, LONGEST_SHOWN)}...` : key)

// The brackets, colons and string literals of a text, in order. The pattern also matches an unclosed string, up to the
// end of the text. Otherwise the matcher would retry from every quote in it, which takes seconds for 64 KiB.
function structureOf(text: string): string[] {
  return text.match(/"(?:[^"\\]|\\.)*(?:"|\\?$)|[{}[\]:]/gs) ?? []
}

// Only escapes can produce U+0000 or half of a surrogate pair from valid UTF-8.
function refuseBadStrings(text: string, value: unknown): void {
  const pointer = text.includes('\\u') ? badString(value, '') : undefined
  if (pointer === undefined) return
  const message = 'holds U+0000 or half of a surrogate pair'
  throw fieldFailure('invalid_request', [{ pointer, code: 'invalid_value', message }])
}

/** U+0000 or half of a surrogate pair. */
export const hasBadString = (value: unknown): boolean => badString(value, '') !== undefined

const isBad = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

// The pointer of the first bad string. For a bad key, the pointer of its object.
function badString(value: unknown, pointer: string): string | undefined {
  if (typeof value === 'string') return isBad(value) ? pointer : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    if (isBad(key)) return pointer
    const found = badString(inner, pointerTo(pointer, key))
    if (found !== undefined) return found
  }
  return undefined
}
