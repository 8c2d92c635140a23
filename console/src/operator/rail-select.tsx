// Fields that narrow a list to one rail of the deployment, or to one currency that its rails move.
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bilingual, useText } from '../parts/language.tsx'
import { railsQuery } from './rails-query.ts'

const texts = bilingual(
  { rail: 'Rail', anyRail: 'all rails', currency: 'Currency', anyCurrency: 'all currencies' },
  {
    rail: 'Riel',
    anyRail: 'todos los rieles',
    currency: 'Moneda',
    anyCurrency: 'todas las monedas',
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

export function CurrencySelect(chosen: Chosen) {
  const t = useText(texts)
  const { data: rails = [] } = useQuery(railsQuery)
  const names = rails.flatMap(({ serves }) => serves.flatMap(({ currencies }) => currencies))
  return <NameSelect label={t.currency} all={t.anyCurrency} names={names.sort()} {...chosen} />
}

function NameSelect({
  label,
  all,
  names,
  value,
  choose,
}: Chosen & { label: string; all: string; names: readonly string[] }) {
  // What an address names is shown, whether or not it is configured now.
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
