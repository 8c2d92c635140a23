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
  await world.database.owner.query(
    'update halts set resumed_at = halted_at where resumed_at is null',
  )
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
