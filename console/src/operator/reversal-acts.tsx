// The acts on what the payer of an order owes the desk.
import { useText } from '../parts/language.tsx'
import { useMoneyText } from '../parts/money.tsx'
import { act, type Schemas } from './api.ts'
import { DeskAct } from './desk-act.tsx'
import { queueTexts } from './queue-words.ts'

export function ReversalActs({ order, owed: debt }: { order: string; owed: Schemas['Money'] }) {
  const t = useText(queueTexts)
  const money = useMoneyText()
  const owed = money(debt.amount, debt.currency)
  const { currency } = debt
  const named = { order_id: order }
  return (
    <div className="acts">
      <DeskAct
        act="reversal.received"
        label={t.received(owed)}
        tone="primary"
        before={t.owes(owed)}
        after={t.receivedAfter(owed)}
        run={(_values, reason) =>
          act('/operator/v1/orders/{order_id}/reversal/received', named, { currency, reason })
        }
      />
      <DeskAct
        act="reversal.set-off"
        label={t.setOff}
        before={t.owes(owed)}
        after={t.setOffAfter(owed)}
        run={(_values, reason) =>
          act('/operator/v1/orders/{order_id}/reversal/set-off', named, { currency, reason })
        }
      />
      <DeskAct
        act="reversal.write-off"
        label={t.writeOff(owed)}
        tone="danger"
        before={t.owes(owed)}
        after={t.writeOffAfter(owed)}
        final={t.writeOffFinal}
        run={(_values, reason) =>
          act('/operator/v1/orders/{order_id}/reversal/write-off', named, { currency, reason })
        }
      />
    </div>
  )
}
