// The acts that end an entry of a rail which cannot be taken up.
import { bilingual, useLanguage, useText } from '../parts/language.tsx'
import { act, actFor, type Schemas } from './api.ts'
import { DeskAct } from './desk-act.tsx'
import { entryProblemWords } from './entry-words.ts'

const texts = bilingual({
  waits: [
    (problem: string) => `It cannot be taken up: ${problem}`,
    (problem: string) => `No se puede procesar: ${problem}`,
  ],
  evidence: ['What shows it', 'Qué lo demuestra'],
  evidenceHint: ['Such as a line of the statement', 'Por ejemplo, una línea del extracto'],
  retry: ['Take it up now', 'Procesarla ahora'],
  retryAfter: [
    'The worker tries it at once, with the ordinary checks.',
    'El proceso la intenta enseguida, con las comprobaciones de siempre.',
  ],
  tie: ['Tie it to a payment', 'Asociarla a un pago'],
  tieAfter: [
    'It counts as the return of that payment, and is taken up at once.',
    'Cuenta como la vuelta de ese pago y se procesa enseguida.',
  ],
  key: ['The key of the payment that came back', 'La clave del pago que volvió'],
  tieDeposit: ['Tie it to a deposit', 'Asociarla a un depósito'],
  tieDepositAfter: [
    'It takes that deposit back, and is taken up at once.',
    'Revierte ese depósito y se procesa enseguida.',
  ],
  deposit: ['The deposit that was taken back', 'El depósito que fue revertido'],
  record: ['Record it as a deposit', 'Registrarla como depósito'],
  recordAfter: [
    'The money is a deposit in suspense, with the exits of suspense.',
    'El dinero es un depósito en suspenso, con las salidas del suspenso.',
  ],
  recordFinal: [
    'You cannot undo the deposit. You can return, book or write off a wrong one.',
    'No se puede deshacer el depósito. Uno equivocado se devuelve, se registra o se da de baja.',
  ],
  transaction: ['Transaction, as the rail names it', 'Transacción, como la nombra el riel'],
  account: ['The account that received it', 'La cuenta que lo recibió'],
  currency: ['Currency', 'Moneda'],
  amount: ['Amount', 'Monto'],
  dismiss: ['Dismiss it as no money', 'Descartarla: no es dinero'],
  dismissAfter: [
    'It is not tried again, and nothing is posted.',
    'No se intenta más y nada se registra.',
  ],
  dismissFinal: [
    'You cannot undo the dismissal. Record money that did move with a movement.',
    'No se puede deshacer el descarte. El dinero que sí se movió se registra con un movimiento.',
  ],
})

const upper = (typed: string): string => typed.trim().toUpperCase()

export function EntryActs({ id, facts }: { id: string; facts: Schemas['RailEntryFacts'] }) {
  const t = useText(texts)
  const named = { entry_id: id }
  const { language } = useLanguage()
  const before = t.waits(entryProblemWords(facts, language))
  const proof = { name: 'evidence', label: t.evidence, hint: t.evidenceHint }
  const isReturn = facts.reports === 'return'
  return (
    <div className="acts">
      <DeskAct
        act="entry.retry"
        label={t.retry}
        tone="primary"
        before={before}
        after={t.retryAfter}
        run={actFor('/operator/v1/rail_entries/{entry_id}/retry', named)}
      />
      <DeskAct
        act="entry.tie"
        label={isReturn ? t.tie : t.tieDeposit}
        fields={[{ name: 'to', label: isReturn ? t.key : t.deposit }, proof]}
        before={before}
        after={isReturn ? t.tieAfter : t.tieDepositAfter}
        run={({ to = '', evidence = '' }, reason) =>
          act('/operator/v1/rail_entries/{entry_id}/tie', named, {
            ...(isReturn ? { key: to } : { deposit_id: to }),
            evidence,
            reason,
          })
        }
      />
      <DeskAct
        act="entry.deposit"
        label={t.record}
        fields={
          isReturn
            ? [proof]
            : [
                { name: 'transaction', label: t.transaction },
                { name: 'account', label: t.account },
                { name: 'currency', label: t.currency, read: upper },
                { name: 'amount', label: t.amount, amountIn: '' },
                proof,
              ]
        }
        before={before}
        after={t.recordAfter}
        final={t.recordFinal}
        run={({ evidence = '', ...told }, reason) =>
          act('/operator/v1/rail_entries/{entry_id}/deposit', named, {
            ...told,
            evidence,
            reason,
          })
        }
      />
      <DeskAct
        act="entry.dismiss"
        label={t.dismiss}
        tone="danger"
        fields={[proof]}
        before={before}
        after={t.dismissAfter}
        final={t.dismissFinal}
        run={({ evidence = '' }, reason) =>
          act('/operator/v1/rail_entries/{entry_id}/dismiss', named, { evidence, reason })
        }
      />
    </div>
  )
}
