// The box of the search: what is found stands below it, and Enter opens the first of it.
import { TextInput } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useDeferredValue, useState, type ReactNode } from 'react'
import { Answer, type Shown } from './answers.tsx'
import { bilingual, useText } from './language.tsx'

const texts = bilingual(
  {
    what: 'An id, a reference, an amount, a transaction or a name',
    results: 'Results',
    by: 'found by',
  },
  {
    what: 'Un id, una referencia, un monto, una transacción o un nombre',
    results: 'Resultados',
    by: 'por',
  },
)

export type Hit = {
  key: string
  /** The path of its page, without /console. */
  to: string
  label: string
  /** The name that was found, where the label is another. */
  by?: string
  beside?: ReactNode
}
const LEAST = 2

export function SearchBox({
  useHits,
  none,
  close,
}: {
  /** `wanted` is null until there is enough to search for. */
  useHits: (wanted: string | null) => Shown & { data: readonly Hit[] | undefined }
  none: string
  close: () => void
}) {
  const t = useText(texts)
  const router = useRouter()
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim())
  const isEnough = wanted.length >= LEAST
  const query = useHits(isEnough ? wanted : null)
  const open = ({ to }: Hit) => {
    close()
    void router.navigate({ to })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const [first] = query.data ?? []
        if (isEnough && first !== undefined) open(first)
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
      {isEnough ? (
        <Answer query={query} lines={3}>
          {(hits) =>
            hits.length === 0 ? (
              <p className="dim">{none}</p>
            ) : (
              <ul className="choices" aria-label={t.results}>
                {hits.map((hit) => (
                  <li key={hit.key}>
                    <div>
                      <button type="button" className="plain copy" onClick={() => open(hit)}>
                        {hit.label}
                      </button>
                      {hit.by === undefined ? null : (
                        <p>
                          {t.by} {hit.by}
                        </p>
                      )}
                    </div>
                    {hit.beside}
                  </li>
                ))}
              </ul>
            )
          }
        </Answer>
      ) : null}
    </form>
  )
}
