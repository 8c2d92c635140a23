// An approval with all that is needed to decide on it, and its acts. Both are loaded when the first approval is opened: they
// have the words of every act.
import { useQuery } from '@tanstack/react-query'
import { lazyRouteComponent } from '@tanstack/react-router'
import { useState } from 'react'
import { Answer, Loading } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { useLoaded } from '../parts/later.ts'
import { Facts } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { loginOf } from './actor.ts'
import { readQuery } from './api.ts'
import { useActName } from './act-words.ts'
import type { Decision } from './approval-acts.tsx'
import { Amounts } from './approval-names.tsx'
import { useRoles } from './role-words.ts'
import { Status } from './status-words.tsx'

const texts = bilingual({
  act: ['Act', 'Acto'],
  amounts: ['Amounts', 'Montos'],
  by: ['Proposed by', 'Propuesto por'],
  at: ['Proposed', 'Propuesto'],
  status: ['Status', 'Estado'],
  reason: ['Reason', 'Motivo'],
  roles: ['May approve', 'Pueden aprobar'],
  expires: ['Expires', 'Vence'],
  decidedBy: ['Decided by', 'Decidió'],
  decision: ['Reason of the decision', 'Motivo de la decisión'],
})

const ApprovalAbout = lazyRouteComponent(() => import('./approval-about.tsx'), 'ApprovalAbout')
const ApprovalActs = lazyRouteComponent(() => import('./approval-acts.tsx'), 'ApprovalActs')

/** Begins to load them. */
export function loadApproval(): void {
  void ApprovalAbout.preload?.()
  void ApprovalActs.preload?.()
}

export function OpenApproval({ id }: { id: string }) {
  const t = useText(texts)
  const roleNames = useRoles()
  const actName = useActName()
  const [decided, setDecided] = useState<Decision>()
  const query = useQuery(readQuery('/operator/v1/approvals/{approval_id}', { approval_id: id }))
  const isLoaded = useLoaded('approval', [ApprovalAbout, ApprovalActs])
  return (
    <Answer query={query}>
      {(approval) =>
        !isLoaded ? (
          <Loading />
        ) : (
          <>
            <Facts
              facts={{
                [t.act]: actName(approval.act),
                [t.status]: <Status status={approval.status} />,
                [t.amounts]: approval.amounts.length === 0 ? null : <Amounts of={approval} />,
                [t.by]: loginOf(approval.proposed_by),
                [t.reason]: approval.reason,
                [t.at]: <Time at={approval.proposed_at} />,
                [t.expires]: <Time at={approval.expires_at} />,
                [t.roles]: roleNames(approval.roles),
                [t.decidedBy]: approval.decided_by === null ? null : loginOf(approval.decided_by),
                [t.decision]: approval.decision_reason,
              }}
            />
            <ApprovalAbout approval={approval} />
            {approval.status === 'PENDING' || decided !== undefined ? (
              <div className="decide">
                <ApprovalActs approval={approval} decided={decided} onDecided={setDecided} />
              </div>
            ) : null}
          </>
        )
      }
    </Answer>
  )
}
