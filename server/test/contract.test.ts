// What is checked in beside the code says what the code does.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createConfig,
  lintDocument,
  makeDocumentFromString,
  BaseResolver,
} from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { environmentVariables } from '../src/config.ts'
import { openApiText } from './support/openapi.ts'
import { dumpSchema } from './support/schema-dump.ts'
import { testDatabase, type TestDatabase } from './support/database.ts'

const root = join(import.meta.dirname, '../..')
const file = (name: string) => readFileSync(join(root, name), 'utf8')

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.close())

test('openapi.json is what the endpoints say; `npm run generate` refreshes it', async () => {
  expect(await openApiText(database.connection)).toBe(file('openapi.json'))
})

test('server/schema.sql is what the migrations make; `npm run generate` refreshes it', async () => {
  expect(await dumpSchema(database.owner)).toBe(file('server/schema.sql'))
})

test('openapi.json is valid OpenAPI 3.1 without a warning', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    // The deployment's own address is not known here, and a bearer key has no more to say.
    rules: { 'no-server-example.com': 'off', 'no-empty-servers': 'off' },
  })
  const problems = await lintDocument({
    document: makeDocumentFromString(file('openapi.json'), join(root, 'openapi.json')),
    externalRefResolver: new BaseResolver(),
    config,
  })
  expect(
    problems.map(
      (problem) => `${problem.ruleId} ${problem.location[0]?.pointer ?? ''}: ${problem.message}`,
    ),
  ).toEqual([])
})

describe('the settings', () => {
  const inCode = Object.entries(environmentVariables).map(([name, value]) => [name, String(value)])

  test('are all in example.env with their defaults, and no others', () => {
    const listed = [...file('example.env').matchAll(/^([A-Z_]+)=(.*)$/gm)].map((match) => [
      match[1],
      match[2],
    ])
    expect(listed.sort()).toEqual(inCode.sort())
  })

  test("are all in the README's table with their defaults, and no others", () => {
    const listed = [...file('README.md').matchAll(/^\| `([A-Z_]+)` +\| (?:`([^`]*)`)? *\|/gm)].map(
      (match) => [match[1], match[2] ?? ''],
    )
    expect(listed.sort()).toEqual(inCode.sort())
  })
})
