// Turns the bytes of a body into a value, or refuses them. JSON.parse alone keeps the last of two equal
// keys, accepts any depth, and lets U+0000 and lone surrogates through, none of which a payment may rest on.
import { failure, fieldFailure, pointerTo } from '../errors.ts'

const MAX_DEPTH = 32
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Undefined for an empty body: a JSON content type with nothing after it is no body. */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  const text = decode(bytes)
  // Before JSON.parse, which would recurse as deep as it is told to.
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
  refuseBadStrings(text, value)
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

// The tokens are of valid JSON here, so a string directly inside an object and before a colon is a key.
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

// The brackets, colons and whole string literals of a text, in order; everything else is skipped. A string
// that is never closed runs to the end: were it no match, each quote in it would be tried again, and 64 KiB
// would take seconds.
function structureOf(text: string): string[] {
  return text.match(/"(?:[^"\\]|\\.)*(?:"|\\?$)|[{}[\]:]/gs) ?? []
}

// Only an escape can bring U+0000 or half a surrogate pair into valid UTF-8.
function refuseBadStrings(text: string, value: unknown): void {
  const pointer = text.includes('\\u') ? badString(value, '') : undefined
  if (pointer === undefined) return
  const message = 'holds U+0000 or half of a surrogate pair'
  throw fieldFailure('invalid_request', [{ pointer, code: 'invalid_value', message }])
}

const isBad = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

// The pointer of the first string that is bad; of the object around it when it is a key.
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
