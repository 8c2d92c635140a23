// The operator API that sends deposits in suspense back, stops such a send, and records its outcome with evidence.
import Type, { type Static } from 'typebox'
import type { ActDeps } from '../../parties/acts/act.ts'
import { actsOn } from '../../parties/acts/acts-on.ts'
import { closed, type Closed } from '../../parties/acts/closed.ts'
import { refused, refusedAsClosed } from '../../parties/acts/refused.ts'
import { toTimestamp, toTimestampOrNull } from '../../platform/clock.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import {
  choice,
  count,
  dataListOf,
  exact,
  identifier,
  nullable,
  text,
  timestamp,
} from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { methodNames } from '../../outside/methods/methods.ts'
import { money, moneyView } from '../../platform/money/desk-money.ts'
import type { Acknowledged } from '../orders/acknowledged.ts'
import type { ScreenDepositDeps } from '../screening/screen-deposits.ts'
import { actBody, operatorOfRequest, reason } from '../../parties/operators/guard.ts'
import { seesEnterprise } from '../../parties/operators/operator.ts'
import {
  closedSuspense,
  depositAnswer,
  screenSuspended,
  suspended,
  type Suspended,
} from './exit-endpoints.ts'
import { decideContradicted } from './decide-contradicted.ts'
import { isStopped, markReturn, stopReturn } from './end-return.ts'
import { seenDeposits } from './list-queries.ts'
import { deskDepositView, type DeskDeposit } from './operator-endpoints.ts'
import { cannotLeave, versionOf } from './leave-suspense.ts'
import { listedReturnOf, returnDeposit, type ReturnDeps } from './return-deposit.ts'
import { waitsFor, type DepositReturnRow } from './return-queries.ts'
import { selectDepositReturns, selectReturnOfDeposit } from './return-read-queries.ts'

type Deps = ActDeps &
  ScreenDepositDeps &
  ReturnDeps & { db: ActDeps['db']; acknowledged: Acknowledged; wakeWorker: () => void }
type Returned = Suspended & { back: DepositReturnRow }

const closedReturn = ({ back }: Pick<Returned, 'back'>): Closed | null =>
  back.status === 'PENDING' || back.status === 'SENT'
    ? null
    : closed('not_on_its_way_back', `is not on its way back: its return is ${back.status}`)

/** Screening holds no return that was sent before a restore. */
const closedWayBack = (found: Suspended): Closed | null => {
  const why = closedSuspense(found)
  return why?.code === 'held_by_screening' && found.isReturnListed ? null : why
}

/** The record is about the contradiction. A later return that is under way is ended first: nothing else could end it. */
const isDecision = ({ back, contradicted }: Returned): boolean =>
  contradicted !== undefined &&
  (closedReturn({ back }) !== null || back.rail_key === contradicted.key)

export const STOP_FIRST = closed('stop_first', 'may be sent at any time: stop its return first')

/** The fields of an act that records the outcome of a return. */
export const outcomeOfReturn = {
  outcome: choice(['settled', 'rejected'], 'The outcome.', { title: 'ReturnOutcome' }),
  evidence: text(200, 'What shows it. The reference of a settled return.', 'letter 4711'),
}

const word = (description: string, example: string) =>
  Type.String({ description, examples: [example] })

