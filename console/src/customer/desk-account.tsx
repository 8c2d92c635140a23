// An account at the desk: what it has, and what came to it and left it.
import type { AccountLine } from '@corridor/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Answer } from '../parts/answers.tsx'
import { shortId } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { Facts, Section } from '../parts/page.tsx'
import { PagedTable, pageFrom, usePages, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { corridor } from './corridor.ts'

const texts = bilingual({
  money: ['Money at the desk', 'Dinero en la mesa'],
  available: ['Available', 'Disponible'],
  lines: ['What came and left', 'Lo que entró y salió'],
  what: ['What', 'Qué'],
  amount: ['Amount', 'Monto'],
  balance: ['Balance', 'Saldo'],
  when: ['When', 'Cuándo'],
  order: ['Order', 'Orden'],
  none: [
    'Nothing came to it yet. Make an order that pays out to it.',
    'Aún no entró nada. Haga una orden que pague a esta cuenta.',
  ],
  kinds: {
    order: ['paid an order', 'pagó una orden'],
    payout: ['an order converted into it', 'una orden convirtió a ella'],
    refund: ['refund of an order', 'reembolso de una orden'],
    correction: ['put right by the desk', 'corregida por la mesa'],
  },
})

export function DeskAccount({ organization, id }: { organization: string; id: string }) {
  const t = useText(texts)
  const account = useQuery({
    queryKey: [organization, 'account', id],
    queryFn: () => corridor.accounts.get(organization, id),
  })
  return (
    <Answer query={account}>
      {({ available, currency }) => (
        <>
          <Section title={t.money}>
            <Facts facts={{ [t.available]: <Money amount={available} currency={currency} /> }} />
          </Section>
          <Section title={t.lines}>
            <Lines organization={organization} id={id} currency={currency} />
          </Section>
        </>
      )}
    </Answer>
  )
}

function Lines({
  organization,
  id,
  currency,
}: {
  organization: string
  id: string
  currency: string
}) {
  const t = useText(texts)
  const query = usePages([organization, 'account-lines', id], (pageParam) =>
    corridor.accounts.lines(organization, id, pageFrom(pageParam)).page(),
  )
  const columns: Column<AccountLine>[] = [
    { id: 'kind', head: t.what, cell: ({ kind }) => t.kinds[kind] },
    {
      id: 'amount',
      head: t.amount,
      cell: ({ amount }) => <Money amount={amount} currency={currency} />,
      isMoney: true,
    },
    {
      id: 'balance',
      head: t.balance,
      cell: ({ balance }) => <Money amount={balance} currency={currency} />,
      isMoney: true,
    },
    { id: 'at', head: t.when, cell: ({ created_at: at }) => <Time at={at} /> },
    {
      id: 'order',
      head: t.order,
      cell: ({ order_id: order }) =>
        order === null ? null : (
          <Link to="/$organization/orders/$order" params={{ organization, order }}>
            {shortId(order)}
          </Link>
        ),
    },
  ]
  return (
    <PagedTable
      name="account-lines"
      label={t.lines}
      query={query}
      columns={columns}
      idOf={({ number }) => String(number)}
      empty={t.none}
    />
  )
}
