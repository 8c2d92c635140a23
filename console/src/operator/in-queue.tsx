// Whether an object waits in the queue, and the link to where it is decided.
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isNotFound } from '../parts/client.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { read } from './api.ts'
import { kindTexts, type Kind } from './words.ts'

const texts = bilingual({
  decide: [
    (kind: string) => `Decide about it in the queue: ${kind}`,
    (kind: string) => `Decidir en la cola: ${kind}`,
  ],
})

/** `kinds`: the items that it may wait as. */
export function InQueue({ id, kinds }: { id: string; kinds: readonly Kind[] }) {
  const t = useText(texts)
  const words = useText(kindTexts)
  const items = useQueries({
    queries: kinds.map((kind) => ({
      queryKey: ['operator', 'queue', 'waits', kind, id],
      queryFn: () =>
        read('/operator/v1/queue/{kind}/{subject}', { kind, subject: id }).catch(
          (error: unknown) => {
            if (isNotFound(error)) return null
            throw error
          },
        ),
    })),
  })
  return items.map(({ data }) =>
    data === null || data === undefined ? null : (
      <p key={data.kind}>
        <Link to="/operator/queue" search={{ open: `${data.kind}/${id}` }}>
          {t.decide(words.kind[data.kind])}
        </Link>
      </p>
    ),
  )
}