const depositReturn = exact(
  {
    deposit_id: identifier('dep', 'The deposit.'),
    amount: money,
    method: word('The method of the account that gets it.', 'EVM_ADDRESS'),
    status: word(
      '`PENDING`, `SENT`, `PROCESSED`, `FAILED` or `WITHDRAWN`. After the last two the deposit is in suspense again.',
      'SENT',
    ),
    rail: nullable(word('A rail.', 'evm:base'), 'The rail. Null before it is prepared.'),
    rail_key: word('The idempotency key at the rail.', 'deposit:d0123456789abcdef0123:return:1'),
    reference: nullable(word('A reference.', '0x5c5…'), "The rail's reference, once settled."),
    rejection_code: nullable(word('A code.', 'AC04'), 'Why the rail rejected it.'),
    waits_for: nullable(
      choice(['outflow_limit', 'liquidity', 'evidence', 'rail'], 'What it waits for.', {
        title: 'DepositReturnWaitsFor',
      }),
      'Null if nobody has to do anything.',
    ),
    attempts: count('How often it was tried.', 1),
    stopped_at: nullable(timestamp('An instant.'), 'Since when nothing is sent under the key.'),
    created_at: timestamp('When an operator decided it.'),
    updated_at: timestamp('When it ended, or was decided.'),
  },
  { title: 'DepositReturn', description: 'A deposit in suspense that goes back to its sender.' },
)

const depositReturnView = (row: DepositReturnRow): Static<typeof depositReturn> => ({
  deposit_id: publicId('dep', row.deposit_id),
  amount: moneyView(row.amount_minor, row.currency),
  method: row.method,
  status: row.status,
  rail: row.rail,
  rail_key: row.rail_key,
  reference: row.rail_reference,
  rejection_code: row.rejection_code,
  waits_for: ['PENDING', 'SENT'].includes(row.status) ? waitsFor(row) : null,
  attempts: row.attempt,
  stopped_at: toTimestampOrNull(row.stopped_at),
  created_at: toTimestamp(row.created_at),
  updated_at: toTimestamp(row.updated_at),
})

export function depositReturnActs(api: Api, deps: Deps): void {
  returnDepositAct(api, deps)
  const acts = actsOnReturns(api, deps)
  stopReturnAct(acts, deps)
  markReturnAct(acts, deps)
}

const present = async ({ db }: Deps, row: DeskDeposit) =>
  deskDepositView((await seenDeposits.find<DeskDeposit>(db, row.id)) ?? row)

function returnDepositAct(api: Api, deps: Deps): void {
  actsOn(api, deps, suspended(deps)).add({
    ...depositAnswer,
    closed: closedWayBack,
    name: 'deposit.return',
    path: '/deposits/:deposit_id/return',
    operationId: 'returnDeposit',
    summary: 'Return a deposit to its sender',
    description:
      'For a deposit in suspense: its whole amount goes back, as a refund without an order. Without `method` it goes to the account that the rail told. Name `method`, `details` and `evidence` where the rail tells no account, or where it cannot receive. A return that a rail lists after a restore is recorded, and not sent, also if screening holds the deposit now.',
    body: exact(
      {
        method: Type.Optional(
          Type.String({
            enum: [...methodNames],
            description: 'The method of the account. Without it: the account that the rail told.',
          }),
        ),
        details: Type.Optional(
          Type.Record(Type.String({ maxLength: 60 }), Type.String({ maxLength: 200 }), {
            description: 'The fields of the method, as for an instrument.',
            maxProperties: 20,
          }),
        ),
        evidence: Type.Optional(
          text(
            200,
            'Why this account is the sender. Required with `method`.',
            'letter of the bank',
          ),
        ),
        reason,
      },
      { title: 'DepositReturning', description: 'Where a deposit goes back to.' },
    ),
    shownBody: ({ details, ...body }) =>
      details === undefined ? body : { ...body, details: 'encrypted' },
    async carryOut({ row }, { method, details, evidence }, execution) {
      const isGiven = method !== undefined
      if ((details !== undefined) !== isGiven || (evidence !== undefined) !== isGiven)
        throw refused('give all of method, details and evidence, or none of them')
      if ((await listedReturnOf(deps.db, row)) === undefined) await screenSuspended(deps, row)
      const known = methodNames.find((name) => name === method)
      const receiver = known === undefined ? undefined : { method: known, details: details ?? {} }
      const made = await returnDeposit(deps, row, receiver, {
        evidence: evidence ?? null,
        execution,
        version: versionOf(row),
      })
      if (made === undefined) throw cannotLeave(row)
      deps.wakeWorker()
      return present(deps, row)
    },
  })
}

