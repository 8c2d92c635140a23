// `node bench/exports.ts`: exports `--lines` transfers of the ledger over the API of a sandbox of its own, in both formats.
// Prints the time, the memory of the service, and what other requests waited for meanwhile and without an export.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { monotonicMs } from '../server/src/platform/clock.ts'
import { withDesk, type Desk } from './desk.ts'

const { values } = parseArgs({ options: { lines: { type: 'string', default: '1000000' } } })
const lines = Number.parseInt(values.lines, 10)
const WITHOUT_MS = 20_000

await withDesk({ tables: ['ledger_transfers'], with: fill }, async (desk) => {
  // The operator API opens at its first request.
  await (await ask(desk, 'csv', '2000-01-01T00:00:00Z')).arrayBuffer()
  const quiet = desk.watchOthers()
  await sleep(WITHOUT_MS)
  say('no export', await quiet.stop())
  for (const format of ['csv', 'jsonl']) {
    const memory = desk.watchMemory()
    const others = desk.watchOthers()
    const startedMs = monotonicMs()
    const answer = await ask(desk, format)
    let bytes = 0
    let end = ''
    const decoder = new TextDecoder()
    for await (const part of answer.body ?? []) {
      bytes += part.length
      end = (end + decoder.decode(part)).slice(-200)
    }
    const seconds = (monotonicMs() - startedMs) / 1000
    const { beforeMb, mostMb } = memory.stop()
    say(
      `${format}: ${seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(0)} MB, memory ${Math.round(beforeMb)} MB before and at most ${Math.round(mostMb)} MB`,
      await others.stop(),
    )
    process.stdout.write(`  ends with ${JSON.stringify(end.trimEnd().split('\n').at(-1))}\n`)
  }
})

function ask(desk: Desk, format: string, to?: string): Promise<Response> {
  const wanted = { export: 'transfers', format, to, reason: 'bench' }
  return desk.ask('/exports', 'application/json', JSON.stringify(wanted))
}

function say(what: string, { p50, p99 }: { p50: number; p99: number }): void {
  process.stdout.write(
    `${what}; other requests p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms\n`,
  )
}

function fill(db: pg.PoolClient): Promise<unknown> {
  return db.query(
    `insert into ledger_transfers (posting_id, posting, organization_id, order_id, debit_account, credit_account,
       currency, amount_minor, posted_at)
     select gen_random_uuid(), 'payout', (select id from organizations limit 1), gen_random_uuid(), 'unwind',
            'rail:sandbox', 'COP', 100000 + n, now() - interval '30 days' + n * interval '2 seconds'
       from generate_series(1, $1::int) n`,
    [lines],
  )
}
