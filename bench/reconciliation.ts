// `node bench/reconciliation.ts`: reconciles a statement of `--lines` payments over the API of a sandbox of its own, in
// `--format` csv or camt.053. Prints the time, the memory of the service, and what other requests waited for meanwhile.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { systemClock } from '../server/src/clock.ts'
import { readConfig } from '../server/src/config.ts'
import { openDatabase } from '../server/src/db/open.ts'
import { openPool, type Pool } from '../server/src/db/pool.ts'
import { executionBy } from '../server/src/acts/execution.ts'
import { COMMAND } from '../server/src/users/operator.ts'
import { createOperatorKey } from '../server/src/users/manage-keys.ts'
import { readSandbox, start, stopAll } from '../server/test/support/command.ts'

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '100000' },
    format: { type: 'string', default: 'csv' },
  },
})
const lines = Number.parseInt(values.lines, 10)
const home = mkdtempSync(join(tmpdir(), 'corridor-bench-'))
const env = { PORT: '0', CORRIDOR_DATA_DIR: join(home, 'data') }
const DAYS = 28

try {
  const service = await start(['serve', '--workers', '1'], env)
  const sandbox = readSandbox(env.CORRIDOR_DATA_DIR)
  const config = readConfig({ ...process.env, ...env })
  const database = await openDatabase(config, 'guest')
  const owner = openPool(database.owner, { size: 2 })
  await fill(owner)
  const deps = { db: owner, clock: systemClock }
  const { key } = await createOperatorKey(
    deps,
    executionBy(deps, COMMAND, 'operator_key.created', 'measures'),
    { label: 'bench', role: 'treasurer', enterpriseIds: null, expiresAt: null },
  )
  await owner.end()
  const pids = childrenOf(service.pid)
  for (const [format, type, file, query] of [
    ['CSV', 'text/csv', csv(), 'currency=COP&columns=date:d,amount:a,reference:r'],
    ['camt.053', 'application/xml', camt(), 'currency=COP&number=1'],
  ] as const) {
    // Transfers are matched once: each format needs a run of its own.
    if (format.toLowerCase() !== values.format.toLowerCase()) continue
    const peak = watchMemory(pids)
    const other = watchLatency(sandbox.base_url, sandbox.api_key)
    const began = performance.now()
    const response = await fetch(
      `${sandbox.base_url}/operator/v1/reconciliations?account=rail:sandbox&reason=bench&${query}`,
      {
        method: 'POST',
        body: file,
        headers: { authorization: `Bearer ${key}`, 'content-type': type },
      },
    )
    const answer = await response.text()
    const seconds = (performance.now() - began) / 1000
    const { before, most } = peak.stop()
    const { p50, p99, max } = await other.stop()
    print(
      `${format}: ${lines} lines, ${(file.length / 1e6).toFixed(0)} MB: ${seconds.toFixed(1)} s; ` +
        `memory of the service ${before} MB before, at most ${most} MB; ` +
        `other requests p50 ${p50} ms, p99 ${p99} ms, max ${max} ms`,
    )
    print(`  ${response.status} ${answer.slice(0, 420)}`)
  }
  await database.close()
} finally {
  await stopAll()
  rmSync(home, { recursive: true, force: true })
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function dateOf(at: number): string {
  return `2026-01-${String((at % DAYS) + 1).padStart(2, '0')}`
}
function amountOf(at: number): string {
  return `${1000 + (at % 5000)}.${String(at % 100).padStart(2, '0')}`
}

function csv(): Buffer {
  const rows = Array.from(
    { length: lines },
    (_, at) => `${dateOf(at)},-${amountOf(at)},BENCHPAY${at}`,
  )
  return Buffer.from(`d,a,r\n${rows.join('\n')}\n`)
}

function camt(): Buffer {
  const entries = Array.from(
    { length: lines },
    (_, at) =>
      `<Ntry><Amt Ccy="COP">${amountOf(at)}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${dateOf(at)}</Dt></BookgDt><AcctSvcrRef>BANK${at}</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>DMCT</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls><TxDtls><Refs><EndToEndId>BENCHPAY${at}</EndToEndId></Refs><RltdPties><Cdtr><Pty><Nm>Proveedor ${at}</Nm></Pty></Cdtr></RltdPties><RmtInf><Ustrd>pago ${at}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  )
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-02-01T00:00:00Z</CreDtTm></GrpHdr><Stmt><Id>1</Id><Acct><Id><Othr><Id>1</Id></Othr></Id><Ccy>COP</Ccy></Acct>${entries.join('\n')}</Stmt></BkToCstmrStmt></Document>`,
  )
}

/** Payouts and their transfers, as orders would have made them. Orders themselves are not needed. */
async function fill(owner: Pool): Promise<void> {
  const client = await owner.connect()
  await client.query(`set session_replication_role = replica; set statement_timeout = 0`)
  await client.query(
    `with made as (
       insert into payouts (organization_id, id, order_id, sequence, rail_key, method, currency, amount_minor,
         created_at, rail_reference, settled_at)
       select (select id from organizations limit 1), gen_random_uuid(), gen_random_uuid(), 1, 'bench' || n, 'PIX', 'COP',
              (1000 + n % 5000) * 100 + n % 100, at, 'BENCHPAY' || n, at
         from (select n, timestamptz '2026-01-01 12:00Z' + (n % ${DAYS}) * interval '1 day' as at
                 from generate_series(0, ${lines} - 1) n) numbers
       returning organization_id, order_id, amount_minor, settled_at
     )
     insert into ledger_transfers (posting_id, posting, organization_id, order_id, debit_account, credit_account,
       currency, amount_minor, posted_at)
     select gen_random_uuid(), 'payout', organization_id, order_id, 'unwind', 'rail:sandbox', 'COP', amount_minor,
            settled_at from made order by settled_at`,
  )
  client.release(true)
  await owner.query('analyze payouts; analyze ledger_transfers')
}

function childrenOf(pid: number): number[] {
  const found = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  const children = found === '' ? [] : found.split(' ').map((text) => Number.parseInt(text, 10))
  return [pid, ...children].filter((one) =>
    readFileSync(`/proc/${one}/cmdline`, 'utf8').includes('corridor'),
  )
}

function watchMemory(pids: readonly number[]) {
  const now = () =>
    Math.round(
      pids.reduce((sum, pid) => {
        const [, kilobytes = '0'] =
          /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
        return sum + Number.parseInt(kilobytes, 10)
      }, 0) / 1024,
    )
  const before = now()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, now())), 50)
  return {
    stop() {
      clearInterval(timer)
      return { before, most }
    },
  }
}

function watchLatency(url: string, key: string) {
  const times: number[] = []
  let isDone = false
  const asking = (async () => {
    while (!isDone) {
      const began = performance.now()
      const response = await fetch(`${url}/v1/liquidity-providers`, {
        headers: { authorization: `Bearer ${key}` },
      })
      await response.arrayBuffer()
      times.push(performance.now() - began)
      await sleep(20)
    }
  })()
  return {
    async stop() {
      isDone = true
      await asking
      const sorted = times.toSorted((a, b) => a - b)
      const at = (part: number) =>
        Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)
      return { p50: at(0.5), p99: at(0.99), max: at(1) }
    },
  }
}
