// Payouts at a connector that an operator cancels: in flight, never received, after a restore, and at a connector that cannot
// cancel or forgets what it cancelled.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { executionBy } from '../../src/parties/acts/execution.ts'
import { cancelPayout } from '../../src/engine/cancellations/cancel-send.ts'
import { selectCancellations } from '../../src/engine/cancellations/queries.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { ConnectorClient } from '../../src/outside/connectors/client.ts'
import { openConnectorRail } from '../../src/outside/connectors/rail.ts'
import { halt, resume } from '../../src/engine/halts/act.ts'
import { uuidOf } from '../../src/platform/ids.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { selectRefunds } from '../../src/engine/refunds/queries.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import {
  reaches,
  restorableConnectedService,
  type RestorableConnectedService,
} from '../support/connected-service.ts'
import { selectWaitingRefunds } from '../../src/engine/refunds/waiting-queries.ts'
import { updateApprovalRules } from '../../src/parties/acts/queries.ts'
import { newPerson, newProgram } from '../support/desk.ts'
import { screenedWorld } from '../support/screening.ts'
import { rowOf } from '../support/orders.ts'
import { manualClock, type TestService } from '../support/service.ts'

const clock = manualClock()
let world: RestorableConnectedService
let corridor: TestService
beforeAll(async () => {
  world = await restorableConnectedService(clock)
  corridor = world.corridor
})
afterAll(async () => {
  await corridor?.close()
  await world?.close()
})

type Sent = { key: string; status: string; code?: string }
const sendOf = async (id: string) =>
  (await world.connector.control<{ sends: Sent[] }>('GET', '/book')).sends.filter(({ key }) =>
    key.startsWith(id),
  )
const bankMode = (mode: string) => world.connector.control('POST', '/sends', { mode })
const cancel = async (id: string) =>
  cancelPayout(corridor.deps, await rowOf(corridor, { id }), 'the customer asked')

async function funded(): Promise<string> {
  const { id: offeringId } = await corridor.offering('USDC', 'MXN')
  const { id } = await corridor.order((await corridor.quote(offeringId)).id)
  await corridor.fund(id)
  return id
}

test('a payout that the bank has not executed is cancelled, and its order is refunded', async () => {
  await bankMode('hold')
  const id = await funded()
  await reaches(corridor, id, 'STEP_3_SETTLING_PAYOUT')
  while ((await sendOf(id)).length === 0) await sleep(50)
  expect(await cancel(id)).not.toHaveProperty('refused')
  await reaches(corridor, id, 'FAILED_REFUND_PROCESSED')
  await bankMode('pay')
  expect(await sendOf(id)).toMatchObject([{ status: 'rejected', code: 'cancelled' }])
  expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined()
})

test('a frozen order keeps its money after the cancellation, which no halt of sends delays', async () => {
  const { deps } = corridor
  const by = (name: 'halt' | 'resume') => executionBy(deps, COMMAND, name, 'a test')
  const freeze = (at: string) =>
    world.database.owner.query(`update orders set frozen_at = ${at} where id = $1`, [
      uuidOf('ord', id),
    ])
  await bankMode('hold')
  const id = await funded()
  await reaches(corridor, id, 'STEP_3_SETTLING_PAYOUT')
  while ((await sendOf(id)).length === 0) await sleep(50)
  const halted = await halt(deps, by('halt'), { what: 'sends', rail: null, provider: null })
  if (!('id' in halted)) throw new Error('nothing was halted')
  await freeze('now()')
  expect(await cancel(id)).not.toHaveProperty('refused')
  await reaches(corridor, id, 'FAILED_REFUND_REQUESTED')
  await bankMode('pay')
  expect(await sendOf(id)).toMatchObject([{ status: 'rejected', code: 'cancelled' }])
  const asked = await selectCancellations(deps.db, [await rowOf(corridor, { id })])
  expect(asked).toMatchObject([{ answer: 'cancelled' }])
  const refunds = async () => selectRefunds(deps.db, [await rowOf(corridor, { id })])
  expect(await refunds()).toMatchObject([{ status: 'PENDING', rail: null }])
  await resume(deps, by('resume'), halted.id)
  clock.advance(60_000)
  // The freeze alone keeps the refund too.
  expect(await refunds()).toMatchObject([{ status: 'PENDING', rail: null }])
  await freeze('null')
  await reaches(corridor, id, 'FAILED_REFUND_PROCESSED')
  expect((await verifyLedger(deps.db)).difference).toBeUndefined()
})

