// Search by any name a thing has: an id, a reference, an amount, a hash. Ids open their page at once. Everything else is
// looked up among the latest orders, deposits, payouts and refunds.
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { Answer } from '../parts/answers.tsx'
import { corridor } from '../parts/client.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { OrderConversion, OrderState } from './order-row.tsx'

const texts = bilingual(
  {
    what: 'An id, a reference, an amount, a transaction or a name',
    open: (id: string) => `Open ${id}`,
    none: 'Nothing found among the latest 200 orders, deposits, payouts and refunds.',
    results: 'Results',
    by: 'found by',
  },
  {
    what: 'Un id, una referencia, un monto, una transacción o un nombre',
    open: (id: string) => `Abrir ${id}`,
    none: 'Nada entre las últimas 200 órdenes, depósitos, pagos y reembolsos.',
    results: 'Resultados',
    by: 'por',
  },
)

const LATEST = 200

/** The page of an identifier, by its prefix. */
const pages = {
  ord: (id: string) => `/orders/${id}`,
  epi: (id: string) => `/instruments?open=${id}`,
  rf: (id: string) => `/refunds?open=${id}`,
  evt: (id: string) => `/events?open=${id}`,
  whe: (id: string) => `/webhooks?open=${id}`,
  key: (id: string) => `/keys?open=${id}`,
} as const
const isPage = (prefix: string): prefix is keyof typeof pages => prefix in pages

export function SearchBox({ organization, close }: { organization: string; close: () => void }) {
  const t = useText(texts)
  const router = useRouter()
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim().toLowerCase())
  const [prefix = ''] = wanted.split('_')
  const page = wanted.includes('_') && isPage(prefix) ? pages[prefix](wanted) : undefined
  const go = (path: string) => {
    close()
    void router.navigate({ to: `/${organization}${path}` })
  }
  const query = useQuery({
    queryKey: [organization, 'search'],
    queryFn: () => readLatest(organization),
    enabled: wanted.length > 1 && page === undefined,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (page !== undefined) return go(page)
        const [first] = query.data === undefined ? [] : found(query.data, wanted)
        if (first !== undefined) go(`/orders/${first.order.id}`)
        return undefined
      }}
    >
      <TextInput
        aria-label={t.what}
        placeholder={t.what}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        data-autofocus
      />
      {page === undefined ? null : (
        <p>
          <button type="button" className="plain copy" onClick={() => go(page)}>
            {t.open(wanted)}
          </button>
        </p>
      )}
      {wanted.length < 2 || page !== undefined ? null : (
        <Answer query={query} lines={3}>
          {(latest) => {
            const hits = found(latest, wanted)
            return hits.length === 0 ? (
              <p className="dim">{t.none}</p>
            ) : (
              <ul className="choices" aria-label={t.results}>
                {hits.slice(0, 10).map(({ order, by }) => (
                  <li key={order.id}>
                    <div>
                      <button
                        type="button"
                        className="plain copy"
                        onClick={() => go(`/orders/${order.id}`)}
                      >
                        {order.reference_number}
                      </button>
                      <p>
                        {t.by} {by}
                      </p>
                    </div>
                    <div>
                      <OrderConversion order={order} />
                      <p>
                        <OrderState status={order.status.current_status} />
                      </p>
                    </div>
                  </li>
                ))}
              </ul>
            )
          }}
        </Answer>
      )}
    </form>
  )
}

type Latest = Awaited<ReturnType<typeof readLatest>>

async function readLatest(organization: string) {
  const page = { limit: LATEST }
  const [orders, deposits, payouts, refunds] = await Promise.all([
    corridor.orders.list(organization, page).page(),
    corridor.deposits.list(organization, page).page(),
    corridor.payouts.list(organization, page).page(),
    corridor.refunds.list(organization, page).page(),
  ])
  const names = new Map<string, string[]>()
  const add = (order: string, ...more: (string | null)[]) =>
    names.set(order, [...(names.get(order) ?? []), ...more.filter((name) => name !== null)])
  for (const one of deposits.data) add(one.order_id, one.id, one.transaction, one.amount)
  for (const one of payouts.data) add(one.order_id, one.id, one.reference, one.amount)
  for (const one of refunds.data) add(one.order_id, one.id, one.reference, one.amount)
  return orders.data.map((order) => ({
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
}

/** Amounts are found with or without the marks of thousands. */
function found(latest: Latest, wanted: string) {
  const bare = wanted.replace(/,/g, '')
  return latest.flatMap(({ order, names }) => {
    const by = names.find((name) => {
      const text = name.toLowerCase()
      return (
        text !== '' && (text.includes(wanted) || (/^[\d.]+$/.test(bare) && text.startsWith(bare)))
      )
    })
    return by === undefined ? [] : [{ order, by }]
  })
}
