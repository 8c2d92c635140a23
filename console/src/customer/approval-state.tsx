// The state of a prepared order. One that waits is marked as the reader's or another person's, as the navigation and the
// overview count it.
import type { OrderRequest } from '@corridor/sdk'
import { useQuery } from '@tanstack/react-query'
import { bilingual, useText } from '../parts/language.tsx'
import { sessionQuery } from '../parts/session.ts'
import { State } from '../parts/status.tsx'
import { useMay } from './rights.tsx'

export const approvalTexts = bilingual({
  forYou: ['waits for you', 'espera su aprobación'],
  forOthers: ['waits for another person', 'espera a otra persona'],
  PENDING: ['waits', 'espera'],
  APPROVED: ['approved', 'aprobada'],
  REJECTED: ['rejected', 'rechazada'],
  WITHDRAWN: ['withdrawn', 'retirada'],
  LAPSED: ['lapsed', 'caducada'],
  EXPIRED: ['expired', 'vencida'],
})

const SHAPES = {
  PENDING: 'waiting',
  APPROVED: 'done',
  REJECTED: 'failed',
  WITHDRAWN: 'off',
  LAPSED: 'off',
  EXPIRED: 'off',
} as const

export const STATUSES = Object.keys(SHAPES).filter(isStatus)
function isStatus(text: string): text is OrderRequest['status'] {
  return text in SHAPES
}

export function RequestState({ request: { status, prepared_by: by } }: { request: OrderRequest }) {
  const t = useText(approvalTexts)
  const may = useMay()
  const { data: session } = useQuery(sessionQuery)
  if (status !== 'PENDING') return <State word={t[status]} shape={SHAPES[status]} />
  const isYours = may('approve') && by.id !== session?.person?.id
  return isYours ? (
    <b>
      <State word={t.forYou} shape={SHAPES.PENDING} />
    </b>
  ) : (
    <State word={t.forOthers} shape={SHAPES.PENDING} />
  )
}
