// The reader's organization is on hold: nothing new can be begun, orders wait, and only the desk can end it.
import type { Order } from '@corridor/sdk'
import { useQueries, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useDeskName } from '../parts/brand.tsx'
import { DeskContact } from '../parts/desk-contact.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Time } from '../parts/time.tsx'
import { corridor } from './corridor.ts'
import { heldSince } from './happening.ts'

const texts = bilingual({
  since: ['Your organization is on hold since', 'Su organización está retenida desde'],
  ask: [
    (desk: string) =>
      `Nothing new can be begun, and orders wait before their next step. Only your desk (${desk}) can end it.`,
    (desk: string) =>
      `No se puede iniciar nada nuevo y las órdenes esperan antes de su próximo paso. Solo su mesa (${desk}) puede levantar la retención.`,
  ],
})

const useOrganization = (organization: string) =>
  useQuery({
    queryKey: [organization, 'organization'],
    queryFn: () => corridor.organizations.get(organization),
  })

/** Since when the organization is on hold; undefined if it is not, or is not read yet. */
export function useHeldSince(organization: string): string | undefined {
  const { data } = useOrganization(organization)
  return data && heldSince(data.status)
}

/** Undefined: not read yet. */
export function useIsHeld(organization: string): boolean | undefined {
  const { data } = useOrganization(organization)
  return data && heldSince(data.status) !== undefined
}

/** Whether money for the order would wait: its organization or one of its instruments is on hold. Undefined while it is read. */
export function useIsOnHold(organization: string, order: Order | undefined): boolean | undefined {
  const isAwaited = order?.status.current_status === 'STEP_1_AWAITING_FUNDING'
  // The order has its instruments as they were when it was made.
  const queries = [order?.payin, order?.payout].map((side) => {
    const id = side?.external_payment_instrument.id ?? ''
    return {
      queryKey: [organization, 'instrument', id],
      queryFn: () => corridor.instruments.get(organization, id),
      enabled: isAwaited,
    }
  })
  const instruments = useQueries({ queries })
  const own = useOrganization(organization)
  if (own.isLoading || instruments.some(({ isLoading }) => isLoading)) return undefined
  return [own, ...instruments].some(({ data }) => data?.status.current_status === 'COMPLIANCE_HOLD')
}

export function OnHold({ organization }: { organization: string }) {
  const t = useText(texts)
  const desk = useDeskName()
  const since = useHeldSince(organization)
  return since === undefined ? null : (
    <p className="note bad" role="status">
      {t.since} <Time at={since} />. {t.ask(desk)} <DeskContact />
    </p>
  )
}

/** What needs an active organization: a trial would be refused, also the next time. */
export function UnlessOnHold({
  organization,
  children,
}: {
  organization: string
  children: ReactNode
}) {
  const isHeld = useHeldSince(organization) !== undefined
  return isHeld ? <OnHold organization={organization} /> : children
}
