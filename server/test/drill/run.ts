// `npm run restore-drill`: the restore drill at every rail and provider. `--site NAME` drills only there, `--case TEXT` only
// orders whose case has the text, `--bug NAME` with a planted bug. Progress goes to stderr, the tables to stdout. The exit
// code is 1 if anything left twice or is missing, an order did not end, or the ledger differs.
import { parseArgs } from 'node:util'
import { plant } from '../proof/plant.ts'
import type { Drilled } from './drill.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    site: { type: 'string', multiple: true },
    case: { type: 'string' },
    bug: { type: 'string' },
  },
})
const bug = values.bug === undefined ? undefined : plant(values.bug)
// The service is imported after the bug was planted.
const { startCluster } = await import('../support/cluster.ts')
const { drill } = await import('./drill.ts')
const { siteNamed, sites } = await import('./sites.ts')

const say = (line: string) => void process.stderr.write(`${line}\n`)
const places = (values.site ?? Object.keys(sites)).map(siteNamed)
const { cluster, stop } = await startCluster(bug?.sql)
const drilled: Drilled[] = []
try {
  for (const open of places) drilled.push(await drill({ cluster, open, say, only: values.case }))
} finally {
  await stop()
}
const cell = (value: string | number) => ` ${value} |`
const lines = drilled.flatMap(({ site, table, problems, orders, seconds }) => [
  `${site}: ${orders} orders, ${seconds} s`,
  '| At | Kind | Owed | Left | Twice | Missing |',
  '|---|---|---|---|---|---|',
  ...table.map(
    (row) =>
      `|${[row.at, row.kind, row.owed, row.left, row.twice, row.missing].map(cell).join('')}`,
  ),
  ...problems,
  '',
])
process.stdout.write(values.json ? `${JSON.stringify(drilled, null, 2)}\n` : lines.join('\n'))
process.exitCode = drilled.every(({ problems }) => problems.length === 0) ? 0 : 1
