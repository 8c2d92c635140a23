// The promise to the customer against what the providers delivered, side by side.
import { bilingual, useText } from '../parts/language.tsx'
import { Money, Rate } from '../parts/money.tsx'
import { Facts } from '../parts/page.tsx'
import type { Schemas } from './api.ts'

const texts = bilingual({
  promised: ['Promised to the customer', 'Prometido al cliente'],
  fill: ['Firm at the provider', 'Firme con el proveedor'],
  in: ['Pays in', 'Entra'],
  out: ['Pays out', 'Sale'],
  rate: ['Rate', 'Tasa'],
  provider: ['Provider', 'Proveedor'],
  chosen: ['Chosen by an operator', 'Elegido por un operador'],
  result: ["The desk's result", 'Resultado de la mesa'],
  loss: ['Loss', 'Pérdida'],
  accepted: ['Accepted loss, at most', 'Pérdida aceptada, como máximo'],
  none: ['no firm rate yet', 'aún sin tasa firme'],
})

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
          facts={{
            [t.in]: <Money {...payin} />,
            [t.out]: <Money {...payout} />,
            [t.rate]: rate(order.promised_rate),
          }}
        />
      </div>
      <div>
        <h3>{t.fill}</h3>
        <Facts
          facts={{
            [t.provider]: order.liquidity_provider,
            [t.chosen]: order.chosen_provider,
            [t.rate]:
              order.firm_rate === null ? (
                <span className="dim">{t.none}</span>
              ) : (
                rate(order.firm_rate)
              ),
            [isLoss ? t.loss : t.result]:
              result === null ? null : <Money {...result} isLoss={isLoss} />,
            [t.accepted]: accepted === null ? null : <Money {...accepted} />,
          }}
        />
      </div>
    </div>
  )
}
