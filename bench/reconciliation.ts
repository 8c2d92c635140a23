// `node bench/reconciliation.ts`: reconciles a statement of `--lines` payments over the API of a sandbox of its own, in
// `--format` csv or camt.053. Prints the time, the memory of the service, and what other requests waited for meanwhile.
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { monotonicMs } from '../server/src/platform/clock.ts'
import { withDesk } from './desk.ts'

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '100000' },
    format: { type: 'string', default: 'csv' },
  },
})
const lines = Number.parseInt(values.lines, 10)
const DAYS = 28
const [type, query] =
  values.format === 'csv'
    ? ['text/csv', 'currency=COP&columns=date:d,amount:a,reference:r']
    : ['application/xml', 'currency=COP&number=1']

// Transfers are matched once: each format needs a run of its own.
await withDesk({ tables: ['payouts', 'ledger_transfers'], with: fill }, async (desk) => {
  const file = values.format === 'csv' ? csv() : camt()
  const memory = desk.watchMemory()
  const others = desk.watchOthers()
  const beganMs = monotonicMs()
  const response = await desk.ask(
    `/reconciliations?account=rail:sandbox&reason=bench&${query}`,
    type,
    file,
  )
  const answer = await response.text()
  const seconds = (monotonicMs() - beganMs) / 1000
  const { beforeMb, mostMb } = memory.stop()
  const { p50, p99, max } = await others.stop()
  print(
    `${values.format}: ${lines} lines, ${(file.length / 1e6).toFixed(0)} MB: ${seconds.toFixed(1)} s; ` +
      `memory of the service ${Math.round(beforeMb)} MB before, at most ${Math.round(mostMb)} MB; ` +
      `other requests p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, max ${max.toFixed(1)} ms`,
  )
  print(`  ${response.status} ${answer.slice(0, 420)}`)
})

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
function fill(db: pg.PoolClient): Promise<unknown> {
  return db.query(
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
}
