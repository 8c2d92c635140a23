// The operator API that moves the desk's own money. operator-endpoints.ts reads the movements.
import Type from 'typebox'
import { addAct, type ActDeps } from '../../parties/acts/act.ts'
import { actsOn } from '../../parties/acts/acts-on.ts'
import type { About } from '../../parties/acts/execution.ts'
import { refused } from '../../parties/acts/refused.ts'
import { isDay, later, type Instant } from '../../platform/clock.ts'
import { DEPLOYMENT } from '../../parties/audit/chain.ts'
import type { Db } from '../../platform/db/pool.ts'
import { selectDepositAlike } from '../deposits/exit-queries.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { currency, dataOf, decimal, exact, pathId, text } from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { isCurrency } from '../../platform/money/currencies.ts'
import { parseAmount } from '../../platform/money/decimal.ts'
import { reason } from '../../parties/operators/guard.ts'
import { findOfDeployment, seesEnterprise } from '../../parties/operators/operator.ts'
import { presentDesk, requireDeskAccount, type DeskDeps } from './accounts.ts'
import { actOnMovement, proposeMovement } from './move.ts'
import { movementSchema, movementView } from './operator-endpoints.ts'
import { selectMovement, type MovementRow } from './queries.ts'
import { closedMovement, movementActs as steps } from './states.ts'

type Deps = ActDeps & DeskDeps

const evidence = Type.Optional(
  text(200, 'What shows that it happened outside.', 'statement of 2 March'),
)
const notADeposit = Type.Optional(
  Type.Boolean({
    description:
      'For settle: a deposit in suspense of the same amount is other money. Otherwise such a deposit refuses the act, since the money would count twice.',
    examples: [false],
  }),
)
const common = { tags: ['Treasury'], answer: dataOf(movementSchema, 'The movement as it is now.') }

const acts = {
  approve: 'Approve a proposed movement',
  send: 'Record that an approved movement has left its account',
  settle: 'Record that a movement has arrived',
  fail: 'Record that a sent movement came back',
  cancel: 'Cancel a movement that was not sent',
} as const

export function movementActs(api: Api, deps: Deps): void {
  proposeMovementAct(api, deps)
  stepActs(api, deps)
}

function proposeMovementAct(api: Api, deps: Deps): void {
  addAct(api, deps, {
    ...common,
    name: 'movement.propose',
    path: '/movements',
    status: 201,
    command: 'treasury propose --from=from_account --to=to_account',
    operationId: 'proposeMovement',
    summary: 'Propose a movement',
    description:
      'Between two accounts of the desk. It posts nothing before it is approved and sent.',
    params: Type.Object({}),
    body: exact(
      {
        from_account: text(100, 'The account that it leaves.', 'treasury'),
        to_account: text(100, 'The account that it goes to.', 'rail:evm:base'),
        currency: currency('The currency.', 'USDC'),
        amount: decimal('The amount, above zero.', '1000.00'),
        value_date: Type.Optional(text(10, 'When the bank counts it, a day.', '2026-03-02')),
        evidence,
        reason,
      },
      { title: 'NewMovement', description: 'A movement to propose.' },
    ),
    find: async (operator, _params, body) =>
      seesEnterprise(operator, null) ? asked(body) : undefined,
    about: ({ currency: of, minor }) => ({
      chain: DEPLOYMENT,
      subject: '',
      version: '',
      amounts: [{ currency: of, minor }],
    }),
    async carryOut(wanted, body, execution) {
      const desk = await presentDesk(deps)
      const from = requireDeskAccount(desk, 'from_account', body.from_account)
      const to = requireDeskAccount(desk, 'to_account', body.to_account)
      if (from === to) throw refused('from_account and to_account name the same account')
      const movement = {
        from_account: from,
        to_account: to,
        currency: wanted.currency,
        amount_minor: wanted.minor,
        value_date: wanted.valueDate,
      }
      const grounds = { reason: execution.reason, evidence: body.evidence ?? null }
      const proposed = await execution.commit('', async (db) => {
        const result = await proposeMovement({ ...deps, db }, movement, grounds)
        const { currency: of, amount } = body
        const after = { status: result.status, from, to, amount: `${amount} ${of}` }
        return { result, subject: publicId('mv', result.id), detail: { after } }
      })
      if (proposed === undefined) throw new Error('a movement was not inserted')
      return movementView(proposed)
    },
  })
}

