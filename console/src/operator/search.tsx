// The palette of the desk: pages, acts of the object in view, and what the service finds.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shortId } from '../parts/copy.tsx'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { asAmount } from '../parts/amount.ts'
import type { NavItem } from '../parts/navigation.tsx'
import { Palette, type Hit } from '../parts/palette.tsx'
import { State } from '../parts/status.tsx'
import { Money } from '../parts/money.tsx'
import { read, type Schemas } from './api.ts'
import { actsInView } from './acts-in-view.ts'
import { orderTexts, shapeOf } from './words.ts'

const texts = bilingual({
  none: ['Nothing found.', 'No se encontró nada.'],
  kind: {
    enterprise: ['enterprise', 'empresa'],
    organization: ['organization', 'organización'],
    instrument: ['instrument', 'instrumento'],
    order: ['order', 'orden'],
    deposit: ['deposit', 'depósito'],
    payout: ['payout', 'pago'],
    refund: ['refund', 'reembolso'],
  },
  by: {
    id: ['identifier', 'identificador'],
    reference_number: ['reference number', 'número de referencia'],
    external_reference: ["the customer's reference", 'la referencia del cliente'],
    transaction: ['transaction', 'transacción'],
    address: ['address', 'dirección'],
    name: ['name', 'nombre'],
    amount: ['amount', 'monto'],
    account: ['account', 'cuenta'],
  },
})

type Found = Schemas['SearchResult']

function pageOf({ order_id: order, kind, id, organization_id: organization }: Found): string {
  if (order !== null) return `/operator/orders/${order}`
  if (kind === 'instrument') return `/operator/instruments?open=${id}`
  if (kind === 'organization') return `/operator/limits?open=${id}`
  if (kind === 'deposit') return `/operator/money?open=${id}`
  return organization === null ? '/operator/orders' : `/operator/limits?open=${organization}`
}

/** What tells two of a kind apart. */
function Beside({ of: { amount, currency, status } }: { of: Found }) {
  const words = useText(orderTexts)
  if (amount === null || currency === null) return null
  return (
    <div>
      <Money amount={amount} currency={currency} />
      {status === null ? null : (
        <p>
          <State word={words.status[status]} shape={shapeOf(status)} />
        </p>
      )}
    </div>
  )
}

export function DeskSearch({ pages, close }: { pages: readonly NavItem[]; close: () => void }) {
  const t = useText(texts)
  const { language } = useLanguage()
  const [acts] = useState(actsInView)
  const useHits = (wanted: string | null) =>
    useQuery({
      queryKey: ['operator', 'search', wanted],
      queryFn: () => {
        const text = wanted ?? ''
        return read('/operator/v1/search', {}, { q: asAmount(text, language) ?? text })
      },
      enabled: wanted !== null,
      select: (results) =>
        results.map(
          (found): Hit => ({
            key: `${found.kind} ${found.id} ${found.matched}`,
            to: pageOf(found),
            label: `${t.kind[found.kind]} ${found.label ?? shortId(found.id)}`,
            by: t.by[found.matched],
            beside: <Beside of={found} />,
          }),
        ),
    })
  return <Palette pages={pages} acts={acts} useHits={useHits} none={t.none} close={close} />
}
