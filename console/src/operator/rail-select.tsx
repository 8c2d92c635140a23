// Fields that narrow a list to one rail of the deployment, or to one currency that its rails move.
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bilingual, useText } from '../parts/language.tsx'
import { useFilters } from '../parts/list-filters.tsx'
import { railsQuery } from './rails-query.ts'

const texts = bilingual({
  rail: ['Rail', 'Riel'],
  anyRail: ['all rails', 'todos los rieles'],
  currency: ['Currency', 'Moneda'],
  anyCurrency: ['all currencies', 'todas las monedas'],
})

/** The filter of a list. */
export function OfRail() {
  const t = useText(texts)
  const { data: rails = [] } = useQuery(railsQuery)
  return (
    <NameFilter label={t.rail} all={t.anyRail} name="rail" names={rails.map((one) => one.name)} />
  )
}

/** The filter of a list that needs no amount. */
export function OfCurrency() {
  const t = useText(texts)
  return (
    <NameFilter label={t.currency} all={t.anyCurrency} name="currency" names={useCurrencies()} />
  )
}

/** The currencies that rails of the deployment move. */
export function useCurrencies(): string[] {
  const { data: rails = [] } = useQuery(railsQuery)
  const all = rails.flatMap(({ serves }) => serves.flatMap(({ currencies }) => currencies))
  return [...new Set(all)].toSorted()
}

function NameFilter({
  label,
  all,
  name,
  names,
}: {
  label: string
  all: string
  name: 'rail' | 'currency'
  names: readonly string[]
}) {
  const [{ [name]: chosen }, change] = useFilters()
  // The address of the page may name one that is not configured any more: it is listed all the same.
  const listed = new Set([...(chosen === undefined ? [] : [chosen]), ...names])
  return (
    <NativeSelect
      label={label}
      size="xs"
      data={[{ value: '', label: all }, ...[...listed].map((one) => ({ value: one, label: one }))]}
      value={chosen ?? ''}
      onChange={({ currentTarget: { value } }) =>
        change({ [name]: value === '' ? undefined : value })
      }
    />
  )
}
