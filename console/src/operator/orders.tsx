// All orders. The filters and the order are in the address.
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { given } from '../parts/given.ts'
import { Empty } from '../parts/answers.tsx'
import { Id } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { Page } from '../parts/page.tsx'
import { PagedTable, usePages, type Column } from '../parts/table.tsx'
import { useShown } from '../parts/address.ts'
import type { Amounts } from '../parts/amount-filter.tsx'
import { AmountBetween, ListFilters, Period, TextPart } from '../parts/list-filters.tsx'
import { createdIn } from '../parts/days.ts'
import { useSort } from '../parts/sort.ts'
import { Time } from '../parts/time.tsx'
import { readPage, readQuery, type Schemas } from './api.ts'
import { ExportListed } from './export-listed.tsx'
import { OfOrganization } from './organizations.tsx'
import { useCurrencies } from './rail-select.tsx'
import { Chips, oneOf } from '../parts/chips.tsx'
import { useWord } from './status-words.tsx'
import { LISTS, OnlyThose, readList } from './order-lists.tsx'
import { OrderState, useWaitingStep } from './order-state.tsx'
import { orderTexts } from './words.ts'

const texts = bilingual({
  title: ['Orders', 'Órdenes'],
  all: ['All', 'Todas'],
  lists: {
    parked: ['parked', 'en espera'],
    frozen: ['frozen', 'congeladas'],
    contradicted: ['contradicted by a rail', 'un riel las contradice'],
    halted: ['held by a halt', 'esperan por una pausa'],
  },
  filter: ['State', 'Estado'],
  none: ['No order is here', 'Aquí no hay órdenes'],
  why: [
    'Orders of all customers appear here, newest first.',
    'Aquí aparecen las órdenes de todos los clientes, las más recientes primero.',
  ],
  pair: ['Currencies', 'Monedas'],
  anyPair: ['all pairs', 'todos los pares'],
  side: ['Side', 'Lado'],
  amount: ['Amount', 'Monto'],
  part: ['Part of a reference', 'Parte de una referencia'],
  reference: ['Reference', 'Referencia'],
  state: ['State', 'Estado'],
  payin: ['Pays in', 'Entra'],
  payout: ['Pays out', 'Sale'],
  who: ['Organization', 'Organización'],
  created: ['Created', 'Creada'],
  provider: ['Provider', 'Proveedor'],
  id: ['Id', 'Id'],
})

type Status = Schemas['OrderStatus']
const isStatus = (text: string): text is Status => text in orderTexts.en.status
const STATUSES = Object.keys(orderTexts.en.status).filter(isStatus)

/** The step that waits, and why. */
function useWhyStill(): (order: Schemas['DeskOrder']) => string {
  const stepOf = useWaitingStep()
  const word = useWord()
  return (order) =>
    [stepOf(order), order.parked_reason && word(order.parked_reason)]
      .filter((part) => typeof part === 'string')
      .join(': ')
}

/** The currencies of a pair, as the address has it: `USDC-COP`. */
const currenciesOf = (pair = ''): { payin_currency?: string; payout_currency?: string } => {
  const [, payin, payout] = /^([A-Z0-9]+)-([A-Z0-9]+)$/.exec(pair) ?? []
  return given({ payin_currency: payin, payout_currency: payout })
}

const amountsOf = (side: string | undefined, { currency, min, max }: Amounts) => {
  if (currency === undefined) return {}
  return side === 'payout'
    ? {
        payout_currency: currency,
        ...given({ min_payout: min, max_payout: max }),
      }
    : {
        payin_currency: currency,
        ...given({ min_payin: min, max_payin: max }),
      }
}

/** An amount is of one currency: another pair may not have it. */
const NO_AMOUNT = { currency: undefined, min: undefined, max: undefined }

/** Narrows the list to one direction between two currencies that providers convert. */
function OfPair() {
  const t = useText(texts)
  const [{ pair }, change] = useShown()
  const { data: providers = [] } = useQuery(readQuery('/operator/v1/providers'))
  const known = providers.flatMap(({ trading_pairs: pairs }) =>
    pairs.map((one) => `${one.payin_currency}-${one.payout_currency}`),
  )
  // The address may name one that is not configured any more.
  const listed = new Set([...(pair === undefined ? [] : [pair]), ...known.toSorted()])
  return (
    <NativeSelect
      size="xs"
      label={t.pair}
      data={[
        { value: '', label: t.anyPair },
        ...[...listed].map((value) => ({ value, label: value.replace('-', ' → ') })),
      ]}
      value={pair ?? ''}
      onChange={({ currentTarget: { value } }) =>
        change({ pair: value === '' ? undefined : value, ...NO_AMOUNT })
      }
    />
  )
}

