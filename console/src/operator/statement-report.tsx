// The statement of an account of the ledger, or of an organization: balances of each currency, and every movement.
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Answer, Empty } from '../parts/answers.tsx'
import { shortId } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { Section } from '../parts/page.tsx'
import { usePages, Table } from '../parts/table.tsx'
import { Statements } from '../parts/statements.tsx'
import { Time } from '../parts/time.tsx'
import { addressOf, readPart, type Schemas } from './api.ts'
import { balancesQuery } from './balances.tsx'
import { OrganizationSelect } from './organizations.tsx'
import { instantsOf, type Days } from '../parts/days.ts'

const texts = bilingual({
  account: ['Account of the ledger', 'Cuenta del libro'],
  none: ['none', 'ninguna'],
  or: [
    'Choose an organization, or an account of the ledger',
    'Elija una organización o una cuenta del libro',
  ],
  orWhy: [
    'The statement has the balances of each currency, and every movement of the period.',
    'El extracto tiene los saldos de cada moneda y cada movimiento del período.',
  ],
  ofCustomer: ['As the customer gets it:', 'Como lo recibe el cliente:'],
  totals: ['Balances', 'Saldos'],
  movements: ['Movements', 'Movimientos'],
  currency: ['Currency', 'Moneda'],
  opening: ['Opening balance', 'Saldo inicial'],
  debits: ['Debits', 'Debe'],
  credits: ['Credits', 'Haber'],
  closing: ['Closing balance', 'Saldo final'],
  count: ['Movements', 'Movimientos'],
  at: ['Posted', 'Asentado'],
  posting: ['Posting', 'Asiento'],
  counter: ['Counter account', 'Contracuenta'],
  amount: ['Amount', 'Monto'],
  about: ['About', 'Sobre'],
  order: ['Order', 'Orden'],
  running: [
    'The period has not ended: the next reading may have more movements.',
    'El período no ha terminado: la próxima lectura puede tener más movimientos.',
  ],
  nothing: ['Nothing moved in this period.', 'Nada se movió en este período.'],
  more: ['Load later movements', 'Cargar movimientos posteriores'],
})

/** Accounts without a name of a rail or provider, which balances have. */
const COMMON = [
  'fee',
  'tax',
  'fx',
  'fx_result',
  'rounding',
  'unwind',
  'carry_over',
  'provider_fee',
  'rail_fee',
  'network_fee',
  'treasury',
  'in_transit',
  'receivable',
  'written_off',
  'suspense',
]

export function StatementReport({
  days,
  search: { organization, account },
  go,
}: {
  days: Days
  search: { organization?: string; account?: string }
  go: (change: { organization?: string | undefined; account?: string | undefined }) => void
}) {
  const t = useText(texts)
  const { data: balances = [] } = useQuery(balancesQuery)
  const known = [
    ...new Set([
      ...balances.map((one) => one.account),
      ...COMMON,
      ...(account === undefined ? [] : [account]),
    ]),
  ]
  return (
    <>
      <div className="filters">
        <OrganizationSelect
          value={organization}
          isRequired
          choose={(chosen) => go({ organization: chosen, account: undefined })}
        />
        <NativeSelect
          label={t.account}
          size="xs"
          data={[
            { value: '', label: t.none },
            ...known.map((name) => ({ value: name, label: name })),
          ]}
          value={account ?? ''}
          onChange={({ currentTarget: { value } }) =>
            go({ account: value === '' ? undefined : value, organization: undefined })
          }
        />
      </div>
      {organization === undefined && account === undefined ? (
        <Empty title={t.or}>
          <p>{t.orWhy}</p>
        </Empty>
      ) : (
        <>
          {organization === undefined ? null : <OfCustomer organization={organization} />}
          <Statement days={days} organization={organization} account={account} />
        </>
      )}
    </>
  )
}

