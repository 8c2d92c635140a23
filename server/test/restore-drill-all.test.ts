// The restore drill on chains and at an exchange, and its control: with a planted bug it must fail.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, inject, test } from 'vitest'
import { drill, type Drilled } from './drill/drill.ts'
import { siteNamed } from './drill/sites.ts'
import { noAnvil } from './support/anvil.ts'
import { noSolana } from './support/solana-chain.ts'

const places = [
  ['evm', noAnvil],
  ['solana', noSolana],
  ['bitso', undefined],
] as const
describe.each(places)('the restore drill: %s', (name, missing) => {
  test.skipIf(missing !== undefined)(
    'after a restore all that is owed leaves once and every order ends',
    async () => {
      const { table, problems } = await drill({ cluster: inject('cluster'), open: siteNamed(name) })
      expect(problems).toEqual([])
      expect(table.map(({ left }) => left)).toEqual(table.map((row) => row.owed))
    },
  )
})

test.each(['refund_key_random', 'listed_sends_ignored'])(
  'the drill finds the planted bug %s',
  async (bug) => {
    const args = [join(import.meta.dirname, 'drill/run.ts'), '--json', '--site', 'simulated']
    // The command ends with 1, as it should.
    const { stdout, code } = await promisify(execFile)(process.execPath, [...args, '--bug', bug], {
      maxBuffer: 2 ** 26,
    }).then(
      ({ stdout: text }) => ({ stdout: text, code: 0 }),
      (error: { stdout: string; code: number }) => error,
    )
    const [found]: Drilled[] = JSON.parse(stdout)
    expect(code).toBe(1)
    expect(found?.table.some(({ twice }) => twice > 0)).toBe(true)
  },
)
