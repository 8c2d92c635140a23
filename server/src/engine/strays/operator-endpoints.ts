// The operator API of strays: lists what deposit addresses hold that is no deposit, returns it, or dismisses it.
import Type from 'typebox'
import { addAct, type ActDeps } from '../../parties/acts/act.ts'
import { aboutDeployment } from '../../parties/acts/execution.ts'
import { refused } from '../../parties/acts/refused.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { dataListOf, dataOf, exact, failures, pathId, text } from '../../platform/http/schemas.ts'
import { publicId, uuidOf } from '../../platform/ids.ts'
import { actBody, operatorOfRequest, reason } from '../../parties/operators/guard.ts'
import { seesEnterprise, type Operator } from '../../parties/operators/operator.ts'
import { selectPresentStrays, selectStray, updateStrayDismissed, type StrayRow } from './queries.ts'
import { returnStray, type ReturnDeps } from './return-stray.ts'
import { straySchema, strayView } from './view.ts'

const tags = ['Strays']

export function strayEndpoints(api: Api, deps: ActDeps & ReturnDeps): void {
  api.get(
    '/strays',
    {
      config: { right: 'read' },
      schema: {
        tags,
        operationId: 'listStrays',
        summary: 'List strays',
        description:
          'Coins and tokens at deposit addresses that are no deposit, and wait for a decision or are being returned: the oldest 1,000, unpaged. They belong to no enterprise.',
        response: { 200: dataListOf(straySchema, 'The strays.'), ...failures() },
      },
    },
    async (request, reply) => {
      const isSeen = seesEnterprise(operatorOfRequest(request), null)
      return reply.send({ data: isSeen ? (await selectPresentStrays(deps.db)).map(strayView) : [] })
    },
  )

  const common = {
    tags,
    params: Type.Object({ stray_id: pathId('str', 'The stray.') }),
    answer: dataOf(straySchema, 'The stray as it is now.'),
    async find(operator: Operator, { stray_id }: { stray_id: string }) {
      const id = uuidOf('str', stray_id)
      return id === undefined || !seesEnterprise(operator, null)
        ? undefined
        : selectStray(deps.db, id)
    },
    about: (row: StrayRow) => aboutDeployment(publicId('str', row.id), versionOf(row)),
  }
  const shown = async (row: StrayRow) => strayView((await selectStray(deps.db, row.id)) ?? row)

  addAct(api, deps, {
    ...common,
    name: 'stray.return',
    path: '/strays/:stray_id/return',
    operationId: 'returnStray',
    summary: 'Return a stray',
    description:
      'Sends all of it to an address on its chain, which screening must clear. The sender proves that the address is his or hers; an exchange often cannot receive at the address that it sent from.',
    body: exact(
      {
        to: text(100, 'The address.', '0x52908400098527886E0F7030069857D2E4169EE7'),
        reason,
      },
      { title: 'StrayReturn', description: 'Where it goes, and why.' },
    ),
    async carryOut(row, { to }, execution) {
      await returnStray(deps, row, to, execution, versionOf(row))
      return shown(row)
    },
  })

  addAct(api, deps, {
    ...common,
    name: 'stray.dismiss',
    path: '/strays/:stray_id/dismiss',
    operationId: 'dismissStray',
    summary: 'Dismiss a stray',
    description:
      'For dust and spam. It stays at its address, and comes back only if more of it arrives.',
    body: actBody,
    async carryOut(row, _body, execution) {
      const done = await execution.commit(versionOf(row), async (db) =>
        (await updateStrayDismissed(db, row, deps.clock.now()))
          ? { result: true, detail: { rail: row.rail, asset: row.asset, units: row.units } }
          : undefined,
      )
      if (done === undefined)
        throw refused(`${publicId('str', row.id)} is ${row.status} or changed`)
      return shown(row)
    },
  })
}

const versionOf = ({ status, units, occurrence }: StrayRow): string =>
  `${status} ${units} ${occurrence}`
