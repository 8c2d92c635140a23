// The organizations of the enterprise, and a form for another one. A key of one organization sees only that one.
import type { Organization, Schemas } from '@corridor/sdk'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Act } from '../parts/act.tsx'
import { Answer } from '../parts/answers.tsx'
import { Copyable, Id } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Metadata } from '../parts/metadata.tsx'
import { ObjectsPage } from '../parts/objects.tsx'
import { Facts, Section } from '../parts/page.tsx'
import { sessionQuery } from '../parts/session.ts'
import { State, type Shape } from '../parts/status.tsx'
import { pageFrom, usePages, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { corridor } from './corridor.ts'

const texts = bilingual({
  title: ['Organizations', 'Organizaciones'],
  one: ['Organization', 'Organización'],
  add: ['Add an organization', 'Agregar una organización'],
  name: ['Name', 'Nombre'],
  email: ['E-mail address of the contact', 'Correo electrónico del contacto'],
  first: ['First name of the contact', 'Nombre del contacto'],
  last: ['Last name of the contact', 'Apellido del contacto'],
  contact: ['Contact', 'Contacto'],
  state: ['State', 'Estado'],
  created: ['Created', 'Creada'],
  changed: ['Changed', 'Cambió'],
  history: ['Status history', 'Historial de estados'],
  open: ['Open its overview', 'Abrir su resumen'],
  create: [
    (name: string) => (name === '' ? 'Add the organization' : `Add ${name}`),
    (name: string) => (name === '' ? 'Agregar la organización' : `Agregar ${name}`),
  ],
  held: [
    'A new organization is held until an operator of the service has looked at it.',
    'Una organización nueva queda retenida hasta que un operador del servicio la revise.',
  ],
  none: ['No organizations', 'No hay organizaciones'],
  how: [
    'An organization has instruments, orders and limits of its own.',
    'Una organización tiene sus propios instrumentos, órdenes y límites.',
  ],
  ACTIVE: ['active', 'activa'],
  COMPLIANCE_HOLD: ['held', 'retenida'],
})

type Status = Schemas['OrganizationStatus']
const shapes: Readonly<Record<Status, Shape>> = { ACTIVE: 'done', COMPLIANCE_HOLD: 'waiting' }

function OrganizationState({ status }: { status: Status }) {
  const t = useText(texts)
  return <State word={t[status]} shape={shapes[status]} />
}

export function Organizations() {
  const t = useText(texts)
  const { data: session } = useQuery(sessionQuery)
  const query = usePages(['organizations', 'pages'], (pageParam) =>
    corridor.organizations.list(pageFrom(pageParam)).page(),
  )
  const columns: Column<Organization>[] = [
    { id: 'name', head: t.name, cell: ({ name }) => <b>{name}</b> },
    { id: 'contact', head: t.contact, cell: ({ contact }) => contact.email },
    {
      id: 'state',
      head: t.state,
      cell: ({ status }) => <OrganizationState status={status.current_status} />,
    },
    { id: 'created', head: t.created, cell: ({ created_at: at }) => <Time at={at} /> },
    { id: 'id', head: t.one, cell: ({ id }) => <Id id={id} /> },
  ]
  return (
    <ObjectsPage
      name="organizations"
      title={t.title}
      one={t.one}
      query={query}
      columns={columns}
      idOf={({ id }) => id}
      order="oldest"
      panel={(id) => <OrganizationPanel key={id} id={id} />}
      {...(session?.organization_id === null
        ? { make: [t.add, (show) => <NewOrganization onDone={show} />] }
        : {})}
      empty={[t.none, t.how]}
    />
  )
}

function OrganizationPanel({ id }: { id: string }) {
  const t = useText(texts)
  const query = useQuery({
    queryKey: ['organization', id],
    queryFn: () => corridor.organizations.get(id),
  })
  return (
    <Answer query={query}>
      {({ name, contact, status, created_at: created, updated_at: changed, ...more }) => (
        <>
          <Section title={name}>
            <Facts
              facts={{
                [t.state]: <OrganizationState status={status.current_status} />,
                [t.contact]: `${contact.first_name} ${contact.last_name}`,
                [t.email]: <Copyable value={contact.email} label={t.email} />,
                [t.created]: <Time at={created} />,
                [t.changed]: <Time at={changed} />,
                [t.one]: <Copyable value={id} label={t.one} />,
              }}
            />
            <Link to="/$organization" params={{ organization: id }}>
              {t.open}
            </Link>
          </Section>
          <Metadata of={more} />
          <Section title={t.history}>
            <ol className="timeline">
              {status.status_history.map(({ status: was, created_at: at }) => (
                <li key={at}>
                  <Time at={at} />
                  <OrganizationState status={was} />
                </li>
              ))}
            </ol>
          </Section>
        </>
      )}
    </Answer>
  )
}

function NewOrganization({ onDone }: { onDone: (id: string) => void }) {
  const t = useText(texts)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [first, setFirst] = useState('')
  const [last, setLast] = useState('')
  const fields = [
    [t.name, name, setName],
    [t.email, email, setEmail],
    [t.first, first, setFirst],
    [t.last, last, setLast],
  ] as const
  return (
    <>
      {fields.map(([label, value, set]) => (
        <TextInput
          key={label}
          label={label}
          value={value}
          maxLength={200}
          autoComplete="off"
          onChange={({ currentTarget }) => set(currentTarget.value)}
          mb="sm"
        />
      ))}
      <p className="dim">{t.held}</p>
      <Act
        tone="primary"
        label={t.create(name.trim())}
        disabled={fields.some(([, value]) => value.trim() === '')}
        run={(idempotencyKey) =>
          corridor.organizations.create(
            {
              name: name.trim(),
              contact: { email: email.trim(), first_name: first.trim(), last_name: last.trim() },
            },
            { idempotencyKey },
          )
        }
        onDone={({ id }) => onDone(id)}
      />
    </>
  )
}
