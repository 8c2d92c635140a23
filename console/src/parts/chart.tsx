// A chart: the question as its title, the answer in words, lines or bars, and the same figures as a table. The library that
// draws is loaded with the first chart. Amounts stay texts in words and table; only heights of pixels are numbers.
import { Link, useNavigate, type LinkOptions } from '@tanstack/react-router'
import { lazy, Suspense, type ReactNode } from 'react'
import { heightOf } from './height.ts'
import { bilingual, useText } from './language.tsx'
import { periodOfPoint, type Days } from './days.ts'
import type { PlotLine } from './plot.tsx'

const texts = bilingual({ figures: ['Figures', 'Cifras'], at: ['UTC', 'UTC'], none: ['–', '–'] })

export type ChartLine = Omit<PlotLine, 'values' | 'kind'> & {
  /** `table`: not drawn, since its size is another one. */
  kind: PlotLine['kind'] | 'table'
  /** What the table shows at each point; null where there is nothing. Its number is drawn. */
  texts: readonly (string | null)[]
  /** What is drawn instead of the number of the text. */
  values?: readonly (number | null)[]
}

type ChartProps = {
  /** The question. */
  title: ReactNode
  /** The answer, with the last value in words. */
  answer: ReactNode
  /** The beginnings of the points, in milliseconds since the epoch. */
  at: readonly number[]
  unit: 'minutes' | 'hour' | 'day' | 'month'
  lines: readonly ChartLine[]
  /** What nothing looks like. Shown instead of an empty plot. */
  empty: string
  /** Volumes begin at zero; rates do not. */
  hasZero?: boolean
  /** An instant to mark, in milliseconds. */
  mark?: number
  /** Ticks of time are days, since the span has several. */
  days?: boolean
  /** How a text is shown in the table. */
  show?: (text: string) => ReactNode
  /** A tick of the axis; a short number without it. */
  tick?: (value: number) => string
  /** The figures are seconds. */
  isTime?: boolean
  /** The orders, or whatever the figures are made of. */
  more?: ReactNode
  /** The list behind a point: of its period. */
  listOf?: (period: Days) => LinkOptions
}

const Plot = lazy(async () => ({ default: (await import('./plot.tsx')).Plot }))
const HEIGHT = 168

export function Chart({ title, answer, lines, empty, more, ...drawn }: ChartProps) {
  const shown = lines.filter(({ texts: all }) => all.some((text) => text !== null))
  const isEmpty = shown.length === 0
  return (
    <figure className="chart">
      <figcaption>
        <h3>{title}</h3>
        <p>{isEmpty ? <span className="dim">{empty}</span> : answer}</p>
      </figcaption>
      {isEmpty ? null : <Drawn lines={shown} {...drawn} />}
      {more === undefined ? null : <p className="chart-more">{more}</p>}
    </figure>
  )
}

function Drawn({
  at,
  unit,
  lines,
  hasZero = true,
  mark,
  days = false,
  show = (text) => text,
  tick,
  isTime = false,
  listOf,
}: Omit<ChartProps, 'title' | 'answer' | 'empty' | 'more'>) {
  const t = useText(texts)
  const navigate = useNavigate()
  const plotted = lines.flatMap(({ label, tone, kind, texts: own, values }) =>
    kind === 'table'
      ? []
      : [
          {
            label,
            tone,
            kind,
            values: values ?? own.map((text) => (text === null ? null : heightOf(text))),
          },
        ],
  )
  return (
    <>
      <ul className="chart-key" aria-hidden="true">
        {plotted.map(({ label, tone }) => (
          <li key={label}>
            <span className={`chart-tone ${tone}`} /> {label}
          </li>
        ))}
      </ul>
      <div className="chart-plot" aria-hidden="true">
        <Suspense fallback={<div style={{ height: HEIGHT }} />}>
          <Plot
            height={HEIGHT}
            {...{ at, unit, hasZero, isTime, days }}
            {...(mark === undefined ? {} : { mark })}
            lines={plotted}
            {...(tick === undefined ? {} : { tick })}
            {...(listOf === undefined
              ? {}
              : { open: (instant) => void navigate(listOf(periodOfPoint(instant, unit))) })}
          />
        </Suspense>
      </div>
      <details className="chart-figures">
        <summary>{t.figures}</summary>
        <div className="chart-scroll" tabIndex={0} role="group" aria-label={t.figures}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t.at}</th>
                {lines.map(({ label }) => (
                  <th scope="col" key={label}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {at.map((instant, index) =>
                lines.every(({ texts: own }) => (own[index] ?? null) === null) ? null : (
                  <tr key={instant}>
                    <th scope="row">
                      {listOf === undefined ? (
                        pointName(instant, unit)
                      ) : (
                        <Link {...listOf(periodOfPoint(instant, unit))}>
                          {pointName(instant, unit)}
                        </Link>
                      )}
                    </th>
                    {lines.map(({ label, texts: own }) => (
                      <td key={label}>
                        {own[index] === null || own[index] === undefined
                          ? t.none
                          : show(own[index])}
                      </td>
                    ))}
                  </tr>
                ),
              )}
            </tbody>
          </table>
        </div>
      </details>
    </>
  )
}

/** `2026-03-04 05:00`, or the day or month alone: as in the answer of the service. */
const pointName = (at: number, unit: ChartProps['unit']): string => {
  const text = new Date(at).toISOString()
  if (unit === 'month') return text.slice(0, 7)
  if (unit === 'day') return text.slice(0, 10)
  return text.slice(0, 16).replace('T', ' ')
}

export type Bar = {
  id: string
  label: ReactNode
  /** The figures, as text. */
  text: ReactNode
  /** The lengths of its parts. */
  accent: number
  quiet?: number
  /** What a full bar is. The longest bar without it. */
  whole?: number
}

/** A few amounts beside each other. Words and figures are the table; the bar repeats them. */
export function Bars({ bars, isScaled = true }: { bars: readonly Bar[]; isScaled?: boolean }) {
  const sum = ({ accent, quiet = 0 }: Bar) => Math.max(0, accent) + Math.max(0, quiet)
  const most = Math.max(...bars.map(sum), 0)
  return (
    <ul className="bars">
      {bars.map((bar) => {
        const whole = bar.whole ?? (isScaled ? most : sum(bar))
        return (
          <li key={bar.id}>
            <span className="bar-label">{bar.label}</span>
            <span className="bar-text">{bar.text}</span>
            <span className="bar" aria-hidden="true">
              {(['accent', 'quiet'] as const).map((part) => (
                <span
                  key={part}
                  className={part}
                  style={{
                    width: `${whole === 0 ? 0 : Math.min(100, (Math.max(0, bar[part] ?? 0) / whole) * 100)}%`,
                  }}
                />
              ))}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
