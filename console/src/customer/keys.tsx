// API keys: what each may do and when it was used. A new key is shown once, and never again.
import type { ApiKey, ApiKeyWithSecret } from '@corridor/sdk'
import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Act, FailedAct } from '../parts/act.tsx'
import { Answer } from '../parts/answers.tsx'
import { Copyable, Id } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { ObjectsPage } from '../parts/objects.tsx'
import { sessionQuery } from '../parts/session.ts'
import { useSort } from '../parts/sort.ts'
import { pageFrom, usePages, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { corridor } from './corridor.ts'
import { bodyOf, KeyFacts, KeyFields, keyTexts, NO_VALUES, useKeyColumns } from './key-parts.tsx'

const texts = bilingual({
  title: ['API keys', 'Claves de API'],
  ifEmpty: ['Empty: as this key.', 'Vacío: como esta clave.'],
  bound: ['Only for this organization', 'Solo para esta organización'],
  here: ['this session', 'esta sesión'],
  how: [
    'Programs call the API with a key, and people sign in here with one.',
    'Los programas llaman a la API con una clave, y las personas entran aquí con una.',
  ],
  rotate: [(label: string) => `Rotate ${label}`, (label: string) => `Rotar ${label}`],
  rotating: [
    'A new key replaces it. The old key works for another day.',
    'Una clave nueva la reemplaza. La anterior funciona un día más.',
  ],
  revoking: [
    'The key stops working at once, and so do the keys made with it and the sessions of this console that began with it. This cannot be undone.',
    'La clave deja de funcionar de inmediato, igual que las claves hechas con ella y las sesiones de esta consola que empezaron con ella. No se puede deshacer.',
  ],
  own: [
    'You are signed in with this key: you will be signed out.',
    'Usted entró con esta clave: su sesión se cerrará.',
  ],
  secret: [
    'Copy the key now. It is not shown again.',
    'Copie la clave ahora. No se vuelve a mostrar.',
  ],
  lost: [
    'The key was made, but the answer that had it was lost, and nobody can read it again. Revoke it, and create another one.',
    'La clave se creó, pero la respuesta que la tenía se perdió, y nadie puede volver a leerla. Revóquela y cree otra.',
  ],
})

export function Keys() {
  const t = useText(texts)
  const words = useText(keyTexts)
  const keyColumns = useKeyColumns()
  const { organization } = useParams({ from: '/$organization' })
  const { data: session } = useQuery(sessionQuery)
  const { sorting, sorted } = useSort('created')
  const { sort = 'newest_first' } = sorting
  const query = usePages(['keys', 'list', sort], (pageParam) =>
    corridor.keys.list({ ...pageFrom(pageParam), sort }).page(),
  )
  const columns: Column<ApiKey>[] = [
    {
      id: 'label',
      head: words.label,
      cell: ({ id, label }) => (
        <>
          <b>{label}</b> {id === session?.key_id ? `(${t.here})` : ''}
        </>
      ),
    },
    ...keyColumns,
    { id: 'created', head: words.created, cell: ({ created_at: at }) => <Time at={at} /> },
    { id: 'id', head: words.one, cell: ({ id }) => <Id id={id} /> },
  ]
  return (
    <ObjectsPage
      name="keys"
      title={t.title}
      one={words.one}
      query={query}
      columns={columns}
      idOf={({ id }) => id}
      {...sorted}
      panel={(id) => <KeyPanel key={id} id={id} ownId={session?.key_id ?? undefined} />}
      make={[words.add, () => <NewKey organization={organization} />]}
      empty={[words.none, t.how]}
    />
  )
}

/** Shown once: only the first answer to the request that makes a key has its secret. */
function Secret({ made: { id, secret } }: { made: ApiKeyWithSecret }) {
  const t = useText(texts)
  const words = useText(keyTexts)
  if (secret === null)
    return (
      <FailedAct>
        {t.lost} <Id id={id} />
      </FailedAct>
    )
  return (
    <div className="secret" role="status">
      <p>
        <b>{t.secret}</b>
      </p>
      <Copyable value={secret} label={words.one} />
    </div>
  )
}

function NewKey({ organization }: { organization: string }) {
  const t = useText(texts)
  const words = useText(keyTexts)
  const [values, setValues] = useState(NO_VALUES)
  const [isBound, setBound] = useState(true)
  const { data: session } = useQuery(sessionQuery)
  const label = values.label.trim()
  return (
    <>
      {session?.organization_id === null ? (
        <Checkbox
          label={t.bound}
          checked={isBound}
          onChange={({ currentTarget }) => setBound(currentTarget.checked)}
          mb="sm"
        />
      ) : null}
      <KeyFields values={values} change={setValues} ifEmpty={t.ifEmpty} />
      <Act
        tone="primary"
        label={words.create(label)}
        disabled={label === ''}
        run={(idempotencyKey) =>
          corridor.keys.create(
            { ...bodyOf(values), ...(isBound ? { organization_id: organization } : {}) },
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
  const words = useText(keyTexts)
  // Kept here: the button is gone as soon as the page has read that the key is replaced.
  const [rotated, setRotated] = useState<ApiKeyWithSecret>()
  const query = useQuery({ queryKey: ['key', id], queryFn: () => corridor.keys.get(id) })
  return (
    <Answer query={query}>
      {(key) => (
        <>
          <KeyFacts of={key} />
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
                right="revoke_keys"
                label={words.revoke(key.label)}
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
