// Is everything going well? Open orders by step, what waits for the reader, what failed today, and what happened last.
import type { Order, OrderStatus, PausedOrder } from '@corridor/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Answer } from '../parts/answers.tsx'
import { now } from '../parts/clock.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Table, type Column } from '../parts/table.tsx'
import { Mark } from '../parts/status.tsx'
import { corridor } from './corridor.ts'
import { headlineOf, type Headline } from './headlines.ts'
import { NoOrders, useOrderColumns } from './order-row.tsx'
import { countsOf } from './order-standing.ts'
import { OPEN_STATUSES, orderTexts, shapeOfStanding, wordOf } from './order-words.ts'
import { useWaiting } from './approvals-query.ts'
import { Limits } from './limits.tsx'
import { MonthCharts } from './month-charts.tsx'
import { OnHold, useIsHeld } from './on-hold.tsx'
import { usePausedOf } from './paused.ts'
import { OpenRequests } from './requests.tsx'
import { openRequestsQuery } from './requests-query.ts'

const texts = bilingual({
  unknown: ['Overview', 'Resumen'],
  asked: ['The desk waits for your answer', 'La mesa espera su respuesta'],
  held: ['Your organization is on hold', 'Su organización está retenida'],
  never: ['No order yet', 'Aún no hay órdenes'],
  idle: ['All is well: no order is open', 'Todo va bien: no hay órdenes abiertas'],
  unchecked: [(count: string) => `${count} on the way`, (count: string) => `${count} en curso`],
  checked: [
    (count: string) => `${count} being checked by the desk`,
    (count: string) => `${count} en revisión por la mesa`,
  ],
  failedLately: [
    (count: string) => `${count} failed in the last 24 hours`,
    (count: string) => `${count} con fallo en las últimas 24 horas`,
  ],
  unfunded: [(count: string) => `${count} for funds`, (count: string) => `${count} fondos`],
  moving: [
    (count: string) => `All is well: ${count} on the way`,
    (count: string) => `Todo va bien: ${count} en curso`,
  ],
  paused: [
    (count: string) => `${count} while the desk has paused a step`,
    (count: string) => `${count}: la mesa tiene un paso en pausa`,
  ],
  waits: [(count: string) => `${count} for you`, (count: string) => `${count} su acción`],
  one: ['1 order waits', '1 orden espera'],
  more: [(count: string) => `${count} orders wait`, (count: string) => `${count} órdenes esperan`],
  bareOne: ['1 order', '1 orden'],
  bare: [(count: string) => `${count} orders`, (count: string) => `${count} órdenes`],
  order: ['1 order is', '1 orden'],
  orders: [(count: string) => `${count} orders are`, (count: string) => `${count} órdenes`],
  yours: ['Waits for you', 'Espera su acción'],
  approvalOne: [
    '1 prepared order waits for your approval',
    '1 orden preparada espera su aprobación',
  ],
  approvals: [
    (count: string) => `${count} prepared orders wait for your approval`,
    (count: string) => `${count} órdenes preparadas esperan su aprobación`,
  ],
  others: [
    (count: number) => `And ${count} more, in the steps above.`,
    (count: number) => `Y ${count} más, en los pasos de arriba.`,
  ],
  yoursNone: ['Nothing waits for you.', 'No hay nada que espere su acción.'],
  failed: ['Failed in the last 24 hours', 'Fallidas en las últimas 24 horas'],
  failedNone: [
    'No order of the last 24 hours failed.',
    'Ninguna orden de las últimas 24 horas falló.',
  ],
  failedAbove: [
    'Those that failed wait for you, above.',
    'Las que fallaron esperan su acción, arriba.',
  ],
  last: ['Changed last', 'Cambios más recientes'],
  open: ['Open orders by step', 'Órdenes abiertas por paso'],
})

