// The filters of a list, above it. Their values are in the address. A choice closes the open object: it may be gone from
// the list. On a phone they are behind a button that counts those in use.
import { Button } from '@mantine/core'
import { useId, useState, type ReactNode } from 'react'
import { useShown } from './address.ts'
import { AmountFilter } from './amount-filter.tsx'
import { bilingual, useText } from './language.tsx'
import { FilterChips } from './filter-chips.tsx'
import { PeriodField } from './period.tsx'
import { SavedViews } from './saved-views.tsx'
import { TextFilter } from './text-filter.tsx'
import styles from './filters.module.css'

const texts = bilingual({
  filters: [
    (count: number) => (count === 0 ? 'Filters' : `Filters: ${count}`),
    (count: number) => (count === 0 ? 'Filtros' : `Filtros: ${count}`),
  ],
})

/** Names in the address that are no filters. */
const OTHERS: readonly string[] = ['open', 'sort']
/** Pages without a `status` here show these above, in sight. */
const ABOVE: readonly string[] = ['status', 'kind', 'scope']
/** Each is a part of one filter. */
const PART_OF: Readonly<Record<string, string>> = {
  to: 'from',
  min: 'currency',
  max: 'currency',
  side: 'currency',
}

type Values = readonly (readonly [value: string | undefined, label: string])[]

/** The filters in the address, and a function that changes some of them. */
export function useFilters(): ReturnType<typeof useShown> {
  const [shown, change] = useShown()
  return [shown, (changes) => change({ open: undefined, ...changes })]
}

export function ListFilters({
  views,
  status,
  exports,
  children,
}: {
  /** The name by which views of the list are kept. */
  views: string
  /** What the list may be narrowed to at first, by the `status` of the address. */
  status?: readonly [label: string, values: Values]
  /** The export of what is listed. */
  exports?: ReactNode
  /** Further filters. */
  children?: ReactNode
}) {
  const t = useText(texts)
  const [shown] = useShown()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div className="filters" data-open={isOpen || undefined}>
      <Button
        className={styles['fold'] ?? ''}
        variant="default"
        size="xs"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t.filters(countOf(shown, status === undefined ? [...OTHERS, ...ABOVE] : OTHERS))}
      </Button>
      <div id={id} className={styles['folded']}>
        {status === undefined ? null : (
          <FilterChips label={status[0]} name="status" values={status[1]} />
        )}
        {children}
      </div>
      <div className={styles['views']}>
        <SavedViews of={views} />
        {exports}
      </div>
    </div>
  )
}

const countOf = (
  shown: Readonly<Record<string, string | undefined>>,
  others: readonly string[],
): number =>
  new Set(
    Object.entries(shown).flatMap(([name, value]) =>
      value === undefined || others.includes(name) ? [] : [PART_OF[name] ?? name],
    ),
  ).size

export function Period() {
  const [{ from, to }, change] = useFilters()
  return <PeriodField days={{ from, to }} choose={change} />
}

export function TextPart({ label }: { label: string }) {
  const [{ text }, change] = useFilters()
  return <TextFilter label={label} value={text} choose={(part) => change({ text: part })} />
}

export function AmountBetween({
  label,
  currencies,
}: {
  label: string
  currencies: readonly string[]
}) {
  const [{ currency, min, max }, change] = useFilters()
  const amounts = { currency, min, max }
  return <AmountFilter label={label} currencies={currencies} amounts={amounts} choose={change} />
}
