// The rates of the market around the moment of an order, beside the rate that was promised.
import { useQuery } from '@tanstack/react-query'
import { Answer } from '../parts/answers.tsx'
import { Chart } from '../parts/chart.tsx'
import { now } from '../parts/clock.ts'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { groupDigits } from '../parts/amount.ts'
import { Rate } from '../parts/money.tsx'
import { Section } from '../parts/page.tsx'
import { read, type Schemas } from './api.ts'
import { rateTick, TONES } from './market-charts.tsx'

const texts = bilingual({
  title: ['The market around it', 'El mercado alrededor'],
  asks: [
    'How did the rate move around the order?',
    '¿Cómo se movió la tasa alrededor de la orden?',
  ],
  promised: ['Promised', 'Prometida'],
  made: ['was promised when the order was made.', 'se prometió al crear la orden.'],
  none: ['No rate was kept of those hours.', 'De esas horas no se guardó ninguna tasa.'],
})

const SLOT_MS = 300_000
/** Three hours on each side. */
const AROUND = 36

export function RateAround({ order, made }: { order: Schemas['DeskOrder']; made: string }) {
  const t = useText(texts)
  const { language } = useLanguage()
  const { payin, payout, promised_rate: promised } = order
  const middle = Math.floor(Date.parse(made) / SLOT_MS)
  const at = Array.from({ length: 2 * AROUND + 1 }, (_, slot) => (middle - AROUND + slot) * SLOT_MS)
  const query = useQuery({
    queryKey: ['operator', 'rates around', order.id],
    queryFn: () =>
      read(
        '/operator/v1/series/rates',
        {},
        {
          payin_currency: payin.currency,
          payout_currency: payout.currency,
          from: new Date((middle - AROUND) * SLOT_MS).toISOString(),
          to: new Date((middle + AROUND + 1) * SLOT_MS).toISOString(),
        },
      ),
  })
  return (
    <Section title={t.title}>
      <Answer query={query} lines={4}>
        {({ providers }) => {
          const lines = providers
            .filter(({ points }) => points.length > 0)
            .slice(0, TONES.length - 1)
            .map(({ liquidity_provider: label, points }, index) => {
              const found = new Map(points.map((point) => [Date.parse(point.at), point.rate]))
              const own = at.map((one) => found.get(one) ?? null)
              return { label, kind: 'line', tone: TONES[index] ?? 'accent', texts: own } as const
            })
          return (
            <Chart
              title={t.asks}
              answer={
                <>
                  <b>
                    <Rate rate={promised} from={payin.currency} to={payout.currency} />
                  </b>{' '}
                  {t.made}
                </>
              }
              empty={t.none}
              at={at}
              unit="minutes"
              mark={Date.parse(made)}
              hasZero={false}
              tick={rateTick(language)}
              show={(text) => groupDigits(text, language)}
              lines={
                lines.length === 0
                  ? []
                  : [
                      ...lines,
                      {
                        label: t.promised,
                        kind: 'line',
                        tone: 'quiet',
                        // Nothing is known of the hours ahead.
                        texts: at.map((one) => (one <= now() ? promised : null)),
                      },
                    ]
              }
            />
          )
        }}
      </Answer>
    </Section>
  )
}
