// How many orders wait for a halt, with the list of them.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { bilingual, useText } from '../parts/language.tsx'
import { meQuery, readQuery, type Schemas } from './api.ts'

const texts = bilingual({
  none: ['no order waits', 'ninguna orden espera'],
  /** Of many orders only the newest were looked at. */
  perhaps: ['orders may wait', 'puede haber órdenes en espera'],
  waiting: [
    (count: number, isMore: boolean) =>
      count === 1 && !isMore ? '1 order waits' : `${count}${isMore ? '+' : ''} orders wait`,
    (count: number, isMore: boolean) =>
      count === 1 && !isMore ? '1 orden espera' : `${count}${isMore ? '+' : ''} órdenes esperan`,
  ],
})

/** Halts of quotes hold no order. Whoever sees only some enterprises is told no number. */
export function WaitingForHalt({
  halt: { id, what },
}: {
  halt: Pick<Schemas['Halt'], 'id'> & { what: string }
}) {
  const t = useText(texts)
  const { data: me } = useQuery(meQuery)
  const { data } = useQuery({
    ...readQuery('/operator/v1/halts/{halt_id}/waiting-orders', { halt_id: id }),
    enabled: what !== 'quotes' && me?.enterprise_ids === null,
  })
  if (data === undefined) return null
  const [first] = data.orders
  if (first === undefined && !data.is_more) return <span className="dim">{t.none}</span>
  if (first === undefined) return <span className="dim">{t.perhaps}</span>
  return (
    <Link to="/operator/orders" search={{ status: 'halted', subject: id }}>
      {t.waiting(data.orders.length, data.is_more)}
    </Link>
  )
}
