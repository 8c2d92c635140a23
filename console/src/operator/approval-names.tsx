// Approvals in short: their objects by the names that people know, and their amounts.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Id } from '../parts/copy.tsx'
import { Money } from '../parts/money.tsx'
import { read, readQuery, type Schemas } from './api.ts'

export const orderQuery = (id: string) => ({
  queryKey: ['operator', 'order facts', id],
  queryFn: async () => {
    const { order, record } = await read('/operator/v1/orders/{order_id}', { order_id: id })
    return { ...order, fee: record.fee, tax: record.tax, received: record.received }
  },
})
export const instrumentQuery = (id: string) =>
  readQuery('/operator/v1/instruments/{instrument_id}', { instrument_id: id })

export const Amounts = ({ of: { amounts } }: { of: Pick<Schemas['Approval'], 'amounts'> }) =>
  amounts.map((one) => (
    <div key={one.currency}>
      <Money {...one} />
    </div>
  ))

/** The subject of an approval, in a list. */
export function SubjectName({ subject }: { subject: string }) {
  const isOrder = subject.startsWith('ord_')
  const { data } = useQuery({ ...orderQuery(subject), enabled: isOrder })
  if (data !== undefined) return <span className="code">{data.reference_number}</span>
  return /^[a-z]+_[0-9a-z]{26}$/.test(subject) ? <Id id={subject} /> : subject
}

/** By the number that every page shows. */
export function OrderLink({ id }: { id: string }) {
  const { data } = useQuery(orderQuery(id))
  return (
    <Link to="/operator/orders/$order" params={{ order: id }}>
      {data?.reference_number ?? id}
    </Link>
  )
}

export function InstrumentLink({ id }: { id: string }) {
  const { data } = useQuery(instrumentQuery(id))
  return (
    <Link to="/operator/instruments" search={{ open: id }}>
      {data === undefined ? id : `${data.alias} …${data.account_ending}`}
    </Link>
  )
}
