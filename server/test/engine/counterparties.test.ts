// Deposits from known counterparties are booked by a rule of the operator file, and never if they may be somebody else's money.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { updateApprovalRules } from '../../src/parties/acts/queries.ts'
import { undoOf } from '../../src/desk/configuration/undo.ts'
import { bookByRule } from '../../src/engine/deposits/book-by-rule.ts'
import { publicId, type Uuid } from '../../src/platform/ids.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { applyFile } from '../../src/desk/operator-file/apply-file.ts'
import { readOperatorFile } from '../../src/desk/operator-file/operator-file.ts'
import { recordDeposit } from '../../src/engine/deposits/record-deposit.ts'
import { forFile } from '../support/for-file.ts'
import { newProgram, openDesk, ratesArrive } from '../support/desk.ts'

const ALPHA = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'
const BANK = '0x52908400098527886E0F7030069857D2E4169EE7'
const KNOWN = `counterparties:
  - { name: Settlements of ALPHA, rail: sandbox, currency: USDC, sender: '${ALPHA}', from: 'provider:ALPHA', reference: SETTLE, max_amount: '500.00', auto: true }
  - { name: Our bank, rail: sandbox, currency: USDC, sender: '${BANK}', from: treasury }
`

const { corridor } = await forFile(openDesk())
const tess = await newProgram(corridor, 'treasurer')
await ratesArrive(corridor)
await apply(KNOWN)
afterEach(async () => {
  await updateApprovalRules(corridor.deps.db, [])
  expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined()
})

async function apply(text: string) {
  const { config, db, clock } = corridor.deps
  const path = join(config.dataDir, 'counterparties.yaml')
  writeFileSync(path, text)
  return applyFile(db, { ...config, at: clock.now() }, readOperatorFile(path))
}
let number = 0
async function deposit(more: {
  sender?: string
  reference?: string
  amountMinor?: bigint
  account?: string
}) {
  const transaction = `own-${number++}`
  const seen = {
    kind: 'deposit' as const,
    transaction,
    index: 0,
    account: 'desk',
    reference: 'settle 7',
    sender: ALPHA,
    currency: 'USDC',
    amountMinor: 70_000_000n + BigInt(number),
    ...more,
  }
  await recordDeposit(corridor.deps, { name: 'sandbox' }, seen)
  const rows = await corridor.sql<{ id: Uuid<'dep'> }>`select id from deposits
      where transaction = ${transaction}`
  if (rows[0] === undefined) throw new Error('the deposit was not recorded')
  return { id: publicId('dep', rows[0].id), amountMinor: seen.amountMinor }
}
async function exitOf({ id }: { id: string }) {
  await bookByRule(corridor.deps)
  const { data } = await tess.act<{ exit: string | null; exit_account: string | null }>(
    'GET',
    `/deposits/${id}`,
  )
  return data.exit_account
}
const queued = async ({ id }: { id: string }) =>
  (
    await tess.act<{ subject: string; facts: { counterparty: string | null } }[]>(
      'GET',
      '/queue?kind=unmatched_deposit&limit=200',
    )
  ).data.find(({ subject }) => subject === id)?.facts.counterparty
const amountOf = (minor: bigint) =>
  `${minor / 1_000_000n}.${String(minor % 1_000_000n).padStart(6, '0')}`

test('a deposit that fits is booked once, with the name of its rule in the trail', async () => {
  const fitting = await deposit({})
  expect(await exitOf(fitting)).toBe('provider:ALPHA')
  expect(await bookByRule(corridor.deps)).toBe(0)
  const rows = await corridor.sql`select actor, reason from audit_entries
      where subject = ${fitting.id}`
  expect(rows).toEqual([
    { actor: 'service', reason: 'by the rule of the counterparty Settlements of ALPHA' },
  ])
})

test('without auto it is a suggestion', async () => {
  // Letter case of an address on an EVM chain does not matter.
  const suggested = await deposit({ sender: BANK.toLowerCase() })
  expect(await exitOf(suggested)).toBeNull()
  expect(await queued(suggested)).toBe('Our bank')
})

