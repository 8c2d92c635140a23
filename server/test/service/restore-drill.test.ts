// The restore drill at the rails that are quick: orders in every state, a backup, more work, a restore, and the service on
// the copy until every order has ended. restore-drill-all.test.ts has the other rails.
import { expect, inject, test } from 'vitest'
import { drill } from '../drill/drill.ts'
import { siteNamed } from '../drill/sites.ts'

/** The keys of a lost retry name no order of the backup yet. */
const except: string[] = []

test.each(['simulated', 'connector', 'bank'])(
  'after a restore all that is owed leaves once and every order ends: %s',
  async (name) => {
    const { table, problems } = await drill({
      cluster: inject('cluster'),
      open: siteNamed(name),
      except,
    })
    expect(problems).toEqual([])
    const owed = table.reduce((sum, row) => sum + row.owed, 0)
    expect(owed).toBeGreaterThan(60)
    expect(table.map(({ left }) => left)).toEqual(table.map((row) => row.owed))
  },
)
