// `corridor reconcile`: compares a statement with the ledger.
import { addressOf, type Schemas } from '@corridor/server/operator-client/client.ts'
import { table } from '../table.ts'
import { requireContent } from './given-file.ts'
import { RefusedByService } from './refusals.ts'
import { FileBody, reasonOf, textIn, type Given, type Row } from './rows.ts'

type Reconciliation = Schemas['Reconciliation']
type Difference = Schemas['Difference']

const DIFFERENCES = ['DIFFERENCE', 'KIND', 'AMOUNT', 'DATE', 'THERE', 'HERE', 'OPEN']
/** The API lists more. */
const MOST_SHOWN = 200

/** Parameters of the operation, by option. */
const PARAMETERS = {
  account: 'account',
  currency: 'currency',
  from: 'from',
  to: 'to',
  tolerance: 'tolerance_days',
  number: 'number',
  columns: 'columns',
  delimiter: 'delimiter',
  decimal: 'decimal',
  dateFormat: 'date_format',
  encoding: 'encoding',
}

export const reconcileRow: Row = {
  async run(call, given) {
    const path = given.args[0] ?? ''
    requireContent(path)
    const query = queryOf(given)
    const format = textIn(given.options, 'format') ?? (/\.xml$/i.test(path) ? 'camt.053' : 'csv')
    const body = new FileBody(path, format === 'csv' ? 'text/csv' : 'application/xml')
    try {
      const address = addressOf('/operator/v1/reconciliations', {}, query)
      const { status, data } = await call.send<Reconciliation>('POST', address, body)
      const path = '/operator/v1/reconciliations/{reconciliation_id}/differences'
      const names = { reconciliation_id: data.id }
      const differences = await call.read(path, names, { limit: MOST_SHOWN })
      return outputOf(data, status === 201, differences)
    } catch (error) {
      if (error instanceof RefusedByService) error.message = inWords(error, path)
      throw error
    }
  },
}

function queryOf(given: Given): object {
  const query: Record<string, string> = { reason: reasonOf(given) }
  for (const [option, parameter] of Object.entries(PARAMETERS)) {
    const value = textIn(given.options, option)
    if (value !== undefined) query[parameter] = value
  }
  return query
}

function inWords({ message, problem }: RefusedByService, path: string): string {
  if (problem.code !== 'statement_unreadable')
    return message.replaceAll(/\?([a-z_]+)/g, (whole, parameter: string) => {
      const [option] = Object.entries(PARAMETERS).find(([, name]) => name === parameter) ?? []
      return option === undefined ? whole : `--${option.replace('F', '-f')}`
    })
  return `${path}: ${message.replace(/^columns /, '--columns ')}`
}

function outputOf(row: Reconciliation, isNew: boolean, differences: readonly Difference[]) {
  const items = differences.map((one) => ({
    id: one.id,
    kind: one.difference,
    amount: one.amount,
    date: one.there[0]?.date ?? one.here[0]?.date ?? '',
    there: one.there.map(({ line }) => `line ${line}`).join(', '),
    here: one.here
      .map(({ posting, order_id: order }) => `${posting} ${order ?? ''}`.trim())
      .join(', '),
    open: one.is_open,
  }))
  const summary = {
    id: row.id,
    is_new: isNew,
    period: `${row.period_from} to ${row.period_to}`,
    lines: row.lines.there,
    known: row.lines.known,
    matched: row.matched.there,
    cut_off: row.cut_off,
    differences: Object.values(row.differences).reduce((sum, count) => sum + count, 0),
    open: row.open_differences,
  }
  const head =
    `${summary.id}${isNew ? '' : ' (this file was reconciled before)'}: ${summary.period}, ` +
    `${summary.lines} lines, ${summary.known} known, ${summary.matched} matched, ` +
    `${summary.cut_off} left to the next statement, ${summary.open} of ${summary.differences} differences open.\n`
  const cells = items.map((one) => [
    one.id,
    one.kind,
    one.amount,
    one.date,
    one.there,
    one.here,
    one.open ? 'open' : '',
  ])
  const text = cells.length === 0 ? head : `${head}${table(DIFFERENCES, cells)}`
  return { text, json: { ...summary, items } }
}