/** What the customer sees, also on its own pages. */
function OfCustomer({ organization }: { organization: string }) {
  const t = useText(texts)
  const path = '/operator/v1/organizations/{organization_id}/statements'
  return (
    <div className="acts">
      <span className="dim">{t.ofCustomer}</span>
      <Statements path={addressOf(path, { organization_id: organization })} />
    </div>
  )
}

function Statement({
  days,
  organization,
  account = '',
}: {
  days: Days
  organization: string | undefined
  account: string | undefined
}) {
  const t = useText(texts)
  const period = instantsOf(days)
  const query = usePages(['operator', 'statement', organization, account, period], (pageParam) =>
    organization === undefined
      ? readPart('/operator/v1/accounts/{account}/statement', pageParam, { account }, period)
      : readPart(
          '/operator/v1/organizations/{organization_id}/statement',
          pageParam,
          { organization_id: organization },
          period,
        ),
  )
  return (
    <Answer query={query} lines={10}>
      {({ pages }) => {
        const first = pages[0]?.data
        const movements = pages.flatMap(({ data }) => data.movements)
        return (
          <>
            {first?.is_final === false ? (
              <p className="note" role="status">
                {t.running}
              </p>
            ) : null}
            <Section title={t.totals}>
              <Totals totals={first?.totals ?? []} />
            </Section>
            <Section title={t.movements}>
              {movements.length === 0 ? (
                <p className="dim">{t.nothing}</p>
              ) : (
                <Movements rows={movements} />
              )}
              {query.hasNextPage ? (
                <Button
                  variant="default"
                  mt="md"
                  loading={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {t.more}
                </Button>
              ) : null}
            </Section>
          </>
        )
      }}
    </Answer>
  )
}

function Totals({ totals }: { totals: readonly Schemas['StatementTotals'][] }) {
  const t = useText(texts)
  if (totals.length === 0) return <p className="dim">{t.nothing}</p>
  const money = (name: 'opening_balance' | 'debits' | 'credits' | 'closing_balance') => ({
    id: name,
    isMoney: true,
    cell: ({ currency, ...one }: Schemas['StatementTotals']) => (
      <Money amount={one[name]} currency={currency} />
    ),
  })
  return (
    <Table
      name="statement-totals"
      label={t.totals}
      rows={totals}
      idOf={({ currency }) => currency}
      columns={[
        { id: 'currency', head: t.currency, cell: ({ currency }) => currency },
        { ...money('opening_balance'), head: t.opening },
        { ...money('debits'), head: t.debits },
        { ...money('credits'), head: t.credits },
        { ...money('closing_balance'), head: t.closing },
        { id: 'count', head: t.count, isMoney: true, cell: ({ movements }) => movements },
      ]}
    />
  )
}

function Movements({ rows }: { rows: readonly Schemas['StatementMovement'][] }) {
  const t = useText(texts)
  return (
    <Table
      name="statement"
      label={t.movements}
      rows={rows}
      idOf={({ id }) => id}
      columns={[
        { id: 'at', head: t.at, cell: ({ posted_at: at }) => <Time at={at} /> },
        { id: 'posting', head: t.posting, cell: ({ posting }) => posting },
        {
          id: 'counter',
          head: t.counter,
          cell: ({ counter_account: name }) => (
            <span className="code" title={name}>
              {name.replace(/[a-z]+_[0-9a-z]{26}/, shortId)}
            </span>
          ),
        },
        {
          id: 'amount',
          head: t.amount,
          isMoney: true,
          cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
        },
        {
          id: 'about',
          head: t.about,
          cell: ({ order_id: order, deposit_id, payout_id, refund_id, movement_id }) => {
            const other = deposit_id ?? payout_id ?? refund_id ?? movement_id
            return (
              <>
                {order === null ? null : (
                  <Link to="/operator/orders/$order" params={{ order }}>
                    {shortId(order)}
                  </Link>
                )}{' '}
                {other === null ? null : <span className="code dim">{shortId(other)}</span>}
              </>
            )
          },
        },
      ]}
    />
  )
}
