// Words of the configuration, and the list of what a version or a file changes.
import { bilingual, useText } from '../parts/language.tsx'
import { read, type Schemas } from './api.ts'

export const configurationTexts = bilingual(
  {
    version: 'Version',
    state: 'State',
    pending: 'waits for its instant',
    effective: 'effective',
    withdrawn: 'withdrawn',
    refused: 'refused',
    by: 'By',
    from: 'Effective from',
    changes: 'Changes',
    create: 'new',
    change: 'changed',
    same: 'Nothing changes.',
  },
  {
    version: 'Versión',
    state: 'Estado',
    pending: 'espera su instante',
    effective: 'vigente',
    withdrawn: 'retirada',
    refused: 'rechazada',
    by: 'Por',
    from: 'Vigente desde',
    changes: 'Cambios',
    create: 'nuevo',
    change: 'cambió',
    same: 'Nada cambia.',
  },
)

export const versionsQuery = {
  queryKey: ['operator', 'versions'],
  queryFn: () => read('/operator/v1/configuration/versions'),
}

export function Changes({ changes }: { changes: readonly Schemas['ConfigurationChange'][] }) {
  const t = useText(configurationTexts)
  if (changes.length === 0) return <p>{t.same}</p>
  return (
    <ul className="changes">
      {changes.map(({ verb, what, details }, index) => (
        <li key={`${what} ${index}`}>
          <b>{what}</b> <span className="dim">{t[verb]}</span>
          {details.map((detail) => (
            <div key={detail} className="code">
              {detail}
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
}
