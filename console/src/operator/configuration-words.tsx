// Words of the configuration, and the list of what a version or a file changes.
import { lazy, Suspense } from 'react'
import { groupIn } from '../parts/amount.ts'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { read, type Schemas } from './api.ts'

export const configurationTexts = bilingual({
  version: ['Version', 'Versión'],
  state: ['State', 'Estado'],
  pending: ['waits for its instant', 'espera su instante'],
  effective: ['effective', 'vigente'],
  withdrawn: ['withdrawn', 'retirada'],
  refused: ['refused', 'rechazada'],
  by: ['By', 'Por'],
  from: ['Effective from', 'Vigente desde'],
  changes: ['Changes', 'Cambios'],
  create: ['new', 'nuevo'],
  change: ['changed', 'cambió'],
  same: ['Nothing changes.', 'Nada cambia.'],
})

export const versionsQuery = {
  queryKey: ['operator', 'versions'],
  queryFn: () => read('/operator/v1/configuration/versions'),
}

const ProblemLines = lazy(async () => ({
  default: (await import('./configuration-problem-lines.tsx')).ProblemLines,
}))

/** Until the words are loaded, the text of the service. */
export const Problems = ({ text }: { text: string }) => (
  <Suspense fallback={text}>
    <ProblemLines text={text} />
  </Suspense>
)

export function Changes({ changes }: { changes: readonly Schemas['ConfigurationChange'][] }) {
  const t = useText(configurationTexts)
  const { language } = useLanguage()
  if (changes.length === 0) return <p>{t.same}</p>
  return (
    <ul className="changes">
      {changes.map(({ verb, what, details }, index) => (
        <li key={`${what} ${index}`}>
          <b>{what}</b> <span className="dim">{t[verb]}</span>
          {details.map((detail) => (
            <div key={detail} className="code">
              {groupIn(detail, language)}
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
}
