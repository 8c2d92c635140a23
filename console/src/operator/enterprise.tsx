// The enterprise of an organization: holds of it, and the way back in for its admin.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Answer } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Time } from '../parts/time.tsx'
import { act, actAt, readQuery, type Names } from './api.ts'
import { DeskAct } from './desk-act.tsx'
import { holdTexts } from './hold-words.ts'
import { AfterRelease } from './holds.tsx'
import { ActsOf } from './open-acts.tsx'

const texts = bilingual({
  enterprise: ['Enterprise', 'Empresa'],
  count: [
    (count: number) => (count === 1 ? '1 organization' : `${count} organizations`),
    (count: number) => (count === 1 ? '1 organización' : `${count} organizaciones`),
  ],
  heldSince: ['On hold since', 'Retenida desde'],
  hold: [(name: string) => `Put ${name} on hold`, (name: string) => `Retener ${name}`],
  release: [(name: string) => `Release ${name}`, (name: string) => `Liberar ${name}`],
  heldWhole: [
    'All its active organizations are on hold: no new orders, and orders wait.',
    'Todas sus organizaciones activas quedan retenidas: sin órdenes nuevas, y las órdenes esperan.',
  ],
  freeWhole: [
    'Organizations on hold for another reason stay on hold.',
    'Las organizaciones retenidas por otro motivo siguen retenidas.',
  ],
  inviteAdmin: [
    (name: string) => `Invite an admin of ${name}`,
    (name: string) => `Invitar a un administrador de ${name}`,
  ],
  login: ['Login of the admin', 'Usuario del administrador'],
  loginHint: [
    'A new login, or one of the enterprise. In lower case.',
    'Un usuario nuevo, o uno de la empresa. En minúsculas.',
  ],
  lockedOut: [
    'The enterprise has no people yet, or none of its admins can let the person in.',
    'La empresa aún no tiene personas, o ninguno de sus administradores puede dejar entrar a la persona.',
  ],
  letIn: [
    'The link makes whoever has it an admin. A known login enrols anew, and its sessions end. The admins see it in their audit.',
    'El enlace hace administrador a quien lo tenga. Un usuario conocido se inscribe de nuevo, y sus sesiones terminan. Los administradores lo ven en su auditoría.',
  ],
})

export function Enterprise({ id }: { id: string }) {
  const t = useText(texts)
  const words = useText(holdTexts)
  const names = { enterprise_id: id }
  const query = useQuery(readQuery('/operator/v1/enterprises/{enterprise_id}', names))
  return (
    <>
      <h3>{t.enterprise}</h3>
      <Answer query={query} lines={2}>
        {({ name, organizations, held_since: since }) => (
          <>
            <p>
              {name}, {t.count(organizations)}
              {since === null ? null : (
                <>
                  . {t.heldSince} <Time at={since} />
                </>
              )}
            </p>
            <ActsOf subject={id}>
              <Hold
                of="enterprise"
                name={name}
                isHeld={since !== null}
                before={[words.free, t.heldWhole]}
                after={
                  <>
                    <AfterRelease of={id} /> {t.freeWhole}
                  </>
                }
                path="/operator/v1/enterprises/{enterprise_id}"
                names={names}
              />
              <DeskAct
                act="enterprise.invite-admin"
                label={t.inviteAdmin(name)}
                size="xs"
                repeats
                fields={[
                  {
                    name: 'login',
                    label: t.login,
                    hint: t.loginHint,
                    read: (typed) => typed.trim().toLowerCase(),
                  },
                ]}
                before={t.lockedOut}
                after={t.letIn}
                run={({ login = '' }, reason) =>
                  act('/operator/v1/enterprises/{enterprise_id}/invite_admin', names, {
                    login,
                    reason,
                  })
                }
              />
            </ActsOf>
          </>
        )}
      </Answer>
    </>
  )
}

/** `before`: what is so without the hold, and with it. `after`: what is so when it has ended. */
export function Hold({
  of,
  name,
  isHeld,
  before: [free, held],
  after,
  path,
  names,
}: {
  of: 'organization' | 'enterprise'
  name: string
  isHeld: boolean
  before: readonly [string, string]
  after: ReactNode
  path: string
  names: Names
}) {
  const t = useText(texts)
  return (
    <DeskAct
      key={String(isHeld)}
      act={`${of}.${isHeld ? 'release' : 'hold'}`}
      label={isHeld ? t.release(name) : t.hold(name)}
      tone={isHeld ? 'primary' : 'danger'}
      size="xs"
      before={isHeld ? held : free}
      after={isHeld ? after : held}
      repeats
      run={(_values, reason) => actAt(`${path}/${isHeld ? 'release' : 'hold'}`, names, { reason })}
    />
  )
}
