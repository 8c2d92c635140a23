// What the page People is for an API key: it may invite the first admin of its company, or says who may.
import { useState } from 'react'
import { Act } from '../parts/act.tsx'
import type { Session } from '../parts/client.ts'
import { Copyable } from '../parts/copy.tsx'
import { DeskContact } from '../parts/desk-contact.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Page, Section } from '../parts/page.tsx'
import { corridor } from './corridor.ts'
import { InvitationLink, LoginInput } from './invitation.tsx'

const texts = bilingual({
  title: ['The first admin of your company', 'El primer administrador de su empresa'],
  why: [
    'You signed in with an API key, which is for programs. People of your company sign in with a login of their own. The first one is an admin, who invites the others and gives each a role.',
    'Usted entró con una clave de API, que es para programas. Las personas de su empresa entran con un usuario propio. La primera es un administrador, que invita a las demás y da a cada una su rol.',
  ],
  already: [
    'Once somebody of your company can sign in, only its admins invite people: ask one of them.',
    'Cuando alguien de su empresa ya puede entrar, solo sus administradores invitan: pida a uno de ellos.',
  ],
  here: ['Invite here', 'Invitar aquí'],
  invite: [
    (login: string) => `Invite ${login} as the first admin`,
    (login: string) => `Invitar a ${login} como primer administrador`,
  ],
  bound: [
    'This key is of one organization, so it invites nobody. A key of the whole company with the scope write can do it here or at a terminal.',
    'Esta clave es de una sola organización y no invita a nadie. Una clave de toda la empresa con el permiso write puede hacerlo aquí o en una terminal.',
  ],
  reads: [
    'This key only reads, so it invites nobody. A key of the whole company with the scope write can do it here or at a terminal.',
    'Esta clave solo lee y no invita a nadie. Una clave de toda la empresa con el permiso write puede hacerlo aquí o en una terminal.',
  ],
  terminal: ['At a terminal', 'En una terminal'],
  command: ['Command', 'Comando'],
  desk: ['By the desk', 'Por la mesa'],
  asks: [
    'The desk invites the first admin too, and gives you the link.',
    'La mesa también invita al primer administrador y le entrega el enlace.',
  ],
})

export function FirstAdmin({ session }: { session: Session }) {
  const t = useText(texts)
  const [login, setLogin] = useState('')
  const given = login.trim().toLowerCase()
  const closed =
    session.organization_id !== null
      ? t.bound
      : session.scopes.includes('write')
        ? undefined
        : t.reads
  return (
    <Page title={t.title} below={t.why}>
      <p className="note">{t.already}</p>
      {closed === undefined ? (
        <Section title={t.here}>
          <div className="narrow">
            <LoginInput value={login} change={setLogin} />
          </div>
          <div className="acts">
            <Act
              tone="primary"
              label={t.invite(given === '' ? '…' : given)}
              disabled={given === ''}
              run={() => corridor.people.invite({ login: given, role: 'admin' })}
              done={(invited) => <InvitationLink of={invited} />}
            />
          </div>
        </Section>
      ) : (
        <p>{closed}</p>
      )}
      <Section title={t.terminal}>
        <Copyable value="corridor people invite LOGIN --role admin" label={t.command} />
      </Section>
      <Section title={t.desk}>
        <p>
          {t.asks} <DeskContact />
        </p>
      </Section>
    </Page>
  )
}
