// Holds as the service lists them: who placed one and why, and which orders stay parked when it ends.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '../parts/language.tsx'
import { Facts } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { loginOf } from './actor.ts'
import { readQuery } from './api.ts'
import { holdTexts } from './hold-words.ts'

export const holdsQuery = readQuery('/operator/v1/holds')

/** What is so after the end of the hold of an organization, an instrument, or all organizations of an enterprise. */
export function AfterRelease({ of }: { of: string }) {
  const t = useText(holdTexts)
  const { data } = useQuery(holdsQuery)
  const parked = [
    ...(data?.organizations ?? []).filter((one) => one.id === of || one.enterprise_id === of),
    ...(data?.instruments ?? []).filter((one) => one.id === of),
  ].reduce((sum, one) => sum + one.parked_orders, 0)
  return (
    <>
      {t.free}
      {parked === 0 ? null : (
        <>
          {' '}
          {t.stay(parked)}{' '}
          <Link to="/operator/orders" search={{ status: 'parked', subject: of }}>
            {t.openParked}
          </Link>
        </>
      )}
    </>
  )
}

/** The person who placed the hold of an organization, the time and the reason. Empty if it is not on hold. */
export function HoldFacts({ organization }: { organization: string }) {
  const t = useText(holdTexts)
  const { data } = useQuery(holdsQuery)
  const held = data?.organizations.find(({ id }) => id === organization)
  if (held === undefined) return null
  const { placed_by: by, reason } = held
  return (
    <Facts
      facts={{
        [t.since]: <Time at={held.since} />,
        [t.by]: by === null ? null : loginOf(by),
        [t.why]: by === null ? t.neverReleased : reason,
      }}
    />
  )
}