test('a mark beside a cancellation decides nothing that the bank has not decided', async () => {
  await bankMode('hold')
  const id = await funded()
  await reaches(corridor, id, 'STEP_3_SETTLING_PAYOUT')
  while ((await sendOf(id)).length === 0) await sleep(50)
  const [operator, treasurer] = [
    await newProgram(corridor, 'operator'),
    await newProgram(corridor, 'treasurer'),
  ]
  const act = (who: typeof operator, name: string, body: object = {}) =>
    who.act('POST', `/orders/${id}/${name}`, { reason: 'the customer asked', ...body })
  expect((await act(operator, 'freeze')).status).toBe(200)
  const rejected = { outcome: 'rejected', evidence: 'letter 4711' }
  const [cancelled, marked] = await Promise.all([
    act(treasurer, 'cancel-payout'),
    act(treasurer, 'mark-payout', rejected),
  ])
  expect([cancelled.status, marked.status]).toEqual([200, 409])
  await reaches(corridor, id, 'FAILED_REFUND_REQUESTED')
  expect((await act(treasurer, 'mark-payout', rejected)).status).toBe(409)
  expect((await act(operator, 'unfreeze')).status).toBe(200)
  await reaches(corridor, id, 'FAILED_REFUND_PROCESSED')
  await bankMode('pay')
  expect(await sendOf(id)).toMatchObject([{ status: 'rejected', code: 'cancelled' }])
  expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined()
})

test('a cancellation that waits for a second person asks the bank for nothing, and lapses once the payout is cancelled or paid', async () => {
  const { deps } = corridor
  const desk = { corridor, clock: { ...clock, advanceReal: () => undefined } }
  const first = await newPerson(desk, 'first', 'treasurer')
  const second = await newPerson(desk, 'second', 'treasurer')
  const rule = { act: 'order.cancel-payout', enterprise_id: null, from: null } as const
  await updateApprovalRules(deps.db, [{ ...rule, roles: ['treasurer'] }])
  const inFlight = async () => {
    await bankMode('hold')
    const id = await funded()
    await reaches(corridor, id, 'STEP_3_SETTLING_PAYOUT')
    while ((await sendOf(id)).length === 0) await sleep(50)
    return id
  }
  const propose = async (id: string) => {
    const answer = await first.act<{ id: string }>('POST', `/orders/${id}/cancel-payout`, {
      reason: 'the customer asked',
    })
    expect(answer.status).toBe(202)
    return answer.data.id
  }
  const approve = (id: string) =>
    second.act('POST', `/approvals/${id}/approve`, { reason: 'they asked' })
  const asked = async (id: string) => selectCancellations(deps.db, [await rowOf(corridor, { id })])

  const paid = await inFlight()
  const tooLate = await propose(paid)
  expect(await asked(paid)).toEqual([])
  await bankMode('pay')
  await reaches(corridor, paid, 'STEP_4_COMPLETED')
  expect((await approve(tooLate)).status).toBe(409)
  expect(await asked(paid)).toEqual([])

  const cancelled = await inFlight()
  expect((await approve(await propose(cancelled))).status).toBe(200)
  await reaches(corridor, cancelled, 'FAILED_REFUND_PROCESSED')
  await updateApprovalRules(deps.db, [])
  await bankMode('pay')
  expect(await sendOf(cancelled)).toMatchObject([{ status: 'rejected', code: 'cancelled' }])
  expect((await verifyLedger(deps.db)).difference).toBeUndefined()
})

