// The API keys of customers. Admins create one, and whoever hears of a leak revokes it. Only the customer rotates keys.
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  bodyOf,
  KeyFacts,
  KeyFields,
  keyTexts,
  NO_VALUES,
  useKeyColumns,
} from '../customer/key-parts.tsx'
import { given } from '../parts/given.ts'
import { useShown } from '../parts/address.ts'
import { ListFilters, Period } from '../parts/list-filters.tsx'
import { createdIn } from '../parts/days.ts'
import { useSort } from '../parts/sort.ts'
import { Answer } from '../parts/answers.tsx'
import { oneOf } from '../parts/chips.tsx'
import { Id } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { ObjectsPage } from '../parts/objects.tsx'
import { usePages } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { act, actFor, may, meQuery, readAll, readPage, readQuery, type Schemas } from './api.ts'
import { DeskAct } from './desk-act.tsx'
import { ActsOf } from './open-acts.tsx'
import { EnterpriseSelect, OfEnterprise, useEnterprises } from './enterprises.tsx'

const texts = bilingual({
  title: ['API keys of customers', 'Claves de API de clientes'],
  all: ['All', 'Todas'],
  enterprise: ['Enterprise', 'Empresa'],
  how: [
    'Customers call the API with a key, and sign in to the console with one.',
    'Los clientes llaman a la API con una clave, y entran a la consola con una.',
  ],
  ifEmpty: ['Empty: from anywhere.', 'Vacío: desde cualquier lugar.'],
  whole: ['all of the enterprise', 'todas las de la empresa'],
  bound: ['For which organization', 'Para qué organización'],
  before: ['No program has this key.', 'Ningún programa tiene esta clave.'],
  after: [
    'It works at once. It is shown once, to whoever carries the act out.',
    'Funciona de inmediato. Se muestra una vez, a quien ejecuta el acto.',
  ],
  show: [(label: string) => `Open ${label}`, (label: string) => `Abrir ${label}`],
  works: ['The key works.', 'La clave funciona.'],
  ended: [
    'It and the keys made with it stop working within a second. Sessions that began with it end too.',
    'Ella y las claves hechas con ella dejan de funcionar en un segundo. Las sesiones que empezaron con ella terminan.',
  ],
  final: [
    'You cannot make a revoked key work again.',
    'No se puede volver a usar una clave revocada.',
  ],
  next: ['Open the key that replaced it', 'Abrir la clave que la reemplazó'],
  former: ['Open the key that it replaced', 'Abrir la clave que reemplazó'],
})

const STATUSES = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const

export function DeskKeys() {
  const t = useText(texts)
  const words = useText(keyTexts)
  const columns = useKeyColumns()
  const { data: me } = useQuery(meQuery)
  const { nameOf } = useEnterprises()
  const [{ status: chosen, enterprise, from, to }] = useShown()
  const status = oneOf(STATUSES, chosen)
  const { sorting, sorted } = useSort('created')
  const asked = {
    ...given({ status, enterprise_id: enterprise }),
    ...createdIn({ from, to }),
    ...sorting,
  }
  const query = usePages(['operator', 'api keys', 'list', asked], (pageParam) =>
    readPage('/operator/v1/api_keys', pageParam, asked),
  )
  return (
    <ObjectsPage
      {...sorted}
      name="desk-keys"
      title={t.title}
      one={words.one}
      above={
        <ListFilters
          views="desk.keys"
          status={[
            words.state,
            [[undefined, t.all], ...STATUSES.map((value) => [value, words[value]] as const)],
          ]}
        >
          <OfEnterprise />
          <Period />
        </ListFilters>
      }
      panel={(id) => <KeyPanel key={id} id={id} />}
      {...(may(me, 'create_keys')
        ? {
            make: [
              words.add,
              (show: (id: string) => void) => <NewKey enterprise={enterprise} show={show} />,
            ] as const,
          }
        : {})}
      query={query}
      columns={[
        { id: 'label', head: words.label, cell: ({ label }) => <b>{label}</b> },
        { id: 'enterprise', head: t.enterprise, cell: (one) => nameOf(one.enterprise_id) },
        ...columns,
        {
          id: 'expires',
          head: words.expires,
          cell: ({ expires_at: at }) => (at === null ? words.never : <Time at={at} />),
        },
        {
          id: 'created',
          head: words.created,
          cell: ({ created_at: at }) => <Time at={at} />,
        },
        { id: 'id', head: words.one, cell: ({ id }) => <Id id={id} />, isHidden: true },
      ]}
      idOf={({ id }) => id}
      empty={[words.none, t.how]}
    />
  )
}

