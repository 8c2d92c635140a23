// Sweeps that are on their way: deposits on chains that move to the payers of rails.
import { useQuery } from '@tanstack/react-query'
import { Answer } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { Section } from '../parts/page.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { readQuery } from './api.ts'

const texts = bilingual({
  title: ['Sweeps on their way', 'Barridos en camino'],
  rail: ['Rail', 'Riel'],
  kind: ['Kind', 'Clase'],
  amount: ['Amount', 'Monto'],
  account: ['From', 'Desde'],
  status: ['Status', 'Estado'],
  attempts: ['Attempts', 'Intentos'],
  since: ['Since', 'Desde cuándo'],
})

/** Nothing where no rail sweeps. */
export function Sweeps() {
  const t = useText(texts)
  const query = useQuery(readQuery('/operator/v1/sweeps'))
  if (query.data?.length === 0) return null
  return (
    <Section title={t.title}>
      <Answer query={query} lines={2}>
        {(sweeps) => (
          <Table
            name="sweeps"
            label={t.title}
            rows={sweeps}
            idOf={({ id }) => id}
            columns={[
              { id: 'rail', head: t.rail, cell: ({ rail }) => rail },
              { id: 'kind', head: t.kind, cell: ({ kind }) => kind },
              {
                id: 'amount',
                head: t.amount,
                isMoney: true,
                cell: ({ amount }) => <Money {...amount} />,
              },
              {
                id: 'account',
                head: t.account,
                cell: ({ account }) => <span className="code">{account}</span>,
              },
              { id: 'status', head: t.status, cell: ({ status }) => status },
              { id: 'attempts', head: t.attempts, isMoney: true, cell: (one) => one.attempts },
              { id: 'since', head: t.since, cell: ({ created_at: at }) => <Time at={at} /> },
            ]}
          />
        )}
      </Answer>
    </Section>
  )
}
