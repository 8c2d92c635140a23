// Entries of a rail that cannot be taken up: they are logged once, shown to operators and block no others.
import { expect, test } from 'vitest'
import { createLog } from '../../src/platform/log.ts'
import { selectWaitingEntries } from '../../src/outside/rails/entry-queries.ts'
import { watchRails } from '../../src/engine/entries/watch-rails.ts'
import { forFile } from '../support/for-file.ts'
import { testService } from '../support/service.ts'

const lines: string[] = []
const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
const corridor = await forFile(testService({ worker: false, log }))

test('entries that cannot be taken up are logged once each and listed for operators', async () => {
  const { owner } = corridor.database
  await owner.query(
    `insert into simulator.deposits (transaction, address, reference, currency, amount_minor, arrives_at)
     select 'none-' || n, 'nowhere', '', 'ZZZ', 1, '2026-01-01Z' from generate_series(1, 1000) n`,
  )
  await watchRails(corridor.deps)
  await watchRails(corridor.deps)
  expect(lines.filter((line) => line.includes('a rail reported an invalid entry'))).toHaveLength(
    1000,
  )
  expect(await selectWaitingEntries(corridor.deps.db)).toHaveLength(1000)
})
