// Orders of a whole service whose euros come in and whose pesos go out by bank files: the operator file, the worker, the
// database, and a bank in a process of its own.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { executionBy } from '../../src/parties/acts/execution.ts'
import { updateApprovalRules } from '../../src/parties/acts/queries.ts'
import { cancelPayout } from '../../src/engine/cancellations/cancel-send.ts'
import { askMarked } from '../../src/engine/marks/ask-marked.ts'
import { halt, resume } from '../../src/engine/halts/act.ts'
import { publicId, uuidOf } from '../../src/platform/ids.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { paymentId } from '../../src/outside/rails/bank-files/identifiers.ts'
import { selectRefunds } from '../../src/engine/refunds/queries.ts'
import { selectWaitingRefunds } from '../../src/engine/refunds/waiting-queries.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import {
  ACCOUNT,
  bankFolders,
  entry,
  notificationOf,
  resolution,
  startBank,
  type Folders,
} from '../support/bank-files.ts'
import { root } from '../support/command.ts'
import { newPerson, newProgram } from '../support/desk.ts'
import { rowOf } from '../support/orders.ts'
import { untilOpen } from '../support/rails.ts'
import { screenedWorld } from '../support/screening.ts'
import { manualClock, testService, type TestService } from '../support/service.ts'

const IBAN = 'DE89370400440532013000'
let pesos: Folders
let bank: Awaited<ReturnType<typeof startBank>>
let corridor: TestService
const folder = mkdtempSync(join(tmpdir(), 'corridor-euros-'))
const euros = { outbox: join(folder, 'out'), inbox: join(folder, 'in'), work: join(folder, 'work') }

beforeAll(async () => {
  pesos = bankFolders()
  for (const path of Object.values(euros)) mkdirSync(path)
  bank = await startBank(pesos.root, '100000000.00')
  const rails = [
    { name: 'bank:pesos', kind: 'bank_files', settings: pesos.settings({ poll_seconds: 1 }) },
    {
      name: 'bank:euros',
      kind: 'bank_files',
      settings: {
        method: 'IBAN',
        currency: 'EUR',
        account: { iban: IBAN },
        holder: 'Corridor GmbH',
        bank: { bic: 'COBADEFFXXX' },
        funding: {
          iban: IBAN,
          bic: 'COBADEFFXXX',
          account_holder_name: 'Corridor GmbH',
          bank_name: '',
        },
        calendar: { timezone: 'Europe/Berlin', cut_off: '15:00' },
        deposits_from: 'both',
        folder: euros,
        poll_seconds: 1,
      },
    },
  ]
  const world = readFileSync(join(root, 'server/sandbox.yaml'), 'utf8')
  const path = join(folder, 'world.yaml')
  writeFileSync(path, `${world}\n${stringify({ rails })}`)
  // Both the route and its trading pair are open for the next hours.
  const clock = manualClock(Date.parse('2026-03-04T13:30:00Z'))
  corridor = await testService({ clock, env: { CORRIDOR_SANDBOX_FILE: path } })
  await untilOpen(corridor.deps.rails)
})
afterAll(async () => {
  await corridor.close()
  await bank.stop()
  pesos.close()
  rmSync(folder, { recursive: true, force: true })
})

async function ordered(): Promise<OrderJson> {
  const { id } = await corridor.offering('EUR', 'COP')
  const body = { quote_id: (await corridor.quote(id)).id, metadata: { [NOTE]: NOTE } }
  return (await corridor.post<OrderJson>(`${corridor.organization}/orders`, body)).data
}
/** Metadata, which no file for a bank has. */
const NOTE = 'note-4711-of-the-customer'

/** Lets the time of retries pass, but not the time to fund an order. */
async function reached(id: string, wanted: string): Promise<OrderJson> {
  let last = ''
  for (let tries = 0; tries < 2400; tries++) {
    const { data } = await corridor.get<OrderJson>(`${corridor.organization}/orders/${id}`)
    const { current_status: status } = data.status
    if (status === wanted) return data
    last = status
    if (status !== 'STEP_1_AWAITING_FUNDING') corridor.clock.advance(5000)
    await sleep(50)
  }
  throw new Error(`order ${id} did not reach ${wanted}; last: ${last}`)
}

