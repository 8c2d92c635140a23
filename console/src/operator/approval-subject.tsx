// The object of an act that waits for approval, by the name of its parameter: its facts as they are now.
import { useQuery } from '@tanstack/react-query'
import { lazyRouteComponent, Link } from '@tanstack/react-router'
import { Answer } from '../parts/answers.tsx'
import { Id } from '../parts/copy.tsx'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { WhenLoaded } from '../parts/later.ts'
import { Money } from '../parts/money.tsx'
import { Facts } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { haltsQuery, itemQuery, readQuery, usersQuery } from './api.ts'
import { InstrumentLink, instrumentQuery, OrderLink, orderQuery } from './approval-names.tsx'
import { approvalTexts } from './approval-words.ts'
import { useEnterprises } from './enterprises.tsx'
import { useHaltWords } from './halt-words.ts'
import { instrumentTexts } from './instrument-words.ts'
import { amountOf } from './order-moves.tsx'
import { PromiseAgainstFill } from './promise.tsx'
import { queueTexts } from './queue-words.ts'
import { useRole } from './role-words.ts'
import { useStated } from './stated.ts'
import { Status, useWord } from './status-words.tsx'
import { nothingWord } from './value-words.ts'
import { useOrderWord } from './order-state.tsx'

const texts = bilingual({
  order: ['Order', 'Orden'],
  organization: ['Organization', 'Organización'],
  status: ['Status', 'Estado'],
  parked: ['Parked', 'En espera'],
  frozen: ['Frozen since', 'Congelada desde'],
  received: ['Received', 'Recibido'],
  fee: ['Fee', 'Comisión'],
  tax: ['Tax', 'Impuesto'],
  instrument: ['Instrument', 'Instrumento'],
  method: ['Method', 'Método'],
  ending: ['Account ends in', 'La cuenta termina en'],
  from: ['From account', 'Desde la cuenta'],
  to: ['To account', 'Hacia la cuenta'],
  amount: ['Amount', 'Monto'],
  what: ['What', 'Qué'],
  reason: ['Reason', 'Motivo'],
  since: ['Since', 'Desde'],
  role: ['Role', 'Rol'],
})

export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The object of the act, by the name of its parameter. */
// Only some acts are about these.
const DepositPanel = lazyRouteComponent(() => import('./money-panels.tsx'), 'DepositPanel')
const RefundPanel = lazyRouteComponent(() => import('./money-panels.tsx'), 'RefundPanel')
const Known = lazyRouteComponent(() => import('./queue-facts.tsx'), 'Known')

export function ApprovalSubject({
  params,
  act,
  subject,
}: {
  params: Readonly<Record<string, unknown>>
  act: string
  subject: string
}) {
  const name = (...names: readonly string[]): string =>
    names.map((one) => textOf(params[one])).find((one) => one !== '') ?? ''
  const [order, deposit] = [name('order_id'), name('deposit_id')]
  if (/^deposit\.(stop|mark)/.test(act)) return <InQueue kind="deposit_return" subject={deposit} />
  if (order !== '' || deposit !== '')
    return (
      <>
        {deposit === '' ? null : (
          <WhenLoaded name="deposit" parts={[DepositPanel]}>
            <DepositPanel id={deposit} />
          </WhenLoaded>
        )}
        {order === '' ? null : <OrderFacts id={order} />}
      </>
    )
  const refund = name('refund_id')
  if (refund !== '')
    return (
      <WhenLoaded name="refund" parts={[RefundPanel]}>
        <RefundPanel id={refund} />
      </WhenLoaded>
    )
  const entry = name('entry_id')
  if (entry !== '') return <InQueue kind="rail_entry" subject={entry} />
  const stray = name('stray_id')
  if (stray !== '') return <InQueue kind="stray" subject={stray} />
  const kind = name('kind')
  if (kind !== '') return <InQueue kind={kind} subject={name('subject')} />
  const movement = name('movement_id')
  if (movement !== '') return <MovementFacts id={movement} />
  const instrument = name('instrument_id', 'external_payment_instrument_id')
  if (instrument !== '') return <InstrumentFacts id={instrument} />
  const halt = name('halt_id')
  if (halt !== '') return <HaltFacts id={halt} />
  const organization = name('organization_id')
  if (organization !== '') return <OrganizationFacts id={organization} />
  const login = name('login')
  if (login !== '') return <UserFacts login={login} />
  return subject === '' ? null : (
    <p>
      <Id id={subject} />
    </p>
  )
}

