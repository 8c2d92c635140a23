// Thin operations need no code by hand.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { operationModules } from './operations.ts'

const description = readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8')

/** The operations with a copy of one that has another name. */
function withCopy(of: [path: string, method: string], operationId: string): string {
  const changed: { paths: Record<string, Record<string, object>> } = JSON.parse(description)
  changed.paths['/v1/others'] = {
    [of[1]]: { ...changed.paths[of[0]]?.[of[1]], operationId, description: 'It is new.' },
  }
  return operationModules(JSON.stringify(changed)).operations
}

test('a new operation becomes a method of its resource, with its description', () => {
  const text = withCopy(['/v1/organizations/{organization_id}/orders', 'post'], 'splitOrder')
  const [orders = ''] = /ordersOperations = [\s\S]*?\n\}\)\n/.exec(text) ?? []
  expect(orders).toMatch(/It is new\.\n.*@returns .*\n.*\n {2}split\(organization: string, body: /)
})

test('a new resource is a part of the client', () => {
  const text = withCopy(['/v1/liquidity-providers', 'get'], 'listOthers')
  const tagged = JSON.parse(description)
  tagged.paths['/v1/liquidity-providers'].get.tags = ['Desk notes']
  const named = operationModules(JSON.stringify(tagged)).operations
  expect(text).toContain('  others(query?')
  expect(named).toContain('this.deskNotes = deskNotesOperations(connection)')
})

test('two operations with one name are refused', () => {
  expect(() => withCopy(['/v1/liquidity-providers', 'get'], 'listLiquidityProvider')).toThrow(
    '2 operations have the name liquidityProviders.list',
  )
})
