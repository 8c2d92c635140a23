// Lists of orders that need somebody, of all organizations. One may be narrowed to what holds the orders: a halt, or a hold.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Id } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { haltsQuery, read, readPage } from './api.ts'
import { useHaltWords } from './halt-words.ts'
import { holdsQuery } from './holds.tsx'

const texts = bilingual({
  halted: [
    'Only orders that wait for the end of the halt of',
    'Solo órdenes que esperan el fin de la pausa de',
  ],
  parked: [
    'Only orders that were parked for the hold of',
    'Solo órdenes que quedaron en espera por la retención de',
  ],
  all: ['Show all orders', 'Mostrar todas las órdenes'],
  allParked: ['Show all parked orders', 'Mostrar todas las órdenes en espera'],
})

/** `halted`: those of one halt. */
export const LISTS = ['parked', 'frozen', 'contradicted', 'halted'] as const
type List = (typeof LISTS)[number]

export async function readList(list: List, holder: string | undefined, cursor: string | undefined) {
  if (list === 'parked' && holder !== undefined)
    return readPage('/operator/v1/orders/parked', cursor, { held_by: holder })
  if (list !== 'halted') return readPage(`/operator/v1/orders/${list}`, cursor, {})
  const { orders } = await read('/operator/v1/halts/{halt_id}/waiting-orders', {
    halt_id: holder ?? '',
  })
  return { data: orders, cursor: null }
}

/** Whose orders the list is narrowed to, with the way to the others. */
export function OnlyThose({ list, holder }: { list: 'parked' | 'halted'; holder: string }) {
  const t = useText(texts)
  return (
    <p className="note">
      {t[list]} {list === 'halted' ? <HaltName id={holder} /> : <HolderName id={holder} />}.{' '}
      {list === 'halted' ? (
        <Link to="/operator/orders">{t.all}</Link>
      ) : (
        <Link to="/operator/orders" search={{ status: list }}>
          {t.allParked}
        </Link>
      )}
    </p>
  )
}

function HaltName({ id }: { id: string }) {
  const words = useHaltWords()
  const { data } = useQuery(haltsQuery)
  const halt = data?.find((one) => one.id === id)
  return halt === undefined ? <Id id={id} /> : words(halt)
}

/** The name of an organization or an enterprise. An instrument has none. */
function HolderName({ id }: { id: string }) {
  const { data } = useQuery(holdsQuery)
  const held = data?.organizations.find((one) => one.id === id || one.enterprise_id === id)
  if (held === undefined) return <Id id={id} />
  return held.id === id ? held.name : held.enterprise_name
}
