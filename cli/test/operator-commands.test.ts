// Operator commands for parked orders, refunds, deposits and the ledger, next to a running service.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OfferingJson } from '../../server/src/engine/offerings/view.ts'
import type { OrderJson } from '../../server/src/engine/orders/view.ts'
import type { QuoteJson } from '../../server/src/engine/quotes/view.ts'
import {
  caller,
  readSandbox,
  run,
  start,
  stopAll,
  type Running,
} from '../../server/test/support/command.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'corridor-operator-'))
const env = { CORRIDOR_DATA_DIR: dataDir, PORT: '0', CORRIDOR_SANDBOX_STEP_MS: '0' }
let service: Running
beforeAll(async () => void (service = await start(['serve'], env)))
afterAll(async () => {
  await service.stop()
  await stopAll()
  rmSync(dataDir, { recursive: true, force: true })
})

const corridor = async (...args: string[]): Promise<string> => {
  const { status, said } = await run(args, env)
  if (status !== 0) throw new Error(said)
  return said
}

async function orderOf(total: string): Promise<OrderJson & { path: string }> {
  const { base_url, api_key, organization_id } = readSandbox(dataDir)
  const call = caller(base_url, api_key)
  const root = `/organizations/${organization_id}`
  const { data: offerings } = await call<OfferingJson[]>('POST', `${root}/offerings`)
  const { data: quote } = await call<QuoteJson>('POST', `${root}/quotes`, {
    offering_id: offerings[0]?.id,
    payin_amount: total,
  })
  const { data: order } = await call<OrderJson>('POST', `${root}/orders`, { quote_id: quote.id })
  const path = `${root}/orders/${order.id}`
  await call('POST', `${path}/simulate-demo-funding`, {})
  return { ...order, path }
}

