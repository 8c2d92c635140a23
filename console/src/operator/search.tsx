// Search by anything: ids open their page at once, everything else is found by the service.
import { useQuery } from '@tanstack/react-query'
import { shortId } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { SearchBox, type Hit } from '../parts/search.tsx'
import { read, type Schemas } from './api.ts'

const texts = bilingual(
  {
    none: 'Nothing found.',
    kind: {
      enterprise: 'enterprise',
      organization: 'organization',
      instrument: 'instrument',
      order: 'order',
      deposit: 'deposit',
      payout: 'payout',
      refund: 'refund',
    },
  },
  {
    none: 'No se encontró nada.',
    kind: {
      enterprise: 'empresa',
      organization: 'organización',
      instrument: 'instrumento',
      order: 'orden',
      deposit: 'depósito',
      payout: 'pago',
      refund: 'reembolso',
    },
  },
)

type Found = Schemas['SearchResult']

function pageOf({ order_id: order, kind, id, organization_id: organization }: Found): string {
  if (order !== null) return `/operator/orders/${order}`
  if (kind === 'instrument') return `/operator/instruments?open=${id}`
  if (kind === 'organization') return `/operator/limits?open=${id}`
  if (kind === 'deposit') return `/operator/money?open=${id}`
  return organization === null ? '/operator/orders' : `/operator/limits?open=${organization}`
}

export function DeskSearch({ close }: { close: () => void }) {
  const t = useText(texts)
  const useHits = (wanted: string | null) =>
    useQuery({
      queryKey: ['operator', 'search', wanted],
      queryFn: () => read('/operator/v1/search', {}, { q: wanted ?? '' }),
      enabled: wanted !== null,
      select: (results) =>
        results.map(
          (found): Hit => ({
            key: `${found.kind} ${found.id} ${found.matched}`,
            to: pageOf(found),
            label: `${t.kind[found.kind]} ${shortId(found.id)}`,
            by: found.matched,
          }),
        ),
    })
  return <SearchBox useHits={useHits} none={t.none} close={close} />
}
