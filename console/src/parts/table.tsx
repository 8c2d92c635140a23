// Lists: newest first in pages, rows by the keyboard, columns that can be hidden. On a narrow page each row is a block
// with the name of each column before its value.
import { Button, Checkbox, Menu } from '@mantine/core'
import {
  useInfiniteQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import { type ComponentProps, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Answer } from './answers.tsx'
import { bilingual, useText } from './language.tsx'
import { useFlash } from './live.tsx'
import { linedUp } from './money.tsx'
import type { Order, Sorted } from './sort.ts'
import { OpensRow } from './time.tsx'

const texts = bilingual({
  more: {
    newest: ['Load older', 'Cargar anteriores'],
    oldest: ['Load newer', 'Cargar siguientes'],
  },
  further: {
    newest: [
      'Nothing among the newest rows. There are older ones.',
      'Nada entre las filas más recientes. Hay otras más antiguas.',
    ],
    oldest: [
      'Nothing among the oldest rows. There are newer ones.',
      'Nada entre las filas más antiguas. Hay otras más recientes.',
    ],
  },
  reverse: {
    newest: ['Show the oldest first', 'Mostrar primero las más antiguas'],
    oldest: ['Show the newest first', 'Mostrar primero las más recientes'],
  },
  columns: ['Columns', 'Columnas'],
  newest: ['newest first', 'más recientes primero'],
  oldest: ['oldest first', 'más antiguos primero'],
  count: [
    (count: number, isAll: boolean) => `${count}${isAll ? '' : ' shown'}`,
    (count: number, isAll: boolean) => `${count}${isAll ? '' : ' a la vista'}`,
  ],
})

export type Column<Row> = {
  id: string
  head: string
  cell: (row: Row) => ReactNode
  /** Amounts: right-aligned. */
  isMoney?: boolean
  /** Sentences: a wide page gives them its room. */
  isProse?: boolean
  isHidden?: boolean
}

type Page<Row> = { data: Row[]; cursor: string | null }
type PagedQuery<Row> = UseInfiniteQueryResult<InfiniteData<Page<Row>>>

/** The pages of a list. `key` is what they are kept by. */
export const usePages = <Page extends { cursor: string | null }>(
  key: readonly unknown[],
  read: (cursor: string | undefined) => Promise<Page>,
) => useInfiniteQuery({ queryKey: key, queryFn: ({ pageParam }) => read(pageParam), ...paging })

/** For useInfiniteQuery: the cursor of the next page. */
export const paging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { cursor: string | null }) => page.cursor ?? undefined,
}

/** Rows that are drawn at first, and with each request for more. */
const ROWS = 50

/** So few columns fit half of a page. */
const FEW = 3

/** One page of a list of the SDK. */
export const pageFrom = (cursor: string | undefined) => ({
  limit: ROWS,
  ...(cursor === undefined ? {} : { cursor }),
})

type TableProps<Row> = {
  /** Remembers the hidden columns. */
  name: string
  label: string
  columns: readonly Column<Row>[]
  idOf: (row: Row) => string
  /** The object of the row. The row flashes with its events. */
  subjectOf?: (row: Row) => string
  onOpen?: (row: Row) => void
  /** The pointer or the focus is at the row: it may be opened next. */
  onNear?: (row: Row) => void
  /** The row that is shown beside the list. */
  openId?: string | undefined
  order?: Order
  /** The list can be sorted. */
  sorted?: Sorted
  /** Many amounts: their currencies go to a second line where the page is narrow. */
  isTight?: boolean
}

export type PagedTableProps<Row> = TableProps<Row> & {
  query: PagedQuery<Row>
  empty: ReactNode
  tools?: ReactNode
}

export function PagedTable<Row>({
  query,
  empty,
  tools,
  order = 'newest',
  ...table
}: PagedTableProps<Row>) {
  const t = useText(texts)
  const [most, setMost] = useState(ROWS)
  const [hidden, toggle] = useHidden(table.name, table.columns)
  const columns = table.columns.filter(({ id }) => !hidden.has(id))
  const { sorted } = table
  const withTools = (content: ReactNode) => (
    <>
      {tools === undefined ? null : <div className="table-tools">{tools}</div>}
      {content}
    </>
  )
  return (
    <Answer query={query} lines={10}>
      {(data) => {
        const rows = data.pages.flatMap((page) => page.data)
        if (rows.length === 0 && query.hasNextPage)
          return withTools(
            <>
              <p className="dim">{t.further[order]}</p>
              <Button
                variant="default"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {t.more[order]}
              </Button>
            </>,
          )
        if (rows.length === 0) return withTools(empty)
        const isAll = !query.hasNextPage && rows.length <= most
        const more = () => {
          setMost(most + ROWS)
          if (rows.length <= most) void query.fetchNextPage()
        }
        return (
          <>
            <div className="table-tools">
              {tools}
              <span className="dim">
                {t.count(Math.min(rows.length, most), isAll)},{' '}
                {sorted === undefined ? (
                  t[order]
                ) : (
                  <button
                    type="button"
                    className="plain copy"
                    title={t.reverse[order]}
                    onClick={sorted.reverse}
                  >
                    {t[order]}
                  </button>
                )}
              </span>
              <ColumnsMenu columns={table.columns} hidden={hidden} toggle={toggle} />
            </div>
            <Table {...table} order={order} columns={columns} rows={rows.slice(0, most)} />
            {isAll ? null : (
              <Button variant="default" mt="md" loading={query.isFetchingNextPage} onClick={more}>
                {t.more[order]}
              </Button>
            )}
          </>
        )
      }}
    </Answer>
  )
}