const FAILED: readonly OrderStatus[] = [
  'FAILED_DECLINED_BY_LIQ_PROVIDER',
  'FAILED_REFUND_REQUESTED',
  'FAILED_REFUND_PROCESSED',
]
const YOURS: readonly OrderStatus[] = ['STEP_1_AWAITING_FUNDING', 'FAILED_DECLINED_BY_LIQ_PROVIDER']
/** While the organization is on hold, nothing should be sent. */
const YOURS_ON_HOLD: readonly OrderStatus[] = ['FAILED_DECLINED_BY_LIQ_PROVIDER']
const COUNTED = 200
/** Of a section. */
const MOST_ROWS = 10
const DAY_MS = 86_400_000

export function Overview() {
  const t = useText(texts)
  const { organization } = useParams({ from: '/$organization' })
  const all = useOrderColumns(organization)
  const columns = all.filter(({ isHidden }) => isHidden !== true)
  const changed = all.filter(({ id, isHidden }) => isHidden !== true || id === 'changed')
  const query = useQuery({
    queryKey: [organization, 'overview'],
    queryFn: () => readOverview(organization),
  })
  const { data: asked } = useQuery(openRequestsQuery(organization))
  const waiting = useWaiting(organization)
  const isHeld = useIsHeld(organization)
  const { data: waits } = usePausedOf(organization, query.data?.open ?? [])
  const headline = headlineOf({
    asked: asked?.length,
    isHeld,
    approvals: waiting.isKnown ? waiting : undefined,
    orders: query.data,
    waits,
  })
  const table = { name: 'overview', columns, idOf: ({ id }: Order) => id }
  return (
    <Page title={titleOf(headline, t)}>
      <OnHold organization={organization} />
      <OpenRequests organization={organization} />
      <Answer query={query} lines={14}>
        {({ open, failed, last }) =>
          last.length === 0 ? (
            <>
              {waiting.count === 0 ? null : (
                <Section title={t.yours}>
                  <ToApprove organization={organization} {...waiting} />
                </Section>
              )}
              <NoOrders organization={organization} />
            </>
          ) : (
            <>
              <Counts
                organization={organization}
                counts={countsOf(open, waits ?? [], isHeld === true)}
              />
              <Orders
                {...table}
                organization={organization}
                isHeld={isHeld === true}
                waiting={waiting}
                open={withoutChecked(open, waits ?? [])}
                failed={failed}
                last={last}
                changed={changed}
              />
            </>
          )
        }
      </Answer>
      <MonthCharts organization={organization} />
      <Limits organization={organization} />
    </Page>
  )
}

/** Each order is in the first section that it belongs to. */
function Orders({
  organization,
  isHeld,
  waiting,
  open,
  failed,
  last,
  changed,
  ...table
}: Pick<Overviewed, 'open' | 'failed' | 'last'> & {
  organization: string
  isHeld: boolean
  waiting: Waiting
  name: string
  columns: readonly Column<Order>[]
  changed: readonly Column<Order>[]
  idOf: (order: Order) => string
}) {
  const t = useText(texts)
  const all = yoursOf(open, isHeld ? YOURS_ON_HOLD : YOURS)
  const yours = all.slice(0, MOST_ROWS)
  const ended = without(failed, yours).slice(0, MOST_ROWS)
  const others = without(last, [...yours, ...ended]).slice(0, MOST_ROWS)
  return (
    <>
      <Section title={t.yours}>
        {waiting.count === 0 ? null : <ToApprove organization={organization} {...waiting} />}
        {yours.length > 0 ? (
          <>
            <Table {...table} label={t.yours} rows={yours} />
            {all.length > yours.length ? (
              <p className="dim">{t.others(all.length - yours.length)}</p>
            ) : null}
          </>
        ) : waiting.count === 0 ? (
          <p className="dim">{t.yoursNone}</p>
        ) : null}
      </Section>
      <Section title={t.failed}>
        {ended.length === 0 ? (
          <p className="dim">{failed.length === 0 ? t.failedNone : t.failedAbove}</p>
        ) : (
          <Table {...table} label={t.failed} rows={ended} />
        )}
      </Section>
      {others.length === 0 ? null : (
        <Section title={t.last}>
          <Table
            {...table}
            columns={changed.filter(({ id }) => id !== 'created')}
            label={t.last}
            rows={others}
          />
        </Section>
      )}
    </>
  )
}

type Waiting = ReturnType<typeof useWaiting>

