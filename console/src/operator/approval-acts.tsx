// Approve, refuse or withdraw an act that waits for a second person. Nobody approves his or her own.
import { useQuery } from '@tanstack/react-query'
import { bilingual, useText } from '../parts/language.tsx'
import { actFor, meQuery, type Schemas } from './api.ts'
import { useActWords } from './approval-about.tsx'
import { DeskAct } from './desk-act.tsx'
import { useRoles } from './role-words.ts'

const texts = bilingual({
  approve: ['Approve and carry out', 'Aprobar y ejecutar'],
  reject: ['Refuse', 'Rechazar'],
  withdraw: ['Withdraw my proposal', 'Retirar mi propuesta'],
  own: [
    'You proposed it: somebody else must approve it.',
    'Usted lo propuso: otra persona debe aprobarlo.',
  ],
  role: [
    (roles: string) => `Your role may not approve it. These may: ${roles}.`,
    (roles: string) => `Su rol no puede aprobarlo. Pueden: ${roles}.`,
  ],
  before: ['Nothing has been changed yet.', 'Aún no cambió nada.'],
  ended: ['It ends without the act.', 'Termina sin el acto.'],
})

export type Decision = 'approve' | 'reject' | 'withdraw'

export function ApprovalActs({
  approval,
  decided,
  onDecided,
}: {
  approval: Schemas['Approval']
  /** What this page has done about it. Its result stays. */
  decided: Decision | undefined
  onDecided: (decision: Decision) => void
}) {
  const { id, roles, proposed_by: proposedBy } = approval
  const words = useActWords(approval)
  const t = useText(texts)
  const roleNames = useRoles()
  const { data: me } = useQuery(meQuery)
  const names = { approval_id: id }
  if (me === undefined) return null
  if (me.actor === proposedBy)
    return (
      <>
        <p>{t.own}</p>
        <DeskAct
          onDone={() => onDecided('withdraw')}
          label={t.withdraw}
          before={t.before}
          after={t.ended}
          run={actFor('/operator/v1/approvals/{approval_id}/withdraw', names)}
        />
      </>
    )
  if (!roles.includes(me.role)) return <p>{t.role(roleNames(roles))}</p>
  return (
    <div className="acts">
      {decided === 'reject' ? null : (
        <DeskAct
          key="approve"
          onDone={() => onDecided('approve')}
          label={t.approve}
          tone="primary"
          before={words.before ?? t.before}
          after={words.after}
          {...(words.final === undefined ? {} : { final: words.final })}
          run={actFor('/operator/v1/approvals/{approval_id}/approve', names)}
        />
      )}
      {decided === 'approve' ? null : (
        <DeskAct
          key="reject"
          onDone={() => onDecided('reject')}
          label={t.reject}
          tone="danger"
          before={t.before}
          after={t.ended}
          run={actFor('/operator/v1/approvals/{approval_id}/reject', names)}
        />
      )}
    </div>
  )
}