test.each([
  ['another sender', { sender: 'So11111111111111111111111111111111111111112' }],
  ['another text', { reference: 'invoice 9' }],
  ['a larger amount', { amountMinor: 500_000_001n }],
])('%s does not fit', async (_words, more) => {
  const other = await deposit(more)
  expect(await exitOf(other)).toBeNull()
  expect(await queued(other)).toBeNull()
})

test('a person decides if an order may fit, a movement is known or a rule of approval covers it', async () => {
  const order = await corridor.order()
  const mayBeOrder = await deposit({ reference: `settle ${order.reference_number}` })
  const moved = 77_000_000n
  const asked = await tess.act<{ id: string }>('POST', '/movements', {
    from_account: 'provider:ALPHA',
    to_account: 'rail:sandbox',
    currency: 'USDC',
    amount: amountOf(moved),
    reason: 'a settlement',
  })
  expect(asked.status).toBe(201)
  const announced = await deposit({ amountMinor: moved })
  await updateApprovalRules(corridor.deps.db, [
    {
      act: 'deposit.book',
      enterprise_id: null,
      from: { currency: 'USDC', minor: '400000000' },
      roles: ['treasurer'],
    },
  ])
  const large = await deposit({ amountMinor: 400_000_000n })
  for (const one of [mayBeOrder, announced, large]) {
    expect(await exitOf(one)).toBeNull()
    expect(await queued(one)).toBe('Settlements of ALPHA')
  }
})

test('a movement that is recorded after the booking does not count the money again', async () => {
  const booked = await deposit({ amountMinor: 88_000_000n })
  expect(await exitOf(booked)).toBe('provider:ALPHA')
  const { data } = await tess.act<{ id: string }>('POST', '/movements', {
    from_account: 'provider:ALPHA',
    to_account: 'rail:sandbox',
    currency: 'USDC',
    amount: '88.00',
    reason: 'a settlement',
  })
  const step = (name: string, more: object = {}) =>
    tess.act('POST', `/movements/${data.id}/${name}`, { reason: 'statement 7', ...more })
  for (const name of ['approve', 'send']) expect((await step(name)).status).toBe(200)
  expect((await step('settle')).problem.detail).toContain('would count twice')
  expect((await step('settle', { not_a_deposit: true })).status).toBe(200)
})

test('a deposit of one sender is not booked by a rule that has another sender under the same name', async () => {
  const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
  const theirs = await deposit({ sender: BANK })
  await apply(`counterparties:
  - { name: Our bank, rail: sandbox, currency: USDC, sender: '${other}', from: treasury, auto: true }
`)
  expect(await exitOf(theirs)).toBeNull()
  expect(await exitOf(await deposit({ sender: other }))).toBe('treasury')
  await apply(KNOWN)
})

test('senders are stored encrypted, faults are named, and a rollback has the list of before', async () => {
  const { config, db, clock } = corridor.deps
  const rows = await corridor.sql`select encode(list_sealed, 'escape') as text
      from known_counterparties`
  expect(JSON.stringify(rows)).not.toContain(ALPHA)
  await expect(
    apply(`counterparties:
  - { name: x, rail: sandbx, currency: USDC, sender: '${ALPHA}', from: 'provider:NOBODY' }
`),
  ).rejects.toThrow(/there is no rail sandbx[^]*provider:NOBODY is no account/)
  const path = join(config.dataDir, 'none.yaml')
  writeFileSync(path, 'counterparties: []\n')
  const undo = await undoOf(db, config.secrets, readOperatorFile(path), clock.now())
  const { changes } = await apply('counterparties: []\n')
  expect(JSON.stringify(changes)).not.toContain(ALPHA)
  const stray = await deposit({})
  expect(await queued(stray)).toBeNull()
  await apply(undo)
  expect(await exitOf(await deposit({}))).toBe('provider:ALPHA')
})
