// A generated client: its types describe every answer, event and error.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
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

/** Types of openapi.json with an addition. */
function typesWith(add: (description: Description) => void): Promise<string> {
  const changed: Description = JSON.parse(description)
  add(changed)
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
  test('fit a use of every operation, event and error, and refuse mistakes', async () => {
    expect(await compileUses(await typesOf(description))).toBe('')
  })

  test('have no unknown parts except undescribed headers', async () => {
    const types = await typesOf(description)
    const vague = types
      .split('\n')
      .filter((line) => /\bunknown\b|\bany\b|Record<string, (?!never)/.test(line))
      .filter((line) => !/^\s*(\*|\/\*\*)|\[name: string\]: unknown;$/.test(line))
    expect(vague).toEqual([])
  })

  test('no longer fit the uses when an operation is added', async () => {
    const types = await typesWith(({ paths }) => {
      const get = { ...paths['/v1/liquidity-providers']?.['get'], operationId: 'listOthers' }
      paths['/v1/others'] = { get }
    })
    expect(await compileUses(types)).toContain("'listOthers' is missing")
  })

  test('no longer fit the uses when an event is added', async () => {
    const types = await typesWith((changed) => {
      const copied = { name: 'OrderFilledEvent', value: 'order.filled' }
      addVariant(changed, 'Event', copied, { name: 'OrderLostEvent', value: 'order.lost' })
    })
    expect(await compileUses(types)).toMatch(/order\.lost[^]*not assignable to[^]*never/)
  })

  test('no longer fit the uses when an error is added', async () => {
    const types = await typesWith((changed) => {
      const copied = { name: 'NotFoundProblem', value: 'not_found' }
      addVariant(changed, 'Problem', copied, { name: 'NotThereProblem', value: 'not_there' })
      changed.components.schemas['ErrorCode']?.enum?.push('not_there')
    })
    expect(await compileUses(types)).toMatch(/not_there[^]*not assignable to[^]*never/)
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
