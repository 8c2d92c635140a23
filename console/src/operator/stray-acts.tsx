// The acts on a coin or token at a deposit address that is no deposit: return it to an address, or dismiss it.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Copyable, shortId } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { Money } from '../parts/money.tsx'
import { act, may, meQuery } from './api.ts'
import { DeskAct } from './desk-act.tsx'
import type { Item } from './words.ts'

const texts = bilingual(
  {
    give: (amount: string) => `Return ${amount}`,
    to: 'Address of the sender',
    before: 'It is at the deposit address of an order and in no account of the ledger.',
    after: 'All of it goes to this address, less the fee where the coin pays it.',
    final: 'You cannot call back what was sent. Compare the address.',
    dismiss: 'Dismiss as dust or spam',
    dismissed: 'It stays there, and comes back only if more of it arrives.',
  },
  {
    give: (amount: string) => `Devolver ${amount}`,
    to: 'Dirección del remitente',
    before: 'Está en la dirección de depósito de una orden y en ninguna cuenta del libro.',
    after: 'Todo va a esta dirección, menos la comisión si la moneda misma la paga.',
    final: 'No se puede recuperar lo enviado. Compare la dirección.',
    dismiss: 'Descartar como polvo o spam',
    dismissed: 'Se queda ahí y vuelve a la cola solo si llega más.',
  },
)

type Stray = Extract<Item, { kind: 'stray' }>['facts']
type Words = Record<'amount' | 'coin' | 'rail' | 'address' | 'order' | 'problem', string>

/** `t`: the words of the queue. */
export const strayFacts = (stray: Stray, t: Words): (readonly [string, ReactNode])[] => [
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
  [t.problem, stray.problem],
]

type Props = { id: string; amount: string; role: string }

/** `role`: what a person without the right reads. */
export function StrayActs({ id, amount, role }: Props) {
  const t = useText(texts)
  const { data: me } = useQuery(meQuery)
  if (!may(me, 'move_money')) return <p className="dim">{role}</p>
  return (
    <div className="acts">
      <DeskAct
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
        label={t.dismiss}
        before={t.before}
        after={t.dismissed}
        run={(_values, reason) =>
          act('/operator/v1/strays/{stray_id}/dismiss', { stray_id: id }, { reason })
        }
      />
    </div>
  )
}
