// What a worker does first.
import { expect, test, vi } from 'vitest'
import { monotonicMs } from '../../src/platform/clock.ts'
import { startWorker } from '../../src/service/worker.ts'
import { forFile } from '../support/for-file.ts'
import { testService } from '../support/service.ts'

const corridor = await forFile(testService({ worker: false }))

test('after a start, orders that waited have a second before tasks that can wait', async () => {
  const { db } = corridor.deps
  const sentMs = new Map<unknown, number>()
  const send = db.query.bind(db)
  const query = vi.spyOn(db, 'query').mockImplementation((...sent: unknown[]) => {
    const [statement] = sent
    if (typeof statement === 'object' && statement !== null && 'name' in statement)
      sentMs.set(statement.name, sentMs.get(statement.name) ?? monotonicMs())
    return Reflect.apply(send, db, sent)
  })
  const worker = startWorker(corridor.deps)
  try {
    const settled = () => sentMs.get('settle_ledger_sums') ?? Number.NaN
    await vi.waitFor(() => expect(settled()).not.toBeNaN(), 30_000)
    expect(settled() - (sentMs.get('claim_due_orders') ?? Number.NaN)).toBeGreaterThan(900)
  } finally {
    await worker.stop()
    query.mockRestore()
  }
})
