// What the desk lets the organization order in a day and a month, and how much of it is left.
import { useQuery } from '@tanstack/react-query'
import { Id } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { Section } from '../parts/page.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { corridor } from './corridor.ts'

const texts = bilingual({
  title: ['Limits', 'Límites'],
  of: ['Of', 'De'],
  organization: ['the organization', 'la organización'],
  limit: ['Limit', 'Límite'],
  used: ['Used', 'Usado'],
  left: ['Left', 'Queda'],
  until: ['Until', 'Hasta'],
})

/** Nothing where there are no limits. */
export function Limits({ organization }: { organization: string }) {
  const t = useText(texts)
  const { data } = useQuery({
    queryKey: [organization, 'limits'],
    queryFn: () => corridor.organizations.volumeLimits(organization),
  })
  if (data === undefined || data.length === 0) return null
  return (
    <Section title={t.title}>
      <Table
        name="limits"
        label={t.title}
        rows={data}
        idOf={(one) => `${one.external_payment_instrument_id} ${one.currency} ${one.period}`}
        columns={[
          {
            id: 'of',
            head: t.of,
            cell: ({ external_payment_instrument_id: id }) =>
              id === null ? t.organization : <Id id={id} />,
          },
          {
            id: 'limit',
            head: t.limit,
            isMoney: true,
            cell: ({ limit, currency }) => <Money amount={limit} currency={currency} />,
          },
          {
            id: 'used',
            head: t.used,
            isMoney: true,
            cell: ({ used, currency }) => <Money amount={used} currency={currency} />,
          },
          {
            id: 'left',
            head: t.left,
            isMoney: true,
            cell: ({ remaining, currency }) => <Money amount={remaining} currency={currency} />,
          },
          { id: 'until', head: t.until, cell: ({ ends_at: at }) => <Time at={at} /> },
        ]}
      />
    </Section>
  )
}
