// Chooses an organization. Desks with more than 200 reach the others by links, which name them in the address.
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useFilters } from '../parts/list-filters.tsx'
import { shortId } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { read } from './api.ts'

const texts = bilingual({
  label: ['Organization', 'Organización'],
  all: ['all organizations', 'todas las organizaciones'],
  choose: ['choose one', 'elija una'],
})
const MOST = 200

const organizationsQuery = {
  queryKey: ['operator', 'organizations', 'names'],
  queryFn: () => read('/operator/v1/organizations', {}, { limit: MOST }),
}

/** The filter of a list. */
export function OfOrganization() {
  const [{ organization }, change] = useFilters()
  return (
    <OrganizationSelect
      value={organization}
      choose={(chosen) => change({ organization: chosen })}
    />
  )
}

export function OrganizationSelect({
  value,
  choose,
  isRequired = false,
  size = 'xs',
}: {
  value: string | undefined
  choose: (id: string | undefined) => void
  isRequired?: boolean
  size?: string
}) {
  const t = useText(texts)
  const { data = [] } = useQuery(organizationsQuery)
  const isListed = value === undefined || data.some(({ id }) => id === value)
  const options = [
    { value: '', label: isRequired ? t.choose : t.all },
    ...(isListed ? [] : [{ value, label: shortId(value) }]),
    ...data.map(({ id, name }) => ({ value: id, label: `${name} (…${id.slice(-6)})` })),
  ]
  return (
    <NativeSelect
      label={t.label}
      size={size}
      className="organization"
      data={options}
      value={value ?? ''}
      required={isRequired}
      withAsterisk={false}
      onChange={({ currentTarget: { value: id } }) => choose(id === '' ? undefined : id)}
    />
  )
}
