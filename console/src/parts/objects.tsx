// A page with a list and the object that is opened from it. The address has the object as `open`, so that a link shares
// it and the back button closes it. The form for a new object is opened in the same way.
import { Button } from '@mantine/core'
import { useContext, type ReactNode } from 'react'
import { ActsClosed } from './act.tsx'
import { useShown } from './address.ts'
import { Empty } from './answers.tsx'
import { bilingual, useText } from './language.tsx'
import { Page, WithPanel } from './page.tsx'
import { PagedTable, type PagedTableProps } from './table.tsx'
import { useBeside } from './wide.ts'

const NEW = 'new'

const texts = bilingual({
  missing: [
    'It is not among those shown. Load older ones, or remove filters.',
    'No está entre los mostrados. Cargue más antiguos o quite filtros.',
  ],
})

export function ObjectsPage<Row>({
  title,
  below,
  above,
  one,
  panel,
  make,
  acts,
  empty: [none, how],
  columns,
  instead,
  children,
  ...table
}: Omit<PagedTableProps<Row>, 'label' | 'onOpen' | 'openId' | 'empty'> & {
  title: string
  below?: ReactNode
  /** Above the list: what is shown in it. */
  above?: ReactNode
  /** The name of an object of the list. */
  one: string
  panel: (id: string) => ReactNode
  /** The label of the button, and the form that it opens. `show` opens what the form made. */
  make?: readonly [label: string, form: (show: (id: string) => void) => ReactNode]
  /** Other acts of the page. */
  acts?: ReactNode
  /** Shown in place of the list. */
  instead?: ReactNode
  /** Below the list. */
  children?: ReactNode
  /** The text of an empty list: it says how a first object is made. */
  empty: readonly [none: string, how: string]
}) {
  const t = useText(texts)
  const [{ open }, change] = useShown()
  const isClosed = useContext(ActsClosed)()
  const show = (id?: string) => change({ open: id })
  const shown = useBeside(columns, open !== undefined)
  const isNew = make !== undefined && open === NEW
  const missing = table.query.data === undefined ? null : <p className="dim">{t.missing}</p>
  const content = isNew ? make[1](show) : open === undefined ? null : (panel(open) ?? missing)
  return (
    <Page
      title={title}
      below={below}
      acts={
        <>
          {acts}
          {make === undefined || isClosed ? null : (
            <Button onClick={() => show(NEW)}>{make[0]}</Button>
          )}
        </>
      }
    >
      {above}
      <WithPanel title={isNew ? make[0] : one} onClose={() => show()} panel={content}>
        {instead ?? (
          <PagedTable
            {...table}
            columns={shown}
            label={title}
            onOpen={(row) => show(table.idOf(row))}
            openId={open}
            empty={
              <Empty title={none}>
                <p>{how}</p>
              </Empty>
            }
          />
        )}
        {children}
      </WithPanel>
    </Page>
  )
}
