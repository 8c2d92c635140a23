// Bodies that every operation refuses: broken or hostile JSON, other types, encodings.
import type { Expected } from './operations.ts'
import type { Request } from './service.ts'

const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`

/** The body, padded to a number of bytes. */
const padded = (right: object, bytes: number): string => {
  const shortest = Buffer.byteLength(JSON.stringify({ ...right, a: '' }))
  return JSON.stringify({ ...right, a: 'x'.repeat(bytes - shortest) })
}

/** What a request sends in place of the operation's body, and the expected answer. */
type Bad = { what: string; send: (right: object) => Request; expected: Expected }

const invalidJson: Record<string, string | Buffer> = {
  'cut off': '{"a":',
  'a comment': '{/* */}',
  'a trailing comma': '{"a":1,}',
  'single quotes': "{'a':1}",
  'two values': '{}{}',
  'nothing but blanks': '  ',
  NaN: '{"a":NaN}',
  'a raw line break in a string': '{"a":"\n"}',
  'an unfinished string': '{"a":"\\"',
  'a byte-order mark': Buffer.from('\ufeff{}'),
  'UTF-16': Buffer.from('\ufeff{}', 'utf16le'),
  'bad UTF-8': Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]),
  'over-long UTF-8': Buffer.from([0x22, 0xc0, 0x80, 0x22]),
  'surrogates in UTF-8': Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
}
const duplicateKey: Expected = { status: 400, code: 'duplicate_json_key' }
const reservedName: Expected = { status: 400, code: 'unknown_field' }
const tooDeep: Expected = { status: 400, code: 'json_too_deep' }
const badString = (pointer: string): Expected => ({
  status: 400,
  code: 'invalid_request',
  pointers: [pointer],
})
const hostileJson: [string, string, Expected][] = [
  ['the same key twice', '{"a":1,"a":1}', duplicateKey],
  ['the same key twice, once escaped', '{"a":1,"\\u0061":2}', duplicateKey],
  ['the same key twice, deep inside', '{"b":[{"a":{}, "a":[]}]}', duplicateKey],
  ['__proto__', '{"__proto__":{"payin_amount":"1.00"}}', reservedName],
  ['__proto__, escaped', '{"\\u005f_proto__":1}', reservedName],
  ['constructor.prototype', '{"constructor":{"prototype":{"a":1}}}', reservedName],
  ['33 levels', nested(33), tooDeep],
  ['ten thousand levels', '['.repeat(10_000), tooDeep],
  ['U+0000', '{"a":"x\\u0000"}', badString('/a')],
  ['U+0000, deep inside', '{"a/b":[{"c":"\\u0000"}]}', badString('/a~1b/0/c')],
  ['a lone high surrogate', '{"a":"\\ud800"}', badString('/a')],
  ['a lone low surrogate', '{"a":"\\udc00x"}', badString('/a')],
  ['surrogates the wrong way round', '{"a":"\\udc00\\ud800"}', badString('/a')],
  ['half a surrogate pair in a key', '{"a":{"\\ud800":1}}', badString('/a')],
  ['more than 64 KiB', `{"a":"${'x'.repeat(64 * 1024)}"}`, { status: 413, code: 'body_too_large' }],
]
const notObjects: unknown[] = [[], 'x', 1, true, null]
const otherTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'text/json',
  'application/jsonp',
  'application/problem+json',
  'application/json; charset=utf-16',
  'application/json, text/plain',
  'json',
  '',
  ';',
]
const withoutJson = [
  'text/html',
  'application/xml',
  'image/*',
  'application/json;q=0',
  '*/*;q=0',
  'application/json;q=0.000, */*',
  'application/jsonx',
]

/** By the kind of fault. */
export const badBodies: Record<string, Bad[]> = {
  'a body that is not JSON': Object.entries(invalidJson).map(([what, rawBody]) => ({
    what,
    send: () => ({ rawBody }),
    expected: { status: 400, code: 'invalid_json' },
  })),
  'ambiguous or hostile JSON': hostileJson.map(([what, rawBody, expected]) => ({
    what,
    send: () => ({ rawBody }),
    expected,
  })),
  'JSON that is not an object': notObjects.map((body) => ({
    what: JSON.stringify(body),
    send: () => ({ body }),
    expected: { status: 400, code: 'invalid_request', pointers: [''] },
  })),
  'an unknown field': [
    {
      what: 'beside the right ones',
      send: (right) => ({ body: { ...right, 'sur/pri~se': 1 } }),
      expected: { status: 400, code: 'unknown_field', pointers: ['/sur~1pri~0se'] },
    },
    {
      what: '32 levels of it',
      send: (right) => ({ body: { ...right, a: JSON.parse(nested(31)) } }),
      expected: { status: 400, code: 'unknown_field', pointers: ['/a'] },
    },
    {
      what: '64 KiB of it, to the byte',
      send: (right) => ({ rawBody: padded(right, 64 * 1024) }),
      expected: { status: 400, code: 'unknown_field', pointers: ['/a'] },
    },
  ],
  'a body of another content type': otherTypes.map((type) => ({
    what: type,
    send: (body) => ({ body, headers: { 'content-type': type } }),
    expected: { status: 415, code: 'unsupported_media_type' },
  })),
  'an encoded body': ['gzip', 'br', 'deflate', 'identity, gzip', 'x'].map((encoding) => ({
    what: encoding,
    send: (body) => ({ body, headers: { 'content-encoding': encoding } }),
    expected: { status: 415, code: 'unsupported_media_type' },
  })),
  'a request whose Accept excludes JSON': withoutJson.map((accept) => ({
    what: accept,
    send: (body) => ({ body, headers: { accept } }),
    expected: { status: 406, code: 'not_acceptable' },
  })),
}
