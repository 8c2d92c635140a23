// What an item of the queue says, by its kind.
import { lazyRouteComponent, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Copyable, Id } from '../parts/copy.tsx'
import { useText } from '../parts/language.tsx'
import { WhenLoaded } from '../parts/later.ts'
import { Money } from '../parts/money.tsx'
import { Facts } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { loginOf } from './actor.ts'
import { useHaltWords, type Halted } from './halt-words.ts'
import { HoldFacts } from './holds.tsx'
import { Transaction } from './explorer.tsx'
import { PromiseAgainstFill } from './promise.tsx'
import { useRole } from './role-words.ts'
import { useStated } from './stated.ts'
import { useWord } from './status-words.tsx'
import { strayFacts } from './stray-acts.tsx'
import { parkedWords, queueTexts } from './queue-words.ts'
import { WaitingForHalt } from './waiting-for-halt.tsx'
import type { Item } from './words.ts'

const DifferenceSides = lazyRouteComponent(() => import('./difference.tsx'), 'DifferenceSides')

/** What the item says, for every kind but approvals. */
export function Known({ item }: { item: Item }) {
  const t = useText(queueTexts)
  const word = useWord()
  const words = { ...useStated(), word }
  const { screened } = words
  const { kind, facts } = item
  if (kind === 'parked_order')
    return (
      <>
        <p>
          <b>{parkedWords(facts.order, t)}</b>
        </p>
        <PromiseAgainstFill order={facts.order} />
        {facts.hits.map((hit) => (
          <Facts
            key={hit.key}
            facts={{
              [t.state]: word(hit.state),
              [t.screener]: hit.screener,
              [t.reason]: screened(hit.reason),
            }}
          />
        ))}
      </>
    )
  if (kind === 'unmatched_deposit')
    return (
      <Facts
        facts={{
          [t.amount]: <Money {...facts.amount} />,
          [t.rail]: <RailLink name={facts.rail} />,
          [t.transaction]: <Transaction rail={facts.rail} value={facts.transaction} />,
          [t.address]: <Copyable value={facts.address} label={t.address} />,
          [t.counterparty]: facts.counterparty,
        }}
      />
    )
  if (kind === 'reconciliation_difference')
    return (
      <WhenLoaded name="difference" parts={[DifferenceSides]}>
        <DifferenceSides difference={facts} />
      </WhenLoaded>
    )
  return (
    <>
      <Facts facts={factsOf(item, t, words)} />
      {kind === 'halt' ? (
        <p>
          <WaitingForHalt halt={{ id: item.subject, what: facts.what }} />
        </p>
      ) : null}
      {kind === 'organization_hold' ? <HoldFacts organization={item.subject} /> : null}
    </>
  )
}

const RailLink = ({ name }: { name: string }) => (
  <Link to="/operator/rails" search={{ open: name }}>
    {name}
  </Link>
)

const RoleName = ({ role }: { role: string }) => useRole()(role)
const HaltName = ({ halt }: { halt: Halted }) => useHaltWords()(halt)

type Words = ReturnType<typeof useStated> & { word: (name: string) => string }

type Fact = readonly [string, ReactNode]

