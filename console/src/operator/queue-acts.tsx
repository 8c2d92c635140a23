// An item of the queue as queue-facts.tsx shows it, with the acts that end it.
import { useQuery } from '@tanstack/react-query'
import { lazyRouteComponent } from '@tanstack/react-router'
import { bilingual, useText } from '../parts/language.tsx'
import { WhenLoaded } from '../parts/later.ts'
import { Section } from '../parts/page.tsx'
import { actAt, actFor, meQuery } from './api.ts'
import { DeskAct } from './desk-act.tsx'
import { EntryActs } from './entry-acts.tsx'
import { EndpointActsOf } from './endpoint-acts.tsx'
import { HeldAct } from './held-act.tsx'
import { holdTexts } from './hold-words.ts'
import { AfterRelease } from './holds.tsx'
import { ActsOf, type ActName } from './open-acts.tsx'
import { ExitsOf } from './order-exits.tsx'
import { PlainActs } from './plain-acts.tsx'
import { ResumeOf } from './resume-act.tsx'
import { ReversalActs } from './reversal-acts.tsx'
import { useRoles } from './role-words.ts'
import { StrayActs } from './stray-acts.tsx'
import { Suggestions } from './suggestions.tsx'
import { ReturnActs } from './suspense-exits.tsx'
import { isFor, isOwnUser, queueTexts } from './queue-words.ts'
import { Known } from './queue-facts.tsx'
import type { Item, Kind } from './words.ts'

const texts = bilingual({ decide: ['Decide', 'Decidir'] })

const RequestActs = lazyRouteComponent(() => import('./information-answer.tsx'), 'RequestActs')
const DifferenceActs = lazyRouteComponent(() => import('./difference.tsx'), 'DifferenceActs')

export function FactsAndActs({ item }: { item: Item }) {
  const t = useText(texts)
  return (
    <>
      <Known item={item} />
      <Section title={t.decide}>
        <Acts item={item} />
      </Section>
    </>
  )
}

/** Their exits say who may do what: others may freeze the order. */
const OF_ORDERS: ReadonlySet<Kind> = new Set<Kind>([
  'parked_order',
  'refund',
  'returned_payout',
  'contradicted_send',
])

function Acts({ item }: { item: Item }) {
  const t = useText(queueTexts)
  const roleNames = useRoles()
  const { data: me } = useQuery(meQuery)
  const { acts_on: object } = item
  if (me !== undefined && !isFor(me, item) && !OF_ORDERS.has(item.kind))
    return (
      <p className="note">{isOwnUser(me, item) ? t.ownUser : t.notYours(roleNames(item.roles))}</p>
    )
  if (object === null || item.kind === 'unanswered_screening')
    return <p className="dim">{t.byItself}</p>
  // The exits of an order ask for themselves: the order's own page has them too.
  if (OF_ORDERS.has(item.kind))
    return (
      <>
        <ExitsOf id={object} />
        {item.kind === 'refund' ? <PlainActs subject={item.subject} /> : null}
      </>
    )
  return (
    <ActsOf subject={object}>
      <ActsOfItem item={item} id={object} />
    </ActsOf>
  )
}

function ActsOfItem({
  item: { kind, facts, organization_name: name },
  id,
}: {
  item: Item
  id: string
}) {
  const t = useText(queueTexts)
  const words = useText(holdTexts)
  const release = (act: ActName, path: string, label: string) => (
    <DeskAct
      act={act}
      label={label}
      tone="primary"
      before={words.held}
      after={<AfterRelease of={id} />}
      final={t.releaseFinal}
      run={(_values, reason) => actAt(path, {}, { reason })}
    />
  )
  switch (kind) {
    case 'unmatched_deposit':
      return <Suggestions deposit={id} facts={facts} />
    case 'rail_entry':
      return <EntryActs id={id} facts={facts} />
    case 'deposit_return':
      return <ReturnActs facts={facts} />
    case 'organization_hold':
      return release(
        'organization.release',
        `/operator/v1/organizations/${id}/release`,
        t.releaseOrganization(name ?? id),
      )
    case 'instrument_hold':
      return release(
        'instrument.release',
        `/operator/v1/instruments/${id}/release`,
        t.releaseInstrument(facts.alias),
      )
    case 'screening_hit':
      return <HeldAct held={id} amount={facts.amount} />
    case 'reversal':
      return <ReversalActs order={id} owed={facts.owed} />
    case 'halt':
      return <ResumeOf id={id} />
    case 'information_request':
      return (
        <WhenLoaded name="acts of a request" parts={[RequestActs]}>
          <RequestActs id={id} status={facts.status} />
        </WhenLoaded>
      )
    case 'new_user':
      return (
        <DeskAct
          act="user.admitted"
          label={t.admit(facts.login)}
          tone="primary"
          before={t.admitBefore(facts.login)}
          after={t.admitAfter}
          run={actFor('/operator/v1/users/{login}/admit', { login: facts.login })}
        />
      )
    case 'stray':
      return <StrayActs id={id} facts={facts} />
    case 'webhook_disabled':
      return <EndpointActsOf id={id} />
    case 'reconciliation_difference':
      return (
        <WhenLoaded name="acts of a difference" parts={[DifferenceActs]}>
          <DifferenceActs id={id} difference={facts} />
        </WhenLoaded>
      )
    default:
      return <p className="dim">{t.byItself}</p>
  }
}
