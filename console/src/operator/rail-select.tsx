// Fields that narrow a list to one rail of the deployment, or to one currency that its rails move.
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bilingual, useText } from '../parts/language.tsx'
import { railsQuery } from './rails-query.ts'

const texts = bilingual(
  { rail: 'Rail', anyRail: 'all rails' },
  {
    rail: 'Riel',
    anyRail: 'todos los rieles',
  },
)

type Chosen = { value: string | undefined; choose: (value: string | undefined) => void }

export function RailSelect(chosen: Chosen) {
  const t = useText(texts)
  const { data: rails = [] } = useQuery(railsQuery)
  return (
    <NameSelect label={t.rail} all={t.anyRail} names={rails.map(({ name }) => name)} {...chosen} />
  )
}

/** The currencies that rails of the deployment move. */
export function useCurrencies(): string[] {
  const { data: rails = [] } = useQuery(railsQuery)
  const all = rails.flatMap(({ serves }) => serves.flatMap(({ currencies }) => currencies))
  return [...new Set(all)].toSorted()
}

function NameSelect({
  label,
  all,
  names,
  value,
  choose,
}: Chosen & { label: string; all: string; names: readonly string[] }) {
  // The address of the page may name a rail that is not configured any more: it is listed all the same.
  const listed = new Set([...(value === undefined ? [] : [value]), ...names])
  return (
    <NativeSelect
      label={label}
      size="xs"
      data={[
        { value: '', label: all },
        ...[...listed].map((name) => ({ value: name, label: name })),
      ]}
      value={value ?? ''}
      onChange={({ currentTarget: { value: name } }) => choose(name === '' ? undefined : name)}
    />
  )
}
