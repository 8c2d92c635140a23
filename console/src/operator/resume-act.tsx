// Ends a halt. After a restore its rail may list sends without a key: each is recorded before, or named here as one of no order.
import { useQuery } from '@tanstack/react-query'
import { Answer } from '../parts/answers.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { useMoneyText } from '../parts/money.tsx'
import { act, haltsQuery, readQuery, type Schemas } from './api.ts'
import { chosenIn, DeskAct } from './desk-act.tsx'
import { useHaltWords } from './halt-words.ts'

const texts = bilingual({
  resume: [(what: string) => `Resume ${what}`, (what: string) => `Reanudar ${what}`],
  before: ['It stands still.', 'Está en pausa.'],
  after: ['It goes on in every process.', 'Sigue en cada proceso.'],
  final: [
    'You cannot undo what is sent afterwards.',
    'No se puede deshacer lo que se envíe después.',
  ],
  ofNoOrder: ['Sends of no order', 'Envíos de ninguna orden'],
  hint: [
    'The rail lists them without a key. Choose only those that no order of this database made or owes. Record the others first.',
    'El riel los lista sin clave. Elija solo los que ninguna orden de esta base hizo ni debe. Registre antes los demás.',
  ],
  amount: ['amount not told', 'monto no informado'],
})

export function ResumeAct({ halt, size = 'sm' }: { halt: Schemas['Halt']; size?: string }) {
  const t = useText(texts)
  const { id, unknown_sends: count } = halt
  const words = useHaltWords()
  const money = useMoneyText()
  const { data: sends = [] } = useQuery({
    ...readQuery('/operator/v1/halts/{halt_id}/unknown-sends', { halt_id: id }),
    enabled: count > 0,
  })
  const nameless = sends.filter(
    ({ key, is_put_right: isKnown }) => !isKnown && !(key ?? '').startsWith('ord_'),
  )
  const options = nameless.map(({ reference, amount, currency }) => ({
    value: reference,
    label: `${reference}: ${amount === null ? t.amount : money(amount, currency)}`,
  }))
  return (
    <DeskAct
      act="resume"
      label={t.resume(words(halt))}
      size={size}
      tone="primary"
      fields={
        options.length === 0
          ? []
          : [{ name: 'none', label: t.ofNoOrder, hint: t.hint, isMany: true, options }]
      }
      before={t.before}
      after={t.after}
      final={t.final}
      run={({ none }, reason) => {
        const named = chosenIn(none)
        return act(
          '/operator/v1/halts/{halt_id}/resume',
          { halt_id: id },
          { reason, ...(named.length === 0 ? {} : { of_no_order: named }) },
        )
      }}
    />
  )
}

/** The same for a halt that an item of the queue names. */
export function ResumeOf({ id }: { id: string }) {
  const query = useQuery(haltsQuery)
  return (
    <Answer query={query} lines={1}>
      {(halts) => {
        const halt = halts.find((one) => one.id === id)
        return halt === undefined ? null : <ResumeAct halt={halt} />
      }}
    </Answer>
  )
}
