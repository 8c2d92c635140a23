// Draws lines and bars with uPlot, in the colours of the theme. It has no animations. Only chart.tsx loads this file.
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useLanguage, type Language } from './language.tsx'

export type Tone = 'accent' | 'quiet' | 'bad' | 'second' | 'third'
export type PlotLine = {
  label: string
  kind: 'bars' | 'line'
  tone: Tone
  values: readonly (number | null)[]
}

type PlotProps = {
  at: readonly number[]
  unit: 'minutes' | 'hour' | 'day' | 'month'
  lines: readonly PlotLine[]
  hasZero: boolean
  mark?: number
  days?: boolean
  height: number
  tick?: (value: number) => string
  /** The axis is in seconds: ticks are whole minutes and hours. */
  isTime?: boolean
  /** Opens what is behind a point. */
  open?: (at: number) => void
}

/** Custom properties of styles.css. */
const COLOURS: Readonly<Record<Tone, string>> = {
  accent: '--accent',
  quiet: '--chart-quiet',
  bad: '--bad',
  second: '--chart-second',
  third: '--chart-third',
}

export function Plot(props: PlotProps) {
  const place = useRef<HTMLDivElement>(null)
  const { language } = useLanguage()
  const scheme = useComputedColorScheme('light')
  // Drawn again when a figure, the theme or the language changes, not with each reading of the same figures.
  const drawn = JSON.stringify([props.at, props.lines, props.mark, language, scheme])
  const latest = useRef(props)
  latest.current = props
  useEffect(() => {
    const box = place.current
    if (box === null) return undefined
    // The colours of the scheme are on the root by the next frame.
    const { lines, at } = latest.current
    const width = () => Math.max(160, box.clientWidth)
    const plot = new uPlot(
      optionsOf(latest.current, language, width()),
      [at.map((instant) => instant / 1000), ...lines.map(({ values }) => [...values])],
      box,
    )
    const resized = new ResizeObserver(() =>
      plot.setSize({ width: width(), height: latest.current.height }),
    )
    resized.observe(box)
    plot.over.addEventListener('click', ({ offsetX }) => {
      const instant = latest.current.at[plot.posToIdx(offsetX)]
      if (instant !== undefined) latest.current.open?.(instant)
    })
    return () => {
      resized.disconnect()
      plot.destroy()
    }
  }, [drawn, language])
  const cursor = props.open === undefined ? {} : { cursor: 'pointer' }
  return <div ref={place} style={{ height: props.height, ...cursor }} />
}

function optionsOf(props: PlotProps, language: Language, width: number): uPlot.Options {
  const { unit, lines, hasZero, height, tick, isTime = false, mark, days = false } = props
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const font = `11px ${getComputedStyle(document.body).fontFamily}`
  const short = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 2 })
  const axis = { stroke: colour('--chart-ink'), font, ticks: { show: false }, gap: 6 }
  return {
    width,
    height,
    legend: { show: false },
    cursor: { show: false },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
    padding: [8, 20, 0, 0],
    scales: { x: { time: true, range: rangeOfTime(props) }, y: { range: rangeOf(hasZero) } },
    axes: [
      {
        ...axis,
        size: 28,
        space: unit === 'month' ? 44 : 56,
        ...(days ? { incrs: [86_400, 172_800] } : {}),
        grid: { show: false },
        values: (_plot, ticks) =>
          ticks.map((seconds) => timeTick(seconds * 1000, days ? 'day' : unit, language)),
      },
      {
        ...axis,
        space: 32,
        size: sizeOfAxis,
        ...(isTime ? { incrs: SECONDS } : {}),
        grid: { stroke: colour('--line'), width: 1 },
        values: (_plot, ticks) =>
          ticks.map((value) => (tick === undefined ? short.format(value) : tick(value))),
      },
    ],
    hooks:
      mark === undefined ? {} : { draw: [(plot) => drawMark(plot, mark, colour('--chart-ink'))] },
    series: [{}, ...lines.map((line) => seriesOf(line, colour(COLOURS[line.tone])))],
  }
}

const MS: Readonly<Record<PlotProps['unit'], number>> = {
  minutes: 300_000,
  hour: 3_600_000,
  day: 86_400_000,
  month: 30 * 86_400_000,
}

/** A dashed line at an instant. */
function drawMark({ ctx, bbox, valToPos }: uPlot, at: number, colour: string): void {
  const x = Math.round(valToPos(at / 1000, 'x', true))
  ctx.save()
  ctx.strokeStyle = colour
  ctx.setLineDash([4, 4])
  ctx.beginPath()
  ctx.moveTo(x, bbox.top)
  ctx.lineTo(x, bbox.top + bbox.height)
  ctx.stroke()
  ctx.restore()
}

/** Steps of an axis in seconds. */
const SECONDS = [
  1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 14_400, 43_200, 86_400, 172_800,
]

/** Bars have half a unit on each side. */
function rangeOfTime({ at, unit, lines }: PlotProps): [number, number] {
  const margin = lines.some(({ kind }) => kind === 'bars') ? MS[unit] / 2 : 0
  const [first = 0, last = first] = [at.at(0), at.at(-1)]
  return [(first - margin) / 1000, (Math.max(last, first + MS[unit]) + margin) / 1000]
}

const rangeOf =
  (hasZero: boolean): uPlot.Range.Function =>
  (_plot, low, high) => {
    if (low === null || high === null) return [0, 1]
    const least = hasZero ? Math.min(0, low) : low
    const most = hasZero ? Math.max(0, high) : high
    const room = (most - least || Math.abs(most) || 1) * 0.08
    return [least < 0 || !hasZero ? least - room : 0, most + room]
  }

/** As wide as the widest number. */
const sizeOfAxis: uPlot.Axis.Size = (_plot, values) =>
  18 + 6.5 * Math.max(1, ...(values ?? []).map((value) => value.length))

const MOST_DOTS = 40

/** Bars of another time stand behind those of this one, and are wider. */
function seriesOf({ label, kind, tone, values }: PlotLine, colour: string): uPlot.Series {
  if (kind === 'bars') {
    const paths = uPlot.paths.bars?.({ size: tone === 'quiet' ? [0.92, 60] : [0.56, 32] })
    return { label, width: 0, fill: colour, points: { show: false }, ...(paths && { paths }) }
  }
  // A lone point would be no line at all.
  const isSparse = values.filter((value) => value !== null).length <= MOST_DOTS
  const points = { show: isSparse, size: 4, fill: colour, stroke: colour }
  return { label, stroke: colour, width: tone === 'quiet' ? 1.5 : 2, spanGaps: false, points }
}

function timeTick(at: number, unit: PlotProps['unit'], language: Language): string {
  const options: Intl.DateTimeFormatOptions =
    unit === 'month'
      ? { month: 'short' }
      : unit === 'day'
        ? { day: 'numeric', month: 'short' }
        : { hour: '2-digit', minute: '2-digit' }
  return new Intl.DateTimeFormat(language, {
    ...options,
    timeZone: 'UTC',
    hourCycle: 'h23',
  }).format(at)
}
