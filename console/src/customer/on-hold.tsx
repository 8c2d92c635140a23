// The reader's organization is on hold: nothing new can be begun, orders wait, and only the desk can end it.
import { useQuery } from '@tanstack/react-query'
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

/** Since when the organization is on hold; undefined if it is not, or is not read yet. */
export function useHeldSince(organization: string): string | undefined {
  const { data } = useQuery({
    queryKey: [organization, 'organization'],
    queryFn: () => corridor.organizations.get(organization),
  })
  return data && heldSince(data.status)
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
