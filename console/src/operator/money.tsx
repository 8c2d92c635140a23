// The money of all customers as it came in, went out and went back: deposits, payouts and refunds.
import type { ReactNode } from 'react'
import { useMethodName } from '../customer/details.ts'
import { useShown } from '../parts/address.ts'
import { given } from '../parts/given.ts'
import { AmountBetween, ListFilters, Period, TextPart } from '../parts/list-filters.tsx'
import { createdIn } from '../parts/days.ts'
import { useSort } from '../parts/sort.ts'
import { Chips, oneOf } from '../parts/chips.tsx'
import { Id } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { ObjectsPage } from '../parts/objects.tsx'
import { State } from '../parts/status.tsx'
import { usePages, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { readPage, type Paged } from './api.ts'
import { DepositPanel, PayoutPanel, RefundPanel } from './money-panels.tsx'
import {
  deskMoneyTexts,
  OUTCOMES,
  outcomeShapes,
  PAYOUT_STATUSES,
  REFUND_STATUSES,
} from './money-words.ts'
import { OfOrganization } from './organizations.tsx'
import { ExportListed } from './export-listed.tsx'
import { OfRail, useCurrencies } from './rail-select.tsx'
import { Status, useWord } from './status-words.tsx'

const texts = bilingual({
  kind: ['What', 'Qué'],
  part: ['Part of a reference', 'Parte de una referencia'],
  all: ['All', 'Todos'],
  deposits: ['Deposits', 'Depósitos'],
  payouts: ['Payouts', 'Pagos'],
  refunds: ['Refunds', 'Reembolsos'],
  noDeposits: ['No deposit is here', 'Aquí no hay depósitos'],
  noPayouts: ['No payout is here', 'Aquí no hay pagos'],
  noRefunds: ['No refund is here', 'Aquí no hay reembolsos'],
  depositsWhy: [
    'Rails report deposits when money arrives.',
    'Los rieles informan depósitos cuando llega dinero.',
  ],
  payoutsWhy: [
    'An order pays out after its conversion.',
    'Una orden paga después de su conversión.',
  ],
  refundsWhy: [
    'Money goes back that arrived too late, in excess or in another currency, or that an order could not use.',
    'Vuelve el dinero que llegó tarde, de más o en otra moneda, o que una orden no pudo usar.',
  ],
})

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
  const { status: state, amount } = useText(deskMoneyTexts)
  const [{ kind, from, to, status }, change] = useShown()
  const narrowed = useNarrowed()
  const currencies = useCurrencies()
  const list = oneOf(KINDS, kind) ?? 'deposits'
  return (
    <>
      <Chips
        label={t.kind}
        options={KINDS.map((value) => ({ value, label: t[value] }))}
        chosen={list}
        choose={(chosen) => change({ kind: chosen, status: undefined, open: undefined })}
      />
      <ListFilters
        views={`desk.${list}`}
        status={[state, [[undefined, t.all], ...statuses]]}
        exports={
          <ExportListed
            key={list}
            list={list}
            days={{ from, to }}
            filters={{
              ...narrowed,
              ...given(list === 'deposits' ? { outcome: status } : { status }),
            }}
          />
        }
      >
        <OfOrganization />
        <OfRail />
        <AmountBetween label={amount} currencies={currencies} />
        <Period />
        <TextPart label={t.part} />
      </ListFilters>
    </>
  )
}

/** What every list may be narrowed to. */
function useNarrowed() {
  const [{ organization, rail, currency, min, max, text }] = useShown()
  return {
    ...given({ organization_id: organization, rail, currency, text }),
    ...(currency === undefined ? {} : given({ min_amount: min, max_amount: max })),
  }
}

type Narrowed = ReturnType<typeof useNarrowed> & ReturnType<typeof useSort>['sorting']

/** What tells one list from another. `pages` reads a page of what the address narrows it to. */
type List<One> = {
  kind: (typeof KINDS)[number]
  one: string
  statuses: readonly (readonly [string, string])[]
  pages: (page: string | undefined, narrowed: Narrowed) => Promise<Paged<One>>
  columns: readonly Column<One>[]
  panel: (id: string) => ReactNode
  subjectOf: (one: One) => string
  empty: readonly [string, string]
}

