// The operator API that releases a refund which screening holds. Other acts on refunds are acts on their order.
import Type from 'typebox'
import { addAct, type ActDeps } from '../acts/act.ts'
import { refused } from '../acts/refused.ts'
import type { Api } from '../http/api-type.ts'
import { dataOf, pathId } from '../http/schemas.ts'
import { publicId } from '../ids.ts'
import { selectScreeningOf } from '../screening/queries.ts'
import { screeningVersion } from '../screening/screening-version.ts'
import type { ScreenDeps } from '../screening/screen.ts'
import { actBody } from '../users/guard.ts'
import { findSeen } from '../users/operator.ts'
import { seenRefunds } from './list-queries.ts'
import { deskRefundSchema, deskRefundView, type DeskRefund } from './operator-endpoints.ts'
import { releaseRefund } from './release-refund.ts'

type Deps = ActDeps & ScreenDeps & { wakeWorker: () => void }

export function refundActs(api: Api, deps: Deps): void {
  addAct(api, deps, {
    name: 'refund.release',
    path: '/refunds/:refund_id/release',
    tags: ['Refunds'],
    operationId: 'releaseRefund',
    summary: 'Release a held refund',
    description: 'Ends the hold of screening on its beneficiary. The refund is due at once.',
    params: Type.Object({ refund_id: pathId('rf', 'The refund.') }),
    body: actBody,
    answer: dataOf(deskRefundSchema, 'The refund as it is now.'),
    async find(operator, { refund_id }) {
      const row = await findSeen(operator, 'rf', refund_id, (id) =>
        seenRefunds.find<DeskRefund>(deps.db, id),
      )
      return row && { row, screening: await selectScreeningOf(deps.db, row.rail_key) }
    },
    about: ({ row, screening }) => ({
      chain: row.enterprise_id,
      subject: publicId('rf', row.id),
      version: screeningVersion(screening),
      amounts: [{ currency: row.currency, minor: row.amount_minor }],
    }),
    async carryOut({ row, screening }, body, execution) {
      await execution.commit(screeningVersion(screening), async (db) => {
        const why = await releaseRefund({ ...deps, db }, row, body.reason)
        if (why !== null) throw refused(why.refused)
        return { result: true, detail: { before: { state: screening?.state ?? null } } }
      })
      deps.wakeWorker()
      return deskRefundView((await seenRefunds.find<DeskRefund>(deps.db, row.id)) ?? row)
    },
  })
}
