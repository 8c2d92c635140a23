// The audit trail of the enterprise: what its people did.
import type { PeopleAuditEntry } from '@corridor/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Empty } from '../parts/answers.tsx'
import { AuditDetail } from '../parts/audit-detail.tsx'
import { Id } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Page } from '../parts/page.tsx'
import { useSort } from '../parts/sort.ts'
import { PagedTable, pageFrom, paging } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { corridor } from './corridor.ts'

const texts = bilingual({
  title: ['Audit', 'Auditoría'],
  who: ['Who', 'Quién'],
  what: ['What', 'Qué'],
  subject: ['About', 'Sobre'],
  at: ['When', 'Cuándo'],
  facts: ['Facts', 'Datos'],
  desk: ['the desk', 'la mesa'],
  none: ['No entry yet', 'Aún no hay entradas'],
  why: [
    'Each sign-in, invitation, change, prepared and approved order, and each key made by a person has an entry.',
    'Cada inicio de sesión, invitación, cambio, orden preparada o aprobada y cada clave creada por una persona tiene una entrada.',
  ],
  acts: {
    'customer_user.signed_in': ['signed in', 'inició sesión'],
    'customer_user.sign_in_failed': ['failed to sign in', 'no logró iniciar sesión'],
    'customer_user.signed_out': ['signed out', 'cerró la sesión'],
    'customer_user.enrolled': ['chose a password', 'eligió una contraseña'],
    'customer_user.invited': ['invited', 'invitó'],
    'customer_user.changed': ['changed the role or state', 'cambió el rol o el estado'],
    'customer_user.reset': ['reset', 'restableció'],
    'customer_user.session_ended': ['ended a session', 'terminó una sesión'],
    'customer_user.code_refused': ['gave a wrong code', 'dio un código equivocado'],
    'customer_user.passkey_added': ['added a passkey', 'agregó una passkey'],
    'customer_user.passkey_removed': ['removed a passkey', 'quitó una passkey'],
    'customer_user.identity_linked': [
      'linked an account at the provider',
      'vinculó una cuenta del proveedor',
    ],
    'identity_provider.changed': ['changed the provider', 'cambió el proveedor'],
    'identity_provider.asked': ['asked for another provider', 'pidió otro proveedor'],
    'identity_provider.withdrawn': [
      'withdrew a change of the provider',
      'retiró un cambio del proveedor',
    ],
    'identity_provider.rejected': [
      'rejected a change of the provider',
      'rechazó un cambio del proveedor',
    ],
    'identity_provider.removed': ['removed the provider', 'quitó el proveedor'],
    'customer_user.notices_changed': ['chose other notices', 'eligió otros avisos'],
    'chat_notices.changed': ['changed the notices of the chat', 'cambió los avisos del chat'],
    'customer_user.admitted': ['admitted', 'admitió'],
    'enterprise_settings.changed': ['changed the settings', 'cambió la configuración'],
    'enterprise_settings.asked': ['asked for other settings', 'pidió otra configuración'],
    'enterprise_settings.withdrawn': [
      'discarded a change of the settings',
      'descartó un cambio de la configuración',
    ],
    'api_key.created': ['made an API key', 'creó una clave de API'],
    'api_key.rotated': ['rotated an API key', 'rotó una clave de API'],
    'api_key.revoked': ['revoked an API key', 'revocó una clave de API'],
    'order.prepared': ['prepared an order', 'preparó una orden'],
    'order.approved': ['approved an order', 'aprobó una orden'],
    'order.rejected': ['rejected an order', 'rechazó una orden'],
    'order.withdrawn': ['withdrew an order', 'retiró una orden'],
    'order.lapsed': ['found a prepared order lapsed', 'encontró caducada una orden preparada'],
  },
})

export function CustomerAudit() {
  const t = useText(texts)
  const words: Readonly<Record<string, string>> = t.acts
  const { sorting, sorted } = useSort('at')
  const query = useInfiniteQuery({
    queryKey: ['people-audit', sorting],
    queryFn: ({ pageParam }) =>
      corridor.people.audit({ ...pageFrom(pageParam), ...sorting }).page(),
    ...paging,
  })
  const { data: people = [] } = useQuery({
    queryKey: ['people', 'all'],
    queryFn: () => corridor.people.list().all(),
  })
  const named = (id: string) => people.find((person) => person.id === id)?.login
  const shown = (id: string) => named(id) ?? <Id id={id} />
  return (
    <Page title={t.title}>
      <PagedTable
        {...sorted}
        name="people-audit"
        label={t.title}
        query={query}
        idOf={({ number }: PeopleAuditEntry) => number}
        columns={[
          { id: 'at', head: t.at, cell: ({ at }) => <Time at={at} isReal /> },
          {
            id: 'who',
            head: t.who,
            cell: ({ actor_id: id }) => (id === null ? t.desk : shown(id)),
          },
          { id: 'what', head: t.what, cell: ({ act }) => words[act] ?? act },
          { id: 'subject', head: t.subject, cell: ({ subject }) => shown(subject) },
          {
            id: 'facts',
            head: t.facts,
            isProse: true,
            cell: ({ detail }) => <AuditDetail detail={JSON.parse(detail)} />,
          },
        ]}
        empty={
          <Empty title={t.none}>
            <p>{t.why}</p>
          </Empty>
        }
      />
    </Page>
  )
}