/** The payer's bank transfer, with a text of the payer. */
function transfer(name: string, amount: string, text: string): void {
  const path = join(euros.inbox, `${name}.xml`)
  writeFileSync(
    `${path}.part`,
    notificationOf([
      entry({
        amount,
        currency: 'EUR',
        reference: name,
        transactions: [
          `<RltdPties><Dbtr><Pty><Nm>Erika Mustermann</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf>`,
        ],
      }),
    ])
      .replace(`<Othr><Id>${ACCOUNT}</Id></Othr>`, `<IBAN>${IBAN}</IBAN>`)
      .replace('<Ccy>COP</Ccy>', '<Ccy>EUR</Ccy>'),
  )
  renameSync(`${path}.part`, path)
}

test('an order that is funded by a transfer with a mangled reference number is paid out by file', async () => {
  const order = await ordered()
  expect(order.funding_instructions).toMatchObject({ details: { iban: IBAN } })
  const before = BigInt(bank.state().balanceMinor)
  transfer(
    'T1',
    order.payin.total,
    `Re ${order.reference_number.replaceAll('-', ' ').toLowerCase()} danke`,
  )
  const { payout } = await reached(order.id, 'STEP_4_COMPLETED')
  expect(before - BigInt(bank.state().balanceMinor)).toBe(BigInt(payout.total.replace('.', '')))
  const paid = bank.state().entries.filter(({ direction }) => direction === 'DBIT')
  expect(paid).toMatchObject([{ amount: payout.total }])
})

test('two orders at the shared account are told apart by their reference numbers', async () => {
  const [first, second] = [await ordered(), await ordered()]
  transfer('T3', second.payin.total, second.reference_number)
  await reached(second.id, 'STEP_4_COMPLETED')
  const { data } = await corridor.get<OrderJson>(`${corridor.organization}/orders/${first.id}`)
  expect(data.status.current_status).toBe('STEP_1_AWAITING_FUNDING')
})

test('a payout that the bank rejects is refunded by file to the payer', async () => {
  const order = await ordered()
  // The desk has no money at the bank any more.
  await bank.stop()
  const path = join(pesos.root, 'bank/state.json')
  const state: Record<string, unknown> = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...state, balanceMinor: '0' }))
  bank = await startBank(pesos.root)
  transfer('T4', order.payin.total, order.reference_number)
  await reached(order.id, 'FAILED_REFUND_REQUESTED')
  const sent = () =>
    readdirSync(euros.outbox).map((name) => readFileSync(join(euros.outbox, name), 'utf8'))
  await expect
    .poll(() => sent().join())
    .toContain(`<InstdAmt Ccy="EUR">${order.payin.total}</InstdAmt>`)
})

test('a payout that an operator cancels is asked back, and refunded when the bank says so, once', async () => {
  await bank.stop()
  const order = await ordered()
  transfer('T5', order.payin.total, order.reference_number)
  await reached(order.id, 'STEP_3_SETTLING_PAYOUT')
  await expect.poll(() => pesos.outbox(), { timeout: 60_000 }).toHaveLength(1)
  const id = paymentId(`${order.id}:payout:1`)
  pesos.takeAway()
  const asked = await cancelPayout(
    corridor.deps,
    await rowOf(corridor, order),
    'the customer asked',
  )
  expect(asked).not.toHaveProperty('refused')
  const requested = () => {
    corridor.clock.advance(5000)
    return pesos.outbox()
  }
  await expect.poll(requested, { timeout: 60_000 }).toEqual([`${id}.cancel.xml`])
  // Asked is not cancelled.
  const { data } = await corridor.get<OrderJson>(`${corridor.organization}/orders/${order.id}`)
  expect(data.status.current_status).toBe('STEP_3_SETTLING_PAYOUT')
  pesos.receive('cancelled.xml', resolution(id, { status: 'ACCR' }))
  await reached(order.id, 'FAILED_REFUND_REQUESTED')
  // The bank tells later that it had executed the payment, and took it back.
  const moved = (reference: string, direction: 'CRDT' | 'DBIT', more: string) =>
    entry({
      reference,
      amount: order.payout.total,
      direction,
      transactions: [`<Refs><EndToEndId>${id}</EndToEndId></Refs>${more}`],
    })
  const back = '<RtrInf><Rsn><Cd>FOCR</Cd></Rsn></RtrInf>'
  pesos.receive('moved.xml', notificationOf([moved('M1', 'DBIT', ''), moved('M2', 'CRDT', back)]))
  const { owner } = corridor.database
  const taken = async () =>
    (await owner.query(`select kind, due_at from rail_entries where transaction = 'M2'`)).rows
  await expect.poll(taken, { timeout: 60_000 }).toEqual([{ kind: 'return', due_at: null }])
  expect((await owner.query('select from returns')).rowCount).toBe(0)
  expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined()
})

