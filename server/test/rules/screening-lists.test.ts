// List files of screeners: what is equal, what is refused, and how large a list may be.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENTRY_BYTES, lineOf, partOf, readListFile } from '../../src/rules/screening/list-file.ts'
import {
  digestOf,
  normalized,
  screeningKey,
  type ValueKind,
} from '../../src/rules/screening/normalize.ts'
import { screenedWorld, type ScreenedWorld } from '../support/screening.ts'
import { testService, type TestService } from '../support/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'corridor-lists-'))
let corridor: TestService
let world: ScreenedWorld
beforeAll(async () => {
  corridor = await testService({ worker: false })
  world = screenedWorld(corridor)
})
afterAll(async () => {
  world.close()
  await corridor.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('spellings', () => {
  test.each<[ValueKind, string, string, boolean]>([
    ['name', 'José María  Núñez', 'nunez, jose MARIA', true],
    ['name', 'Straße Øster', 'STRASSE OSTER', true],
    ['name', "O'Neil Ltd.", 'ONeil ltd', true],
    ['name', 'Ana Souza', 'Ana Maria Souza', false],
    [
      'address',
      '0x52908400098527886E0F7030069857D2E4169EE7',
      '0X52908400098527886e0f7030069857d2e4169ee7',
      true,
    ],
    ['address', 'DE89 3704 0044 0532 0130 00', 'de89370400440532013000', true],
    [
      'address',
      '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
      '4nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
      false,
    ],
    ['document', '900.123.456-7', '9001234567', true],
  ])('of a %s: %s and %s are equal: %s', (kind, one, other, areEqual) => {
    expect(normalized(kind, one) === normalized(kind, other)).toBe(areEqual)
  })
})

describe('a bad list', () => {
  test.each([
    ['empty', '', /has no entry/],
    ['of comments only', '# nobody\n\n', /has no entry/],
    [
      'of another form',
      'name Ana\nAna Souza\n',
      /line 2 must begin with name, address or document/,
    ],
    ['with an empty entry', 'name ...\n', /line 1 has a name without letters and digits/],
    ['of binary data', Buffer.from([0, 1, 2, 255, 254, 10]), /line 1 is not UTF-8 text/],
    ['of one endless line', 'name '.repeat(1000), /line 1 has more than 2000 bytes/],
  ])(
    '%s is refused with its line in the operator file, and changes nothing',
    async (_, text, why) => {
      writeFileSync(join(world.folder, 'bad.txt'), text)
      const yaml = 'screening:\n  - name: bad\n    kind: list\n    settings:\n      file: bad.txt\n'
      await expect(world.apply(yaml)).rejects.toThrow(why)
      await expect(world.apply(yaml)).rejects.toThrow(/operator\.yaml:5:13: the list bad\.txt/)
      expect(await corridor.deps.screeners.areConfiguredNow()).toBe(false)
    },
  )

  test('that is missing, or a folder, is refused', async () => {
    const of = (file: string) =>
      `screening: [{ name: bad, kind: list, settings: { file: ${file} } }]`
    await expect(world.apply(of('missing.txt'))).rejects.toThrow(/cannot be read \(ENOENT\)/)
    await expect(world.apply(of('.'))).rejects.toThrow(/is not a file|EISDIR/)
  })

  test('never shows an entry in its error', async () => {
    world.list('list.txt', ['name Ana Souza', 'Secret Person'])
    const failed = world.screenWith(['name Ana Souza', 'Secret Person'])
    await expect(failed).rejects.not.toThrow(/Secret|Souza/)
  })
})

test('a screener with an unknown kind or setting is refused with its place', async () => {
  await expect(world.apply('screening: [{ name: a, kind: lists }]')).rejects.toThrow(
    /unknown kind lists; known kinds: list/,
  )
  await expect(
    world.apply('screening: [{ name: a, kind: list, settings: { path: x, file: y } }]'),
  ).rejects.toThrow(/path is not a setting of a list/)
  await expect(world.apply('screening: [{ name: a, kind: list }]')).rejects.toThrow(
    /file is missing/,
  )
})

test('the same file changes nothing, and another list does', async () => {
  expect(await world.screenWith(['name Ana Souza'])).toEqual([
    'create screener sanctions entries: 1',
  ])
  expect(await world.screenWith(['# a comment', 'name Ana Souza'])).toEqual([
    'change screener sanctions the list changed; entries: 1',
  ])
  expect(await world.screenWith(['# a comment', 'name Ana Souza'])).toEqual([])
  expect(await world.screenNobody()).toEqual(['change screener sanctions it is removed'])
})

test('a list of 200,000 entries finds each of them in its part', () => {
  const { secrets } = corridor.deps.config
  const path = join(folder, 'large.txt')
  const count = 200_000
  writeFileSync(path, Array.from({ length: count }, (_, one) => `name Person ${one}`).join('\n'))
  const { parts, entries } = readListFile(secrets, path)
  expect(entries).toBe(count)
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(200 * ENTRY_BYTES)
  const key = screeningKey(secrets)
  const find = (name: string) => {
    const digest = digestOf(key, 'name', normalized('name', name) ?? '')
    return lineOf(parts[partOf(digest)] ?? Buffer.alloc(0), digest)
  }
  for (let one = 0; one < count; one += 997) expect(find(`PERSON ${one}`)).toBe(one + 1)
  expect(find('Person')).toBeUndefined()
})
