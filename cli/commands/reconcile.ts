// `corridor reconcile FILE`: compares a statement with the ledger, as the operator API does.
import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { publicId } from '@corridor/server/ids.ts'
import { formatSignedAmount } from '@corridor/server/money/decimal.ts'
import type { WrittenOptions } from '@corridor/server/reconciliation/asked.ts'
import { UnreadableStatement } from '@corridor/server/reconciliation/csv.ts'
import {
  isOpen,
  selectDifferencesAfter,
  type DifferenceRow,
} from '@corridor/server/reconciliation/difference-queries.ts'
import type { ReconciliationWithCounts } from '@corridor/server/reconciliation/queries.ts'
import { reconcileFile } from '@corridor/server/reconciliation/reconcile-file.ts'
import { auditedExecution } from '../audited.ts'
import { table } from '../table.ts'
import { withDatabase } from '../with-database.ts'

type Options = {
  account: string
  currency: string
  reason: string
  format?: 'camt.053' | 'csv'
  from?: string
  to?: string
  tolerance?: string
  number?: string
  columns?: string
  delimiter?: string
  decimal?: string
  dateFormat?: string
  encoding?: string
  json?: boolean
}

const DIFFERENCES = ['DIFFERENCE', 'KIND', 'AMOUNT', 'DATE', 'THERE', 'HERE', 'OPEN']
/** The API lists more. */
const MOST_SHOWN = 200

export const reconcileCommand = (file: string, options: Options): Promise<void> =>
  withDatabase(async (db, { openDeps }) => {
    await access(file)
    const deps = await openDeps()
    const execution = auditedExecution(deps, {
      enterpriseId: null,
      act: 'reconciliation.made',
      subject: '',
      reason: options.reason,
    })
    const format = options.format ?? (/\.xml$/i.test(file) ? 'camt.053' : 'csv')
    const written = writtenOptions(options)
    try {
      const source = createReadStream(file)
      const { row, isNew } = await reconcileFile(deps, format, written, source, execution)
      const differences = await selectDifferencesAfter(db, row.id, null, MOST_SHOWN)
      process.stdout.write(textOf(row, isNew, differences, options.json === true))
    } catch (error) {
      if (error instanceof UnreadableStatement)
        throw new Error(`${file}: ${error.message.replace(/^columns /, '--columns ')}`)
      throw error
    }
  })

const writtenOptions = (options: Options): WrittenOptions => {
  const { account, currency, from, to, number, columns, delimiter, decimal, encoding } = options
  const optional = {
    from,
    to,
    tolerance_days: options.tolerance,
    number,
    columns,
    delimiter,
    decimal,
    date_format: options.dateFormat,
    encoding,
  }
  const given = Object.entries(optional).filter(([, value]) => value !== undefined)
  return { account, currency, ...Object.fromEntries(given) }
}

function textOf(
  row: ReconciliationWithCounts,
  isNew: boolean,
  differences: readonly DifferenceRow[],
  asJson: boolean,
): string {
  const lines = differences.map((one) => {
    const first = one.there[0] ?? one.here[0]
    return {
      id: publicId('dif', one.id),
      kind: one.kind,
      amount: formatSignedAmount(one.there_minor - one.here_minor, one.currency),
      date: String(first?.['date'] ?? ''),
      there: one.there.map((line) => `line ${String(line['line'])}`).join(', '),
      here: one.here
        .map((line) => `${String(line['posting'])} ${String(line['order_id'] ?? '')}`.trim())
        .join(', '),
      open: isOpen(one),
    }
  })
  const summary = {
    id: publicId('rcn', row.id),
    is_new: isNew,
    period: `${row.period_from} to ${row.period_to}`,
    lines: row.lines_there,
    known: row.lines_known,
    matched: row.matched_there,
    cut_off: row.cut_off,
    differences: Object.values(row.differences).reduce((sum, count) => sum + count, 0),
    open: row.open,
  }
  if (asJson) return `${JSON.stringify({ ...summary, items: lines })}\n`
  const head =
    `${summary.id}${isNew ? '' : ' (this file was reconciled before)'}: ${summary.period}, ` +
    `${summary.lines} lines, ${summary.known} known, ${summary.matched} matched, ` +
    `${summary.cut_off} left to the next statement, ${summary.open} of ${summary.differences} differences open.\n`
  const cells = lines.map(({ id, kind, amount, date, there, here, open }) => [
    id,
    kind,
    amount,
    date,
    there,
    here,
    open ? 'open' : '',
  ])
  return cells.length === 0 ? head : `${head}${table(DIFFERENCES, cells)}`
}
