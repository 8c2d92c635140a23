// The operator API that sends deposits in suspense back, stops such a send, and records its outcome with evidence.
import Type, { type Static } from 'typebox'
import { addAct, type ActDeps } from '../../parties/acts/act.ts'
import { refused } from '../../parties/acts/refused.ts'
import { toTimestamp, toTimestampOrNull } from '../../platform/clock.ts'
import { upsertReturnCancellation } from '../cancellations/queries.ts'
import type { Api } from '../../platform/http/api-type.ts'
import {
  choice,
  count,
  dataListOf,
  exact,
  failures,
  identifier,
  nullable,
  text,
  timestamp,
} from '../../platform/http/schemas.ts'
import { newLeaseToken, publicId } from '../../platform/ids.ts'
import { methodNames } from '../../outside/methods/methods.ts'
import { whyStillPossible } from '../marks/still-possible.ts'
import { money, moneyView } from '../../platform/money/desk-money.ts'
import { LEASE_MS } from '../orders/job-queries.ts'
import { railNamed } from '../../outside/rails/registry.ts'
import type { ScreenDepositDeps } from '../screening/screen-deposits.ts'
import { actBody, operatorOfRequest, reason } from '../../parties/operators/guard.ts'
import { seesEnterprise, type Operator } from '../../parties/operators/operator.ts'
import { cannotLeave, ofSuspense, requireSuspended, versionOf } from './exit-endpoints.ts'
import { seenDeposits } from './list-queries.ts'
import { deskDepositView, type DeskDeposit } from './operator-endpoints.ts'
import { returnDeposit, type ReturnDeps } from './return-deposit.ts'
import {
  updateReturnLeased,
  updateReturnSettled,
  updateReturnStopped,
  updateReturnUnsent,
  waitsFor,
  type DepositReturnRow,
} from './return-queries.ts'
import { selectDepositReturns, selectReturnOfDeposit } from './return-read-queries.ts'