test('a frozen order is asked back at the bank while sends are halted, and keeps its money until both end', async () => {
  const { deps, database } = corridor
  const by = (name: 'halt' | 'resume') => executionBy(deps, COMMAND, name, 'a test')
  const order = await ordered()
  const freeze = (at: string) =>
    database.owner.query(`update orders set frozen_at = ${at} where id = $1`, [
      uuidOf('ord', order.id),
    ])
  transfer('T6', order.payin.total, order.reference_number)
  await reached(order.id, 'STEP_3_SETTLING_PAYOUT')
  const id = paymentId(`${order.id}:payout:1`)
  await expect.poll(() => pesos.outbox().join(), { timeout: 60_000 }).toContain(id)
  pesos.takeAway()
  const halted = await halt(deps, by('halt'), { what: 'sends', rail: null, provider: null })
  if (!('id' in halted)) throw new Error('nothing was halted')
  await freeze('now()')
  const asked = await cancelPayout(deps, await rowOf(corridor, order), 'the customer asked')
  expect(asked).not.toHaveProperty('refused')
  const requested = () => {
    corridor.clock.advance(5000)
    return pesos.outbox()
  }
  await expect.poll(requested, { timeout: 60_000 }).toEqual([`${id}.cancel.xml`])
  const files = readdirSync(euros.outbox).length
  pesos.receive('cancelled-2.xml', resolution(id, { status: 'ACCR' }))
  await reached(order.id, 'FAILED_REFUND_REQUESTED')
  const refunds = async () => selectRefunds(deps.db, [await rowOf(corridor, order)])
  expect(await refunds()).toMatchObject([{ status: 'PENDING', rail: null }])
  await resume(deps, by('resume'), halted.id)
  corridor.clock.advance(60_000)
  expect([readdirSync(euros.outbox).length, (await refunds())[0]?.rail]).toEqual([files, null])
  await freeze('null')
  const sent = () => {
    corridor.clock.advance(5000)
    return readdirSync(euros.outbox).length
  }
  await expect.poll(sent, { timeout: 60_000 }).toBe(files + 1)
  expect((await verifyLedger(deps.db)).difference).toBeUndefined()
})

test('a mark beside a request to cancel decides nothing that the bank has not decided', async () => {
  await bank.stop()
  const order = await ordered()
  transfer('T7', order.payin.total, order.reference_number)
  await reached(order.id, 'STEP_3_SETTLING_PAYOUT')
  const id = paymentId(`${order.id}:payout:1`)
  await expect.poll(() => pesos.outbox().join(), { timeout: 60_000 }).toContain(id)
  pesos.takeAway()
  const [operator, treasurer] = [
    await newProgram(corridor, 'operator'),
    await newProgram(corridor, 'treasurer'),
  ]
  const act = (who: typeof operator, name: string, body: object = {}) =>
    who.act('POST', `/orders/${order.id}/${name}`, { reason: 'the customer asked', ...body })
  const mark = () => act(treasurer, 'mark-payout', { outcome: 'rejected', evidence: 'letter 4711' })
  expect((await act(operator, 'freeze')).status).toBe(200)
  const [cancelled, marked] = await Promise.all([act(treasurer, 'cancel-payout'), mark()])
  expect([cancelled.status, marked.status]).toEqual([200, 409])
  const requested = () => {
    corridor.clock.advance(5000)
    return pesos.outbox()
  }
  await expect.poll(requested, { timeout: 60_000 }).toEqual([`${id}.cancel.xml`])
  // The bank may still execute it.
  expect((await mark()).problem.detail).toContain('can still be executed')
  pesos.receive('cancelled-3.xml', resolution(id, { status: 'ACCR' }))
  await reached(order.id, 'FAILED_REFUND_REQUESTED')
  expect((await mark()).status).toBe(409)
  expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined()
})

