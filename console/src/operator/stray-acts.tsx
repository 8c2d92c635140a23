// The acts on a coin or token at a deposit address that is no deposit: return it to an address, or dismiss it.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Copyable } from '../parts/copy.tsx'
import { bilingual, useText } from '../parts/language.tsx'
import { act, may, meQuery } from './api.ts'
import { DeskAct } from './desk-act.tsx'
import type { Item } from './words.ts'

const texts = bilingual(
  {
    give: (amount: string) => `Return ${amount}`,
    to: 'Address of the sender',
    before: 'It is at the deposit address of an order and in no account of the ledger.',
    after: 'All of it goes to this address, less the fee where the coin pays it.',
    final: 'The address. What was sent cannot be called back.',
    dismiss: 'Dismiss as dust or spam',
    dismissed: 'It stays there, and comes back only if more of it arrives.',
  },
  {
    give: (amount: string) => `Devolver ${amount}`,
    to: 'Dirección del remitente',
    before: 'Está en la dirección de depósito de una orden y en ninguna cuenta del libro.',
    after: 'Todo va a esta dirección, menos la comisión si la moneda misma la paga.',
    final: 'La dirección. Lo enviado no se puede recuperar.',
    dismiss: 'Descartar como polvo o spam',
    dismissed: 'Se queda ahí y vuelve a la cola solo si llega más.',
  },
)

type Stray = Extract<Item, { kind: 'stray' }>['facts']
type Words = Record<'amount' | 'rail' | 'address' | 'reason', string>

/** `t`: the words of the queue. */
export const strayFacts = (stray: Stray, t: Words): (readonly [string, ReactNode])[] => [
  [`${t.amount}, ${t.rail}`, `${stray.amount} ${stray.symbol}, ${stray.rail}`],
  [t.address, <Copyable key="address" value={stray.account} label={t.address} />],
  [t.reason, stray.problem],
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
        fields={[{ name: 'to', label: t.to }]}
        before={t.before}
        after={t.after}
        final={t.final}
        run={({ to = '' }, reason) =>
          act('/operator/v1/strays/{stray_id}/return', { stray_id: id }, { to: to.trim(), reason })
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