test('the refund after a cancellation waits for screening, and goes once', async () => {
  const { deps } = corridor
  await bankMode('hold')
  const id = await funded()
  await reaches(corridor, id, 'STEP_3_SETTLING_PAYOUT')
  while ((await sendOf(id)).length === 0) await sleep(50)
  const { organization_id: organizationId, payin_instrument_id: payin } = await rowOf(corridor, {
    id,
  })
  const payer = await deps.catalogue.instrument({ organizationId, id: payin })
  const screened = screenedWorld(corridor)
  await screened.screenWith([`address ${payer?.details['address']}`])
  await deps.screeners.areConfiguredNow()
  expect(await cancel(id)).not.toHaveProperty('refused')
  await reaches(corridor, id, 'FAILED_REFUND_REQUESTED')
  const refunds = async () => selectRefunds(deps.db, [await rowOf(corridor, { id })])
  const held = async () =>
    (await selectWaitingRefunds(deps.db)).filter(({ waits_for: what }) => what === 'screening')
  const due = () => {
    clock.advance(60_000)
    return held()
  }
  await expect.poll(due, { timeout: 30_000 }).toHaveLength(1)
  expect(await refunds()).toMatchObject([{ status: 'PENDING', rail: null }])
  await screened.screenNobody()
  await deps.screeners.areConfiguredNow()
  screened.close()
  await reaches(corridor, id, 'FAILED_REFUND_PROCESSED')
  await bankMode('pay')
  expect(await sendOf(id)).toMatchObject([{ status: 'rejected', code: 'cancelled' }])
  expect(await refunds()).toMatchObject([{ status: 'PROCESSED' }])
  expect((await verifyLedger(deps.db)).difference).toBeUndefined()
})

test('a database of before the cancellation pays nothing under the cancelled key', async () => {
  await bankMode('hold')
  const id = await funded()
  await reaches(corridor, id, 'STEP_3_SETTLING_PAYOUT')
  while ((await sendOf(id)).length === 0) await sleep(50)
  await corridor.stop()
  const backup = await world.backups.backUp()
  corridor = await world.again()
  expect(await cancel(id)).not.toHaveProperty('refused')
  await reaches(corridor, id, 'FAILED_REFUND_PROCESSED')
  await corridor.stop()
  await world.backups.restore(backup)
  await bankMode('pay')
  corridor = await world.again()
  await world.database.sql`update halts set resumed_at = halted_at where resumed_at is null`
  await reaches(corridor, id, 'FAILED_REFUND_PROCESSED')
  expect(await sendOf(id)).toMatchObject([{ status: 'rejected', code: 'cancelled' }])
})

describe('a connector', () => {
  const railOf = (stated: object, answers: (path: string) => unknown) => {
    const client = {
      call: async ({ path }: { path: string }) =>
        path === '/capabilities'
          ? { protocol: '1', pairs: [], served: [], ...stated }
          : answers(path),
      lookUp: async () => null,
      close: () => undefined,
    } as ConnectorClient
    const settings = { serves: [{ method: 'MXN_CLABE', currencies: ['MXN'] }] }
    const world = { clock: systemClock, environment: 'sandbox', secret: () => '' } as const
    return openConnectorRail('bank:example', { ...settings, ...CONNECTION }, world, client)
  }
  const CONNECTION = {
    url: 'https://connector.example',
    signing_key: 'env:KEY',
    signing_key_id: 'corridor-1',
    public_keys: { 'connector-1': 'gTl3Dqh9F19Wo1Rmw0x+zMuNipG07jeiXfYPW4/Js5Q=' },
  }

  test('of an earlier version is asked for no cancellation', async () => {
    const rail = railOf({}, () => {
      throw new Error('it was asked')
    })
    expect(await rail.canCancel?.()).toBe(false)
    expect(await rail.cancel?.('k', '')).toMatchObject({ state: 'impossible' })
  })

  test('that forgets what it cancelled is not believed', async () => {
    const rail = railOf({ cancels: true }, () => ({ key: 'k', status: 'cancelled', code: 'x' }))
    await expect(rail.cancel?.('k', '')).rejects.toThrow('unknown')
  })

  test('that answers with a word of its own has not decided', async () => {
    const rail = railOf({ cancels: true }, () => ({ key: 'k', status: 'asked_the_bank' }))
    expect(await rail.cancel?.('k', '')).toEqual({ state: 'pending' })
  })
})
