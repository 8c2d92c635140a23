// The promise to the customer against what the providers delivered, side by side.
import { bilingual, useText } from '../parts/language.tsx'
import { Money, Rate } from '../parts/money.tsx'
import { Facts } from '../parts/page.tsx'
import type { Schemas } from './api.ts'

const texts = bilingual(
  {
    promised: 'Promised to the customer',
    fill: 'Firm at the provider',
    in: 'Pays in',
    out: 'Pays out',
    rate: 'Rate',
    provider: 'Provider',
    chosen: 'Chosen by an operator',
    result: "The desk's result",
    loss: 'Loss',
    accepted: 'Accepted loss',
    none: 'no firm rate yet',
  },
  {
    promised: 'Prometido al cliente',
    fill: 'Firme con el proveedor',
    in: 'Entra',
    out: 'Sale',
    rate: 'Tasa',
    provider: 'Proveedor',
    chosen: 'Elegido por un operador',
    result: 'Resultado de la mesa',
    loss: 'Pérdida',
    accepted: 'Pérdida aceptada',
    none: 'aún sin tasa firme',
  },
)

export function PromiseAgainstFill({ order }: { order: Schemas['DeskOrder'] }) {
  const t = useText(texts)
  const { payin, payout, result, accepted_loss: accepted } = order
  const rate = (value: string) => <Rate rate={value} from={payin.currency} to={payout.currency} />
  const isLoss = result?.amount.startsWith('-') === true
  return (
    <div className="side-by-side">
      <div>
        <h3>{t.promised}</h3>
        <Facts
          facts={[
            [t.in, <Money key="in" {...payin} />],
            [t.out, <Money key="out" {...payout} />],
            [t.rate, rate(order.promised_rate)],
          ]}
        />
      </div>
      <div>
        <h3>{t.fill}</h3>
        <Facts
          facts={[
            [t.provider, order.liquidity_provider],
            [t.chosen, order.chosen_provider],
            [
              t.rate,
              order.firm_rate === null ? (
                <span className="dim">{t.none}</span>
              ) : (
                rate(order.firm_rate)
              ),
            ],
            [
              isLoss ? t.loss : t.result,
              result === null ? null : <Money key="result" {...result} isLoss={isLoss} />,
            ],
            [t.accepted, accepted === null ? null : <Money key="accepted" {...accepted} />],
          ]}
        />
      </div>
    </div>
  )
}