type Deps = ActDeps & ScreenDepositDeps & ReturnDeps & { db: ActDeps['db']; wakeWorker: () => void }
type Returned = { row: DeskDeposit; back: DepositReturnRow }

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
  const common = ofSuspense(deps)
  const present = async ({ id }: DeskDeposit, row: DeskDeposit) =>
    deskDepositView((await seenDeposits.find<DeskDeposit>(deps.db, id)) ?? row)

  addAct(api, deps, {
    ...common,
    name: 'deposit.return',
    path: '/deposits/:deposit_id/return',
    operationId: 'returnDeposit',
    summary: 'Return a deposit to its sender',
    description:
      'For a deposit in suspense: its whole amount goes back, as a refund without an order. Without `method` it goes to the account that the rail told. Name `method`, `details` and `evidence` where the rail tells no account, or where it cannot receive. A return that a rail lists after a restore is recorded, and not sent.',
    body: exact(
      {
        method: Type.Optional(Type.String({ enum: [...methodNames] })),
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
    async carryOut(row, { method, details, evidence }, execution) {
      const isGiven = method !== undefined
      if ((details !== undefined) !== isGiven || (evidence !== undefined) !== isGiven)
        throw refused('give all of method, details and evidence, or none of them')
      await requireSuspended(deps, row)
      const known = methodNames.find((name) => name === method)
      const receiver = known === undefined ? undefined : { method: known, details: details ?? {} }
      const made = await returnDeposit(deps, row, receiver, {
        evidence: evidence ?? null,
        execution,
        version: versionOf(row),
      })
      if (made === undefined) throw cannotLeave(row)
      deps.wakeWorker()
      return present(row, row)
    },
  })

  const ofReturn = {
    ...common,
    async find(operator: Operator, params: { deposit_id: string }): Promise<Returned | undefined> {
      const row = await common.find(operator, params)
      const back = row && (await selectReturnOfDeposit(deps.db, row.id))
      return row && back && { row, back }
    },
    about: ({ row, back }: Returned) => ({
      ...common.about(row),
      version: `${back.id} ${back.status} ${back.stopped_at ?? ''}`,
    }),
  }
  const openOf = ({ row, back }: Returned): string => {
    const id = publicId('dep', row.id)
    if (back.status !== 'PENDING' && back.status !== 'SENT')
      throw refused(`${id} is not on its way back: its return is ${back.status}`)
    return id
  }

  addAct(api, deps, {
    ...ofReturn,
    name: 'deposit.stop-return',
    path: '/deposits/:deposit_id/stop-return',
    operationId: 'stopDepositReturn',
    summary: 'Stop the return of a deposit',
    description:
      'A return that is not prepared yet is withdrawn: the deposit is in suspense again. From now on nothing more is sent for any other, and the rail is asked to cancel it if it can. Only the outcome at the rail, or evidence, ends it.',
    body: actBody,
    async carryOut(subject, _body, execution) {
      const id = openOf(subject)
      const { row, back } = subject
      const rail = back.rail === null ? undefined : await railNamed(deps.rails, back.rail)
      const at = deps.clock.now()
      const done = await execution.commit(ofReturn.about(subject).version, async (db) => {
        const withdrawn = { status: 'WITHDRAWN', code: null } as const
        if (await updateReturnUnsent(db, back, withdrawn, at))
          return { result: true, detail: { after: { status: 'WITHDRAWN' } } }
        if (rail === undefined || !(await updateReturnStopped(db, back.id, at))) return undefined
        if (rail.cancel !== undefined)
          await upsertReturnCancellation(
            db,
            { id: back.id, key: back.rail_key, rail: rail.name },
            at,
          )
        const after = { status: back.status, is_cancelled_at_rail: rail.cancel !== undefined }
        return { result: true, detail: { after } }
      })
      if (done === undefined) throw refused(`${id} was being sent meanwhile: read it again`)
      deps.wakeWorker()
      return present(row, row)
    },
  })

  addAct(api, deps, {
    ...ofReturn,
    name: 'deposit.mark-return',
    path: '/deposits/:deposit_id/mark-return',
    operationId: 'markDepositReturn',
    summary: 'Record the outcome of a return',
    description:
      'For a stopped return of which the rail does not tell the outcome. `rejected` puts the deposit into suspense again. It is refused while the send can still be executed; the evidence counts where the rail cannot tell, after `CORRIDOR_EVIDENCE_AFTER_HOURS`.',
    body: exact(
      {
        outcome: choice(['settled', 'rejected'], 'The outcome.', { title: 'ReturnOutcome' }),
        evidence: text(200, 'What shows it. The reference of a settled return.', 'letter 4711'),
        reason,
      },
      { title: 'DepositReturnOutcome', description: 'The outcome of a return, with evidence.' },
    ),
    async carryOut(subject, { outcome, evidence }, execution) {
      const id = openOf(subject)
      const { row, back } = subject
      const { rail, stopped_at: stoppedAt } = back
      if (rail === null || stoppedAt === null)
        throw refused(`${id} may be sent at any time: stop its return first`)
      const next = 'wait until the worker records it'
      const why =
        outcome === 'settled'
          ? undefined
          : await whyStillPossible(deps, rail, back, stoppedAt, next)
      if (why !== undefined) throw refused(`${id} ${why}`)
      const at = deps.clock.now()
      const token = newLeaseToken()
      const done = await execution.commit(ofReturn.about(subject).version, async (db) => {
        if (!(await updateReturnLeased(db, back.id, token, LEASE_MS))) return undefined
        const held = { ...back, lease_token: token }
        const isWritten =
          outcome === 'settled'
            ? await updateReturnSettled(db, held, { rail, reference: evidence, fee: null }, at)
            : await updateReturnUnsent(
                db,
                held,
                { status: 'FAILED', code: 'recorded_by_operator' },
                at,
              )
        const detail = { after: { status: outcome }, key: back.rail_key, evidence }
        return isWritten ? { result: true, detail } : undefined
      })
      if (done === undefined)
        throw refused(`${id} is being looked up by a worker: try again in a minute`)
      return present(row, row)
    },
  })
}

export function depositReturnsEndpoint(api: Api, { db }: Pick<ActDeps, 'db'>): void {
  api.get(
    '/deposits/returns',
    {
      config: { right: 'read' },
      schema: {
        tags: ['Deposits'],
        operationId: 'listDepositReturns',
        summary: 'List deposits that go back',
        description:
          'Deposits in suspense that operators sent back: the newest 1,000, unpaged. They belong to no enterprise.',
        response: { 200: dataListOf(depositReturn, 'The returns.'), ...failures() },
      },
    },
    async (request, reply) => {
      const sees = seesEnterprise(operatorOfRequest(request), null)
      const found = sees ? await selectDepositReturns(db) : []
      return reply.send({ data: found.map(depositReturnView) })
    },
  )
}