const MOST_ORGANIZATIONS = 1000

function NewKey({
  enterprise: shown,
  show,
}: {
  enterprise: string | undefined
  show: (id: string) => void
}) {
  const t = useText(texts)
  const words = useText(keyTexts)
  const [enterprise, setEnterprise] = useState(shown)
  const [organization, setOrganization] = useState('')
  const [values, setValues] = useState(NO_VALUES)
  const organizations = useQuery({
    queryKey: ['operator', 'organizations', 'of', enterprise],
    queryFn: () =>
      readAll(
        '/operator/v1/organizations',
        enterprise === undefined ? {} : { enterprise_id: enterprise },
        MOST_ORGANIZATIONS,
      ),
    enabled: enterprise !== undefined,
  })
  const label = values.label.trim()
  return (
    <>
      <EnterpriseSelect
        isRequired
        value={enterprise}
        choose={(chosen) => {
          setEnterprise(chosen)
          setOrganization('')
        }}
      />
      <NativeSelect
        label={t.bound}
        disabled={enterprise === undefined}
        value={organization}
        data={[
          { value: '', label: t.whole },
          ...(organizations.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={({ currentTarget }) => setOrganization(currentTarget.value)}
        mb="sm"
      />
      <KeyFields values={values} change={setValues} ifEmpty={t.ifEmpty} />
      <DeskAct
        tone="primary"
        label={words.create(label)}
        disabled={label === '' || enterprise === undefined}
        before={t.before}
        after={t.after}
        run={(_values, reason) =>
          act(
            '/operator/v1/enterprises/{enterprise_id}/api_keys',
            { enterprise_id: enterprise ?? '' },
            {
              ...bodyOf(values),
              ...(organization === '' ? {} : { organization_id: organization }),
              reason,
            },
          )
        }
        done={({ id, label: made }) => (
          <button type="button" className="plain copy" onClick={() => show(id)}>
            {t.show(made)}
          </button>
        )}
      />
    </>
  )
}

function KeyPanel({ id }: { id: string }) {
  const query = useQuery(readQuery('/operator/v1/api_keys/{api_key_id}', { api_key_id: id }))
  return <Answer query={query}>{(key) => <OneKey of={key} />}</Answer>
}

function OneKey({ of: key }: { of: Schemas['DeskApiKey'] }) {
  const t = useText(texts)
  const words = useText(keyTexts)
  const { nameOf } = useEnterprises()
  const [, change] = useShown()
  const other = (id: string | null, label: string) =>
    id === null ? null : (
      <p>
        <button type="button" className="plain copy" onClick={() => change({ open: id })}>
          {label}
        </button>
      </p>
    )
  return (
    <>
      <KeyFacts of={key} enterprise={nameOf(key.enterprise_id)} />
      {other(key.replaced_by_key_id, t.next)}
      {other(key.replaces_key_id, t.former)}
      {key.status === 'REVOKED' ? null : (
        <ActsOf subject={key.id}>
          <DeskAct
            act="key.revoke"
            tone="danger"
            label={words.revoke(key.label)}
            before={t.works}
            after={t.ended}
            final={t.final}
            run={actFor('/operator/v1/api_keys/{api_key_id}/revoke', { api_key_id: key.id })}
          />
        </ActsOf>
      )}
    </>
  )
}
