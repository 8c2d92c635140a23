// The restore drill on chains and at an exchange, and with a planted bug.
import { describe, expect, inject, test } from 'vitest'
import { drill } from '../drill/drill.ts'
import { siteNamed } from '../drill/sites.ts'
import { noAnvil } from '../support/anvil.ts'
import { runProgram } from '../support/command.ts'
import { noSolana } from '../support/solana-chain.ts'

/** The keys of a lost retry name no order of the backup yet. */
const except: string[] = []

const places = [
  ['bitso', undefined],
  ['evm', noAnvil],
  ['solana', noSolana],
] as const
describe.each(places)('the restore drill: %s', (name, missing) => {
  test.skipIf(missing !== undefined)(
    'after a restore all that is owed leaves once and every order ends',
    async () => {
      const { table, problems } = await drill({
        cluster: inject('cluster'),
        open: siteNamed(name),
        except,
      })
      expect(problems).toEqual([])
      expect(table.map(({ left }) => left)).toEqual(table.map((row) => row.owed))
    },
  )
})

test('the drill fails on a planted bug, and on nothing without it', async () => {
  const one = ['--site', 'simulated', '--case', 'the customer asked for the refund']
  const drilled = (...more: string[]) =>
    runProgram(process.execPath, ['server/test/drill/run.ts', ...one, ...more])
  const right = await drilled()
  expect(right.status, right.said).toBe(0)
  const wrong = await drilled('--bug', 'refund_key_random')
  expect(wrong.status, wrong.said).toBe(1)
  expect(wrong.stdout).toMatch(/expected FAILED_REFUND_PROCESSED/)
})
