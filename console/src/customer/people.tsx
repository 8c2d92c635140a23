// People of the enterprise: the admin invites them, changes their roles, resets and disables them, ends their sessions, and
// decides whether API keys may sign in.
import type { InvitedPerson, Person } from '@corridor/sdk'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  customerRoles,
  type CustomerRole,
} from '../../../server/src/platform/access/customer-roles.ts'
import { Act } from '../parts/act.tsx'
import { Answer } from '../parts/answers.tsx'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { ObjectsPage } from '../parts/objects.tsx'
import { Facts, Section } from '../parts/page.tsx'
import { sessionQuery } from '../parts/session.ts'
import { State } from '../parts/status.tsx'
import { pageFrom, usePages } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { corridor } from './corridor.ts'
import { FirstAdmin } from './first-admin.tsx'
import { IdentityProvider } from './identity-provider.tsx'
import { InvitationLink, LoginInput } from './invitation.tsx'
import { InvitationAddress, MailedInvitation } from './invitation-mail.tsx'
import { ChatOfEnterprise } from './notices.tsx'
import { PersonSessions } from './person-sessions.tsx'
import { useRoleWords } from './rights.tsx'
import { SecondAdmin } from './second-admin.tsx'
import { SecondPerson, settingsQuery } from './second-person.tsx'

const texts = bilingual({
  title: ['People', 'Personas'],
  one: ['Person', 'Persona'],
  login: ['Login', 'Usuario'],
  role: ['Role', 'Rol'],
  may: {
    viewer: ['sees everything, changes nothing', 've todo, no cambia nada'],
    preparer: ['quotes, instruments and orders', 'cotizaciones, instrumentos y órdenes'],
    approver: [
      'as a preparer, and approves what others prepared',
      'como un preparador, y aprueba lo que otros prepararon',
    ],
    developer: [
      'API keys, webhooks and the request log',
      'claves de API, webhooks y el registro de solicitudes',
    ],
    admin: [
      'people, approvals and the audit trail; prepares no orders',
      'personas, aprobaciones y la auditoría; no prepara órdenes',
    ],
  },
  status: ['Status', 'Estado'],
  INVITED: ['invited', 'invitada'],
  ACTIVE: ['active', 'activa'],
  DISABLED: ['disabled', 'deshabilitada'],
  since: ['Invited first', 'Primera invitación'],
  enrolled: ['Chose a password', 'Eligió contraseña'],
  until: ['The link works until', 'El enlace sirve hasta'],
  never: ['not yet', 'aún no'],
  AWAITS: ['waits for an admin', 'espera a un administrador'],
  admit: [(login: string) => `Admit ${login}`, (login: string) => `Admitir a ${login}`],
  admits: [
    'You have spoken with this person, and did not make the link.',
    'Usted habló con esta persona y no creó el enlace.',
  ],
  invite: ['Invite a person', 'Invitar a una persona'],
  inviteOne: [(login: string) => `Invite ${login}`, (login: string) => `Invitar a ${login}`],
  change: [
    (role: string) => `Change the role to ${role}`,
    (role: string) => `Cambiar el rol a ${role}`,
  ],
  reset: [(login: string) => `Reset ${login}`, (login: string) => `Restablecer a ${login}`],
  resets: [
    'All sessions end. Password, authenticator app and passkeys are forgotten, and the person chooses anew with a new link.',
    'Todas las sesiones terminan. Se olvidan la contraseña, la app de autenticación y las passkeys, y la persona elige de nuevo con otro enlace.',
  ],
  disable: [(login: string) => `Disable ${login}`, (login: string) => `Deshabilitar a ${login}`],
  disables: [
    'All sessions end at once, and nobody signs in with this login. API keys that the person made go on working: revoke them.',
    'Todas las sesiones terminan de inmediato y nadie entra con este usuario. Las claves de API que la persona creó siguen funcionando: revóquelas.',
  ],
  enable: [(login: string) => `Enable ${login}`, (login: string) => `Habilitar a ${login}`],
  you: ['you', 'usted'],
  none: ['Nobody yet', 'Aún nadie'],
  how: ['Invite a person with a link.', 'Invite a una persona con un enlace.'],
  keys: ['API keys at the sign-in', 'Claves de API al iniciar sesión'],
  keysMay: ['API keys may sign in here.', 'Las claves de API pueden entrar en esta consola.'],
  keysMayNot: [
    'API keys may not sign in here. Programs use them as before.',
    'Las claves de API no pueden entrar en esta consola. Los programas las usan como antes.',
  ],
  off: ['Keep API keys from signing in', 'Impedir que entren claves de API'],
  offConfirm: [
    'Sessions of this console that began with a key end within a second.',
    'Las sesiones de esta consola que empezaron con una clave terminan en un segundo.',
  ],
  on: ['Let API keys sign in', 'Permitir que entren claves de API'],
})

const SHAPES = {
  INVITED: 'waiting',
  AWAITS: 'waiting',
  ACTIVE: 'done',
  DISABLED: 'off',
} as const

const standingOf = ({ status, awaits_admission: awaits }: Person): keyof typeof SHAPES =>
  awaits && status === 'ACTIVE' ? 'AWAITS' : status

/** An API key sees no people. It may invite the first admin. */
export function People() {
  const { data: session } = useQuery(sessionQuery)
  if (session === undefined) return null
  return session.person === null ? <FirstAdmin session={session} /> : <PeopleOfCompany />
}

