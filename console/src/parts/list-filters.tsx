// The filters of a list, above it. Their values are in the address. A choice closes the open object: it may be gone from
// the list.
import type { ReactNode } from 'react'
import { useShown } from './address.ts'
import { AmountFilter } from './amount-filter.tsx'
import { FilterChips } from './filter-chips.tsx'
import { PeriodField } from './period.tsx'
import { SavedViews } from './saved-views.tsx'
import { TextFilter } from './text-filter.tsx'
import styles from './filters.module.css'

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
  return (
    <>
      {status === undefined ? null : (
        <FilterChips label={status[0]} name="status" values={status[1]} />
      )}
      <div className="filters">
        {children}
        <div className={styles['views']}>
          <SavedViews of={views} />
          {exports}
        </div>
      </div>
    </>
  )
}

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
