// Ends the hold of screening on a deposit, on the return of a deposit, or on a refund.
import { useText } from '../parts/language.tsx'
import { useMoneyText } from '../parts/money.tsx'
import { actAt, type Schemas } from './api.ts'
import { DeskAct } from './desk-act.tsx'
import { queueTexts } from './queue-words.ts'

type Props = { held: string; amount: Schemas['Money'] | null }

/** `held`: a deposit or a refund. */
export function HeldAct({ held, amount }: Props) {
  const t = useText(queueTexts)
  const money = useMoneyText()
  const isRefund = held.startsWith('rf_')
  return (
    <DeskAct
      act={isRefund ? 'refund.release' : 'deposit.release'}
      label={
        amount === null ? t.releaseHeld : t.releaseScreened(money(amount.amount, amount.currency))
      }
      tone="primary"
      before={t.held}
      after={t.released}
      final={t.releaseFinal}
      run={(_values, reason) =>
        actAt(`/operator/v1/${isRefund ? 'refunds' : 'deposits'}/${held}/release`, {}, { reason })
      }
    />
  )
}
