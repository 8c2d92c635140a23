// The operator API that releases a refund which screening holds. Other acts on refunds are acts on their order.
import Type from 'typebox'
import { addAct, type ActDeps } from '../../parties/acts/act.ts'
import { refused } from '../../parties/acts/refused.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { dataOf, pathId } from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { selectScreeningOf } from '../../rules/screening/queries.ts'
import { screeningVersion } from '../../rules/screening/screening-version.ts'
import type { ScreenDeps } from '../../rules/screening/screen.ts'
import { actBody } from '../../parties/operators/guard.ts'
import { findSeen } from '../../parties/operators/operator.ts'
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