async function until(path: string, status: string): Promise<void> {
  const { base_url, api_key } = readSandbox(dataDir)
  for (let tries = 0; tries < 1600; tries++) {
    const { data } = await caller(base_url, api_key)<OrderJson>('GET', path)
    if (data.status.current_status === status) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${path} did not reach ${status}`)
}

async function untilShown(args: string[], pattern: RegExp): Promise<RegExpExecArray> {
  for (let tries = 0; tries < 60; tries++) {
    const match = pattern.exec(await corridor(...args))
    if (match !== null) return match
  }
  throw new Error(`${args.join(' ')} did not show ${String(pattern)}`)
}

test('a fresh sandbox has nothing that waits for an operator', async () => {
  expect(await corridor('rails', 'waiting')).toBe('There are no entries of rails that wait.\n')
  expect(await corridor('payouts', 'returned')).toBe('No payout that came back waits for you.\n')
  expect(await corridor('orders', 'parked')).toBe('There are no parked orders.\n')
  expect(await corridor('refunds', 'waiting')).toBe('There are no waiting refunds.\n')
  expect(await corridor('deposits', 'unmatched')).toBe('No deposit is unmatched.\n')
  expect(await corridor('ledger', 'balances')).toBe('Nothing was posted yet.\n')
})

test('a parked order is listed with its reason, and can be released once', async () => {
  const order = await orderOf('1911.05')
  await untilShown(
    ['orders', 'parked'],
    new RegExp(
      `^${order.id} .* STEP_2_FILLING_FX .* slippage .* ALPHA +${order.exchange_rate} +[\\d.]+ +-[\\d.]+ COP +\\S+Z$`,
      'm',
    ),
  )
  expect(await corridor('orders', 'release', order.id)).toBe(
    `Release a parked order: done. ${order.id} is STEP_2_FILLING_FX.\n`,
  )
  await until(order.path, 'STEP_4_COMPLETED')
  await expect(corridor('orders', 'release', order.id)).rejects.toThrow('is not parked')
})

test('a parked order is shown in full and ended with a reason that its customer never sees', async () => {
  const order = await orderOf('2911.05')
  await untilShown(['orders', 'parked'], new RegExp(`^${order.id} `, 'm'))
  const [parked] = JSON.parse(await corridor('orders', 'parked', '--json'))
  expect(await corridor('orders', 'show', order.id)).toMatch(
    /^OPEN ACTS +SECOND PERSON\n(orders .* -\n)*orders release +-$/m,
  )
  expect(await corridor('organizations', 'show', readSandbox(dataDir).organization_id)).toMatch(
    /^holds place +-$/m,
  )
  expect(parked).toMatchObject({ id: order.id, liquidity_provider: 'ALPHA' })
  await expect(corridor('orders', 'fail', order.id, '--reason', ' ')).rejects.toThrow(
    '--reason must have 1 to 500 characters',
  )
  expect(await corridor('orders', 'fail', order.id, '--reason', 'too dear')).toBe(
    `End a parked order: done. ${order.id} is FAILED_DECLINED_BY_LIQ_PROVIDER.\n`,
  )
  expect(await corridor('orders', 'refund', order.id, '--reason', 'asked by letter')).toBe(
    `Refund an order: done. ${order.id} is FAILED_REFUND_REQUESTED.\n`,
  )
  await until(order.path, 'FAILED_REFUND_PROCESSED')
  const shown = await corridor('orders', 'show', order.id)
  expect(shown).toMatch(/action: failed\s+reason: too dear/)
  expect(shown).toMatch(/action: refunded\s+reason: asked by letter/)
  expect(shown, 'an ended order allows no release').not.toContain('orders release')
  const { base_url, api_key } = readSandbox(dataDir)
  const { data } = await caller(base_url, api_key)('GET', `${order.path}/timeline`)
  expect(JSON.stringify(data)).not.toMatch(/too dear|by letter/)
  await expect(corridor('orders', 'refund', order.id, '--reason', 'again')).rejects.toThrow(
    'is FAILED_REFUND_PROCESSED and not parked',
  )
})

test('a refund that the rail rejected is redirected by an operator', async () => {
  const order = await orderOf('1911.14')
  const [, refund = ''] = await untilShown(
    ['refunds', 'waiting'],
    new RegExp(
      `^(rf_\\w+)  ${order.id}  .*1911.14 USDC  payout_rejected  FAILED  destination`,
      'm',
    ),
  )
  const to = order.payin.external_payment_instrument.id
  const wrong = order.payout.external_payment_instrument.id
  await expect(corridor('refunds', 'send', refund, '--to', wrong)).rejects.toThrow(
    'no such instrument for USDC',
  )
  expect(await corridor('refunds', 'send', refund, '--to', to)).toBe(
    `${refund} is sent to ${to}.\n`,
  )
  await until(order.path, 'FAILED_REFUND_PROCESSED')
  await expect(corridor('refunds', 'send', refund, '--to', to)).rejects.toThrow(
    'that waits for a destination',
  )
})

test('the ledger agrees with the orders, and its balances can be read at an instant', async () => {
  expect(await corridor('ledger', 'verify')).toMatch(/transfers agree with \d+ orders/)
  const balances = await corridor('ledger', 'balances')
  expect(balances).toMatch(/^fee +USDC +[\d.]+ credit$/m)
  expect(balances).toMatch(/^unwind +COP +[\d.]+ credit$/m)
  expect(await corridor('ledger', 'balances', '--at', '2020-01-01T00:00:00Z')).toBe(
    'Nothing was posted yet.\n',
  )
  await expect(corridor('ledger', 'balances', '--at', 'yesterday')).rejects.toThrow(
    'is not a timestamp',
  )
})

test('commands for unknown orders and deposits name what is unknown', async () => {
  await expect(corridor('orders', 'release', 'ord_x')).rejects.toThrow('there is no order ord_x')
  await expect(corridor('deposits', 'assign', 'dep_x', '--to', 'ord_x')).rejects.toThrow('--to')
  await expect(
    corridor('deposits', 'assign', 'dep_x', '--to', 'ord_01jqe8m2x4fv5s0t6w7y8z9abc'),
  ).rejects.toThrow('there is no deposit or order dep_x')
})
