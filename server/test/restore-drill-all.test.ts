// The restore drill on chains.
import { describe, expect, inject, test } from 'vitest'
import { drill } from './drill/drill.ts'
import { siteNamed } from './drill/sites.ts'
import { noAnvil } from './support/anvil.ts'
import { noSolana } from './support/solana-chain.ts'

/** The keys of a lost retry name no order of the backup yet. */
const except: string[] = []

const places = [
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
