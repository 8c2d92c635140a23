// What happened to an order, oldest first: its statuses, what operators did, what screeners answered.
import { bilingual, useText } from '../parts/language.tsx'
import { Section } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import type { Schemas } from './api.ts'
import { useStated } from './stated.ts'
import { useWord } from './status-words.tsx'
import { orderTexts } from './words.ts'

const texts = bilingual({
  title: ['What happened', 'Qué pasó'],
  screening: [
    (subject: string, state: string) => `Screening of the ${subject}: ${state}`,
    (subject: string, state: string) => `Screening de ${subject}: ${state}`,
  ],
  note: [
    {
      parked: 'Parked',
      released: 'Released',
      failed: 'Ended by an operator',
      refunded: 'Refund by an operator',
      paid_again: 'Paid again',
      reversed: 'Deposit taken back',
      received: 'Debt received',
      set_off: 'Debt set off against refunds',
      written_off: 'Debt written off',
      loss_accepted: 'Loss accepted',
      provider_chosen: 'Other provider chosen',
      paid_elsewhere: 'Paid elsewhere',
      frozen: 'Frozen',
      unfrozen: 'Unfrozen',
      marked_settled: 'Recorded as settled',
      marked_rejected: 'Recorded as rejected',
      cancel_asked: 'The rail is asked to cancel',
      refund_redirected: 'Refund redirected',
    } as Readonly<Record<Schemas['NoteAction'], string>>,
    {
      parked: 'En espera',
      released: 'Liberada',
      failed: 'Terminada por un operador',
      refunded: 'Reembolso por un operador',
      paid_again: 'Pagada otra vez',
      reversed: 'Depósito revertido',
      received: 'Deuda recibida',
      set_off: 'Deuda compensada con reembolsos',
      written_off: 'Deuda dada por perdida',
      loss_accepted: 'Pérdida aceptada',
      provider_chosen: 'Otro proveedor elegido',
      paid_elsewhere: 'Pagada a otro destino',
      frozen: 'Congelada',
      unfrozen: 'Descongelada',
      marked_settled: 'Registrada como liquidada',
      marked_rejected: 'Registrada como rechazada',
      cancel_asked: 'Se pide al riel que cancele',
      refund_redirected: 'Reembolso redirigido',
    } as Readonly<Record<Schemas['NoteAction'], string>>,
  ],
})

export function OrderHistory({ record }: { record: Schemas['OrderRecord'] }) {
  const t = useText(texts)
  const words = useText(orderTexts)
  const word = useWord()
  const { stated, screened } = useStated()
  const entries = [
    ...record.status_history.map(({ status, created_at: at }) => ({
      at,
      what: words.status[status],
      more: '',
    })),
    ...record.notes.map(({ at, action, reason }) => ({
      at,
      what: t.note[action],
      more: action === 'parked' ? word(reason ?? '') : stated(reason),
    })),
    ...(record.screenings ?? []).map(({ asked_at: at, subject, state, screener, reason }) => ({
      at,
      what: t.screening(word(subject), word(state)),
      more: [screener ?? '', screened(reason)].filter((one) => one !== '').join(': '),
    })),
  ].toSorted((a, b) => (a.at < b.at ? -1 : 1))
  return (
    <Section title={t.title}>
      <ul className="timeline">
        {entries.map(({ at, what, more }, index) => (
          <li key={`${at} ${index}`}>
            <Time at={at} isExact />
            <div>
              <b>{what}</b>
              {more === '' ? null : <p className="dim">{more}</p>}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
