// Which rail moves the money of an instrument, and how secrets of rails are referred to.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isSecretReference, secretOf } from '../../src/platform/config.ts'
import type { Rail } from '../../src/outside/rails/port.ts'
import { railKinds } from '../../src/outside/rails/registry.ts'
import { isPaidOut, overlapOf, servingRail } from '../../src/outside/rails/serving-rail.ts'

type Serving = Pick<Rail, 'name' | 'served'>
const evm = (chain: string, currencies = ['USDC', 'EURC']): Serving => ({
  name: `evm:${chain}`,
  served: [{ method: 'EVM_ADDRESS', currencies, where: { chain } }],
})
const wallet = (chain: string, currency = 'USDC') =>
  ({ method: 'EVM_ADDRESS', currency, details: { address: '0x', chain } }) as const

describe('the rail of an instrument', () => {
  test('is chosen by method, currency and details', () => {
    const rails = [evm('base'), evm('polygon')]
    expect(servingRail(rails, wallet('polygon'))?.name).toBe('evm:polygon')
    expect(servingRail(rails, wallet('base', 'EURC'))?.name).toBe('evm:base')
  })

  test('is undefined for another chain, currency or method', () => {
    const rails = [evm('base')]
    expect(servingRail(rails, wallet('arbitrum'))).toBeUndefined()
    expect(servingRail(rails, wallet('base', 'USDT'))).toBeUndefined()
    expect(
      servingRail(rails, { method: 'SOLANA_ADDRESS', currency: 'USDC', details: {} }),
    ).toBeUndefined()
  })

  test('pays out unless it only receives the currency', () => {
    const receiving: Serving = {
      name: 'evm:base',
      served: [
        ...evm('base', ['USDC']).served,
        {
          method: 'EVM_ADDRESS',
          currencies: ['USDT'],
          where: { chain: 'base' },
          receivesOnly: true,
        },
      ],
    }
    const rails = [receiving, evm('polygon', ['USDT'])]
    expect(isPaidOut(rails, wallet('base'))).toBe(true)
    expect(isPaidOut(rails, wallet('base', 'USDT'))).toBe(false)
    expect(isPaidOut(rails, wallet('polygon', 'USDT'))).toBe(true)
    expect(isPaidOut(rails, wallet('arbitrum', 'USDT'))).toBe(false)
  })

  test('is ambiguous if two rails serve the same method, currency and fields', () => {
    expect(overlapOf(evm('base'), evm('base', ['USDC', 'USDT']))).toBe(
      'EVM_ADDRESS in USDC with chain base',
    )
    const allChains: Serving = {
      name: 'connector:all',
      served: [{ method: 'EVM_ADDRESS', currencies: ['EURC'] }],
    }
    expect(overlapOf(evm('base'), allChains)).toBe('EVM_ADDRESS in EURC with chain base')
    expect(overlapOf(allChains, evm('base'))).toBe('EVM_ADDRESS in EURC with chain base')
  })

  test('is not ambiguous across chains or currencies', () => {
    expect(overlapOf(evm('base'), evm('polygon'))).toBeUndefined()
    expect(overlapOf(evm('base', ['USDC']), evm('base', ['EURC']))).toBeUndefined()
  })
})

describe('a secret of a rail', () => {
  test('is read from the environment or from a file, without the line break at its end', () => {
    const folder = mkdtempSync(join(tmpdir(), 'corridor-secret-'))
    try {
      const path = join(folder, 'key')
      writeFileSync(path, 'from a file\n')
      expect(secretOf(`file:${path}`)).toBe('from a file')
      expect(secretOf('env:RPC_KEY', { RPC_KEY: 'from the environment' })).toBe(
        'from the environment',
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('that is missing or empty is refused by its reference', () => {
    expect(() => secretOf('env:RPC_KEY', {})).toThrow('The secret env:RPC_KEY is missing or empty.')
    expect(() => secretOf('env:RPC_KEY', { RPC_KEY: ' ' })).toThrow('missing or empty')
    expect(() => secretOf('file:/nowhere/key')).toThrow('/nowhere/key cannot be read (ENOENT)')
  })

  test('that is written down itself is refused and not repeated', () => {
    const pasted = 'hunter2hunter2'
    expect(isSecretReference(pasted)).toBe(false)
    let message = ''
    try {
      secretOf(pasted)
    } catch (error) {
      message = String(error)
    }
    expect(message).toContain('env:NAME or file:PATH')
    expect(message).not.toContain(pasted)
  })
})

test('each kind of rail has a name that fits an operator file', () => {
  for (const kind of railKinds.keys()) expect(kind).toMatch(/^[a-z][a-z0-9_]*$/)
})