/** A payout of which the bank has the file, and has not told anything. */
async function fetched(name: string): Promise<{ order: OrderJson; id: string }> {
  await bank.stop()
  const order = await ordered()
  transfer(name, order.payin.total, order.reference_number)
  await reached(order.id, 'STEP_3_SETTLING_PAYOUT')
  const id = paymentId(`${order.id}:payout:1`)
  await expect.poll(() => pesos.outbox().join(), { timeout: 60_000 }).toContain(id)
  pesos.takeAway()
  return { order, id }
}
const files = () => {
  corridor.clock.advance(5000)
  return pesos.outbox()
}

test('a cancellation that waits for a second person asks the bank for nothing', async () => {
  const { deps } = corridor
  const { order, id } = await fetched('T8')
  const desk = { corridor, clock: { ...corridor.clock, advanceReal: () => undefined } }
  const first = await newPerson(desk, 'first', 'treasurer')
  const second = await newPerson(desk, 'second', 'treasurer')
  const rule = { act: 'order.cancel-payout', enterprise_id: null, from: null } as const
  await updateApprovalRules(deps.db, [{ ...rule, roles: ['treasurer'] }])
  const reason = 'the customer asked'
  const asked = () =>
    first.act<{ id: string }>('POST', `/orders/${order.id}/cancel-payout`, { reason })
  const proposed = await asked()
  expect(proposed.status).toBe(202)
  for (let round = 0; round < 20; round++) {
    expect(files()).toEqual([])
    await sleep(50)
  }
  const approve = () => second.act('POST', `/approvals/${proposed.data.id}/approve`, { reason })
  expect((await approve()).status).toBe(200)
  await updateApprovalRules(deps.db, [])
  await expect.poll(files, { timeout: 60_000 }).toEqual([`${id}.cancel.xml`])
  // It was asked once: neither the approval nor the act is repeated.
  expect([(await approve()).status, (await asked()).status]).toEqual([409, 409])
  pesos.receive('cancelled-4.xml', resolution(id, { status: 'ACCR' }))
  await reached(order.id, 'FAILED_REFUND_REQUESTED')
  expect((await verifyLedger(deps.db)).difference).toBeUndefined()
})

test('the refund after a cancellation waits for screening, and is in one file once', async () => {
  const { deps } = corridor
  const { order, id } = await fetched('T9')
  const { organization_id: organizationId, payin_instrument_id: payin } = await rowOf(
    corridor,
    order,
  )
  const payer = await deps.catalogue.instrument({ organizationId, id: payin })
  const screened = screenedWorld(corridor)
  await screened.screenWith([`address ${payer?.details['iban']}`])
  await deps.screeners.areConfiguredNow()
  const asked = await cancelPayout(deps, await rowOf(corridor, order), 'the customer asked')
  expect(asked).not.toHaveProperty('refused')
  await expect.poll(files, { timeout: 60_000 }).toEqual([`${id}.cancel.xml`])
  const before = readdirSync(euros.outbox).length
  pesos.receive('cancelled-5.xml', resolution(id, { status: 'ACCR' }))
  await reached(order.id, 'FAILED_REFUND_REQUESTED')
  const held = async () => {
    corridor.clock.advance(60_000)
    return (await selectWaitingRefunds(deps.db)).filter(
      ({ waits_for: what }) => what === 'screening',
    )
  }
  await expect.poll(held, { timeout: 30_000 }).toHaveLength(1)
  expect(readdirSync(euros.outbox)).toHaveLength(before)
  await screened.screenNobody()
  await deps.screeners.areConfiguredNow()
  screened.close()
  const sent = () => {
    corridor.clock.advance(60_000)
    return readdirSync(euros.outbox).length
  }
  await expect.poll(sent, { timeout: 60_000 }).toBe(before + 1)
  await sleep(1500)
  expect(sent()).toBe(before + 1)
  expect((await verifyLedger(deps.db)).difference).toBeUndefined()
})

