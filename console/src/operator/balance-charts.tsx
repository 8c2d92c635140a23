// The balances of rails and providers over a week: what they reported beside the ledger.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ShowMore } from '../parts/and-more.tsx'
import { Answer } from '../parts/answers.tsx'
import { Chart } from '../parts/chart.tsx'
import { now } from '../parts/clock.ts'
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { groupDigits } from '../parts/amount.ts'
import { Money } from '../parts/money.tsx'
import { read, type Schemas } from './api.ts'

const texts = bilingual({
  asks: [
    (account: string, currency: string) => `Does ${account} hold its ${currency}?`,
    (account: string, currency: string) => `¿Tiene ${account} sus ${currency}?`,
  ],
  ledger: ['in the ledger', 'en el libro'],
  outside: ['reported', 'informado'],
  // The balances above it are of now.
  compared: ['At the last comparison:', 'En la última comparación:'],
  inLedger: ['in the ledger,', 'en el libro,'],
  reported: ['reported.', 'informado.'],
  unknown: ['in the ledger; nothing was reported.', 'en el libro; no se informó nada.'],
  none: [
    'No balance was compared in the last 7 days.',
    'En los últimos 7 días no se comparó ningún saldo.',
  ],
})

const HOUR_MS = 3_600_000
const HOURS = 168
const MOST = 8

type Balance = Schemas['DeskBalance']

/** Balances come with the differences first. */
export function BalanceCharts({ balances }: { balances: readonly Balance[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? balances : balances.slice(0, MOST)
  return (
    <>
      <div className="charts after-table">
        {shown.map(({ account, currency }) => (
          <BalanceChart key={`${account} ${currency}`} {...{ account, currency }} />
        ))}
      </div>
      <ShowMore left={balances.length - shown.length} show={() => setWhole(true)} />
    </>
  )
}

function BalanceChart({ account, currency }: Pick<Balance, 'account' | 'currency'>) {
  const t = useText(texts)
  const { language } = useLanguage()
  const query = useQuery({
    queryKey: ['operator', 'balance series', account, currency],
    queryFn: async () => {
      const last = Math.floor(now() / HOUR_MS)
      const at = Array.from({ length: HOURS }, (_, hour) => (last - HOURS + 1 + hour) * HOUR_MS)
      const from = new Date((last - HOURS + 1) * HOUR_MS).toISOString()
      const to = new Date((last + 1) * HOUR_MS).toISOString()
      const found = await read('/operator/v1/series/balances', {}, { account, currency, from, to })
      return { at, points: found.points }
    },
  })
  return (
    <Answer query={query} lines={4}>
      {({ at, points }) => {
        const found = new Map(points.map((point) => [Date.parse(point.at), point]))
        const last = points.at(-1)
        return (
          <Chart
            title={t.asks(account, currency)}
            answer={
              last === undefined ? (
                ''
              ) : last.outside === null ? (
                <>
                  {t.compared} <Money amount={last.ledger} currency={currency} /> {t.unknown}
                </>
              ) : (
                <>
                  {t.compared} <Money amount={last.ledger} currency={currency} /> {t.inLedger}{' '}
                  <Money amount={last.outside} currency={currency} /> {t.reported}
                </>
              )
            }
            empty={t.none}
            at={at}
            unit="hour"
            days
            show={(text) => groupDigits(text, language)}
            lines={[
              {
                label: t.outside,
                kind: 'line',
                tone: 'third',
                texts: at.map((one) => found.get(one)?.outside ?? null),
              },
              {
                label: t.ledger,
                kind: 'line',
                tone: 'accent',
                texts: at.map((one) => found.get(one)?.ledger ?? null),
              },
            ]}
          />
        )
      }}
    </Answer>
  )
}
