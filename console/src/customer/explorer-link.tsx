// A link to the public explorer of a chain. The service says which chains have one; nothing is loaded from it.
import type { Schemas } from '@corridor/sdk'
import { useQuery } from '@tanstack/react-query'
import { explorerUrl } from '../parts/explorer-url.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { sessionQuery } from '../parts/session.ts'

const texts = bilingual({ open: ['Open in the explorer', 'Abrir en el explorador'] })

export type Chained = Pick<Schemas['ExternalPaymentInstrument'], 'method' | 'details'>

export function ExplorerLink({
  instrument: { method, details },
  kind,
  id,
}: {
  instrument: Chained
  kind: 'tx' | 'address'
  id: string
}) {
  const t = useText(texts)
  const { data: session } = useQuery(sessionQuery)
  const chain = 'chain' in details ? details.chain : null
  const url = explorerUrl(session?.explorers ?? [], { method, chain }, kind, id)
  return url === undefined ? null : (
    <>
      {' '}
      <a href={url} target="_blank" rel="noreferrer">
        {t.open}
      </a>
    </>
  )
}
