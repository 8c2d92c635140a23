// Generated files and documented settings agree with the code.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createConfig,
  lintDocument,
  makeDocumentFromString,
  BaseResolver,
} from '@redocly/openapi-core'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isWrite } from '../../src/platform/db/statement.ts'
import { environmentVariables } from '../../src/platform/variables.ts'
import { forFile } from '../support/for-file.ts'
import { openApiTexts } from '../support/openapi.ts'
import { dumpSchema } from '../support/schema-dump.ts'
import { everyStatement, quoted, statementFiles } from '../support/statements.ts'
import { testDatabase } from '../support/database.ts'

const root = join(import.meta.dirname, '../../..')
const file = (name: string) => readFileSync(join(root, name), 'utf8')

const database = await forFile(testDatabase())

test('openapi.json matches the endpoints (`npm run generate` refreshes it)', async () => {
  for (const [name, text] of Object.entries(await openApiTexts(database.connection)))
    expect(text, name).toBe(file(name))
})

test('server/schema.sql matches the migrations (`npm run generate` refreshes it)', async () => {
  expect(await dumpSchema(database.owner)).toBe(file('server/schema.sql'))
})

describe('server/statements', () => {
  const withoutComments = (text: string) => text.replaceAll(/^-- .*\n/gm, '')
  let db: PoolClient
  let made: ReadonlyMap<string, string>
  beforeAll(async () => {
    db = await database.owner.connect()
    made = await statementFiles(db)
  })
  afterAll(() => db.release(true))

  test('has the statements of the code (`npm run generate` refreshes it)', () => {
    // .gitignore names the folders whose statements a reviewer reads in a diff.
    const kept = [...file('.gitignore').matchAll(/^!server\/statements\/(.*)\.sql$/gm)]
    expect(kept.length).toBeGreaterThan(9)
    // Compare without comments: they are copied from the code and may lag behind it.
    for (const [, folder = ''] of kept)
      expect(withoutComments(file(`server/statements/${folder}.sql`)), folder).toBe(
        withoutComments(made.get(folder) ?? ''),
      )
  })

  // While commits hang, writing statements are recognized by their names.
  test('a writing statement has a name that says so', async () => {
    const writing = (await everyStatement()).filter(({ text }) =>
      /\b(insert into|delete from|update \w+ )/.test(text),
    )
    expect(writing.length).toBeGreaterThan(40)
    expect(writing.map(({ name }) => name).filter((name) => !isWrite(name))).toEqual([])
  })

  test('has only SQL that PostgreSQL prepares and explains', async () => {
    await db.query('deallocate all')
    for (const text of made.values()) await db.query(text)
    await db.query('set plan_cache_mode = force_generic_plan')
    for (const { name, parameters } of await everyStatement()) {
      const values = parameters.length === 0 ? '' : `(${parameters.map(() => 'null').join(', ')})`
      const { rows } = await db.query(`explain execute ${quoted(name)}${values}`)
      expect(rows.length, name).toBeGreaterThan(0)
    }
  })
})

const DESCRIPTIONS = ['openapi.json', 'operator-openapi.json', 'connector-openapi.json']

test.each(DESCRIPTIONS)('%s is valid OpenAPI 3.1 without warnings', async (name) => {
  const config = await createConfig({
    extends: ['recommended'],
    // The document names no server: the address of a deployment is unknown.
    rules: {
      'no-server-example.com': 'off',
      'no-empty-servers': 'off',
      // Generated clients get the types Problem and WebhookPayload, the unions of all, which nothing refers to.
      'no-unused-components': name === 'connector-openapi.json' ? 'warn' : 'off',
    },
  })
  const problems = await lintDocument({
    document: makeDocumentFromString(file(name), join(root, name)),
    externalRefResolver: new BaseResolver(),
    config,
  })
  expect(
    problems.map(
      (problem) => `${problem.ruleId} ${problem.location[0]?.pointer ?? ''}: ${problem.message}`,
    ),
  ).toEqual([])
})

describe.each(DESCRIPTIONS)('%s', (name) => {
  const document: unknown = JSON.parse(file(name))

  // Readers in other languages know neither the flag nor all classes.
  test('has no pattern that means something else without the flag u', () => {
    const different = patternsIn(document).filter((pattern) => /\\[pu]\{/.test(pattern))
    expect(different).toEqual([])
    for (const pattern of patternsIn(document)) expect(() => new RegExp(pattern)).not.toThrow()
  })

  test('describes each tag that an operation has', () => {
    const { tags, paths }: Described = JSON.parse(file(name))
    const described = tags.map((tag) => tag.name)
    const used = Object.values(paths).flatMap((path) =>
      Object.values(path).flatMap((operation) => operation.tags),
    )
    expect(used.filter((tag) => !described.includes(tag))).toEqual([])
  })
})

type Described = {
  tags: { name: string }[]
  paths: Record<string, Record<string, { tags: string[] }>>
}

function patternsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'pattern' in value && typeof value.pattern === 'string' ? [value.pattern] : []
  return [...own, ...Object.values(value).flatMap(patternsIn)]
}

describe('the settings', () => {
  const inCode = Object.entries(environmentVariables).map(([name, value]) => [name, String(value)])

  test('are exactly those in example.env, with their defaults', () => {
    const listed = [...file('example.env').matchAll(/^([A-Z_]+)=(.*)$/gm)].map((match) => [
      match[1],
      match[2],
    ])
    expect(listed.sort()).toEqual(inCode.sort())
  })
})
