// The age of what waits for a person.
import { Link } from '@tanstack/react-router'
import { Bars } from '../parts/chart.tsx'
import { now } from '../parts/clock.ts'
import { bilingual, useText } from '../parts/language.tsx'
import type { Item } from './words.ts'

const texts = bilingual({
  title: ['For how long does it wait?', '¿Desde cuándo espera?'],
  hour: ['less than 1 hour', 'menos de 1 hora'],
  hours: ['1 to 4 hours', 'de 1 a 4 horas'],
  day: ['4 to 24 hours', 'de 4 a 24 horas'],
  older: ['more than a day', 'más de un día'],
})

const HOUR_MS = 3_600_000
const STEPS = [
  { name: 'hour', belowMs: HOUR_MS },
  { name: 'hours', belowMs: 4 * HOUR_MS },
  { name: 'day', belowMs: 24 * HOUR_MS },
  { name: 'older', belowMs: Number.POSITIVE_INFINITY },
] as const

export function WaitingAges({ items }: { items: readonly Item[] }) {
  const t = useText(texts)
  const ages = items.map(({ since }) => now() - Date.parse(since))
  let fromMs = Number.NEGATIVE_INFINITY
  const bars = STEPS.map(({ name, belowMs }) => {
    const count = ages.filter((age) => age >= fromMs && age < belowMs).length
    fromMs = belowMs
    return {
      id: name,
      label: t[name],
      text: (
        <Link to="/operator/queue" search={{}}>
          {count}
        </Link>
      ),
      accent: count,
    }
  })
  return (
    <figure className="chart">
      <figcaption>
        <h3>{t.title}</h3>
      </figcaption>
      <Bars bars={bars} />
    </figure>
  )
}