function OrderFacts({ id }: { id: string }) {
  const t = useText(texts)
  const stateOf = useOrderWord()
  const { parked } = useText(queueTexts)
  const query = useQuery(orderQuery(id))
  return (
    <Answer query={query} lines={4}>
      {(order) => (
        <>
          <Facts
            facts={{
              [t.order]: <OrderLink id={id} />,
              [t.organization]: order.organization_name,
              [t.status]: stateOf(order),
              [t.parked]: order.parked_reason && parked[order.parked_reason],
              [t.frozen]: order.frozen_at === null ? null : <Time at={order.frozen_at} />,
              [t.received]: <Money {...amountOf(order.received)} />,
              [t.fee]: <Money amount={order.fee} currency={order.payin.currency} />,
              [t.tax]: <Money amount={order.tax} currency={order.payin.currency} />,
            }}
          />
          <PromiseAgainstFill order={order} />
        </>
      )}
    </Answer>
  )
}

function InQueue({ kind, subject }: { kind: string; subject: string }) {
  const query = useQuery(itemQuery(kind, subject))
  // A decided item has left the queue.
  if (query.isError) return <Id id={subject} />
  return (
    <Answer query={query} lines={4}>
      {(item) => (
        <WhenLoaded name="facts of an item" parts={[Known]}>
          <Known item={item} />
        </WhenLoaded>
      )}
    </Answer>
  )
}

function MovementFacts({ id }: { id: string }) {
  const t = useText(texts)
  const query = useQuery(readQuery('/operator/v1/movements/{movement_id}', { movement_id: id }))
  return (
    <Answer query={query} lines={4}>
      {(movement) => (
        <Facts
          facts={{
            [t.amount]: <Money {...movement} />,
            [t.from]: movement.from_account,
            [t.to]: movement.to_account,
            [t.status]: <Status status={movement.status} />,
          }}
        />
      )}
    </Answer>
  )
}

function InstrumentFacts({ id }: { id: string }) {
  const t = useText(texts)
  const words = useText(instrumentTexts)
  const word = useWord()
  const query = useQuery(instrumentQuery(id))
  return (
    <Answer query={query} lines={4}>
      {(one) => (
        <Facts
          facts={{
            [t.instrument]: <InstrumentLink id={id} />,
            [t.organization]: one.organization_name,
            [t.method]: `${word(one.method)}, ${one.currency}`,
            [t.ending]: one.account_ending,
            [t.status]: words.status[one.status.current_status],
          }}
        />
      )}
    </Answer>
  )
}

function OrganizationFacts({ id }: { id: string }) {
  const t = useText(texts)
  const words = useText(instrumentTexts)
  const query = useQuery(
    readQuery('/operator/v1/organizations/{organization_id}', { organization_id: id }),
  )
  return (
    <Answer query={query} lines={2}>
      {({ name, status }) => (
        <Facts
          facts={{
            [t.organization]: (
              <Link to="/operator/limits" search={{ open: id }}>
                {name}
              </Link>
            ),
            [t.status]: words.status[status.current_status],
          }}
        />
      )}
    </Answer>
  )
}

function HaltFacts({ id }: { id: string }) {
  const t = useText(texts)
  const words = useHaltWords()
  const { stated } = useStated()
  const query = useQuery(haltsQuery)
  return (
    <Answer query={query} lines={4}>
      {(halts) => {
        const halt = halts.find((one) => one.id === id)
        return halt === undefined ? (
          <Id id={id} />
        ) : (
          <Facts
            facts={{
              [t.what]: words(halt),
              [t.reason]: stated(halt.reason),
              [t.since]: <Time at={halt.halted_at} isReal />,
            }}
          />
        )
      }}
    </Answer>
  )
}

function UserFacts({ login }: { login: string }) {
  const t = useText(texts)
  const told = useText(approvalTexts)
  const role = useRole()
  const { language } = useLanguage()
  const { nameOf } = useEnterprises()
  const sees = (ids: readonly string[] | null) =>
    ids === null ? nothingWord(language, 'enterprise_ids') : ids.map(nameOf).join(', ')
  const { data: users } = useQuery({ ...usersQuery, retry: false })
  const user = users?.find((one) => one.login === login)
  return (
    <Facts
      facts={{
        [told.field['login'] ?? '']: login,
        [t.role]: user && role(user.role),
        [told.field['enterprise_ids'] ?? '']: user && sees(user.enterprise_ids),
        [t.status]: user === undefined ? null : <Status status={user.status} />,
      }}
    />
  )
}
