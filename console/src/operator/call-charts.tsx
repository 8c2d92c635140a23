// How fast a rail, a provider or a webhook endpoint answers, and how often it fails, in the last 24 hours.
import { useQuery } from '@tanstack/react-query'
import { Answer } from '../parts/answers.tsx'
import { Chart } from '../parts/chart.tsx'
import { now } from '../parts/clock.ts'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { groupDigits } from '../parts/amount.ts'
import { read, type Schemas } from './api.ts'
import { TONES } from './market-charts.tsx'

const texts = bilingual({
  fast: [
    (name: string) => `How fast does ${name} answer?`,
    (name: string) => `¿Qué tan rápido responde ${name}?`,
  ],
  often: [
    (name: string) => `How often does ${name} fail?`,
    (name: string) => `¿Con qué frecuencia falla ${name}?`,
  ],
  within: [
    (call: string, time: string) => `${call}: 95 of 100 within ${time}`,
    (call: string, time: string) => `${call}: 95 de 100 en ${time}`,
  ],
  failed: [
    (failed: string, all: string) => `${failed} of ${all} calls failed.`,
    (failed: string, all: string) => `Fallaron ${failed} de ${all} llamadas.`,
  ],
  failures: ['failed calls', 'llamadas fallidas'],
  none: ['No call in 24 hours.', 'Ninguna llamada en 24 horas.'],
  noFailure: [
    (all: string) => `None of ${all} calls failed in 24 hours.`,
    (all: string) => `No falló ninguna de ${all} llamadas en 24 horas.`,
  ],
  /** By the name of the call; a name that is not here is shown as it is. */
  call: [
    {
      prepare: 'to prepare a send',
      send: 'to send',
      look_up: 'to look up an outcome',
      poll: 'to list what arrived',
      balances: 'balances',
      rates: 'rates',
      firm_quote: 'a firm quote',
      execute: 'to convert',
      post: 'a delivery',
    } as Readonly<Record<string, string>>,
    {
      prepare: 'preparar un envío',
      send: 'enviar',
      look_up: 'consultar un resultado',
      poll: 'listar lo que llegó',
      balances: 'saldos',
      rates: 'tasas',
      firm_quote: 'una cotización firme',
      execute: 'convertir',
      post: 'una entrega',
    } as Readonly<Record<string, string>>,
  ],
  unknown: ['No call in 24 hours: not known.', 'Ninguna llamada en 24 horas: no se sabe.'],
})

const HOUR_MS = 3_600_000
const HOURS = 24
const MOST_CALLS = 4

type Called = { kind: Schemas['CalledKind']; name: string; label?: string }
type Calls = Schemas['CallSeries']['calls']

export function CallCharts({ kind, name, label = name }: Called) {
  const query = useQuery({
    queryKey: ['operator', 'calls', kind, name],
    queryFn: async () => {
      const first = Math.floor(now() / HOUR_MS) - HOURS + 1
      const at = Array.from({ length: HOURS }, (_, hour) => (first + hour) * HOUR_MS)
      const from = new Date(first * HOUR_MS).toISOString()
      const to = new Date((first + HOURS) * HOUR_MS).toISOString()
      const { calls } = await read('/operator/v1/series/calls', {}, { kind, name, from, to })
      return { at, calls }
    },
  })
  return (
    <Answer query={query} lines={4}>
      {({ at, calls }) => (
        <>
          <Times {...{ at, calls, label }} />
          <Failures {...{ at, calls, label }} />
        </>
      )}
    </Answer>
  )
}

type Shown = { at: readonly number[]; calls: Calls; label: string }

/** Counts of calls, not amounts. */
const countOf = ({ answered, failed }: { answered: number; failed: number }) => answered + failed

function Times({ at, calls, label }: Shown) {
  const t = useText(texts)
  const { language } = useLanguage()
  const ms = (text: string) => `${groupDigits(text, language)}\u00a0ms`
  const shown = calls
    .toSorted((one, other) => countOf(other.total) - countOf(one.total))
    .slice(0, MOST_CALLS)
  return (
    <Chart
      title={t.fast(label)}
      answer={shown
        .filter(({ total }) => total.p95_ms !== null)
        .map(({ call, total }) => t.within(t.call[call] ?? call, ms(String(total.p95_ms))))
        .join('; ')}
      empty={t.none}
      at={at}
      unit="hour"
      show={ms}
      tick={(value) => ms(String(value))}
      lines={shown.map(({ call, points }, index) => {
        const found = new Map(points.map((point) => [Date.parse(point.at), point.p95_ms]))
        return {
          label: t.call[call] ?? call,
          kind: 'line',
          tone: TONES[index] ?? 'quiet',
          texts: at.map((one) => {
            const value = found.get(one) ?? null
            return value === null ? null : String(value)
          }),
        }
      })}
    />
  )
}

function Failures({ at, calls, label }: Shown) {
  const t = useText(texts)
  const { language } = useLanguage()
  const said = (count: number) => groupDigits(String(count), language)
  const failed = calls.reduce((sum, { total }) => sum + total.failed, 0)
  const all = calls.reduce((sum, { total }) => sum + countOf(total), 0)
  const byHour = new Map<number, number>()
  for (const { points } of calls)
    for (const point of points)
      if (point.failed > 0)
        byHour.set(Date.parse(point.at), (byHour.get(Date.parse(point.at)) ?? 0) + point.failed)
  const hours = at.map((one) => (byHour.has(one) ? String(byHour.get(one)) : null))
  return (
    <Chart
      title={t.often(label)}
      answer={t.failed(said(failed), said(all))}
      empty={all === 0 ? t.unknown : t.noFailure(said(all))}
      at={at}
      unit="hour"
      show={(text) => groupDigits(text, language)}
      lines={[{ label: t.failures, kind: 'bars', tone: 'bad', texts: hours }]}
    />
  )
}
