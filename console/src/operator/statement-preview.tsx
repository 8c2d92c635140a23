// The first rows of a CSV statement, as its columns were chosen: what will be compared is seen before it is sent.
import { bilingual, useText } from '../parts/language.tsx'
import { Table } from '../parts/table.tsx'
import type { Head } from './reconcile-file.ts'
import type { ChosenColumns } from './statement-guess.ts'

const texts = bilingual({
  label: ['The first rows', 'Las primeras filas'],
  reference: ['Reference', 'Referencia'],
  none: [
    'The file has no row below its first line.',
    'El archivo no tiene filas debajo de la primera línea.',
  ],
})
const SHOWN = 5
type Row = { id: string; cells: readonly string[] }

/** `names`: of the fields. */
export function StatementPreview({
  head: { columns: all, rows },
  chosen: { columns, references },
  names,
}: {
  head: Head
  chosen: ChosenColumns
  names: Readonly<Record<string, string>>
}) {
  const t = useText(texts)
  const fields = [
    ...Object.entries(columns).map(([field, column]) => [names[field] ?? field, column] as const),
    ...[...references].map((column) => [t.reference, column] as const),
  ].filter(([, column]) => all.includes(column))
  if (fields.length === 0) return null
  if (rows.length === 0) return <p className="dim">{t.none}</p>
  return (
    <Table
      name="statement-preview"
      label={t.label}
      rows={rows.slice(0, SHOWN).map((cells, index) => ({ id: String(index), cells }))}
      idOf={({ id }: Row) => id}
      columns={fields.map(([name, column]) => ({
        id: `${name} ${column}`,
        head: `${name}: ${column}`,
        cell: ({ cells }: Row) => cells[all.indexOf(column)] ?? '',
      }))}
    />
  )
}