export function Table<Row>({
  label,
  columns,
  rows,
  idOf,
  subjectOf,
  onOpen,
  onNear,
  openId,
  order = 'newest',
  sorted,
  isTight = false,
}: TableProps<Row> & { rows: readonly Row[] }) {
  const t = useText(texts)
  const body = useRef<HTMLTableSectionElement>(null)
  const cells = columns.map(({ cell, isMoney }) => {
    const all = rows.map((row) => cell(row))
    return isMoney === true ? linedUp(all) : all
  })
  const move = (event: KeyboardEvent<HTMLTableRowElement>, row: Row) => {
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter') onOpen?.(row)
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    const all = [...(body.current?.querySelectorAll<HTMLElement>('tr') ?? [])]
    all[all.indexOf(event.currentTarget) + step]?.focus()
    event.preventDefault()
  }
  return (
    <div className={columns.length <= FEW ? 'table-frame few' : 'table-frame'}>
      <table className={isTight ? 'table tight' : 'table'} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ id, head, isMoney }) => (
              <th
                key={id}
                scope="col"
                className={isMoney === true ? 'money-cell' : ''}
                aria-sort={
                  sorted?.column !== id
                    ? undefined
                    : order === 'newest'
                      ? 'descending'
                      : 'ascending'
                }
              >
                {sorted?.column === id ? (
                  <button
                    type="button"
                    className="plain sorts"
                    title={t.reverse[order]}
                    onClick={sorted.reverse}
                  >
                    {head}
                  </button>
                ) : (
                  head
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row, at) => (
            <TableRow
              key={idOf(row)}
              subject={(subjectOf ?? idOf)(row)}
              isOpen={openId === idOf(row)}
              canOpen={onOpen !== undefined}
              onOpen={() => onOpen?.(row)}
              onPointerEnter={() => onNear?.(row)}
              onFocus={() => onNear?.(row)}
              onKeyDown={(event) => move(event, row)}
            >
              {columns.map(({ id, head, isMoney, isProse }, column) => (
                <td
                  key={id}
                  data-head={head}
                  className={isMoney === true ? 'money-cell' : isProse === true ? 'prose' : ''}
                >
                  <span className="cell">{cells[column]?.[at]}</span>
                </td>
              ))}
            </TableRow>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = { subject: string; isOpen: boolean; canOpen: boolean; onOpen: () => void } & Pick<
  ComponentProps<'tr'>,
  'children' | 'onKeyDown' | 'onPointerEnter' | 'onFocus'
>

function TableRow({ subject, isOpen, canOpen, onOpen, children, ...listeners }: RowProps) {
  const flash = useFlash(subject)
  return (
    <tr
      className={`${flash} ${canOpen ? 'opens' : ''}`}
      aria-selected={isOpen || undefined}
      tabIndex={0}
      {...listeners}
      onClick={(event) => {
        const isControl = event.target instanceof Element && event.target.closest('a, button')
        if (canOpen && isControl === null && String(getSelection()) === '') onOpen()
      }}
    >
      <OpensRow value={canOpen}>{children}</OpensRow>
    </tr>
  )
}

function ColumnsMenu<Row>({
  columns,
  hidden,
  toggle,
}: {
  columns: readonly Column<Row>[]
  hidden: ReadonlySet<string>
  toggle: (id: string) => void
}) {
  const t = useText(texts)
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" size="compact-sm" color="gray">
          {t.columns}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.slice(1).map(({ id, head }) => (
          <Menu.Item
            key={id}
            role="menuitemcheckbox"
            onClick={() => toggle(id)}
            aria-checked={!hidden.has(id)}
          >
            <Checkbox
              label={head}
              checked={!hidden.has(id)}
              readOnly
              tabIndex={-1}
              size="xs"
              styles={{ body: { pointerEvents: 'none' } }}
            />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function useHidden<Row>(
  name: string,
  columns: readonly Column<Row>[],
): [ReadonlySet<string>, (id: string) => void] {
  const stored = `corridor.hidden.${name}`
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => {
    const kept = localStorage.getItem(stored)
    const byDefault = columns.filter(({ isHidden }) => isHidden === true).map(({ id }) => id)
    return new Set(kept === null ? byDefault : kept.split(','))
  })
  return [
    hidden,
    (id) => {
      const next = new Set(hidden)
      if (!next.delete(id)) next.add(id)
      localStorage.setItem(stored, [...next].join(','))
      setHidden(next)
    },
  ]
}
