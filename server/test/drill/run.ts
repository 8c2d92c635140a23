// `npm run restore-drill [-- --json] [--site NAME]... [--case TEXT]`: the restore drill at every rail and provider. The exit
// code is 1 if anything left twice or is missing, an order did not end, or the ledger differs.
import { parseArgs } from 'node:util'
import { startCluster } from '../support/cluster.ts'
import { drill, type Drilled } from './drill.ts'
import { sites } from './sites.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    site: { type: 'string', multiple: true },
    case: { type: 'string' },
  },
})
const say = (line: string) => void process.stderr.write(`${line}\n`)
const { cluster, stop } = await startCluster()
const drilled: Drilled[] = []
try {
  for (const [name, open] of Object.entries(sites)) {
    if (values.site !== undefined && !values.site.includes(name)) continue
    drilled.push(await drill({ cluster, open, say, only: values.case }))
  }
} finally {
  await stop()
}
const cell = (value: string | number) => ` ${value} |`
const lines = drilled.flatMap(({ site, table, problems, orders, seconds }) => [
  `${site}: ${orders} orders, ${seconds} s`,
  '| Rail or provider | Kind | Owed | Left | Twice | Missing |',
  '|---|---|---|---|---|---|',
  ...table.map(
    (row) =>
      `|${[row.at, row.kind, row.owed, row.left, row.twice, row.missing].map(cell).join('')}`,
  ),
  ...problems,
  '',
])
process.stdout.write(values.json ? `${JSON.stringify(drilled, null, 2)}\n` : lines.join('\n'))
process.exit(drilled.every(({ problems }) => problems.length === 0) ? 0 : 1)
