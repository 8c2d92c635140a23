// The audit trail of the enterprise: what its people did, newest first.
import type { PeopleAuditEntry } from '@corridor/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Empty } from '../parts/answers.tsx'
import { AuditDetail } from '../parts/audit-detail.tsx'
import { corridor } from '../parts/client.ts'
import { Id } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Page } from '../parts/page.tsx'
import { PagedTable, pageFrom, paging } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'

const texts = bilingual(
  {
    title: 'Audit',
    who: 'Who',
    what: 'What',
    subject: 'About',
    at: 'When',
    facts: 'Facts',
    desk: 'the desk',
    none: 'No entry yet',
    why: 'Each sign-in, invitation, change, prepared and approved order, and each key made by a person has an entry.',
    acts: {
      'customer_user.signed_in': 'signed in',
      'customer_user.sign_in_failed': 'failed to sign in',
      'customer_user.signed_out': 'signed out',
      'customer_user.enrolled': 'chose a password',
      'customer_user.invited': 'invited',
      'customer_user.changed': 'changed the role or state',
      'customer_user.reset': 'reset',
      'customer_user.session_ended': 'ended a session',
      'customer_user.code_refused': 'gave a wrong code',
      'customer_user.passkey_added': 'added a passkey',
      'customer_user.passkey_removed': 'removed a passkey',
      'customer_user.notices_changed': 'chose other notices',
      'chat_notices.changed': 'changed the notices of the chat',
      'enterprise_settings.changed': 'changed the settings',
      'api_key.created': 'made an API key',
      'api_key.rotated': 'rotated an API key',
      'api_key.revoked': 'revoked an API key',
      'order.prepared': 'prepared an order',
      'order.approved': 'approved an order',
      'order.rejected': 'rejected an order',
      'order.withdrawn': 'withdrew an order',
      'order.lapsed': 'found a prepared order lapsed',
    },
  },
  {
    title: 'Auditoría',
    who: 'Quién',
    what: 'Qué',
    subject: 'Sobre',
    at: 'Cuándo',
    facts: 'Datos',
    desk: 'la mesa',
    none: 'Aún no hay entradas',
    why: 'Cada inicio de sesión, invitación, cambio, orden preparada o aprobada y cada clave creada por una persona tiene una entrada.',
    acts: {
      'customer_user.signed_in': 'inició sesión',
      'customer_user.sign_in_failed': 'no logró iniciar sesión',
      'customer_user.signed_out': 'cerró la sesión',
      'customer_user.enrolled': 'eligió una contraseña',
      'customer_user.invited': 'invitó',
      'customer_user.changed': 'cambió el rol o el estado',
      'customer_user.reset': 'restableció',
      'customer_user.session_ended': 'terminó una sesión',
      'customer_user.code_refused': 'dio un código equivocado',
      'customer_user.passkey_added': 'agregó una passkey',
      'customer_user.passkey_removed': 'quitó una passkey',
      'customer_user.notices_changed': 'eligió otros avisos',
      'chat_notices.changed': 'cambió los avisos del chat',
      'enterprise_settings.changed': 'cambió la configuración',
      'api_key.created': 'creó una clave de API',
      'api_key.rotated': 'rotó una clave de API',
      'api_key.revoked': 'revocó una clave de API',
      'order.prepared': 'preparó una orden',
      'order.approved': 'aprobó una orden',
      'order.rejected': 'rechazó una orden',
      'order.withdrawn': 'retiró una orden',
      'order.lapsed': 'halló caducada una orden preparada',
    },
  },
)

export function CustomerAudit() {
  const t = useText(texts)
  const words: Readonly<Record<string, string>> = t.acts
  const query = useInfiniteQuery({
    queryKey: ['people-audit'],
    queryFn: ({ pageParam }) => corridor.people.audit(pageFrom(pageParam)).page(),
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
