// A small line of a rate. The figures beside it are exact; only the height of the line is rounded.
import { bilingual, useText } from '../parts/language.tsx'

const texts = bilingual(
  {
    one: 'The line begins with the next rate.',
    between: (low: string, high: string) => `${low} to ${high}`,
  },
  {
    one: 'La línea empieza con la próxima tasa.',
    between: (low: string, high: string) => `${low} a ${high}`,
  },
)

export type Point = { rate: string }

const WIDTH = 120
const HEIGHT = 24
const DECIMALS = 18

/** A rate as a count of its last decimal. */
function countOf(rate: string): bigint {
  const [whole = '0', part = ''] = rate.split('.')
  return BigInt(whole + part.padEnd(DECIMALS, '0'))
}

export function RateLine({ points }: { points: readonly Point[] }) {
  const t = useText(texts)
  const sorted = points.toSorted((a, b) => (countOf(a.rate) < countOf(b.rate) ? -1 : 1))
  const [lowest, highest] = [sorted[0], sorted.at(-1)]
  if (points.length < 2 || lowest === undefined || highest === undefined)
    return <span className="dim">{t.one}</span>
  const low = countOf(lowest.rate)
  const span = countOf(highest.rate) - low
  const heightOf = ({ rate }: Point): string =>
    span === 0n ? '12' : String(23n - ((countOf(rate) - low) * 22n) / span)
  const path = points
    .map((point, index) => `${(index / (points.length - 1)) * WIDTH},${heightOf(point)}`)
    .join(' ')
  return (
    <svg
      className="rate-line"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={t.between(lowest.rate, highest.rate)}
    >
      <polyline points={path} />
    </svg>
  )
}
