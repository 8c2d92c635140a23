// Names and other texts of one line, as people write them.
import { expect, test } from 'vitest'
import { inputPatterns } from '../../src/platform/http/patterns.ts'

const printable = new RegExp(inputPatterns.printable.pattern, 'u')

test.each([
  ['with accents', 'Lucía Hernández'],
  ['in another script', '山田太郎'],
  ['with an emoji of several people', 'Familia 👨\u200d👩\u200d👧'],
  ['with a coloured emoji', 'Ana \u2764\ufe0f'],
  ['with a joiner that Persian needs', 'می\u200cخواهم'],
])('a name %s is accepted', (_, name) => {
  expect(printable.test(name)).toBe(true)
})

test.each([
  ['a tag letter', 'Ana\u{e0041}'],
  ['the end of tags', 'Ana\u{e007f}'],
  ['a Hangul filler', 'Ana\u3164'],
  ['an annotation', 'Ana\ufffa'],
  ['a text that runs backwards', 'Ana\u202e'],
  ['a zero-width space', 'A\u200bna'],
])('a name with %s is refused', (_, name) => {
  expect(printable.test(name)).toBe(false)
})
