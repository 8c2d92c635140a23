// Hostile values: of other types, empty, very long, invisible, or made for backtracking parsers.
import type { Random } from './random.ts'

// Most are short: the growth test measures the cost of length, and a long body takes the time of many short ones.
const LENGTHS = [1, 3, 17, 64, 129, 300, 300, 2000]
const LONGEST = 60_000

const repeated = [
  'a',
  ' ',
  '0',
  '9',
  '.',
  '@',
  '-',
  '_',
  '/',
  '\\',
  '"',
  '%',
  '~',
  '{',
  '[',
  '\u00a0',
  '\u200d',
  '\u202e',
  '\ufeff',
  '\u{1f4b8}',
  'é',
  'a@',
  'a.',
  '.a',
  '1.',
  '0x',
]
const ends = ['', '', '\n', '\u0000', '\u202e', ' ', '!', '@', 'x']

const texts = [
  '',
  ' ',
  '0',
  '-1',
  '+1',
  '1e3',
  '1.',
  '.5',
  '1,000.00',
  '1_000',
  '0x10',
  'NaN',
  'Infinity',
  '99999999999999999999',
  '0.0000000000000000001',
  '000',
  '\u0661\u0662',
  'null',
  'true',
  '\ud800',
  '\udc00\ud800',
  'a\u0000b',
  '\u202eabc',
  'a\r\nb',
  '<script>alert(1)</script>',
  "'; drop table orders; --",
  '${7*7}',
  '../../etc/passwd',
  '%00',
  '%zz',
  'javascript:alert(1)',
  '2026-02-30T00:00:00Z',
  '2026-03-04',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:60Z',
  'http://127.0.0.1:1/a',
  'https://127.0.0.1:1/#x',
  'http://[::1]:1/',
  'https://',
  'http://a b/',
  'https://user:pass@127.0.0.1/',
  'ord_01jqe8m2x4fv5s0t6w7y8z9abc',
  'org_',
  'off_zzzz',
]

export function hostileText(random: Random): string {
  if (random.chance(0.5)) return random.pick(texts)
  const length = random.chance(0.02) ? LONGEST : random.pick(LENGTHS)
  return random.pick(repeated).repeat(length).slice(0, length) + random.pick(ends)
}

export function hostileValue(random: Random): unknown {
  switch (random.int(9)) {
    case 0:
      return null
    case 1:
      return random.chance(0.5)
    case 2:
      return random.pick([0, -1, 1, 1.5, 1e21, -0, 2 ** 53, 1e-7, 4096])
    case 3:
      return random.chance(0.5) ? [] : {}
    case 4:
      return Array.from({ length: random.chance(0.02) ? 20_000 : 30 }, () => 7)
    case 5:
      return nested(random.pick([2, 20, 31, 40]))
    case 6:
      return manyFields(random.chance(0.02) ? 4000 : 30)
    default:
      return hostileText(random)
  }
}

export const hostileName = (random: Random): string =>
  random.pick(['constructor', 'toString', '', 'a', 'Quote_Id', '~1/', hostileText(random)])

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) })
const manyFields = (count: number): unknown =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, at]))

/** A body that is not JSON, or JSON that must be refused. */
export function hostileBody(random: Random, right: string): string {
  switch (random.int(8)) {
    case 0:
      return right.slice(0, random.int(right.length + 1))
    case 1:
      return `${right}${random.pick(['}', ',', ' ', '\u0000', right])}`
    case 2:
      return right.replace('{', `{"${random.pick(['__proto__', 'a", "a'])}":1,`)
    case 3:
      return random.pick(['[', '{"a":', '"', '"\\']).repeat(random.pick([5, 40, 3000]))
    case 4:
      return random.pick(['null', '[]', '7', '""', 'true', '\ufeff{}', '{"a":NaN}'])
    case 5:
      return right.replaceAll('"', random.pick(["'", '\\"', '""']))
    case 6:
      return `{"a":"${'\\"'.repeat(random.pick([10, 1000, 30_000]))}`
    default:
      return hostileText(random)
  }
}