const versionOfReturn = ({ back, contradicted }: Returned) =>
  `${back.id} ${back.status} ${back.stopped_at ?? ''}${contradicted === undefined ? '' : ` ${contradicted.key}`}`

type ReturnActs = ReturnType<typeof actsOnReturns>

function actsOnReturns(api: Api, deps: Deps) {
  const kind = suspended(deps)
  return actsOn(api, deps, {
    ...kind,
    async find(operator, params): Promise<Returned | undefined> {
      const found = await kind.find(operator, params)
      const back = found && (await selectReturnOfDeposit(deps.db, found.row.id))
      return found && back && { ...found, back }
    },
    about: (returned: Returned) => ({
      ...kind.about(returned),
      version: versionOfReturn(returned),
    }),
  })
}

function stopReturnAct({ add }: ReturnActs, deps: Deps): void {
  add({
    ...depositAnswer,
    name: 'deposit.stop-return',
    path: '/deposits/:deposit_id/stop-return',
    operationId: 'stopDepositReturn',
    summary: 'Stop the return of a deposit',
    description:
      'A return that is not prepared yet is withdrawn: the deposit is in suspense again. Refused after a restore while the return may have gone in the lost time. From now on nothing more is sent for any other, and the rail is asked to cancel it if it can. Only the outcome at the rail, or evidence, ends it.',
    body: actBody,
    closed: closedReturn,
    async carryOut(subject, _body, execution) {
      const { row, back } = subject
      await stopReturn(deps, back, execution, versionOfReturn(subject))
      deps.wakeWorker()
      return present(deps, row)
    },
  })
}

function markReturnAct({ add }: ReturnActs, deps: Deps): void {
  add({
    ...depositAnswer,
    name: 'deposit.mark-return',
    path: '/deposits/:deposit_id/mark-return',
    operationId: 'markDepositReturn',
    summary: 'Record the outcome of a return',
    description:
      'For a stopped return of which the rail does not tell the outcome. `rejected` puts the deposit into suspense again. It is refused while the send can still be executed; the evidence counts where the rail cannot tell, after `CORRIDOR_EVIDENCE_AFTER_HOURS`. Also decides which outcome is right where the rail contradicts the recorded one later.',
    body: exact(
      {
        ...outcomeOfReturn,
        reason,
      },
      { title: 'DepositReturnOutcome', description: 'The outcome of a return, with evidence.' },
    ),
    closed: (subject) =>
      isDecision(subject)
        ? null
        : (closedReturn(subject) ?? (isStopped(subject.back) ? null : STOP_FIRST)),
    async carryOut(subject, { outcome, evidence }, execution) {
      const { row, back, contradicted } = subject
      const decided = { outcome, evidence, execution, version: versionOfReturn(subject) }
      if (contradicted !== undefined && isDecision(subject)) {
        await decideContradicted(deps, row, contradicted, decided)
        deps.wakeWorker()
        return present(deps, row)
      }
      if (!isStopped(back)) throw refusedAsClosed(publicId('dep', row.id), STOP_FIRST)
      await markReturn(deps, back, decided)
      return present(deps, row)
    },
  })
}

export function depositReturnsEndpoint(api: Api, { db }: Pick<ActDeps, 'db'>): void {
  addRead(api, {
    path: '/deposits/returns',
    config: { right: 'read' },
    tags: ['Deposits'],
    operationId: 'listDepositReturns',
    summary: 'List deposits that go back',
    description:
      'Deposits in suspense that operators sent back: the newest 1,000, unpaged. They belong to no enterprise.',
    answer: dataListOf(depositReturn, 'The returns.'),
    async data(request) {
      const sees = seesEnterprise(operatorOfRequest(request), null)
      const found = sees ? await selectDepositReturns(db) : []
      return found.map(depositReturnView)
    },
  })
}