function factsOf(
  { kind, facts }: Item,
  t: (typeof queueTexts)['en'],
  { word, stated, screened, entryProblem, strayProblem }: Words,
): Fact[] {
  const amount = (name: string, value: { amount: string; currency: string } | null): Fact => [
    name,
    value === null ? null : <Money key={name} {...value} />,
  ]
  const time = (name: string, at: string | null): Fact => [
    name,
    at === null ? null : <Time key={name} at={at} />,
  ]
  switch (kind) {
    case 'refund':
      return [
        amount(t.amount, facts.amount),
        amount(t.returned, facts.returned),
        [t.because, word(facts.reason)],
        [t.waitsFor, t.waits[facts.waits_for] ?? facts.waits_for],
        [t.rejection, stated(facts.rejection_code)],
        [t.attempts, String(facts.attempts)],
      ]
    case 'deposit_return':
      return [
        amount(t.amount, facts.amount),
        [t.rail, facts.rail],
        [t.status, word(facts.status)],
        [t.waitsFor, t.waits[facts.waits_for] ?? facts.waits_for],
        [t.attempts, String(facts.attempts)],
      ]
    case 'rail_entry':
      return [
        [t.rail, <RailLink key="rail" name={facts.rail} />],
        [t.what, word(facts.reports)],
        [t.transaction, <Transaction key="tx" rail={facts.rail} value={facts.transaction} />],
        amount(t.amount, facts.amount),
        [t.about, facts.key],
        [t.reason, entryProblem(facts)],
        [t.attempts, String(facts.attempts)],
      ]
    case 'reversal':
      return [
        amount(t.owed, facts.owed),
        amount(t.lacks, facts.short),
        [t.deposits, facts.deposits.map((id) => <Id key={id} id={id} />)],
      ]
    case 'organization_hold':
      return [[t.isNew, facts.is_new ? t.yes : t.no], time(t.created, facts.created_at)]
    case 'instrument_hold':
      return [
        [t.alias, facts.alias],
        [t.method, word(facts.method)],
        [t.currency, facts.currency],
        [t.isNew, facts.is_new ? t.yes : t.no],
        time(t.created, facts.created_at),
      ]
    case 'screening_hit':
    case 'unanswered_screening':
      return [
        [t.screened, word(facts.screened)],
        [t.state, word(facts.state)],
        [t.screener, facts.screener],
        [t.reason, screened(facts.reason)],
        amount(t.amount, facts.amount),
        [t.attempts, String(facts.attempts)],
      ]
    case 'returned_payout':
      return [
        amount(t.amount, facts.amount),
        amount(t.returned, facts.returned),
        [t.rail, <RailLink key="rail" name={facts.rail} />],
        [t.code, stated(facts.code)],
      ]
    case 'contradicted_send':
      return [
        [t.what, word(facts.what)],
        amount(t.amount, facts.amount),
        [t.rail, <RailLink key="rail" name={facts.rail} />],
        [t.about, facts.key],
        [t.recorded, `${word(facts.recorded)}, ${facts.evidence}`],
        time(t.recordedAt, facts.recorded_at),
        [t.answer, [word(facts.answer), facts.reference].filter((one) => one !== null).join(', ')],
      ]
    case 'balance_difference': {
      const { currency } = facts
      return [
        [t.account, facts.account],
        amount(t.ledger, { amount: facts.ledger, currency }),
        amount(t.reported, { amount: facts.reported, currency }),
        amount(t.difference, { amount: facts.difference, currency }),
      ]
    }
    case 'low_liquidity':
      return [
        [t.provider, facts.provider],
        [t.currency, facts.currency],
        [t.used, `${facts.used_percent} %`],
      ]
    case 'stale_rate':
      return [
        [t.provider, facts.provider],
        [t.pair, facts.pair],
        time(t.lastRate, facts.last_rate_at),
      ]
    case 'information_request':
      return [
        [t.status, word(facts.status)],
        [t.message, facts.message],
        time(t.deadline, facts.deadline),
        time(t.answered, facts.answered_at),
      ]
    case 'halt':
      return [
        [t.what, <HaltName key="what" halt={facts} />],
        [t.by, loginOf(facts.actor)],
        [t.reason, stated(facts.reason)],
      ]
    case 'new_user':
      return [
        [t.login, facts.login],
        [t.roleOf, <RoleName key="role" role={facts.role} />],
        [t.tokenOf, facts.invited_by],
        [t.mayAct, facts.needs_admission ? t.onceAdmitted : t.yes],
      ]
    case 'stray':
      return strayFacts(facts, t, strayProblem(facts.problem))
    case 'webhook_disabled':
      return [
        [t.url, facts.url],
        [t.because, word(facts.disabled_reason)],
        time(t.failingSince, facts.failing_since),
      ]
    default:
      return []
  }
}