function PeopleOfCompany() {
  const t = useText(texts)
  const { one } = useRoleWords()
  const { data: session } = useQuery(sessionQuery)
  const query = usePages(['people'], (pageParam) =>
    corridor.people.list(pageFrom(pageParam)).page(),
  )
  const people = query.data?.pages.flatMap(({ data }) => data) ?? []
  const nameOf = (id: string) => people.find((person) => person.id === id)?.login ?? id
  return (
    <ObjectsPage
      name="people"
      title={t.title}
      one={t.one}
      query={query}
      idOf={({ id }) => id}
      order="oldest"
      columns={[
        {
          id: 'login',
          head: t.login,
          cell: ({ id, login }) => (
            <>
              <b>{login}</b> {id === session?.person?.id ? `(${t.you})` : ''}
            </>
          ),
        },
        { id: 'role', head: t.role, cell: ({ role }) => one(role) },
        {
          id: 'status',
          head: t.status,
          cell: (person) => (
            <State word={t[standingOf(person)]} shape={SHAPES[standingOf(person)]} />
          ),
        },
        { id: 'since', head: t.since, cell: (person) => <Time at={person.created_at} isReal /> },
      ]}
      panel={(id) => {
        const person = people.find((row) => row.id === id)
        return person === undefined ? null : <PersonPanel key={id} person={person} />
      }}
      make={[t.invite, () => <NewPerson />]}
      empty={[t.none, t.how]}
    >
      <PersonSessions nameOf={nameOf} />
      <SecondPerson />
      <SecondAdmin nameOf={nameOf} />
      <IdentityProvider />
      <ChatOfEnterprise />
      <KeysAtSignIn />
    </ObjectsPage>
  )
}

function RoleSelect({
  value,
  change,
}: {
  value: CustomerRole
  change: (role: CustomerRole) => void
}) {
  const t = useText(texts)
  const { one } = useRoleWords()
  return (
    <NativeSelect
      label={t.role}
      description={t.may[value]}
      mt="sm"
      value={value}
      data={customerRoles.map((role) => ({ value: role, label: one(role) }))}
      onChange={({ currentTarget }) => {
        const role = customerRoles.find((known) => known === currentTarget.value)
        if (role !== undefined) change(role)
      }}
    />
  )
}

function NewPerson() {
  const t = useText(texts)
  const [login, setLogin] = useState('')
  const [role, setRole] = useState<CustomerRole>('viewer')
  const [address, setAddress] = useState('')
  const { language } = useLanguage()
  const given = login.trim().toLowerCase()
  const to = address.trim()
  return (
    <>
      <LoginInput value={login} change={setLogin} />
      <RoleSelect value={role} change={setRole} />
      <InvitationAddress value={address} change={setAddress} />
      <Act
        tone="primary"
        label={t.inviteOne(given)}
        disabled={given === ''}
        run={() =>
          corridor.people.invite({
            login: given,
            role,
            ...(to === '' ? {} : { mail: { address: to, language } }),
          })
        }
        done={(invited) => <MailedInvitation of={invited} />}
      />
    </>
  )
}

function Admit({ person: { id, login }, now }: { person: Person; now: string }) {
  const t = useText(texts)
  // Kept here: the list is read again after the telephone call, and may then have another enrolment.
  const [seen] = useState(now)
  return (
    <div className="acts">
      <Act
        tone="primary"
        label={t.admit(login)}
        confirm={
          <p>
            {t.admits} {t.enrolled}: <Time at={seen} isReal />
          </p>
        }
        run={() => corridor.people.admit(id, { enrolled_at: seen })}
      />
    </div>
  )
}

function PersonPanel({ person }: { person: Person }) {
  const t = useText(texts)
  const { one } = useRoleWords()
  const [role, setRole] = useState(person.role)
  // Kept here: the list is read again, and the button with its result is gone.
  const [reset, setReset] = useState<InvitedPerson>()
  const { id, login, enrolled_at: seen } = person
  const isDisabled = person.status === 'DISABLED'
  return (
    <>
      <Facts
        facts={{
          [t.login]: login,
          [t.role]: `${one(person.role)}: ${t.may[person.role]}`,
          [t.status]: t[standingOf(person)],
          [t.enrolled]: seen === null ? t.never : <Time at={seen} isReal />,
          [t.until]:
            person.invitation_expires_at === null ? null : (
              <Time at={person.invitation_expires_at} isReal />
            ),
        }}
      />
      {reset === undefined ? null : <InvitationLink of={reset} />}
      {person.awaits_admission && seen !== null ? <Admit person={person} now={seen} /> : null}
      <RoleSelect value={role} change={setRole} />
      <div className="acts">
        <Act
          label={t.change(one(role))}
          disabled={role === person.role}
          run={() => corridor.people.change(id, { role })}
        />
        <Act
          label={t.reset(login)}
          confirm={<p>{t.resets}</p>}
          run={() => corridor.people.reset(id)}
          onDone={setReset}
        />
        {isDisabled ? (
          <Act
            label={t.enable(login)}
            run={() => corridor.people.change(id, { is_disabled: false })}
          />
        ) : (
          <Act
            tone="danger"
            label={t.disable(login)}
            confirm={<p>{t.disables}</p>}
            run={() => corridor.people.change(id, { is_disabled: true })}
          />
        )}
      </div>
    </>
  )
}

function KeysAtSignIn() {
  const t = useText(texts)
  const query = useQuery(settingsQuery)
  return (
    <Section title={t.keys}>
      <Answer query={query}>
        {({ keys_may_sign_in: may }) => (
          <>
            <p>{may ? t.keysMay : t.keysMayNot}</p>
            <Act
              label={may ? t.off : t.on}
              {...(may ? { confirm: <p>{t.offConfirm}</p> } : {})}
              run={() => corridor.people.changeSettings({ keys_may_sign_in: !may })}
            />
          </>
        )}
      </Answer>
    </Section>
  )
}
