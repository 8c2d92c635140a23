// The operator API that tries a refund at once, or releases one that screening holds. Other acts on refunds are acts on their
// order.
import Type from 'typebox'
import type { ActDeps } from '../../parties/acts/act.ts'
import { actsOn } from '../../parties/acts/acts-on.ts'
import { closed } from '../../parties/acts/closed.ts'
import { refused } from '../../parties/acts/refused.ts'
import { toTimestampOrNull } from '../../platform/clock.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { dataOf, pathId } from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { selectScreeningOf } from '../../rules/screening/queries.ts'
import { screeningVersion } from '../../rules/screening/screening-version.ts'
import type { ScreenDeps } from '../../rules/screening/screen.ts'
import { actBody } from '../../parties/operators/guard.ts'
import { findSeen, type Operator } from '../../parties/operators/operator.ts'
import { seenRefunds } from './list-queries.ts'
import { deskRefundSchema, deskRefundView, type DeskRefund } from './operator-endpoints.ts'
import { closedRelease } from '../screening/release.ts'
import { releaseRefund } from './release-refund.ts'
import { selectRefundNext, updateRefundDue } from './waiting-queries.ts'

type Deps = ActDeps & ScreenDeps & { wakeWorker: () => void }

const common = { tags: ['Refunds'], answer: dataOf(deskRefundSchema, 'The refund as it is now.') }

async function foundRefund({ db }: Deps, operator: Operator, written: string) {
  const row = await findSeen(operator, 'rf', written, (id) => seenRefunds.find<DeskRefund>(db, id))
  if (row === undefined) return undefined
  const [screening, next] = await Promise.all([
    selectScreeningOf(db, row.rail_key),
    selectRefundNext(db, row),
  ])
  return { row, screening, next }
}

const presentRefund = async ({ db }: Deps, row: DeskRefund) =>
  deskRefundView((await seenRefunds.find<DeskRefund>(db, row.id)) ?? row)

export function refundActs(api: Api, deps: Deps): void {
  const { add } = actsOn(api, deps, {
    kind: 'rf',
    params: Type.Object({ refund_id: pathId('rf', 'The refund.') }),
    find: (operator, { refund_id }) => foundRefund(deps, operator, refund_id),
    about: ({ row, screening }) => ({
      chain: row.enterprise_id,
      subject: publicId('rf', row.id),
      version: screeningVersion(screening),
      amounts: [{ currency: row.currency, minor: row.amount_minor }],
    }),
  })
  add({
    ...common,
    name: 'refund.retry',
    path: '/refunds/:refund_id/retry',
    operationId: 'retryRefund',
    summary: 'Try a refund now',
    description:
      'For a refund that waits for its next attempt, such as after an outage of its rail. The attempt is the ordinary one: holds, screening, halts and caps apply.',
    body: actBody,
    about: ({ row, next }) => ({
      chain: row.enterprise_id,
      subject: publicId('rf', row.id),
      version: toTimestampOrNull(next) ?? 'waits',
      amounts: [],
    }),
    closed: ({ row, next }) =>
      next === null
        ? closed('other_state', `is ${row.status} and waits for no further attempt`)
        : null,
    async carryOut({ row, next }, _body, execution) {
      const done = await execution.commit(toTimestampOrNull(next) ?? 'waits', async (db) =>
        (await updateRefundDue(db, row, deps.clock.now()))
          ? { result: true, detail: { before: { due_at: toTimestampOrNull(next) } } }
          : undefined,
      )
      if (done === undefined) throw refused(`${publicId('rf', row.id)} is being tried already`)
      deps.wakeWorker()
      return presentRefund(deps, row)
    },
  })

  add({
    ...common,
    name: 'refund.release',
    path: '/refunds/:refund_id/release',
    operationId: 'releaseRefund',
    summary: 'Release a held refund',
    description: 'Ends the hold of screening on its beneficiary. The refund is due at once.',
    body: actBody,
    closed: ({ screening }) => closedRelease(screening),
    async carryOut({ row, screening }, body, execution) {
      await execution.commit(screeningVersion(screening), async (db) => {
        const why = await releaseRefund({ ...deps, db }, row, body.reason)
        if (why !== null) throw refused(why.refused, why.closed)
        return { result: true, detail: { before: { state: screening?.state ?? null } } }
      })
      deps.wakeWorker()
      return presentRefund(deps, row)
    },
  })
}
