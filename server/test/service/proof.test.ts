// Random histories compared with a model: see docs/proof.md. This is a short run from the same seed each time, so that a
// clone is never red by chance; `npm run proof` is the long one. planted-bugs.test.ts hunts planted bugs.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bugs } from '../proof/bugs.ts'
import { histories } from '../proof/histories.ts'
import { ambiguousEdits } from '../proof/plant.ts'
import { prove } from '../proof/prove.ts'
import { testDatabase } from '../support/database.ts'

const FOR_MS = 10_000

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

test('a third of the histories continue on an earlier copy of their database', () => {
  const drawn = fc.sample(histories, { seed: 1, numRuns: 300 })
  const restored = drawn.filter(({ steps }) => {
    const copiedAt = steps.findIndex(({ kind }) => kind === 'copy')
    return copiedAt >= 0 && steps.slice(copiedAt).some(({ kind }) => kind === 'restore')
  })
  expect(restored.length).toBeGreaterThan(100)
})

test('each planted bug is an edit of the present source', () => {
  expect(new Set(bugs.map(({ name }) => name)).size).toBe(bugs.length)
  expect(bugs.flatMap(ambiguousEdits)).toEqual([])
})
