// Orders of a whole service that converts at Bitso: the operator file, the worker, the database, and the fake server.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrderJson } from '../src/orders/view.ts'
import { root } from './support/command.ts'
import { fakeBitso, type FakeBitso } from './support/fake-bitso.ts'
import { manualClock, testService, type TestService } from './support/service.ts'

const CONVERT = 'POST /rfq/v1/conversions'
const folder = mkdtempSync(join(tmpdir(), 'corridor-bitso-'))
let bitso: FakeBitso
let corridor: TestService

beforeAll(async () => {
  bitso = await fakeBitso({ isTicking: true })
  // The service and the company agree on the real time, which a test can move.
  const clock = { ...manualClock(), realNow: bitso.clock.realNow }
  corridor = await testService({ clock, env: { CORRIDOR_SANDBOX_FILE: operatorFile() } })
})
afterAll(async () => {
  await corridor.close()
  await bitso.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The demo world, but the route to Mexico converts at Bitso. */
function operatorFile(): string {
  const secretFile = (name: string) => {
    writeFileSync(join(folder, name), bitso.secret(`env:${name}`))
    return `file:${join(folder, name)}`
  }
  const provider = `  - name: BITSO
    kind: bitso
    settings:
      base_url: ${bitso.url}
      api_key: ${secretFile('BITSO_KEY')}
      api_secret: ${secretFile('BITSO_SECRET')}
    trading_pairs:
      - payin_currency: USDC
        payout_currency: MXN
        hours: *always
        settings: { sample_amount: '1000.00', margin_bps: 10, refresh_seconds: 2 }

`
  const text = readFileSync(join(root, 'server/sandbox.yaml'), 'utf8')
    .replace('  - name: BETA\n', `${provider}  - name: BETA\n`)
    .replace(/(payout_currency: MXN\n\s+liquidity_provider: )ALPHA/, '$1BITSO')
  const path = join(folder, 'world.yaml')
  writeFileSync(path, text)
  return path
}

async function funded(): Promise<string> {
  const { id: offeringId } = await corridor.offering('USDC', 'MXN')
  const quote = await corridor.quote(offeringId)
  const { id } = await corridor.order(quote.id)
  await corridor.fund(id)
  return id
}

/** Waits for the end of an order, and lets the time of its retries pass. */
async function completed(id: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const { data } = await corridor.get<OrderJson>(`${corridor.organization}/orders/${id}`)
    if (data.status.current_status === 'STEP_4_COMPLETED') return
    corridor.clock.advance(10_000)
    await sleep(50)
  }
  throw new Error(`order ${id} was not completed`)
}

test('an order is priced by Bitso, converted there and paid out', async () => {
  const { indicative_exchange_rate } = await corridor.offering('USDC', 'MXN')
  expect(indicative_exchange_rate).toBe('18.4815')
  await completed(await funded())
  expect(bitso.books.conversions).toHaveLength(1)
})

test.each(['lost_answer', 'error_after', 'bad_nonce'] as const)(
  'an order is converted once when the conversion meets %s',
  async (fault) => {
    const before = bitso.books.conversions.length
    bitso.fail(CONVERT, fault)
    await completed(await funded())
    expect(bitso.books.conversions).toHaveLength(before + 1)
  },
)

test('twenty orders at once make twenty conversions', async () => {
  const before = bitso.books.conversions.length
  const orders = await Promise.all(Array.from({ length: 20 }, funded))
  await Promise.all(orders.map(completed))
  expect(bitso.books.conversions).toHaveLength(before + 20)
})
