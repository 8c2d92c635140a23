// The operator API of strays: lists what deposit addresses hold that is no deposit, returns it, or dismisses it.
import Type from 'typebox'
import type { ActDeps } from '../../parties/acts/act.ts'
import { actsOn } from '../../parties/acts/acts-on.ts'
import { closed, type Closed } from '../../parties/acts/closed.ts'
import { aboutDeployment } from '../../parties/acts/execution.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { dataListOf, dataOf, exact, pathId, text } from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { actBody, operatorOfRequest, reason } from '../../parties/operators/guard.ts'
import { findOfDeployment, seesEnterprise } from '../../parties/operators/operator.ts'
import type { Config } from '../../platform/config.ts'
import { outcomeOfReturn, STOP_FIRST } from '../deposits/return-endpoints.ts'
import {
  dismissStray,
  isDecision,
  markStrayReturn,
  stopStrayReturn,
  versionOf,
} from './end-return.ts'
import { selectPresentStrays, selectStray, type StrayRow } from './queries.ts'
import { returnStray, type ReturnDeps } from './return-stray.ts'
import { straySchema, strayView } from './view.ts'

const tags = ['Strays']

type Deps = ActDeps & ReturnDeps & { config: Config }
const common = { tags, answer: dataOf(straySchema, 'The stray as it is now.') }

export function strayEndpoints(api: Api, deps: Deps): void {
  listStraysEndpoint(api, deps)
  const acts = actsOnStrays(api, deps)
  returnAndStopStray(acts, deps)
  markEndpoint(acts, deps)
  dismissEndpoint(acts, deps)
}

function listStraysEndpoint(api: Api, { db }: Deps): void {
  addRead(api, {
    path: '/strays',
    config: { right: 'read' },
    tags,
    operationId: 'listStrays',
    summary: 'List strays',
    description:
      'Coins and tokens at deposit addresses that are no deposit, and wait for a decision or are being returned: the oldest 1,000, unpaged. They belong to no enterprise.',
    answer: dataListOf(straySchema, 'The strays.'),
    async data(request) {
      const isSeen = seesEnterprise(operatorOfRequest(request), null)
      return isSeen ? (await selectPresentStrays(db)).map(strayView) : []
    },
  })
}

type StrayActs = ReturnType<typeof actsOnStrays>

const actsOnStrays = (api: Api, deps: Deps) =>
  actsOn(api, deps, {
    kind: 'str',
    params: Type.Object({ stray_id: pathId('str', 'The stray.') }),
    find: (operator, { stray_id }) =>
      findOfDeployment(operator, 'str', stray_id, (id) => selectStray(deps.db, id)),
    about: (row) => aboutDeployment(publicId('str', row.id), versionOf(row)),
  })

const presentStray = async ({ db }: Deps, row: StrayRow) =>
  strayView((await selectStray(db, row.id)) ?? row)

function returnAndStopStray({ add }: StrayActs, deps: Deps): void {
  add({
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
    closed: closedDecision,
    async carryOut(row, { to }, execution) {
      await returnStray(deps, row, to, execution, versionOf(row))
      return presentStray(deps, row)
    },
  })

  add({
    ...common,
    name: 'stray.stop-return',
    path: '/strays/:stray_id/stop-return',
    operationId: 'stopStrayReturn',
    summary: 'Stop the return of a stray',
    description:
      'From now on nothing more is sent for it. Only the outcome at the rail, or evidence, ends it.',
    body: actBody,
    closed: (row) =>
      closedReturn(row) ??
      (row.stopped_at === null ? null : closed('other_state', 'was stopped before')),
    async carryOut(row, _body, execution) {
      await stopStrayReturn(deps, row, execution)
      return presentStray(deps, row)
    },
  })
}

function markEndpoint({ add }: StrayActs, deps: Deps): void {
  add({
    ...common,
    name: 'stray.mark-return',
    path: '/strays/:stray_id/mark-return',
    operationId: 'markStrayReturn',
    summary: 'Record the outcome of the return of a stray',
    description:
      'For a stopped return of which the rail does not tell the outcome. After `rejected` the stray waits for a decision again. It is refused while the send can still be executed; the evidence counts where the rail cannot tell, after `CORRIDOR_EVIDENCE_AFTER_HOURS`. Also decides which outcome is right where the rail contradicts the recorded one later.',
    body: exact(
      { ...outcomeOfReturn, reason },
      { title: 'StrayReturnOutcome', description: 'The outcome of a return, with evidence.' },
    ),
    closed: (row) =>
      isDecision(row) ? null : (closedReturn(row) ?? (row.stopped_at === null ? STOP_FIRST : null)),
    async carryOut(row, told, execution) {
      await markStrayReturn(deps, row, told, execution)
      return presentStray(deps, row)
    },
  })
}

function dismissEndpoint({ add }: StrayActs, deps: Deps): void {
  add({
    ...common,
    name: 'stray.dismiss',
    path: '/strays/:stray_id/dismiss',
    operationId: 'dismissStray',
    summary: 'Dismiss a stray',
    description:
      'For dust and spam. It stays at its address, and comes back only if more of it arrives.',
    body: actBody,
    closed: closedDecision,
    async carryOut(row, _body, execution) {
      await dismissStray(deps, row, execution)
      return presentStray(deps, row)
    },
  })
}

/** Null: it waits for a decision. */
const closedDecision = ({ status, contradicted_key: key }: StrayRow): Closed | null =>
  status === 'OPEN'
    ? key === null
      ? null
      : closed(
          'contradicted',
          `may have gone back: its rail contradicts the recorded outcome of ${key}. Decide with \`corridor strays mark-return\``,
        )
    : status === 'RETURNING'
      ? closed('on_its_way_back', 'is on its way back')
      : closed('ended', `is ${status}: nothing is left to decide`)

const closedReturn = ({ status }: StrayRow): Closed | null =>
  status === 'RETURNING'
    ? null
    : closed('not_on_its_way_back', `is not on its way: it is ${status}`)
