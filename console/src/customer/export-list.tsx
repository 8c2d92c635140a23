// Saves exactly the rows that a list is narrowed to as a CSV file, all pages of it. The page says how many: a spreadsheet would take
// the last line of other exports, which says it, for a row.
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { formats, type Columns } from '../../../server/src/desk/exports/formats.ts'
import { FailedAct } from '../parts/act.tsx'
import { messageOf } from '../parts/client.ts'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { columnsIn } from './export-columns.ts'

const texts = bilingual({
  label: ['Export', 'Exportar'],
  done: [
    (rows: number) => `Saved: ${rows === 1 ? '1 row' : `${rows} rows`}.`,
    (rows: number) => `Guardado: ${rows === 1 ? '1 fila' : `${rows} filas`}.`,
  ],
  failed: ['Nothing was saved:', 'Nada se guardó:'],
})

export function ExportList<Row>({
  name,
  columns,
  read,
}: {
  /** The file's name without its ending. */
  name: string
  columns: Columns<Row>
  read: () => AsyncIterable<Row>
}) {
  const t = useText(texts)
  const { language } = useLanguage()
  const exporting = useMutation({
    mutationFn: async () => {
      const { csv } = formats
      const shown = columnsIn(language, columns)
      const lines: string[] = []
      for await (const row of read()) lines.push(csv.line(shown, row))
      // Spreadsheets read accents only after this mark. Programs read the English file.
      const mark = language === 'es' ? '\ufeff' : ''
      const file = new Blob([mark, csv.head(shown), ...lines], { type: csv.mediaType })
      save(file, `${name}.${csv.extension}`)
      return lines.length
    },
  })
  return (
    <>
      <Button
        variant="default"
        size="xs"
        loading={exporting.isPending}
        onClick={() => exporting.mutate()}
      >
        {t.label}
      </Button>
      {exporting.isSuccess ? <span role="status">{t.done(exporting.data)}</span> : null}
      {exporting.isError ? (
        <FailedAct>
          {t.failed} {messageOf(exporting.error)}
        </FailedAct>
      ) : null}
    </>
  )
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
