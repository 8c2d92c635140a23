// API keys: what each may do and when it was used. A new key is shown once, and never again.
import type { ApiKey, ApiKeyWithSecret, Schemas } from '@corridor/sdk'
import { Checkbox, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Act } from '../parts/act.tsx'
import { Answer } from '../parts/answers.tsx'
import { corridor } from '../parts/client.ts'
import { Copyable, Id } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { ObjectsPage } from '../parts/objects.tsx'
import { Facts } from '../parts/page.tsx'
import { sessionQuery } from '../parts/session.ts'
import { State, type Shape } from '../parts/status.tsx'
import { pageFrom, paging, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'

const texts = bilingual(
  {
    title: 'API keys',
    one: 'API key',
    add: 'Create a key',
    label: 'Label',
    labelHint: 'What uses it, such as "Back office".',
    may: 'May',
    read: 'read',
    write: 'write',
    canWrite: 'It may write: create orders, endpoints and keys',
    addresses: 'Usable from',
    addressesHint:
      'Optional. Addresses or networks with blanks between, such as 203.0.113.0/24. Empty: as this key.',
    until: 'Expires at the beginning of, UTC (optional)',
    bound: 'Only for this organization',
    state: 'State',
    used: 'Last used',
    replaced: 'Replaced by',
    created: 'Created',
    expires: 'Expires',
    never: 'never',
    organization: 'Organization',
    all: 'all of the enterprise',
    from: 'Usable from',
    anywhere: 'anywhere',
    ACTIVE: 'active',
    EXPIRED: 'expired',
    REVOKED: 'revoked',
    here: 'this session',
    none: 'No keys',
    how: 'Programs call the API with a key, and people sign in here with one.',
    rotate: (label: string) => `Rotate ${label}`,
    rotating: 'A new key replaces it. The old key works for another day.',
    revoke: (label: string) => `Revoke ${label}`,
    revoking:
      'The key stops working at once, and so do the keys made with it and the sessions of this console that began with it. This cannot be undone.',
    own: 'You are signed in with this key: you will be signed out.',
    secret: 'Copy the key now. It is not shown again.',
    create: (label: string) => (label === '' ? 'Create the key' : `Create ${label}`),
  },
  {
    title: 'Claves de API',
    one: 'Clave de API',
    add: 'Crear una clave',
    label: 'Etiqueta',
    labelHint: 'Qué la usa, por ejemplo "Tesorería".',
    may: 'Puede',
    read: 'leer',
    write: 'escribir',
    canWrite: 'Puede escribir: crear órdenes, endpoints y claves',
    addresses: 'Se usa desde',
    addressesHint:
      'Opcional. Direcciones o redes separadas por espacios, como 203.0.113.0/24. Vacío: como esta clave.',
    until: 'Vence al comienzo de, UTC (opcional)',
    bound: 'Solo para esta organización',
    state: 'Estado',
    used: 'Último uso',
    replaced: 'Reemplazada por',
    created: 'Creada',
    expires: 'Vence',
    never: 'nunca',
    organization: 'Organización',
    all: 'todas las de la empresa',
    from: 'Se usa desde',
    anywhere: 'cualquier lugar',
    ACTIVE: 'activa',
    EXPIRED: 'vencida',
    REVOKED: 'revocada',
    here: 'esta sesión',
    none: 'No hay claves',
    how: 'Los programas llaman a la API con una clave, y las personas entran aquí con una.',
    rotate: (label: string) => `Rotar ${label}`,
    rotating: 'Una clave nueva la reemplaza. La anterior funciona un día más.',
    revoke: (label: string) => `Revocar ${label}`,
    revoking:
      'La clave deja de funcionar de inmediato, igual que las claves hechas con ella y las sesiones de esta consola que empezaron con ella. No se puede deshacer.',
    own: 'Usted entró con esta clave: su sesión se cerrará.',
    secret: 'Copie la clave ahora. No se vuelve a mostrar.',
    create: (label: string) => (label === '' ? 'Crear la clave' : `Crear ${label}`),
  },
)

const shapes: Readonly<Record<Schemas['ApiKeyStatus'], Shape>> = {
  ACTIVE: 'done',
  EXPIRED: 'off',
  REVOKED: 'failed',
}

function KeyState({ status }: { status: Schemas['ApiKeyStatus'] }) {
  const t = useText(texts)
  return <State word={t[status]} shape={shapes[status]} />
}

export function Keys() {
  const t = useText(texts)
  const { organization } = useParams({ from: '/$organization' })
  const { data: session } = useQuery(sessionQuery)
  const query = useInfiniteQuery({
    queryKey: ['keys'],
    queryFn: ({ pageParam }) => corridor.keys.list(pageFrom(pageParam)).page(),
    ...paging,
  })
  const columns: Column<ApiKey>[] = [
    {
      id: 'label',
      head: t.label,
      cell: ({ id, label }) => (
        <>
          <b>{label}</b> {id === session?.key_id ? `(${t.here})` : ''}
        </>
      ),
    },
    { id: 'may', head: t.may, cell: ({ scopes }) => scopes.map((scope) => t[scope]).join(', ') },
    { id: 'state', head: t.state, cell: ({ status }) => <KeyState status={status} /> },
    {
      id: 'used',
      head: t.used,
      cell: ({ last_used_at: at }) => (at === null ? t.never : <Time at={at} />),
    },
    { id: 'created', head: t.created, cell: ({ created_at: at }) => <Time at={at} /> },
    { id: 'id', head: t.one, cell: ({ id }) => <Id id={id} /> },
  ]
  return (
    <ObjectsPage
      name="keys"
      title={t.title}
      one={t.one}
      query={query}
      columns={columns}
      idOf={({ id }) => id}
      panel={(id) => <KeyPanel key={id} id={id} ownId={session?.key_id} />}
      make={[t.add, () => <NewKey organization={organization} />]}
      empty={[t.none, t.how]}
    />
  )
}

/** Shown once: only the answer that makes a key has its secret. */
function Secret({ made }: { made: ApiKeyWithSecret }) {
  const t = useText(texts)
  return (
    <div className="secret" role="status">
      <p>
        <b>{t.secret}</b>
      </p>
      <Copyable value={made.secret ?? ''} label={t.one} />
    </div>
  )
}

function NewKey({ organization }: { organization: string }) {
  const t = useText(texts)
  const [label, setLabel] = useState('')
  const [canWrite, setWrite] = useState(false)
  const [isBound, setBound] = useState(true)
  const [addresses, setAddresses] = useState('')
  const [until, setUntil] = useState('')
  const { data: session } = useQuery(sessionQuery)
  const allowed = addresses.split(/[\s,]+/).filter((one) => one !== '')
  return (
    <>
      <TextInput
        label={t.label}
        description={t.labelHint}
        value={label}
        onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        mb="sm"
      />
      <Checkbox
        label={t.canWrite}
        checked={canWrite}
        onChange={({ currentTarget }) => setWrite(currentTarget.checked)}
        mb="sm"
      />
      {session?.organization_id === null ? (
        <Checkbox
          label={t.bound}
          checked={isBound}
          onChange={({ currentTarget }) => setBound(currentTarget.checked)}
          mb="sm"
        />
      ) : null}
      <TextInput
        label={t.addresses}
        description={t.addressesHint}
        value={addresses}
        autoComplete="off"
        onChange={({ currentTarget }) => setAddresses(currentTarget.value)}
        mb="sm"
      />
      <TextInput
        type="date"
        label={t.until}
        value={until}
        onChange={({ currentTarget }) => setUntil(currentTarget.value)}
        mb="md"
      />
      <Act
        tone="primary"
        label={t.create(label.trim())}
        disabled={label.trim() === ''}
        run={(idempotencyKey) =>
          corridor.keys.create(
            {
              label: label.trim(),
              scopes: canWrite ? ['read', 'write'] : ['read'],
              ...(isBound ? { organization_id: organization } : {}),
              ...(allowed.length === 0 ? {} : { allowed_addresses: allowed }),
              ...(until === '' ? {} : { expires_at: `${until}T00:00:00Z` }),
            },
            { idempotencyKey },
          )
        }
        done={(made) => <Secret made={made} />}
      />
    </>
  )
}

function KeyPanel({ id, ownId }: { id: string; ownId: string | undefined }) {
  const t = useText(texts)
  // Kept here: the button is gone as soon as the page has read that the key is replaced.
  const [rotated, setRotated] = useState<ApiKeyWithSecret>()
  const query = useQuery({ queryKey: ['key', id], queryFn: () => corridor.keys.get(id) })
  return (
    <Answer query={query}>
      {(key) => (
        <>
          <Facts
            facts={[
              [t.label, key.label],
              [t.state, <KeyState key="state" status={key.status} />],
              [t.may, key.scopes.map((scope) => t[scope]).join(', ')],
              [
                t.organization,
                key.organization_id === null ? t.all : <Id key="o" id={key.organization_id} />,
              ],
              [
                t.from,
                key.allowed_addresses.length === 0 ? t.anywhere : key.allowed_addresses.join(', '),
              ],
              [t.created, <Time key="created" at={key.created_at} />],
              [t.expires, key.expires_at === null ? t.never : <Time key="e" at={key.expires_at} />],
              [
                t.replaced,
                key.replaced_by_key_id === null ? null : <Id key="r" id={key.replaced_by_key_id} />,
              ],
              [
                t.used,
                key.last_used_at === null ? t.never : <Time key="u" at={key.last_used_at} />,
              ],
              [t.one, <Copyable key="id" value={key.id} label={t.one} />],
            ]}
          />
          {rotated === undefined ? null : <Secret made={rotated} />}
          {key.status === 'ACTIVE' ? (
            <div className="acts">
              {key.replaced_by_key_id === null && rotated === undefined ? (
                <Act
                  label={t.rotate(key.label)}
                  run={(idempotencyKey) => corridor.keys.rotate(id, {}, { idempotencyKey })}
                  confirm={<p>{t.rotating}</p>}
                  onDone={setRotated}
                />
              ) : null}
              <Act
                tone="danger"
                label={t.revoke(key.label)}
                run={() => corridor.keys.revoke(id)}
                confirm={
                  <>
                    <p>{t.revoking}</p>
                    {id === ownId ? <p>{t.own}</p> : null}
                  </>
                }
              />
            </div>
          ) : null}
        </>
      )}
    </Answer>
  )
}
