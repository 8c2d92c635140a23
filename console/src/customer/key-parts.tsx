// Parts of the pages of API keys, of customers and of operators: words, the state and facts of a key, and the fields of a
// new one.
import type { ApiKey, Schemas } from '@corridor/sdk'
import { Checkbox, TextInput } from '@mantine/core'
import { Copyable, Id } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Facts } from '../parts/page.tsx'
import { State, type Shape } from '../parts/status.tsx'
import type { Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'

export const keyTexts = bilingual({
  one: ['API key', 'Clave de API'],
  add: ['Create a key', 'Crear una clave'],
  label: ['Label', 'Etiqueta'],
  labelHint: ['What uses it, such as "Back office".', 'Qué la usa, por ejemplo "Tesorería".'],
  may: ['May', 'Puede'],
  read: ['read', 'leer'],
  write: ['write', 'escribir'],
  canWrite: [
    'It may write: create orders, endpoints and keys',
    'Puede escribir: crear órdenes, endpoints y claves',
  ],
  addresses: ['Usable from', 'Se usa desde'],
  addressesHint: [
    'Optional. Addresses or networks with blanks between, such as 203.0.113.0/24.',
    'Opcional. Direcciones o redes separadas por espacios, como 203.0.113.0/24.',
  ],
  until: ['Expires at the beginning of, UTC (optional)', 'Vence al comienzo de, UTC (opcional)'],
  state: ['State', 'Estado'],
  used: ['Last used', 'Último uso'],
  replaced: ['Replaced by', 'Reemplazada por'],
  created: ['Created', 'Creada'],
  expires: ['Expires', 'Vence'],
  never: ['never', 'nunca'],
  enterprise: ['Enterprise', 'Empresa'],
  organization: ['Organization', 'Organización'],
  all: ['all of the enterprise', 'todas las de la empresa'],
  anywhere: ['anywhere', 'cualquier lugar'],
  ACTIVE: ['active', 'activa'],
  EXPIRED: ['expired', 'vencida'],
  REVOKED: ['revoked', 'revocada'],
  none: ['No keys', 'No hay claves'],
  revoke: [(label: string) => `Revoke ${label}`, (label: string) => `Revocar ${label}`],
  create: [
    (label: string) => (label === '' ? 'Create the key' : `Create ${label}`),
    (label: string) => (label === '' ? 'Crear la clave' : `Crear ${label}`),
  ],
})

const SHAPES: Readonly<Record<Schemas['ApiKeyStatus'], Shape>> = {
  ACTIVE: 'done',
  EXPIRED: 'off',
  REVOKED: 'failed',
}

function KeyState({ status }: { status: Schemas['ApiKeyStatus'] }) {
  const t = useText(keyTexts)
  return <State word={t[status]} shape={SHAPES[status]} />
}

/** The columns that every table of keys has. */
export function useKeyColumns(): Column<ApiKey>[] {
  const t = useText(keyTexts)
  return [
    { id: 'state', head: t.state, cell: ({ status }) => <KeyState status={status} /> },
    { id: 'may', head: t.may, cell: ({ scopes }) => scopes.map((scope) => t[scope]).join(', ') },
    {
      id: 'used',
      head: t.used,
      cell: ({ last_used_at: at }) => (at === null ? t.never : <Time at={at} />),
    },
  ]
}

/** `enterprise`: its name, for those who see several. */
export function KeyFacts({ of: key, enterprise }: { of: ApiKey; enterprise?: string }) {
  const t = useText(keyTexts)
  return (
    <Facts
      facts={{
        [t.label]: key.label,
        [t.state]: <KeyState status={key.status} />,
        [t.may]: key.scopes.map((scope) => t[scope]).join(', '),
        [t.enterprise]: enterprise,
        [t.organization]: key.organization_id === null ? t.all : <Id id={key.organization_id} />,
        [t.addresses]:
          key.allowed_addresses.length === 0 ? t.anywhere : key.allowed_addresses.join(', '),
        [t.created]: <Time at={key.created_at} />,
        [t.expires]: key.expires_at === null ? t.never : <Time at={key.expires_at} />,
        [t.replaced]: key.replaced_by_key_id === null ? null : <Id id={key.replaced_by_key_id} />,
        [t.used]: key.last_used_at === null ? t.never : <Time at={key.last_used_at} />,
        [t.one]: <Copyable value={key.id} label={t.one} />,
      }}
    />
  )
}

export type NewKeyValues = { label: string; canWrite: boolean; addresses: string; until: string }
export const NO_VALUES: NewKeyValues = { label: '', canWrite: false, addresses: '', until: '' }

/** What both APIs take. */
export const bodyOf = ({ label, canWrite, addresses, until }: NewKeyValues) => {
  const allowed = addresses.split(/[\s,]+/).filter((one) => one !== '')
  const scopes: ('read' | 'write')[] = canWrite ? ['read', 'write'] : ['read']
  return {
    label: label.trim(),
    scopes,
    ...(allowed.length === 0 ? {} : { allowed_addresses: allowed }),
    ...(until === '' ? {} : { expires_at: `${until}T00:00:00Z` }),
  }
}

/** `ifEmpty`: what no addresses mean. */
export function KeyFields({
  values,
  change,
  ifEmpty,
}: {
  values: NewKeyValues
  change: (values: NewKeyValues) => void
  ifEmpty: string
}) {
  const t = useText(keyTexts)
  const set = (changed: Partial<NewKeyValues>) => change({ ...values, ...changed })
  return (
    <>
      <TextInput
        label={t.label}
        description={t.labelHint}
        value={values.label}
        onChange={({ currentTarget }) => set({ label: currentTarget.value })}
        maxLength={200}
        mb="sm"
      />
      <Checkbox
        label={t.canWrite}
        checked={values.canWrite}
        onChange={({ currentTarget }) => set({ canWrite: currentTarget.checked })}
        mb="sm"
      />
      <TextInput
        label={t.addresses}
        description={`${t.addressesHint} ${ifEmpty}`}
        value={values.addresses}
        autoComplete="off"
        onChange={({ currentTarget }) => set({ addresses: currentTarget.value })}
        mb="sm"
      />
      <TextInput
        type="date"
        label={t.until}
        value={values.until}
        onChange={({ currentTarget }) => set({ until: currentTarget.value })}
        mb="md"
      />
    </>
  )
}
