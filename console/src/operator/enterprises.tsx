// Enterprises by their names, for pages that choose one or show to which one something belongs.
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useFilters } from '../parts/list-filters.tsx'
import { shortId } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { readAll } from './api.ts'

const texts = bilingual({
  label: ['Enterprise', 'Empresa'],
  required: ['For which enterprise', 'Para qué empresa'],
  all: ['all enterprises', 'todas las empresas'],
  choose: ['choose one', 'elija una'],
})
/** Desks with more reach the others by links, which name them in the address. */
const MOST = 1000

const enterprisesQuery = {
  queryKey: ['operator', 'enterprises'],
  queryFn: () => readAll('/operator/v1/enterprises', {}, MOST),
}

/** `options`: for fields that choose one or several. */
export function useEnterprises(): {
  nameOf: (id: string) => string
  options: { value: string; label: string }[]
} {
  const { data } = useQuery(enterprisesQuery)
  const rows = data?.rows ?? []
  return {
    nameOf: (id) => rows.find((one) => one.id === id)?.name ?? shortId(id),
    options: rows.map(({ id, name }) => ({ value: id, label: name })),
  }
}

/** The filter of a list. */
export function OfEnterprise() {
  const [{ enterprise }, change] = useFilters()
  return <EnterpriseSelect value={enterprise} choose={(chosen) => change({ enterprise: chosen })} />
}

export function EnterpriseSelect({
  value,
  choose,
  isRequired = false,
}: {
  value: string | undefined
  choose: (id: string | undefined) => void
  isRequired?: boolean
}) {
  const t = useText(texts)
  const { nameOf, options } = useEnterprises()
  const isListed = value === undefined || options.some((one) => one.value === value)
  return (
    <NativeSelect
      label={isRequired ? t.required : t.label}
      data={[
        { value: '', label: isRequired ? t.choose : t.all },
        ...(isListed ? [] : [{ value, label: nameOf(value) }]),
        ...options,
      ]}
      value={value ?? ''}
      onChange={({ currentTarget: { value: id } }) => choose(id === '' ? undefined : id)}
      {...(isRequired ? { mb: 'sm' } : { size: 'xs', className: 'organization' })}
    />
  )
}
