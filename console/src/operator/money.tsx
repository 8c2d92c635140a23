// The money of all customers as it came in, went out and went back: deposits, payouts and refunds.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMethodName } from '../customer/details.ts'
import { useShown } from '../parts/address.ts'
import { Chips, oneOf } from '../parts/chips.tsx'
import { Id } from '../parts/copy.tsx'
import { FilterChips } from '../parts/filter-chips.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { ObjectsPage } from '../parts/objects.tsx'
import { State } from '../parts/status.tsx'
import { paging } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { readPage } from './api.ts'
import { DepositPanel, PayoutPanel, RefundPanel } from './money-panels.tsx'
import {
  deskMoneyTexts,
  OUTCOMES,
  outcomeShapes,
  PAYOUT_STATUSES,
  REFUND_STATUSES,
} from './money-words.ts'
import { OrganizationSelect } from './organizations.tsx'
import { instantsOf, PeriodFields } from './period.tsx'
import { CurrencySelect, RailSelect } from './rail-select.tsx'
import { Status, useWord } from './status-words.tsx'

const texts = bilingual(
  {
    kind: 'What',
    all: 'All',
    deposits: 'Deposits',
    payouts: 'Payouts',
    refunds: 'Refunds',
    noDeposits: 'No deposit is here',
    noPayouts: 'No payout is here',
    noRefunds: 'No refund is here',
    depositsWhy: 'Rails report deposits when money arrives.',
    payoutsWhy: 'An order pays out after its conversion.',
    refundsWhy:
      'Money goes back that arrived too late, in excess or in another currency, or that an order could not use.',
  },
  {
    kind: 'Qué',
    all: 'Todos',
    deposits: 'Depósitos',
    payouts: 'Pagos',
    refunds: 'Reembolsos',
    noDeposits: 'Aquí no hay depósitos',
    noPayouts: 'Aquí no hay pagos',
    noRefunds: 'Aquí no hay reembolsos',
    depositsWhy: 'Los rieles informan depósitos cuando llega dinero.',
    payoutsWhy: 'Una orden paga después de su conversión.',
    refundsWhy:
      'Vuelve el dinero que llegó tarde, de más o en otra moneda, o que una orden no pudo usar.',
  },
)

const KINDS = ['deposits', 'payouts', 'refunds'] as const
const LISTS = { deposits: Deposits, payouts: Payouts, refunds: Refunds }

export function DeskMoney() {
  const [{ kind }] = useShown()
  const List = LISTS[oneOf(KINDS, kind) ?? 'deposits']
  return <List />
}

/** `statuses`: those that the list may be narrowed to, with their words. */
function Filters({ statuses }: { statuses: readonly (readonly [string, string])[] }) {
  const t = useText(texts)
  const { status } = useText(deskMoneyTexts)
  const [{ kind, organization, rail, currency, from, to }, change] = useShown()
  return (
    <>
      <Chips
        label={t.kind}
        options={KINDS.map((value) => ({ value, label: t[value] }))}
        chosen={oneOf(KINDS, kind) ?? 'deposits'}
        choose={(chosen) => change({ kind: chosen, status: undefined, open: undefined })}
      />
      <FilterChips label={status} name="status" values={[[undefined, t.all], ...statuses]} />
      <div className="filters">
        <OrganizationSelect
          value={organization}
          choose={(chosen) => change({ organization: chosen, open: undefined })}
        />
        <RailSelect value={rail} choose={(chosen) => change({ rail: chosen, open: undefined })} />
        <CurrencySelect
          value={currency}
          choose={(chosen) => change({ currency: chosen, open: undefined })}
        />
        <PeriodFields days={{ from, to }} choose={(days) => change({ ...days, open: undefined })} />
      </div>
    </>
  )
}

/** What every list may be narrowed to. */
function useNarrowed() {
  const [{ organization, rail, currency, from: first, to: last }] = useShown()
  const { from, to } = instantsOf({ from: first, to: last })
  return {
    ...(organization === undefined ? {} : { organization_id: organization }),
    ...(rail === undefined ? {} : { rail }),
    ...(currency === undefined ? {} : { currency }),
    // The API lists what is later than an instant, and the first of the day belongs to it.
    ...(from === undefined ? {} : { created_after: new Date(Date.parse(from) - 1).toISOString() }),
    ...(to === undefined ? {} : { created_before: to }),
  }
}

