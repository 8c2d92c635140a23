// Ends the hold of screening on a deposit, on the return of a deposit, or on a refund. The item of the queue names a refund by
// its key at the rail only.
import { useQuery } from '@tanstack/react-query'
import { Answer } from '../parts/answers.tsx'
import { useText } from '../parts/language.tsx'
import { useMoneyText } from '../parts/money.tsx'
import { actAt, may, meQuery, read } from './api.ts'
import { DeskAct } from './desk-act.tsx'
import { queueTexts } from './queue-words.ts'
import type { Item } from './words.ts'

type Hit = Extract<Item, { kind: 'screening_hit' }>

/** The path of what is held; undefined if it is gone. */
async function pathOfHeld({ subject, facts, order_id }: Hit): Promise<string | undefined> {
  const deposit = (id: string | undefined) => id && `/operator/v1/deposits/${id}/release`
  if (subject.startsWith('dep_')) return deposit(subject)
  const hasKey = ({ rail_key: key }: { rail_key: string }) => key === facts.key
  if (order_id === null)
    return deposit((await read('/operator/v1/deposits/returns')).find(hasKey)?.deposit_id)
  const refunds = await read('/operator/v1/refunds', {}, { order_id, limit: 200 })
  const refund = refunds.find(hasKey)
  return refund && `/operator/v1/refunds/${refund.id}/release`
}

export function HeldAct({ item }: { item: Hit }) {
  const t = useText(queueTexts)
  const money = useMoneyText()
  const { data: me } = useQuery(meQuery)
  const query = useQuery({
    queryKey: ['operator', 'held', item.subject, item.facts.key],
    queryFn: async () => ({ path: await pathOfHeld(item) }),
  })
  const { amount } = item.facts
  if (!may(me, 'release_screened')) return <p className="dim">{t.role}</p>
  return (
    <Answer query={query} lines={1}>
      {({ path }) =>
        path === undefined ? (
          <p className="dim">{t.byItself}</p>
        ) : (
          <DeskAct
            label={
              amount === null
                ? t.releaseHeld
                : t.releaseScreened(money(amount.amount, amount.currency))
            }
            tone="primary"
            before={t.held}
            after={t.released}
            final={t.releaseFinal}
            run={(_values, reason) => actAt(path, {}, { reason })}
          />
        )
      }
    </Answer>
  )
}
