// Deposits that a rail reports repeatedly because they cannot be recorded.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchRails } from '../src/deposits/watch-rails.ts'
import { createLog } from '../src/log.ts'
import { testService, type TestService } from './support/service.ts'

const lines: string[] = []
let corridor: TestService
beforeAll(async () => {
  const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
  corridor = await testService({ worker: false, log })
})
afterAll(() => corridor.close())

test('deposits that cannot be recorded are logged once each; the last ten thousand are remembered', async () => {
  const { owner } = corridor.database
  const thousand = (from: number) =>
    owner.query(
      `insert into simulator.deposits (transaction, address, reference, currency, amount_minor, arrives_at)
       select 'none-' || n, 'nowhere', '', 'ZZZ', 1, '2026-01-01Z' from generate_series($1::int, $1::int + 999) n`,
      [from],
    )
  await thousand(0)
  await watchRails(corridor.deps)
  await watchRails(corridor.deps)
  expect(lines.filter((line) => line.includes('a deposit cannot be recorded'))).toHaveLength(1000)
  for (let from = 1000; from < 12_000; from += 1000) {
    await owner.query('update simulator.deposits set reported_at = now()')
    await thousand(from)
    await watchRails(corridor.deps)
  }
  expect(lines.filter((line) => line.includes('a deposit cannot be recorded'))).toHaveLength(12_000)
  expect(corridor.deps.unrecorded.size).toBe(10_000)
})