test('a refund that the bank executed against the letter of an operator is not sent to another account', async () => {
  const { deps, database } = corridor
  const order = await ordered()
  transfer('T10', order.payin.total, order.reference_number)
  await reached(order.id, 'STEP_3_SETTLING_PAYOUT')
  // The payout itself is recorded after the status.
  const cancelled = async () =>
    cancelPayout(deps, await rowOf(corridor, order), 'the customer asked')
  await expect.poll(cancelled, { timeout: 60_000 }).not.toHaveProperty('refused')
  const payout = paymentId(`${order.id}:payout:1`)
  await expect.poll(() => files().join(), { timeout: 60_000 }).toContain(payout)
  pesos.takeAway()
  const before = readdirSync(euros.outbox)
  pesos.receive('cancelled-6.xml', resolution(payout, { status: 'ACCR' }))
  await reached(order.id, 'FAILED_REFUND_REQUESTED')
  const refund = async () => (await selectRefunds(deps.db, [await rowOf(corridor, order)]))[0]
  const inFlight = async () => {
    corridor.clock.advance(60_000)
    return (await refund())?.rail
  }
  await expect.poll(inFlight, { timeout: 60_000 }).toBe('bank:euros')
  await expect.poll(() => readdirSync(euros.outbox).length).toBe(before.length + 1)
  const { rail_key: key = '', id = never() } = (await refund()) ?? {}
  const treasurer = await newProgram(corridor, 'treasurer')
  const operator = await newProgram(corridor, 'operator')
  const act = (who: typeof operator, name: string, body: object = {}) =>
    who.act('POST', `/orders/${order.id}/${name}`, { reason: 'the bank wrote', ...body })
  expect((await act(operator, 'freeze')).status).toBe(200)
  corridor.clock.advance(73 * 3_600_000)
  const told = { refund_id: publicId('rf', id), outcome: 'rejected', evidence: 'letter 4711' }
  const marked = async () => (await act(treasurer, 'mark-refund', told)).status
  await expect.poll(marked, { timeout: 30_000 }).toBe(200)
  expect((await act(operator, 'unfreeze')).status).toBe(200)
  // The statement has the debit.
  const debit = entry({
    reference: 'D10',
    amount: order.payin.total,
    currency: 'EUR',
    direction: 'DBIT',
    transactions: [`<Refs><EndToEndId>${paymentId(key)}</EndToEndId></Refs>`],
  })
  writeFileSync(
    join(euros.inbox, 'debit.xml.part'),
    notificationOf([debit])
      .replace(`<Othr><Id>${ACCOUNT}</Id></Othr>`, `<IBAN>${IBAN}</IBAN>`)
      .replace('<Ccy>COP</Ccy>', '<Ccy>EUR</Ccy>'),
  )
  renameSync(join(euros.inbox, 'debit.xml.part'), join(euros.inbox, 'debit.xml'))
  type Item = { order_id: string; facts: { key: string; answer: string } }
  const items = async () => {
    await database.sql`update rail_marks set due_at = now() where due_at is not null`
    await askMarked(deps)
    const { data } = await operator.act<Item[]>('GET', '/queue?kind=contradicted_send')
    return data.filter(({ order_id: of }) => of === order.id).map(({ facts }) => facts)
  }
  await expect.poll(items, { timeout: 60_000 }).toMatchObject([{ key, answer: 'settled' }])
  const { payin_instrument_id: payin } = await rowOf(corridor, order)
  const elsewhere = {
    refund_id: told.refund_id,
    external_payment_instrument_id: publicId('epi', payin),
  }
  expect((await act(operator, 'redirect-refund', elsewhere)).problem.detail).toContain(
    'decide-send',
  )
  const decided = { key, outcome: 'settled', evidence: 'the statement' }
  expect((await act(treasurer, 'decide-send', decided)).status).toBe(200)
  await reached(order.id, 'FAILED_REFUND_PROCESSED')
  expect(readdirSync(euros.outbox)).toHaveLength(before.length + 1)
  expect((await verifyLedger(deps.db)).difference).toBeUndefined()
})

function never(): never {
  throw new Error('the order has no refund')
}

test('no file for a bank has the metadata of an order', () => {
  const files = [pesos.root, folder].flatMap((place) =>
    readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
  )
  expect(files.join()).toContain('<InstdAmt')
  for (const text of files) expect(text).not.toContain(NOTE)
})
