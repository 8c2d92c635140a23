// Search by any name a thing has: an id, a reference, an amount, a hash. Ids open their page at once. Everything else is
// looked up among the latest orders, deposits, payouts and refunds, and then by reference and amount among all orders.
import type { Order } from '@corridor/sdk'
import { useQuery } from '@tanstack/react-query'
import { asAmount } from '../parts/amount.ts'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import type { NavItem } from '../parts/navigation.tsx'
import { Palette, type Hit } from '../parts/palette.tsx'
import { corridor } from './corridor.ts'
import { OrderConversion, OrderState } from './order-row.tsx'
import { usePaletteActs } from './palette-acts.ts'

const texts = bilingual({
  open: [(id: string) => `Open ${id}`, (id: string) => `Abrir ${id}`],
  none: [
    'Nothing found: no order with this reference or amount, no instrument among the first 200, and nothing else among the latest 200 orders, deposits, payouts and refunds.',
    'Nada: ninguna orden con esta referencia o monto, ningún instrumento entre los primeros 200, y nada más entre las últimas 200 órdenes, depósitos, pagos y reembolsos.',
  ],
  instrument: ['instrument', 'instrumento'],
})

const LATEST = 200
const MOST = 10
/** Shorter texts are parts of too many references. */
const LEAST = 4

/** The page of an identifier, by its prefix. */
const pages = {
  ord: (id: string) => `/orders/${id}`,
  epi: (id: string) => `/instruments?open=${id}`,
  rf: (id: string) => `/refunds?open=${id}`,
  evt: (id: string) => `/events?open=${id}`,
  whe: (id: string) => `/webhooks?open=${id}`,
  key: (id: string) => `/keys?open=${id}`,
  irq: (id: string) => `/requests?open=${id}`,
  org: (id: string) => `/organizations?open=${id}`,
} as const
const isPage = (prefix: string): prefix is keyof typeof pages => prefix in pages

export function CustomerSearch({
  organization,
  pages: listed,
  close,
}: {
  organization: string
  pages: readonly NavItem[]
  close: () => void
}) {
  const t = useText(texts)
  const { language } = useLanguage()
  const acts = usePaletteActs(organization)
  const useHits = (text: string | null) => {
    const wanted = text?.toLowerCase() ?? ''
    const part = asAmount(wanted, language) ?? wanted
    const [prefix = ''] = wanted.split('_')
    const page = wanted.includes('_') && isPage(prefix) ? pages[prefix](wanted) : undefined
    const query = useQuery({
      queryKey: [organization, 'search'],
      queryFn: () => readLatest(organization),
      enabled: text !== null && page === undefined,
      select: ({ orders, instruments }) => [
        ...instruments
          .filter(({ id, alias }) => id === wanted || alias.toLowerCase().includes(wanted))
          .slice(0, MOST)
          .map(({ id, alias, currency }) => ({
            key: id,
            to: `/${organization}/instruments?open=${id}`,
            label: alias,
            beside: `${t.instrument}, ${currency}`,
          })),
        ...found(orders, part).map((one) => hitOf(organization, one)),
      ],
    })
    const latest = query.data
    const isFull = latest === undefined || latest.length >= MOST
    const older = useQuery({
      queryKey: [organization, 'search', 'orders', part],
      queryFn: async () =>
        (await corridor.orders.search(organization, { text: part, limit: MOST }).page()).data,
      enabled: page === undefined && part.length >= LEAST && !isFull,
      select: (orders) =>
        orders.map((order) => hitOf(organization, { order, by: byOf(order, part) })),
    })
    const keys = new Set(latest?.map(({ key }) => key))
    const others = older.data?.filter(({ key }) => !keys.has(key))
    return page === undefined
      ? latest?.length === 0 && part.length >= LEAST
        ? older
        : { ...query, data: latest && [...latest, ...(others ?? [])] }
      : {
          ...query,
          isError: false,
          data: [{ key: page, to: `/${organization}${page}`, label: t.open(wanted) }],
        }
  }
  return <Palette pages={listed} acts={acts} useHits={useHits} none={t.none} close={close} />
}

const hitOf = (organization: string, { order, by }: { order: Order; by: string }): Hit => ({
  key: order.id,
  to: `/${organization}/orders/${order.id}`,
  label: order.reference_number,
  by,
  beside: (
    <div>
      <OrderConversion order={order} />
      <p>
        <OrderState organization={organization} order={order} />
      </p>
    </div>
  ),
})

/** What of an order has the part: a reference, else an amount. */
const byOf = (
  { reference_number: reference, external_reference_id: own }: Order,
  part: string,
): string => [own ?? '', reference].find((name) => name.toLowerCase().includes(part)) ?? part

type Latest = Awaited<ReturnType<typeof readLatest>>

async function readLatest(organization: string) {
  const page = { limit: LATEST }
  const [orders, deposits, payouts, refunds, instruments] = await Promise.all([
    corridor.orders.list(organization, page).page(),
    corridor.deposits.list(organization, page).page(),
    corridor.payouts.list(organization, page).page(),
    corridor.refunds.list(organization, page).page(),
    corridor.instruments.list(organization, page).page(),
  ])
  const names = new Map<string, string[]>()
  const add = (order: string, ...more: (string | null)[]) =>
    names.set(order, [...(names.get(order) ?? []), ...more.filter((name) => name !== null)])
  for (const one of deposits.data) add(one.order_id, one.id, one.transaction, one.amount)
  for (const one of payouts.data) add(one.order_id, one.id, one.reference, one.amount)
  for (const one of refunds.data) add(one.order_id, one.id, one.reference, one.amount)
  const named = orders.data.map((order) => ({
    order,
    names: [
      order.id,
      order.quote_id,
      order.offering_id,
      order.reference_number,
      order.external_reference_id ?? '',
      order.payin.total,
      order.payout.total,
      order.payin.external_payment_instrument.alias,
      order.payout.external_payment_instrument.alias,
      ...Object.values(order.funding_instructions.details).map(String),
      ...(names.get(order.id) ?? []),
    ],
  }))
  return { orders: named, instruments: instruments.data }
}

/** An amount may be found by its beginning, and may have its currency after it. */
function found(latest: Latest['orders'], wanted: string) {
  const [bare = ''] = wanted.split(' ')
  const hits = latest.flatMap(({ order, names }) => {
    const by = names.find((name) => {
      const text = name.toLowerCase()
      return (
        text !== '' && (text.includes(wanted) || (/^[\d.]+$/.test(bare) && text.startsWith(bare)))
      )
    })
    return by === undefined ? [] : [{ order, by }]
  })
  return hits.slice(0, MOST)
}