function Deposits() {
  const t = useText(texts)
  const words = useText(deskMoneyTexts)
  const [{ status }] = useShown()
  const narrowed = useNarrowed()
  const outcome = oneOf(OUTCOMES, status)
  const query = useInfiniteQuery({
    queryKey: ['operator', 'money', 'deposits', outcome, narrowed],
    queryFn: ({ pageParam }) =>
      readPage('/operator/v1/deposits', pageParam, {
        ...(outcome === undefined ? {} : { outcome }),
        ...narrowed,
      }),
    ...paging,
  })
  return (
    <ObjectsPage
      name="desk-deposits"
      title={t.deposits}
      one={words.deposit}
      above={<Filters statuses={OUTCOMES.map((one) => [one, words.outcome[one]])} />}
      panel={(id) => <DepositPanel key={id} id={id} />}
      query={query}
      columns={[
        { id: 'amount', head: words.amount, isMoney: true, cell: (one) => <Money {...one} /> },
        {
          id: 'status',
          head: words.status,
          cell: ({ outcome: was }) => (
            <State word={words.outcome[was]} shape={outcomeShapes[was]} />
          ),
        },
        { id: 'who', head: words.who, cell: (one) => one.organization_name ?? '' },
        { id: 'rail', head: words.rail, cell: (one) => one.rail },
        { id: 'at', head: words.recorded, cell: (one) => <Time at={one.recorded_at} /> },
        { id: 'id', head: words.id, cell: ({ id }) => <Id id={id} />, isHidden: true },
      ]}
      idOf={({ id }) => id}
      subjectOf={({ order_id: order, id }) => order ?? id}
      empty={[t.noDeposits, t.depositsWhy]}
    />
  )
}

function Payouts() {
  const t = useText(texts)
  const words = useText(deskMoneyTexts)
  const word = useWord()
  const methodName = useMethodName()
  const [{ status: asked }] = useShown()
  const narrowed = useNarrowed()
  const status = oneOf(PAYOUT_STATUSES, asked)
  const query = useInfiniteQuery({
    queryKey: ['operator', 'money', 'payouts', status, narrowed],
    queryFn: ({ pageParam }) =>
      readPage('/operator/v1/payouts', pageParam, {
        ...(status === undefined ? {} : { status }),
        ...narrowed,
      }),
    ...paging,
  })
  return (
    <ObjectsPage
      name="desk-payouts"
      title={t.payouts}
      one={words.payout}
      above={<Filters statuses={PAYOUT_STATUSES.map((one) => [one, word(one)])} />}
      panel={(id) => <PayoutPanel key={id} id={id} />}
      query={query}
      columns={[
        { id: 'amount', head: words.amount, isMoney: true, cell: (one) => <Money {...one} /> },
        {
          id: 'status',
          head: words.status,
          cell: ({ status: now }) => <Status status={now} />,
        },
        { id: 'who', head: words.who, cell: (one) => one.organization_name },
        { id: 'method', head: words.method, cell: ({ method }) => methodName(method) },
        { id: 'rail', head: words.rail, cell: (one) => one.rail ?? '' },
        { id: 'at', head: words.created, cell: (one) => <Time at={one.created_at} /> },
        { id: 'id', head: words.id, cell: ({ id }) => <Id id={id} />, isHidden: true },
      ]}
      idOf={({ id }) => id}
      subjectOf={(one) => one.order_id}
      empty={[t.noPayouts, t.payoutsWhy]}
    />
  )
}

function Refunds() {
  const t = useText(texts)
  const words = useText(deskMoneyTexts)
  const word = useWord()
  const [{ status: asked }] = useShown()
  const narrowed = useNarrowed()
  const status = oneOf(REFUND_STATUSES, asked)
  const query = useInfiniteQuery({
    queryKey: ['operator', 'money', 'refunds', status, narrowed],
    queryFn: ({ pageParam }) =>
      readPage('/operator/v1/refunds', pageParam, {
        ...(status === undefined ? {} : { status }),
        ...narrowed,
      }),
    ...paging,
  })
  return (
    <ObjectsPage
      name="desk-refunds"
      title={t.refunds}
      one={words.refund}
      above={<Filters statuses={REFUND_STATUSES.map((one) => [one, word(one)])} />}
      panel={(id) => <RefundPanel key={id} id={id} />}
      query={query}
      columns={[
        { id: 'amount', head: words.amount, isMoney: true, cell: (one) => <Money {...one} /> },
        {
          id: 'status',
          head: words.status,
          cell: ({ status: now }) => <Status status={now} />,
        },
        { id: 'because', head: words.because, cell: (one) => word(one.reason) },
        { id: 'who', head: words.who, cell: (one) => one.organization_name },
        { id: 'rail', head: words.rail, cell: (one) => one.rail ?? '' },
        { id: 'at', head: words.created, cell: (one) => <Time at={one.created_at} /> },
        { id: 'id', head: words.id, cell: ({ id }) => <Id id={id} />, isHidden: true },
      ]}
      idOf={({ id }) => id}
      subjectOf={(one) => one.order_id}
      empty={[t.noRefunds, t.refundsWhy]}
    />
  )
}
