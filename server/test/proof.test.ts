// Random histories compared with a model, and planted bugs that the histories must find: see docs/proof.md. This is a
// short run from the same seed each time, so that a clone is never red by chance; `npm run proof` is the long one.
import { expect, test } from 'vitest'
import { bugs } from './proof/bugs.ts'
import { huntAll, isCaught } from './proof/hunt.ts'
import { ambiguousEdits } from './proof/plant.ts'
import { prove } from './proof/prove.ts'
import { testDatabase } from './support/database.ts'

const FOR_MS = 10_000
/** Found within a few histories, by three different promises. `npm run proof -- --bugs` plants all. */
const PLANTED = ['payout_rounded_up', 'payout_retried_under_new_key', 'duplicate_deposit_counted']

test('no random history breaks a promise', async () => {
  const database = await testDatabase()
  try {
    const { failure } = await prove(database.connection, {
      firstSeed: 1,
      most: Infinity,
      forMs: FOR_MS,
      shrinks: true,
    })
    expect(
      failure === undefined
        ? undefined
        : `npm run proof -- --seed ${failure.seed}\n${failure.promise}\n${failure.history}`,
    ).toBeUndefined()
  } finally {
    await database.close()
  }
})

test('planted bugs are found', { timeout: 1_800_000 }, async () => {
  const hunted = await huntAll({ forMs: 420_000, names: PLANTED })
  expect(hunted).toHaveLength(PLANTED.length)
  expect(hunted.filter((one) => !isCaught(one)).map(({ bug }) => bug.name)).toEqual([])
})

test('each planted bug is an edit of the present source', () => {
  expect(new Set(bugs.map(({ name }) => name)).size).toBe(bugs.length)
  expect(bugs.flatMap(ambiguousEdits)).toEqual([])
})