function stepActs(api: Api, deps: Deps): void {
  const { add } = actsOn(api, deps, {
    kind: 'mv',
    params: Type.Object({ movement_id: pathId('mv', 'The movement.') }),
    find: (operator, { movement_id }) =>
      findOfDeployment(operator, 'mv', movement_id, (id) => selectMovement(deps.db, id)),
    about: aboutMovement,
  })
  for (const act of steps)
    add({
      ...common,
      name: `movement.${act}`,
      path: `/movements/:movement_id/${act}`,
      command: `treasury ${act}`,
      operationId: `${act}Movement`,
      summary: acts[act],
      description: 'Refused if the state of the movement does not allow it.',
      body: exact(
        { reason, evidence, not_a_deposit: notADeposit },
        { title: 'MovementStep', description: 'Why, and what shows it.' },
      ),
      closed: (movement) => closedMovement(movement, act),
      async carryOut(movement, body, execution) {
        if (act === 'settle' && body.not_a_deposit !== true)
          await refuseIfDeposit(deps.db, movement, deps.clock.now())
        const grounds = { reason: execution.reason, evidence: body.evidence ?? null }
        const changed = await execution.commit(String(movement.version), async (db) => {
          const result = await actOnMovement({ ...deps, db }, movement, act, grounds)
          const before = { status: movement.status }
          const after = { status: result.status }
          return { result, detail: { before, after, evidence: grounds.evidence } }
        })
        if (changed === undefined) throw new Error('a movement was not changed')
        return movementView(changed)
      },
    })
}

/** A movement is mostly recorded within days. */
const BOOKED_MS = 7 * 86_400_000

async function refuseIfDeposit(db: Db, movement: MovementRow, at: Instant): Promise<void> {
  const { to_account: to, currency: of, amount_minor: minor } = movement
  if (!to.startsWith('rail:')) return
  const deposit = await selectDepositAlike(
    db,
    to.slice('rail:'.length),
    of,
    minor,
    later(at, -BOOKED_MS),
  )
  if (deposit === undefined) return
  const [id, arrival] = [publicId('mv', movement.id), publicId('dep', deposit.id)]
  if (deposit.exit_account !== null)
    throw refused(
      `${arrival} of the same amount was booked from ${deposit.exit_account}, and would count twice: cancel the movement or record that it failed; if it is other money, send not_a_deposit`,
    )
  throw refused(
    `${arrival} in suspense has the same amount, and would count twice: \`corridor deposits book ${arrival} --movement ${id}\` settles the movement; if it is other money, send not_a_deposit`,
  )
}

const aboutMovement = (movement: MovementRow): About => ({
  chain: DEPLOYMENT,
  subject: publicId('mv', movement.id),
  version: String(movement.version),
  amounts: [{ currency: movement.currency, minor: movement.amount_minor }],
})

function asked(body: { currency: string; amount: string; value_date?: string }) {
  if (!isCurrency(body.currency)) throw refused(`${body.currency} is not a currency of Corridor`)
  const amount = parseAmount(body.amount, body.currency)
  if (!amount.ok)
    throw refused(`${body.amount} is not a positive amount of ${body.currency}, such as 1000.00`)
  return { currency: body.currency, minor: amount.minor, valueDate: dateOf(body.value_date) }
}

function dateOf(written: string | undefined): string | null {
  if (written === undefined) return null
  if (!isDay(written)) throw refused(`${written} is not a date such as 2027-01-31`)
  return written
}
