// `npm run bench -- --page FILE`: writes the tables and pictures of docs/performance.md from the results of a run. With
// `--beside OTHER` it writes one table that compares a run with stored orders and one without. It replaces the text
// between the marks only.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { besideTable } from './beside.ts'
import { barsOf } from './pictures.ts'
import { KINDS, numberText, spreadText, type ResultRow, type Results } from './report.ts'

const docs = join(import.meta.dirname, '../docs')
const page = join(docs, 'performance.md')

export function writeBeside(file: string, otherFile: string): void {
  const [results, other] = [readResults(file), readResults(otherFile)]
  if (results.stored === 0) throw new Error(`${file} has no stored orders`)
  const names = [`${other.stored} stored`, `${results.stored} stored`] as const
  const { headings, lines } = besideTable(other, results, names)
  const runs = `Commits \`${other.commit}\` and \`${results.commit}\`.`
  const { orders, growth_mb: growth } = results.listing
  const list = `The whole list had ${orders} orders. The service grew by ${spreadText(growth)} MB while sending it.`
  writeSections({ stored: [runs, markdown(headings, lines), list].join('\n\n') })
}

export function writePage(file: string): void {
  const results = readResults(file)
  const many = Math.max(...results.rows.map((row) => row.connections))
  const at = (connections: number) =>
    results.rows.filter((row) => row.connections === connections && row.kind !== 'worker')
  const workers = results.rows.filter((row) => row.kind === 'worker')

  const manyPicture = picture(
    'throughput.svg',
    `Requests a second, ${many} callers`,
    at(many),
    'per_second',
  )
  const onePicture = picture('latency.svg', 'Median milliseconds, one caller', at(1), 'p50_ms')
  const sections = {
    run: described(results),
    many: `${manyPicture}\n\n${tableOf(at(many))}`,
    one: `${onePicture}\n\n${tableOf(at(1))}`,
    workers: tableOf(workers),
    ratios: ratiosTable(results.ratios),
  }
  writeSections(sections)
}

const readResults = (file: string): Results => JSON.parse(readFileSync(file, 'utf8'))

function writeSections(sections: Readonly<Record<string, string>>): void {
  let text = readFileSync(page, 'utf8')
  for (const [name, section] of Object.entries(sections)) {
    const marks = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- end -->)`)
    if (!marks.test(text)) throw new Error(`docs/performance.md lacks the marks for ${name}`)
    text = text.replace(marks, (_, begin: string, end: string) => `${begin}\n${section}\n\n${end}`)
  }
  writeFileSync(page, text)
}

function picture(
  name: string,
  title: string,
  rows: readonly ResultRow[],
  measure: 'per_second' | 'p50_ms',
): string {
  mkdirSync(join(docs, 'pictures'), { recursive: true })
  const bars = rows.map((row) => ({
    group: row.operation,
    kind: row.kind,
    label: KINDS[row.kind],
    value: row[measure].median ?? 0,
  }))
  writeFileSync(join(docs, 'pictures', name), barsOf(title, bars))
  return `![${title}](pictures/${name})`
}

const described = ({ commit, machine, rounds, seconds }: Results): string =>
  `Commit \`${commit}\`: medians of ${rounds} rounds of ${seconds} s. ` +
  `${machine.cores} cores of ${machine.model}, ${machine.memory_gb} GB, ${machine.platform}; Node ${machine.node}, ` +
  `PostgreSQL ${machine.postgres} with fsync ${machine.fsync} and synchronous_commit ${machine.synchronous_commit} on ${machine.file_system}.`

const tableOf = (rows: readonly ResultRow[]): string =>
  markdown(
    [
      'Operation',
      'Of',
      'Per second',
      'p50 ms',
      'p99 ms',
      'Service CPU',
      'Database CPU',
      'Load CPU',
      'Service MB',
    ],
    rows.map((row) => [
      row.operation,
      KINDS[row.kind],
      ...[
        row.per_second,
        row.p50_ms,
        row.p99_ms,
        row.service_cpu,
        row.database_cpu,
        row.load_cpu,
        row.service_rss_mb,
      ].map(spreadText),
    ]),
  )

const ratiosTable = (ratios: Results['ratios']): string =>
  markdown(
    ['Operation', 'Durable to without storage'],
    Object.entries(ratios).map(([name, ratio]) => [`\`${name}\``, numberText(ratio)]),
  )

function markdown(headings: readonly string[], lines: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = headings.map((_, column) => (column < 2 ? '---' : '--:'))
  return [row(headings), row(rule), ...lines.map(row)].join('\n')
}
