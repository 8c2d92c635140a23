// What the ledger says of an account and what is reported from outside, differences first.
import { useQuery } from '@tanstack/react-query'
import { Answer } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { State } from '../parts/status.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { meQuery, read, type Schemas } from './api.ts'
import { BalanceCharts } from './balance-charts.tsx'
import { isOverdrawn } from './trading.ts'
import { firstThose } from './words.ts'

const texts = bilingual({
  label: ['Balances', 'Saldos'],
  account: ['Account', 'Cuenta'],
  ledger: ['In the ledger', 'En el libro'],
  outside: ['Reported', 'Informado'],
  difference: ['Difference', 'Diferencia'],
  state: ['State', 'Estado'],
  even: ['agrees', 'coincide'],
  differs: ['differs', 'difiere'],
  unknown: ['not reported', 'sin informe'],
  at: ['Reported at', 'Hora del informe'],
  /** An outside that no longer names a currency has none of it. */
  unnamed: ['not in its last report', 'no está en su último informe'],
  none: ['No balance yet.', 'Aún no hay saldos.'],
  overdrawn: [
    'Negative: more left the account than came in. In a sandbox nobody settles between rails and providers. A movement of the desk’s own money fills the account.',
    'Negativo: salió de la cuenta más de lo que entró. En un sandbox nadie liquida entre rieles y proveedores. Un movimiento del dinero propio repone la cuenta.',
  ],
})

export const balancesQuery = {
  queryKey: ['operator', 'balances'],
  queryFn: () => read('/operator/v1/balances'),
}

type Balance = Schemas['DeskBalance']
const differs = ({ difference }: Balance): boolean =>
  difference !== null && /[1-9]/.test(difference)

export function Balances({ of }: { of: (account: string) => boolean }) {
  const t = useText(texts)
  const query = useQuery(balancesQuery)
  const { data: me } = useQuery(meQuery)
  return (
    <Answer query={query}>
      {(all) => {
        const rows = firstThose(
          all.filter(({ account }) => of(account)),
          differs,
        )
        const money = (amount: string | null, { currency }: Balance, isLoss = false) =>
          amount === null ? null : <Money amount={amount} currency={currency} isLoss={isLoss} />
        if (rows.length === 0) return <p className="dim">{t.none}</p>
        return (
          <>
            {me?.environment === 'sandbox' && rows.some(isOverdrawn) ? (
              <p className="note">{t.overdrawn}</p>
            ) : null}
            <Table
              name="balances"
              label={t.label}
              rows={rows}
              idOf={({ account, currency }) => `${account} ${currency}`}
              columns={[
                {
                  id: 'account',
                  head: t.account,
                  cell: ({ account }) => <span className="code">{account}</span>,
                },
                {
                  id: 'ledger',
                  head: t.ledger,
                  isMoney: true,
                  cell: (row) => money(row.ledger, row),
                },
                {
                  id: 'outside',
                  head: t.outside,
                  isMoney: true,
                  cell: (row) => money(row.outside, row),
                },
                {
                  id: 'difference',
                  head: t.difference,
                  isMoney: true,
                  cell: (row) =>
                    money(row.difference, row, row.difference?.startsWith('-') === true),
                },
                {
                  id: 'state',
                  head: t.state,
                  cell: (row) =>
                    row.difference === null ? (
                      <State word={t.unknown} shape="off" />
                    ) : (
                      <State
                        word={differs(row) ? t.differs : t.even}
                        shape={differs(row) ? 'failed' : 'done'}
                      />
                    ),
                },
                {
                  id: 'at',
                  head: t.at,
                  cell: ({ observed_at: at, outside }) =>
                    at !== null ? (
                      <Time at={at} />
                    ) : outside === null ? null : (
                      <span className="dim">{t.unnamed}</span>
                    ),
                },
              ]}
            />
            <BalanceCharts balances={rows} />
          </>
        )
      }}
    </Answer>
  )
}
