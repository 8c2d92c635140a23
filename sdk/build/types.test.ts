// The generated types describe every operation, event and error, and the client uses them all.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { typesOf } from './types.ts'
import { compileUses } from '../test/support/compile.ts'

const sdk = join(import.meta.dirname, '..')
const description = readFileSync(join(sdk, '../openapi.json'), 'utf8')

type Schema = {
  oneOf?: object[]
  discriminator?: { mapping: Record<string, string> }
  enum?: string[]
}
type Description = {
  paths: Record<string, Record<string, object>>
  components: { schemas: Record<string, Schema> }
}

/** Types of openapi.json with one more operation, event and error. */
function typesWithMore(): Promise<string> {
  const changed: Description = JSON.parse(description)
  const { paths, components } = changed
  const get = { ...paths['/v1/liquidity-providers']?.['get'], operationId: 'listOthers' }
  paths['/v1/others'] = { get }
  const event = { name: 'OrderFilledEvent', value: 'order.filled' }
  addVariant(changed, 'Event', event, { name: 'OrderLostEvent', value: 'order.lost' })
  const problem = { name: 'NotFoundProblem', value: 'not_found' }
  addVariant(changed, 'Problem', problem, { name: 'NotThereProblem', value: 'not_there' })
  components.schemas['ErrorCode']?.enum?.push('not_there')
  return typesOf(JSON.stringify(changed))
}

/** Adds a copy of a variant with another value to a union. */
function addVariant(
  { components: { schemas } }: Description,
  union: string,
  copied: { name: string; value: string },
  added: { name: string; value: string },
): void {
  const reference = `#/components/schemas/${added.name}`
  const text = JSON.stringify(schemas[copied.name])
  schemas[added.name] = JSON.parse(text.replaceAll(copied.value, added.value))
  schemas[union]?.oneOf?.push({ $ref: reference })
  Object.assign(schemas[union]?.discriminator?.mapping ?? {}, { [added.value]: reference })
}

test('the types have no unknown parts except undescribed headers', async () => {
  const vague = (await typesOf(description))
    .split('\n')
    .filter((line) => /\bunknown\b|\bany\b|Record<string, (?!never)/.test(line))
    .filter((line) => !/^\s*(\*|\/\*\*)|\[name: string\]: unknown;$/.test(line))
  expect(vague).toEqual([])
})

describe('the compiler', () => {
  test('accepts a use of every operation, event and error, and refuses mistakes', async () => {
    expect(await compileUses(await typesOf(description))).toBe('')
  })

  let errors: string
  beforeAll(async () => {
    errors = await compileUses(await typesWithMore())
  })

  test.each([
    ['an operation', /'?listOthers'? is missing/],
    ['an event', /order\.lost.*is not assignable to parameter of type 'never'/],
    ['an error', /not_there.*is not assignable to parameter of type 'never'/],
  ])('finds uses that lack %s which was added', (_what, error) => {
    expect(errors).toMatch(error)
  })
})
