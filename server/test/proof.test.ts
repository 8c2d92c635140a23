// Random histories compared with a model, and planted bugs that the histories must find: see docs/proof.md. This is a
// short run; `npm run proof` is the long one.
import { expect, test } from 'vitest'
import { bugs } from './proof/bugs.ts'
import { huntAll, isCaught } from './proof/hunt.ts'
import { ambiguousEdits } from './proof/plant.ts'
import { prove } from './proof/prove.ts'
import { testDatabase } from './support/database.ts'

const FOR_MS = 10_000
/** Each day plants some of the bugs. `npm run proof -- --bugs` plants all. */
const BUGS_A_DAY = 3
const DAY_MS = 86_400_000

test('no random history breaks a promise', async () => {
  const database = await testDatabase()
  try {
    const { failure } = await prove(database.connection, {
      firstSeed: Date.now() % 1_000_000_000,
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
  const from = (Math.floor(Date.now() / DAY_MS) * BUGS_A_DAY) % bugs.length
  const names = Array.from(
    { length: BUGS_A_DAY },
    (_, index) => bugs[(from + index) % bugs.length]?.name ?? '',
  )
  const hunted = await huntAll({ forMs: 420_000, names })
  expect(hunted).toHaveLength(BUGS_A_DAY)
  expect(hunted.filter((one) => !isCaught(one)).map(({ bug }) => bug.name)).toEqual([])
})

test('each planted bug is an edit of the present source', () => {
  expect(new Set(bugs.map(({ name }) => name)).size).toBe(bugs.length)
  expect(bugs.flatMap(ambiguousEdits)).toEqual([])
})
