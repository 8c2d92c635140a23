// Saves exactly the rows that a list is narrowed to as a CSV file, all pages of it. Its last line has their number.
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { instantAt } from '../../../server/src/platform/clock.ts'
import { formats, type Columns } from '../../../server/src/desk/exports/formats.ts'
import { FailedAct } from '../parts/act.tsx'
import { messageOf } from '../parts/client.ts'
import { now } from '../parts/clock.ts'
import { bilingual, useText } from '../parts/language.tsx'

const texts = bilingual({
  label: ['Export', 'Exportar'],
  done: [(rows: string) => `Saved: ${rows} rows.`, (rows: string) => `Guardado: ${rows} filas.`],
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
  const exporting = useMutation({
    mutationFn: async () => {
      const { csv } = formats
      const lines = [csv.head(columns)]
      for await (const row of read()) lines.push(csv.line(columns, row))
      const rows = lines.length - 1
      lines.push(csv.end(columns, rows, instantAt(now())))
      save(new Blob(lines, { type: csv.mediaType }), `${name}.${csv.extension}`)
      return rows
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
      {exporting.isSuccess ? <span role="status">{t.done(String(exporting.data))}</span> : null}
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
