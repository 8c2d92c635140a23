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
  const common = (way: 'received' | 'set-off' | 'write-off') => ({
    act: `reversal.${way}` as const,
    before: t.owes(owed),
    run: (_values: unknown, reason: string) =>
      act(
        `/operator/v1/orders/{order_id}/reversal/${way}`,
        { order_id: order },
        { currency, reason },
      ),
  })
  return (
    <div className="acts">
      <DeskAct
        {...common('received')}
        label={t.received(owed)}
        tone="primary"
        after={t.receivedAfter(owed)}
      />
      <DeskAct {...common('set-off')} label={t.setOff} after={t.setOffAfter(owed)} />
      <DeskAct
        {...common('write-off')}
        label={t.writeOff(owed)}
        tone="danger"
        after={t.writeOffAfter(owed)}
        final={t.writeOffFinal}
      />
    </div>
  )
}
