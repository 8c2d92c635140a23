// Search by anything: ids open their page at once, everything else is found by the service.
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { Answer } from '../parts/answers.tsx'
import { shortId } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { read, type Schemas } from './api.ts'

const texts = bilingual(
  {
    what: 'An id, a reference, an amount, a transaction or a name',
    none: 'Nothing found.',
    results: 'Results',
    by: 'found by',
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
    what: 'Un id, una referencia, un monto, una transacción o un nombre',
    none: 'No se encontró nada.',
    results: 'Resultados',
    by: 'por',
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
  if (kind === 'deposit') return `/operator/queue?open=unmatched_deposit/${id}`
  return organization === null
    ? '/operator/orders'
    : `/operator/orders?organization=${organization}`
}

export function DeskSearch({ close }: { close: () => void }) {
  const t = useText(texts)
  const router = useRouter()
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim())
  const query = useQuery({
    queryKey: ['operator', 'search', wanted],
    queryFn: () => read('/operator/v1/search', {}, { q: wanted }),
    enabled: wanted.length > 1,
  })
  const go = (found: Found) => {
    close()
    void router.navigate({ to: pageOf(found) })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const [first] = query.data ?? []
        if (first !== undefined) go(first)
      }}
    >
      <TextInput
        aria-label={t.what}
        placeholder={t.what}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        maxLength={200}
        data-autofocus
      />
      {wanted.length < 2 ? null : (
        <Answer query={query} lines={3}>
          {(results) =>
            results.length === 0 ? (
              <p className="dim">{t.none}</p>
            ) : (
              <ul className="choices" aria-label={t.results}>
                {results.map((found) => (
                  <li key={`${found.kind} ${found.id} ${found.matched}`}>
                    <div>
                      <button type="button" className="plain copy" onClick={() => go(found)}>
                        {t.kind[found.kind]} {shortId(found.id)}
                      </button>
                      <p>
                        {t.by} {found.matched}
                      </p>
                    </div>
                  </li>
                ))}
              </ul>
            )
          }
        </Answer>
      )}
    </form>
  )
}
