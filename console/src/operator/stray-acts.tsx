// The acts on a coin or token at a deposit address that is no deposit: return it to an address, stop and end such a return,
// or dismiss it.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Copyable, shortId } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money, useMoneyText } from '../parts/money.tsx'
import { act, actFor } from './api.ts'
import { DeskAct } from './desk-act.tsx'
import type { Item } from './words.ts'

const texts = bilingual({
  give: [(amount: string) => `Return ${amount}`, (amount: string) => `Devolver ${amount}`],
  to: ['Address of the sender', 'Dirección del remitente'],
  before: [
    'It is at the deposit address of an order and in no account of the ledger.',
    'Está en la dirección de depósito de una orden y en ninguna cuenta del libro.',
  ],
  after: [
    'All of it goes to this address, less the fee where the coin pays it.',
    'Todo va a esta dirección, menos la comisión si la moneda misma la paga.',
  ],
  final: [
    'You cannot call back what was sent. Compare the address.',
    'No se puede recuperar lo enviado. Compare la dirección.',
  ],
  dismiss: ['Dismiss as dust or spam', 'Descartar como polvo o spam'],
  dismissed: [
    'It stays there, and comes back only if more of it arrives.',
    'Se queda ahí y vuelve a la cola solo si llega más.',
  ],
  underWay: ['It is on its way back.', 'Está en camino de vuelta.'],
  contradicted: [
    'Its rail contradicts the recorded outcome of its return.',
    'Su riel contradice el resultado registrado de su devolución.',
  ],
  stop: ['Stop the return', 'Detener la devolución'],
  stopped: [
    'Nothing more is sent. Only the outcome on the chain, or evidence, ends it.',
    'No se envía nada más. Solo el resultado en la cadena, o una prueba, la termina.',
  ],
  proof: ['What shows it', 'Qué lo demuestra'],
  settled: ['Record that it arrived', 'Registrar que llegó'],
  rejected: ['Record that it moved nothing', 'Registrar que no movió nada'],
  again: [
    'It waits for a decision again. It is refused while it can still be executed.',
    'Espera de nuevo una decisión. Se rechaza mientras todavía pueda ejecutarse.',
  ],
})

type Stray = Extract<Item, { kind: 'stray' }>['facts']
type Words = Record<'amount' | 'coin' | 'rail' | 'address' | 'order' | 'problem', string>

/** `t`: the words of the queue. `problem`: that of the stray in words. */
export const strayFacts = (
  stray: Stray,
  t: Words,
  problem: string,
): (readonly [string, ReactNode])[] => [
  [t.amount, <Money key="amount" amount={stray.amount} currency={stray.symbol} />],
  [
    t.coin,
    stray.asset === 'native' ? null : <Copyable key="coin" value={stray.asset} label={t.coin} />,
  ],
  [t.rail, stray.rail],
  [t.address, <Copyable key="address" value={stray.account} label={t.address} />],
  [
    t.order,
    <Link key="order" to="/operator/orders/$order" params={{ order: stray.order_id }}>
      {shortId(stray.order_id)}
    </Link>,
  ],
  [t.problem, problem],
]

export function StrayActs({ id, facts }: { id: string; facts: Stray }) {
  const t = useText(texts)
  const amount = useMoneyText()(facts.amount, facts.symbol)
  if (facts.status === 'RETURNING' || facts.contradicted_key !== null)
    return <UnderWay id={id} isEnded={facts.status !== 'RETURNING'} />
  return (
    <div className="acts">
      <DeskAct
        act="stray.return"
        label={t.give(amount)}
        tone="primary"
        fields={[{ name: 'to', label: t.to, read: (typed) => typed.replace(/\s/g, '') }]}
        before={t.before}
        after={t.after}
        final={t.final}
        run={({ to = '' }, reason) =>
          act('/operator/v1/strays/{stray_id}/return', { stray_id: id }, { to, reason })
        }
      />
      <DeskAct
        act="stray.dismiss"
        label={t.dismiss}
        before={t.before}
        after={t.dismissed}
        run={actFor('/operator/v1/strays/{stray_id}/dismiss', { stray_id: id })}
      />
    </div>
  )
}

/** `isEnded`: its rail contradicts the recorded outcome of its return, so a person decides. */
function UnderWay({ id, isEnded }: { id: string; isEnded: boolean }) {
  const t = useText(texts)
  const mark = (outcome: 'settled' | 'rejected', label: string, after: string) => (
    <DeskAct
      act="stray.mark-return"
      label={label}
      fields={[{ name: 'evidence', label: t.proof }]}
      before={isEnded ? t.contradicted : t.underWay}
      after={after}
      run={({ evidence = '' }, reason) =>
        act(
          '/operator/v1/strays/{stray_id}/mark-return',
          { stray_id: id },
          { outcome, evidence, reason },
        )
      }
    />
  )
  return (
    <div className="acts">
      {isEnded ? null : (
        <DeskAct
          act="stray.stop-return"
          label={t.stop}
          tone="danger"
          before={t.underWay}
          after={t.stopped}
          run={actFor('/operator/v1/strays/{stray_id}/stop-return', { stray_id: id })}
        />
      )}
      {mark('settled', t.settled, t.settled)}
      {mark('rejected', t.rejected, t.again)}
    </div>
  )
}