function ToApprove({ organization, count, hasMore }: Waiting & { organization: string }) {
  const t = useText(texts)
  return (
    <p>
      <Link to="/$organization/approvals" params={{ organization }} search={{ status: 'PENDING' }}>
        {count === 1 && !hasMore ? t.approvalOne : t.approvals(`${count}${hasMore ? '+' : ''}`)}
      </Link>
    </p>
  )
}

const without = (orders: readonly Order[], shown: readonly Order[]): Order[] => {
  const ids = new Set(shown.map(({ id }) => id))
  return orders.filter(({ id }) => !ids.has(id))
}

type Overviewed = Awaited<ReturnType<typeof readOverview>>

async function readOverview(organization: string) {
  const since = new Date(now() - DAY_MS).toISOString()
  const [latest, ...byStatus] = await Promise.all([
    corridor.orders.list(organization, { limit: 50 }).page(),
    ...OPEN_STATUSES.map((status) =>
      corridor.orders.list(organization, { status, limit: COUNTED }).page(),
    ),
  ])
  const failed = await Promise.all(
    FAILED.map((status) =>
      corridor.orders.list(organization, { status, limit: 20, created_after: since }).page(),
    ),
  )
  const byChange = (one: Order, other: Order) => (one.updated_at < other.updated_at ? 1 : -1)
  return {
    open: OPEN_STATUSES.map((status, index) => ({
      status,
      // A declined order that was retried goes on as another order.
      orders: (byStatus[index]?.data ?? []).filter(({ retry_order_id: retry }) => retry === null),
      hasMore: byStatus[index]?.cursor !== null,
    })),
    failed: failed.flatMap(({ data }) => data).toSorted(byChange),
    last: latest.data.toSorted(byChange),
  }
}

/** What the desk checks does not wait for the reader. */
function withoutChecked(open: Overviewed['open'], waits: readonly PausedOrder[]) {
  const checked = new Set(
    waits.flatMap(({ order_id: id, step }) => (step === 'review' ? [id] : [])),
  )
  return open.map(({ orders, ...more }) => ({
    ...more,
    orders: orders.filter(({ id }) => !checked.has(id)),
  }))
}

const yoursOf = (open: Overviewed['open'], yours = YOURS): Order[] =>
  open.flatMap(({ status, orders }) => (yours.includes(status) ? orders : []))

function titleOf(headline: Headline, t: (typeof texts)['es']): string {
  if (!('count' in headline)) return t[headline.is]
  const count = `${headline.count}${headline.isMore ? '+' : ''}`
  const of = (one: string, more: (count: string) => string) => (count === '1' ? one : more(count))
  const titles = {
    yours: () => t.waits(of(t.one, t.more)),
    paused: () => t.paused(of(t.one, t.more)),
    checked: () => t.checked(of(t.order, t.orders)),
    failed: () => t.failedLately(of(t.bareOne, t.bare)),
    unfunded: () => t.unfunded(of(t.one, t.more)),
    moving: () => t.moving(of(t.order, t.orders)),
    unchecked: () => t.unchecked(of(t.order, t.orders)),
  }
  return titles[headline.is]()
}

function Counts({
  organization,
  counts,
}: {
  organization: string
  counts: ReturnType<typeof countsOf>
}) {
  const t = useText(texts)
  const words = useText(orderTexts)
  return (
    <>
      <div className="flow" aria-hidden="true">
        {counts
          .filter(({ count }) => count > 0)
          .map(({ status, standing, count }) => (
            <span key={`${status} ${standing}`} className={status} style={{ flexGrow: count }} />
          ))}
      </div>
      <nav className="counts" aria-label={t.open}>
        {counts.map(({ status, standing, count, hasMore }) => (
          <Link
            className={status}
            key={`${status} ${standing}`}
            to="/$organization/orders"
            params={{ organization }}
            search={{ status }}
          >
            <b>
              {count}
              {hasMore ? '+' : ''}
            </b>
            <Mark shape={shapeOfStanding(standing)} /> {wordOf(words, standing)}
          </Link>
        ))}
      </nav>
    </>
  )
}