function MoneyList<One extends { id: string; amount: string; currency: string }>({
  kind,
  statuses,
  pages,
  columns,
  ...list
}: List<One>) {
  const t = useText(texts)
  const words = useText(deskMoneyTexts)
  const [{ status, from, to }] = useShown()
  const { sorting, sorted } = useSort('at')
  const narrowed = { ...useNarrowed(), ...createdIn({ from, to }), ...sorting }
  const query = usePages(['operator', 'money', kind, status, narrowed], (pageParam) =>
    pages(pageParam, narrowed),
  )
  return (
    <ObjectsPage
      {...list}
      {...sorted}
      name={`desk-${kind}`}
      title={t[kind]}
      above={<Filters statuses={statuses} />}
      query={query}
      columns={[
        { id: 'amount', head: words.amount, isMoney: true, cell: (one) => <Money {...one} /> },
        ...columns,
        { id: 'id', head: words.id, cell: ({ id }) => <Id id={id} />, isHidden: true },
      ]}
      idOf={({ id }) => id}
    />
  )
}

function Deposits() {
  const t = useText(texts)
  const words = useText(deskMoneyTexts)
  const [{ status }] = useShown()
  const outcome = oneOf(OUTCOMES, status)
  return (
    <MoneyList
      kind="deposits"
      one={words.deposit}
      statuses={OUTCOMES.map((one) => [one, words.outcome[one]])}
      pages={(page, narrowed) =>
        readPage('/operator/v1/deposits', page, {
          ...given({ outcome }),
          ...narrowed,
        })
      }
      columns={[
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
      ]}
      panel={(id) => <DepositPanel key={id} id={id} />}
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
  const [shown] = useShown()
  const status = oneOf(PAYOUT_STATUSES, shown.status)
  return (
    <MoneyList
      kind="payouts"
      one={words.payout}
      statuses={PAYOUT_STATUSES.map((one) => [one, word(one)])}
      pages={(page, narrowed) =>
        readPage('/operator/v1/payouts', page, {
          ...given({ status }),
          ...narrowed,
        })
      }
      columns={[
        { id: 'status', head: words.status, cell: (one) => <Status status={one.status} /> },
        { id: 'who', head: words.who, cell: (one) => one.organization_name },
        { id: 'method', head: words.method, cell: ({ method }) => methodName(method) },
        { id: 'rail', head: words.rail, cell: (one) => one.rail ?? '' },
        { id: 'at', head: words.created, cell: (one) => <Time at={one.created_at} /> },
      ]}
      panel={(id) => <PayoutPanel key={id} id={id} />}
      subjectOf={(one) => one.order_id}
      empty={[t.noPayouts, t.payoutsWhy]}
    />
  )
}

function Refunds() {
  const t = useText(texts)
  const words = useText(deskMoneyTexts)
  const word = useWord()
  const [shown] = useShown()
  const status = oneOf(REFUND_STATUSES, shown.status)
  return (
    <MoneyList
      kind="refunds"
      one={words.refund}
      statuses={REFUND_STATUSES.map((one) => [one, word(one)])}
      pages={(page, narrowed) =>
        readPage('/operator/v1/refunds', page, {
          ...given({ status }),
          ...narrowed,
        })
      }
      columns={[
        { id: 'status', head: words.status, cell: (one) => <Status status={one.status} /> },
        { id: 'because', head: words.because, cell: (one) => word(one.reason) },
        { id: 'who', head: words.who, cell: (one) => one.organization_name },
        { id: 'rail', head: words.rail, cell: (one) => one.rail ?? '' },
        { id: 'at', head: words.created, cell: (one) => <Time at={one.created_at} /> },
      ]}
      panel={(id) => <RefundPanel key={id} id={id} />}
      subjectOf={(one) => one.order_id}
      empty={[t.noRefunds, t.refundsWhy]}
    />
  )
}
