// Which column of a CSV statement is what.
import { Checkbox, NativeSelect } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { bilingual, useText } from '../parts/language.tsx'
import type { Delimiter, Head } from './reconcile-file.ts'
import type { ChosenColumns } from './statement-guess.ts'
import { StatementPreview } from './statement-preview.tsx'

const texts = bilingual({
  columns: ['Which column is what', 'Qué columna es qué'],
  field: {
    date: ['Date', 'Fecha'],
    amount: ['Amount', 'Monto'],
    credit: ['Credit', 'Abono'],
    debit: ['Debit', 'Cargo'],
    currency: ['Currency column', 'Columna de moneda'],
    text: ['Text', 'Texto'],
  },
  references: ['References', 'Referencias'],
  none: ['none', 'ninguna'],
  noComma: [
    'A column with a comma in its name cannot be chosen.',
    'Una columna con coma en su nombre no se puede elegir.',
  ],
  amountRule: [
    'Choose either the amount, or both credit and debit.',
    'Elija el monto, o abono y cargo.',
  ],
  delimiter: ['Between columns', 'Entre columnas'],
  tab: ['tab', 'tabulador'],
  decimal: ['Decimal point', 'Punto decimal'],
  dates: ['Form of dates', 'Forma de las fechas'],
  encoding: ['Encoding', 'Codificación'],
  unreadable: ['The file cannot be read.', 'El archivo no se puede leer.'],
})

const FIELDS = ['date', 'amount', 'credit', 'debit', 'currency', 'text'] as const
const DATES = ['YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY', 'YYYYMMDD', 'DD-MM-YYYY']
const ENCODINGS = ['utf-8', 'windows-1252']
export const DELIMITERS: readonly Delimiter[] = [',', ';', '|', 'tab']

/** Whether there is a date, and either an amount or both credit and debit. */
export function isComplete({ columns }: ChosenColumns): boolean {
  const has = (field: string) => (columns[field] ?? '') !== ''
  const isInTwo = has('credit') && has('debit')
  return has('date') && has('credit') === has('debit') && has('amount') !== isInTwo
}

/** As the operator API reads it. */
export const columnsIn = ({ columns, references }: ChosenColumns): string =>
  [
    ...FIELDS.filter((field) => (columns[field] ?? '') !== '').map(
      (field) => `${field}:${columns[field]}`,
    ),
    ...[...references].map((column) => `reference:${column}`),
  ].join(',')

export function StatementColumns({
  head,
  asked,
  set,
  chosen: { columns, references },
  choose,
  toggle,
}: {
  head: UseQueryResult<Head>
  asked: Readonly<Record<string, string>>
  set: (name: string, value: string) => void
  chosen: ChosenColumns
  choose: (field: string, column: string) => void
  toggle: (column: string) => void
}) {
  const t = useText(texts)
  if (head.isError) return <p role="alert">{t.unreadable}</p>
  if (head.data === undefined) return null
  const { delimiter, columns: all } = head.data
  const named = [...new Set(all.filter((name) => name !== ''))]
  const names = named.filter((name) => !name.includes(','))
  return (
    <fieldset className="fieldset">
      <legend>{t.columns}</legend>
      <StatementPreview head={head.data} chosen={{ columns, references }} names={t.field} />
      <div className="columns">
        <NativeSelect
          label={t.delimiter}
          data={DELIMITERS.map((value) => ({ value, label: value === 'tab' ? t.tab : value }))}
          value={delimiter}
          onChange={({ currentTarget: { value } }) => set('delimiter', value)}
        />
        <NativeSelect
          label={t.decimal}
          data={['.', ',']}
          value={asked['decimal'] ?? '.'}
          onChange={({ currentTarget: { value } }) => set('decimal', value)}
        />
        <NativeSelect
          label={t.dates}
          data={DATES}
          value={asked['date_format'] ?? DATES[0] ?? ''}
          onChange={({ currentTarget: { value } }) => set('date_format', value)}
        />
        <NativeSelect
          label={t.encoding}
          data={ENCODINGS}
          value={asked['encoding'] ?? 'utf-8'}
          onChange={({ currentTarget: { value } }) => set('encoding', value)}
        />
        {FIELDS.map((field) => (
          <NativeSelect
            key={field}
            label={t.field[field]}
            data={[
              { value: '', label: t.none },
              ...names.map((name) => ({ value: name, label: name })),
            ]}
            value={columns[field] ?? ''}
            onChange={({ currentTarget: { value } }) => choose(field, value)}
          />
        ))}
      </div>
      <p className="dim">{t.amountRule}</p>
      <fieldset className="fieldset">
        <legend>{t.references}</legend>
        {names.map((name) => (
          <Checkbox
            key={name}
            label={name}
            size="xs"
            checked={references.has(name)}
            onChange={() => toggle(name)}
          />
        ))}
      </fieldset>
      {names.length === named.length ? null : <p className="dim">{t.noComma}</p>}
    </fieldset>
  )
}
