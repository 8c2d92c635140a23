// Funding accounts of pools, which orders are funded at. A treasurer adds those that a bank opened, and retires them. Of an
// account only its end is shown.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMethodName } from '../customer/details.ts'
import { useShown } from '../parts/address.ts'
import { Answer } from '../parts/answers.tsx'
import { Id } from '../parts/copy.tsx'
import { given } from '../parts/given.ts'
import { ListFilters, Period } from '../parts/list-filters.tsx'
import { createdIn } from '../parts/days.ts'
import { useSort } from '../parts/sort.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { ObjectsPage } from '../parts/objects.tsx'
import { Facts } from '../parts/page.tsx'
import { State, type Shape } from '../parts/status.tsx'
import { usePages } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { NewAccounts } from './accounts-form.tsx'
import { actFor, may, meQuery, readPage, readQuery, type Schemas } from './api.ts'
import { DeskAct } from './desk-act.tsx'
import { OfRail } from './rail-select.tsx'
import { railsQuery } from './rails-query.ts'

const texts = bilingual({
  title: ['Funding accounts', 'Cuentas receptoras'],
  one: ['Funding account', 'Cuenta receptora'],
  add: ['Add accounts', 'Agregar cuentas'],
  rail: ['Rail', 'Riel'],
  method: ['Method', 'Método'],
  currency: ['Currency', 'Moneda'],
  ending: ['Ends in', 'Termina en'],
  status: ['Status', 'Estado'],
  FREE: ['free', 'libre'],
  ASSIGNED: ['has an order', 'tiene una orden'],
  RETIRED: ['retired', 'retirada'],
  order: ['Order', 'Orden'],
  open: ['Open the order', 'Abrir la orden'],
  assigned: ['Assigned', 'Asignada'],
  added: ['Added', 'Agregada'],
  because: ['Added because', 'Agregada porque'],
  retired: ['Retired', 'Retirada'],
  retiredBecause: ['Retired because', 'Retirada porque'],
  opened: ['the rail opened it', 'la abrió el riel'],
  id: ['Account', 'Cuenta'],
  retire: [(ending: string) => `Retire …${ending}`, (ending: string) => `Retirar …${ending}`],
  before: ['Orders are funded at it.', 'Las órdenes reciben sus fondos en ella.'],
  after: [
    'No further order gets it. The order that has it keeps it, and is paid at it.',
    'Ninguna otra orden la recibe. La orden que la tiene la conserva, y se paga en ella.',
  ],
  final: [
    'You cannot take a retired account back into its pool.',
    'No se puede devolver a su grupo una cuenta retirada.',
  ],
  none: ['No pool has an account', 'Ningún grupo tiene cuentas'],
  how: [
    'Rails that cannot derive an account for each order take one from a pool.',
    'Los rieles que no pueden derivar una cuenta por orden toman una de un grupo.',
  ],
})

const SHAPES: Readonly<Record<Schemas['FundingAccountStatus'], Shape>> = {
  FREE: 'done',
  ASSIGNED: 'moving',
  RETIRED: 'off',
}

export function FundingAccounts() {
  const t = useText(texts)
  const methodName = useMethodName()
  const { data: me } = useQuery(meQuery)
  const { data: rails = [] } = useQuery(railsQuery)
  const [{ rail, from, to }] = useShown()
  const { sorting, sorted } = useSort('added')
  const asked = { ...given({ rail }), ...createdIn({ from, to }), ...sorting }
  const query = usePages(['operator', 'accounts', asked], (pageParam) =>
    readPage('/operator/v1/funding_accounts', pageParam, asked),
  )
  return (
    <ObjectsPage
      {...sorted}
      name="funding-accounts"
      title={t.title}
      one={t.one}
      above={
        <ListFilters views="desk.accounts">
          <OfRail />
          <Period />
        </ListFilters>
      }
      panel={(id) => <AccountPanel key={id} id={id} />}
      {...(may(me, 'manage_pools')
        ? { make: [t.add, () => <NewAccounts rails={rails} chosen={rail} />] as const }
        : {})}
      query={query}
      columns={[
        {
          id: 'ending',
          head: t.ending,
          cell: ({ account_end: end }) => <span className="code">…{end}</span>,
        },
        {
          id: 'status',
          head: t.status,
          cell: ({ status }) => <State word={t[status]} shape={SHAPES[status]} />,
        },
        { id: 'rail', head: t.rail, cell: (one) => one.rail },
        { id: 'method', head: t.method, cell: ({ method }) => methodName(method) },
        { id: 'currency', head: t.currency, cell: ({ currency }) => currency },
        { id: 'added', head: t.added, cell: ({ added_at: at }) => <Time at={at} /> },
        {
          id: 'order',
          head: t.order,
          cell: ({ order_id: order }) => (order === null ? null : <OrderLink order={order} />),
        },
        { id: 'id', head: t.id, cell: ({ id }) => <Id id={id} />, isHidden: true },
      ]}
      idOf={({ id }) => id}
      empty={[t.none, t.how]}
    />
  )
}

function OrderLink({ order }: { order: string }) {
  const t = useText(texts)
  return (
    <Link to="/operator/orders/$order" params={{ order }}>
      {t.open}
    </Link>
  )
}

function AccountPanel({ id }: { id: string }) {
  const query = useQuery(
    readQuery('/operator/v1/funding_accounts/{funding_account_id}', { funding_account_id: id }),
  )
  return <Answer query={query}>{(account) => <OneAccount account={account} />}</Answer>
}

function OneAccount({ account }: { account: Schemas['FundingAccount'] }) {
  const t = useText(texts)
  const methodName = useMethodName()
  const { data: me } = useQuery(meQuery)
  const { id, status, account_end: end, order_id: order } = account
  const { assigned_at: assigned, retired_at: retired } = account
  return (
    <>
      <Facts
        facts={{
          [t.ending]: <span className="code">…{end}</span>,
          [t.status]: <State word={t[status]} shape={SHAPES[status]} />,
          [t.rail]: account.rail,
          [t.method]: methodName(account.method),
          [t.currency]: account.currency,
          [t.order]: order === null ? null : <OrderLink order={order} />,
          [t.assigned]: assigned === null ? null : <Time at={assigned} />,
          [t.added]: <Time at={account.added_at} />,
          [t.because]: account.added_reason ?? t.opened,
          [t.retired]: retired === null ? null : <Time at={retired} />,
          [t.retiredBecause]: account.retired_reason,
          [t.id]: <Id id={id} />,
        }}
      />
      {status !== 'RETIRED' && may(me, 'manage_pools') ? (
        <div className="acts">
          <DeskAct
            tone="danger"
            label={t.retire(end)}
            before={t.before}
            after={t.after}
            final={t.final}
            run={actFor('/operator/v1/funding_accounts/{funding_account_id}/retire', {
              funding_account_id: id,
            })}
          />
        </div>
      ) : null}
    </>
  )
}
