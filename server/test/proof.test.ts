// Random histories against a model, and planted bugs that they must find: docs/proof.md. Here as many as fit
// in the time; `npm run proof` has more.
import { expect, test } from 'vitest'
import { bugs } from './proof/bugs.ts'
import { huntAll } from './proof/hunt.ts'
import { misfits } from './proof/plant.ts'
import { prove } from './proof/prove.ts'
import { testDatabase } from './support/database.ts'

/** Histories that once found something, in the service or in this suite. */
const SEEDS = [250151300, 250243908, 250291686, 251453518]
const FOR_MS = 15_000
/** Of the bugs, a few each day: all of them take `npm run proof -- --bugs`. */
const BUGS_A_DAY = 6
const DAY_MS = 86_400_000

test('no random history breaks a promise', { timeout: 90_000 }, async () => {
  const database = await testDatabase()
  try {
    const { failure } = await prove(database.connection, {
      firstSeed: Date.now() % 1_000_000_000,
      most: Infinity,
      forMs: FOR_MS,
      shrinks: true,
      seeds: SEEDS,
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

test('planted bugs are found', { timeout: 240_000 }, async () => {
  const from = (Math.floor(Date.now() / DAY_MS) * BUGS_A_DAY) % bugs.length
  const names = Array.from(
    { length: BUGS_A_DAY },
    (_, index) => bugs[(from + index) % bugs.length]?.name ?? '',
  )
  const hunted = await huntAll({ forMs: 60_000, names })
  expect(hunted).toHaveLength(BUGS_A_DAY)
  expect(
    hunted.filter(({ proof }) => proof.failure === undefined).map(({ bug }) => bug.name),
  ).toEqual([])
})

test('the bugs are edits of the source as it is', () => {
  expect(new Set(bugs.map(({ name }) => name)).size).toBe(bugs.length)
  expect(bugs.flatMap(misfits)).toEqual([])
})