export function DeskOrders() {
  const t = useText(texts)
  const words = useText(orderTexts)
  const whyOf = useWhyStill()
  const [shown, change] = useShown()
  const { status: chosen, subject, organization, pair, side, currency, min, max, from, to } = shown
  const { text } = shown
  const status = chosen !== undefined && isStatus(chosen) ? chosen : undefined
  const list = chosen === 'halted' && subject === undefined ? undefined : oneOf(LISTS, chosen)
  const navigate = useNavigate()
  const currencies = useCurrencies()
  const ofPair = currenciesOf(pair)
  const ofSide = side === 'payout' ? ofPair.payout_currency : ofPair.payin_currency
  const filters = {
    ...given({ status, organization_id: organization }),
    ...amountsOf(side, { currency, min, max }),
    ...currenciesOf(pair),
    ...(text === undefined ? {} : { text }),
  }
  const { sorting, sorted } = useSort('created')
  const asked = { ...filters, ...createdIn({ from, to }), ...sorting }
  const query = usePages(['operator', 'orders', list, subject, asked], (pageParam) =>
    list === undefined
      ? readPage('/operator/v1/orders', pageParam, asked)
      : readList(list, subject, pageParam),
  )
  const columns: Column<Schemas['DeskOrder']>[] = [
    {
      id: 'reference',
      head: t.reference,
      cell: (order) => (
        <Link to="/operator/orders/$order" params={{ order: order.id }}>
          {order.reference_number}
        </Link>
      ),
    },
    {
      id: 'state',
      head: t.state,
      cell: (order) => (
        <>
          <OrderState order={order} />
          <div className="dim">{whyOf(order)}</div>
        </>
      ),
    },
    { id: 'payin', head: t.payin, isMoney: true, cell: (order) => <Money {...order.payin} /> },
    { id: 'payout', head: t.payout, isMoney: true, cell: (order) => <Money {...order.payout} /> },
    {
      id: 'who',
      head: t.who,
      cell: (order) => (
        <span className="short" title={order.organization_name}>
          {order.organization_name}
        </span>
      ),
    },
    { id: 'created', head: t.created, cell: (order) => <Time at={order.created_at} /> },
    { id: 'provider', head: t.provider, cell: (order) => order.liquidity_provider, isHidden: true },
    { id: 'id', head: t.id, cell: (order) => <Id id={order.id} />, isHidden: true },
  ]
  return (
    <Page title={t.title}>
      <Chips
        label={t.filter}
        options={[
          { value: undefined, label: t.all },
          ...LISTS.filter((value) => value !== 'halted' || list === value).map((value) => ({
            value,
            label: t.lists[value],
          })),
          ...STATUSES.map((value) => ({ value, label: words.status[value] })),
        ]}
        chosen={list ?? status}
        choose={(one) => change({ status: one, subject: undefined })}
      />
      {subject !== undefined && (list === 'halted' || list === 'parked') ? (
        <OnlyThose list={list} holder={subject} />
      ) : null}
      {list === undefined ? (
        <ListFilters
          views="desk.orders"
          exports={<ExportListed list="orders" days={{ from, to }} filters={filters} />}
        >
          <OfOrganization />
          <OfPair />
          <NativeSelect
            size="xs"
            label={t.side}
            data={[
              { value: 'payin', label: t.payin },
              { value: 'payout', label: t.payout },
            ]}
            value={side === 'payout' ? 'payout' : 'payin'}
            onChange={({ currentTarget: { value } }) =>
              change({ side: value, ...(pair === undefined ? {} : NO_AMOUNT) })
            }
          />
          <AmountBetween
            label={t.amount}
            currencies={ofSide === undefined ? currencies : [ofSide]}
          />
          <Period />
          <TextPart label={t.part} />
        </ListFilters>
      ) : null}
      <PagedTable
        name="desk-orders"
        label={t.title}
        {...(list === undefined ? sorted : list === 'halted' ? {} : { order: 'oldest' })}
        query={query}
        columns={columns}
        idOf={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: '/operator/orders/$order', params: { order: id } })}
        empty={
          <Empty title={t.none}>
            <p>{t.why}</p>
          </Empty>
        }
      />
    </Page>
  )
}
