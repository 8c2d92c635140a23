// What a file of routes would change: the changed keys, and what customers would be quoted before and after.
import { bilingual, useText } from '../parts/language.tsx'
import { Section } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import type { Schemas } from './api.ts'
import { Changes, configurationTexts, Problems } from './configuration-words.tsx'
import { PreviewTable } from './route-preview.tsx'

const texts = bilingual({
  at: ['At the rates of', 'A las tasas de'],
  warnings: ['Probably a mistake', 'Probablemente un error'],
  quotes: ['What customers would be quoted', 'Lo que se cotizaría a los clientes'],
  same: [
    'Customers would be quoted the same as now.',
    'A los clientes se les cotizaría lo mismo que ahora.',
  ],
  cut: [
    'More routes may differ than are shown.',
    'Puede haber más rutas distintas que las mostradas.',
  ],
  effect: {
    appears: ['appears', 'aparece'],
    vanishes: ['vanishes', 'desaparece'],
    changes: ['changes', 'cambia'],
  },
})

export function FilePreview({ preview }: { preview: Schemas['ConfigurationPreview'] }) {
  const t = useText(texts)
  const words = useText(configurationTexts)
  const { at, changes, routes, is_cut: isCut, warnings } = preview
  return (
    <div role="status">
      <p className="dim">
        {t.at} <Time at={at} />
      </p>
      <Warnings warnings={warnings} />
      <Section title={words.changes}>
        <Changes changes={changes} />
      </Section>
      <Section title={t.quotes}>
        {routes.length === 0 ? <p>{t.same}</p> : null}
        {routes.map((route) => (
          <div key={`${route.organization_id} ${route.name}`} className="section">
            <h3>
              {route.name}, {route.organization}{' '}
              <span className="dim">{t.effect[route.effect]}</span>
            </h3>
            <PreviewTable route={route} />
          </div>
        ))}
        {isCut ? <p className="note">{t.cut}</p> : null}
      </Section>
    </div>
  )
}

export function Warnings({ warnings }: { warnings: readonly string[] }) {
  const t = useText(texts)
  if (warnings.length === 0) return null
  return (
    <div className="note bad">
      <b>{t.warnings}</b>
      <Problems text={warnings.join('\n')} />
    </div>
  )
}
