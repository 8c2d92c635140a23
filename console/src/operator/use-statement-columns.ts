// The columns of the CSV in the form of a statement: those of its last one, else guessed, until a person chooses others.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { headOf, isCsv } from './reconcile-file.ts'
import { columnsIn, DELIMITERS, isComplete } from './statement-columns.tsx'
import { guessOf, keepMapping, keptMapping, type ChosenColumns } from './statement-guess.ts'

const FORM = ['date_format', 'decimal'] as const

/** `asked`: what was chosen in the form, by the name of its parameter. */
export function useStatementColumns(
  file: File | undefined,
  asked: Readonly<Record<string, string>>,
  account: string,
) {
  const [columns, setColumns] = useState<Record<string, string>>({})
  const [references, setReferences] = useState<ReadonlySet<string>>()
  const hasColumns = file !== undefined && isCsv(file)
  const encoding = asked['encoding'] ?? 'utf-8'
  const delimiter = DELIMITERS.find((one) => one === asked['delimiter'])
  const head = useQuery({
    queryKey: ['file', file?.name, file?.size, file?.lastModified, encoding, delimiter],
    queryFn: () => headOf(file, encoding, delimiter),
    enabled: hasColumns,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const mapping =
    head.data === undefined ? undefined : (keptMapping(account, head.data) ?? guessOf(head.data))
  const chosen: ChosenColumns = {
    columns: { ...mapping?.columns, ...columns },
    references: references ?? new Set(mapping?.references),
  }
  const form = Object.fromEntries(
    FORM.flatMap((name) => {
      const value = asked[name] ?? mapping?.form[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  return {
    hasColumns,
    head,
    chosen,
    form,
    isReady: !hasColumns || isComplete(chosen),
    choose: (field: string, column: string) => setColumns((old) => ({ ...old, [field]: column })),
    toggle: (column: string) => {
      const next = new Set(chosen.references)
      if (!next.delete(column)) next.add(column)
      setReferences(next)
    },
    begin: () => {
      setColumns({})
      setReferences(undefined)
    },
    /** Parameters of the request. */
    asked: (): Record<string, string> =>
      hasColumns && head.data !== undefined
        ? { ...form, columns: columnsIn(chosen), delimiter: head.data.delimiter }
        : {},
    keep: () => {
      if (hasColumns)
        keepMapping(account, { columns: chosen.columns, references: [...chosen.references], form })
    },
  }
}
