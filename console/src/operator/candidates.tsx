// What the text of a field may mean, below it, as choices. A choice becomes the text.
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, type ReactNode } from 'react'
import { bilingual, useText } from '../parts/language.tsx'

const texts = bilingual({
  none: ['Nothing that fits was found.', 'No se encontró nada que encaje.'],
})

export type Candidate = {
  /** The text of the field. */
  value: string
  about: ReactNode
}
export type FindCandidates = {
  /** What the candidates are kept by, beside the text. */
  key: readonly string[]
  find: (typed: string) => Promise<readonly Candidate[]>
}

export function Candidates({
  label,
  find: { key, find },
  typed,
  choose,
}: {
  label: string
  find: FindCandidates
  typed: string
  choose: (value: string) => void
}) {
  const t = useText(texts)
  const wanted = useDeferredValue(typed.trim())
  const { data } = useQuery({
    queryKey: ['operator', 'candidates', ...key, wanted],
    queryFn: () => find(wanted),
    // The former ones stay while further ones are looked for.
    placeholderData: (before) => before,
  })
  if (data === undefined) return null
  if (data.length === 0) return <p className="dim">{t.none}</p>
  return (
    <div className="candidates" role="group" aria-label={label}>
      {data.map(({ value, about }) => (
        <button
          key={value}
          type="button"
          className="plain"
          aria-pressed={value === wanted}
          onClick={() => choose(value)}
        >
          <b>{value}</b> {about}
        </button>
      ))}
    </div>
  )
}
