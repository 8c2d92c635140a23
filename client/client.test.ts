// A generated client: its types describe every answer, event and error.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { testService } from '../server/test/support/service.ts'
import { compileUses, typesOf } from './types.ts'
import { connect, payOut } from './uses.ts'

const description = readFileSync(join(import.meta.dirname, '../openapi.json'), 'utf8')

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

describe('the types that openapi-typescript generates from openapi.json', () => {
  let published: string
  let errorsWith: (name: 'published' | 'extended') => string
  beforeAll(async () => {
    published = await typesOf(description)
    errorsWith = await compileUses({ published, extended: await typesWithMore() })
  })

  test('fit a use of every operation, event and error, and refuse mistakes', () => {
    expect(errorsWith('published')).toBe('')
  })

  test('have no unknown parts except undescribed headers', () => {
    const vague = published
      .split('\n')
      .filter((line) => /\bunknown\b|\bany\b|Record<string, (?!never)/.test(line))
      .filter((line) => !/^\s*(\*|\/\*\*)|\[name: string\]: unknown;$/.test(line))
    expect(vague).toEqual([])
  })

  test.each([
    ['an operation', /'?listOthers'? is missing/],
    ['an event', /order\.lost.*is not assignable to parameter of type 'never'/],
    ['an error', /not_there.*is not assignable to parameter of type 'never'/],
  ])('no longer fit the uses when %s is added', (_what, error) => {
    expect(errorsWith('extended')).toMatch(error)
  })
})

test('a generated client takes an order from its price to its payout', async () => {
  const corridor = await testService()
  try {
    const { api_key: key, organization_id: organization } = corridor.sandbox
    expect(await payOut(connect(corridor.url, key), organization)).toBe('STEP_4_COMPLETED')
  } finally {
    await corridor.close()
  }
})
