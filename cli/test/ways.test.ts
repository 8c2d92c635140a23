// Every command of the table, over real HTTP and directly: both ways carry out the same operation, print the same and are
// audited. cli/test/sign-in.test.ts runs the commands themselves.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { executionBy } from '../../server/src/acts/execution.ts'
import { updateApprovalRules } from '../../server/src/acts/queries.ts'
import { notDraining } from '../../server/src/http/drain.ts'
import type { App } from '../../server/src/http/api-type.ts'
import { buildOperatorApi } from '../../server/src/operator-api.ts'
import { createOperatorKey } from '../../server/src/users/manage-keys.ts'
import { COMMAND, directOperator } from '../../server/src/users/operator.ts'
import { roles, type Role } from '../../server/src/users/roles.ts'
import { newPerson, openDesk } from '../../server/test/support/desk.ts'
import type { TestService } from '../../server/test/support/service.ts'
import { loadRows } from '../client/add-client.ts'
import { callOf } from '../client/direct.ts'
import { remoteCall } from '../client/remote.ts'
import type { Call, Output, Row } from '../client/rows.ts'

let corridor: TestService
let app: App
let rows: Readonly<Record<string, Row>>
let here: Call
const keys = new Map<Role, string>()
const people = new Map<string, string>()

beforeAll(async () => {
  const desk = await openDesk()
  corridor = desk.corridor
  for (const role of roles) {
    const by = executionBy(corridor.deps, COMMAND, 'operator_key.created', 'a test')
    const input = { label: role, role, enterpriseIds: null, expiresAt: null }
    keys.set(role, (await createOperatorKey(corridor.deps, by, input)).key)
  }
  for (const [login, role] of [
    ['tess', 'treasurer'],
    ['olaf', 'operator'],
  ] as const)
    people.set(login, (await newPerson(desk, login, role)).token)
  app = await buildOperatorApi(corridor.deps, notDraining(), directOperator('tester'))
  await app.ready()
  here = callOf(app)
  rows = await loadRows()
})
afterAll(async () => {
  await app.close()
  await corridor.close()
})

const over = (token: string | undefined): Call => remoteCall(corridor.url, token ?? '')

/** The command line as commander gives it to a row. */
function given(words: readonly string[]) {
  const args: string[] = []
  const options: Record<string, unknown> = {}
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (!word.startsWith('--')) args.push(word)
    else if (word !== '') {
      const name = word.slice(2).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
      options[name] = words[(at += 1)]
    }
  }
  return { args, options }
}

async function ran(name: string, call: Call, words: readonly string[]): Promise<Output | string> {
  const row = rows[name]
  if (row === undefined) throw new Error(`there is no command ${name}`)
  try {
    return await row.run(call, given(words))
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

describe('every command of the table', () => {
  const MOVEMENT = ['--from', 'treasury', '--to', 'rail:sandbox', '--currency', 'COP']
  const why = ['--reason', 'for a test']
  const ORDER = 'ord_01jqe8m2x4fv5s0t6w7y8z9abc'
  /** A call of each command. Those on unknown things are refused, in both ways with the same words. */
  const calls: Record<string, string[]> = {
    queue: ['--kind', 'parked_order'],
    'orders parked': [],
    'orders frozen': [],
    'orders show': [ORDER],
    'orders release': [ORDER],
    'orders fail': [ORDER, ...why],
    'orders refund': [ORDER, ...why],
    'orders accept-loss': [ORDER, '--amount', '1.00', ...why],
    'orders provider': [ORDER, 'BETA', ...why],
    'orders pay-elsewhere': [ORDER, 'epi_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    'orders mark': [ORDER, 'settled', '--evidence', 'letter', ...why],
    'orders freeze': [ORDER, ...why],
    'orders unfreeze': [ORDER, ...why],
    'holds list': [],
    'holds place': ['epi_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    'holds release': ['org_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    halt: ['quotes', '--rail', 'nowhere', ...why],
    resume: ['fills', ...why],
    halts: [],
    'endpoints list': ['--disabled'],
    'endpoints disable': ['whe_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    'endpoints enable': ['whe_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    'endpoints redeliver': [
      'whe_01jqe8m2x4fv5s0t6w7y8z9abc',
      '--after',
      '2026-03-01T00:00:00Z',
      '--before',
      '2026-03-02T00:00:00Z',
      ...why,
    ],
    'deposits unmatched': [],
    'deposits assign': ['dep_01jqe8m2x4fv5s0t6w7y8z9abc', '--to', ORDER],
    'deposits held': [],
    'deposits release': ['dep_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    'deposits reversed': [],
    'deposits received': [ORDER, ...why],
    'deposits write-off': [ORDER, ...why],
    'payouts returned': [],
    'payouts pay-again': ['po_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    'payouts refund': ['po_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    'refunds waiting': [],
    'refunds send': ['rf_01jqe8m2x4fv5s0t6w7y8z9abc', '--to', 'epi_x'],
    'refunds release': ['rf_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    exposure: [],
    'treasury balances': [],
    'treasury sweeps': [],
    'treasury list': [],
    'treasury propose': [...MOVEMENT, '--amount', '1.001', ...why],
    'treasury approve': ['mv_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    'treasury send': ['mv_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    'treasury settle': ['mv_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    'treasury fail': ['mv_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    'treasury cancel': ['mv_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    'users list': [],
    'users create': ['Eve!', '--role', 'viewer', ...why],
    'users reset': ['nobody', ...why],
    'users disable': ['nobody', ...why],
    'users enable': ['nobody', ...why],
    'audit list': ['--subject', 'nothing'],
    'approvals list': [],
    'approvals show': ['apr_01jqe8m2x4fv5s0t6w7y8z9abc'],
    'approvals approve': ['apr_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    'approvals reject': ['apr_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    'approvals withdraw': ['apr_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
  }
  const READS =
    /^(queue|orders (parked|frozen)|holds list|halts|.* (list|unmatched|held|reversed|returned|waiting|balances|sweeps))$|^exposure$/

  const roleOf = (name: string): Role =>
    /^(users|audit)/.test(name)
      ? 'admin'
      : /^(holds|deposits release|refunds release)/.test(name)
        ? 'compliance'
        : name.startsWith('treasury')
          ? 'treasurer'
          : 'operator'

  test('is called here', () => {
    const known = Object.keys(rows).filter((name) => name !== 'whoami')
    expect(Object.keys(calls).toSorted()).toEqual(known.toSorted())
  })

  test.each(Object.entries(calls))('%s gives the same in both ways', async (name, words) => {
    const there = await ran(name, over(keys.get(roleOf(name))), words)
    expect(await ran(name, here, words)).toEqual(there)
    if (READS.test(name)) expect(there).toMatchObject({ text: expect.stringMatching(/\n$/) })
    else expect(there, 'the refusal, in words').toMatch(/^\S.{10,}/)
  })

  test('says once what is wrong with a value', async () => {
    const said = await ran('queue', over(keys.get('operator')), ['--kind', 'nonsense'])
    expect(said).toMatch(/^\?kind must be one of parked_order, [^\n]+difference$/)
  })

  test.each(Object.entries(calls))('%s is refused without a session', async (name, words) => {
    const said = await ran(name, over('cs_unknown'), words)
    expect(said).toBe('A session or an operator key is required.')
  })
})

const MOVEMENT = ['--from', 'treasury', '--to', 'rail:sandbox', '--currency', 'COP']
const why = ['--reason', 'for a test']

test('an act is audited with who did it, over the service and directly', async () => {
  const proposed = await ran('treasury propose', over(people.get('tess')), [
    ...MOVEMENT,
    '--amount',
    '5.00',
    ...why,
  ])
  const text = typeof proposed === 'string' ? proposed : proposed.text
  const id = /mv_\w+/.exec(text)?.[0] ?? ''
  expect(text).toBe(`${id} is PROPOSED: 5.00 COP.\n`)
  expect(await ran('treasury cancel', here, [id, ...why])).toMatchObject({
    text: `${id} is CANCELLED.\n`,
  })
  expect(await ran('audit list', here, ['--subject', id])).toMatchObject({
    text: expect.stringMatching(/direct:tester +movement\.cancel[^]*user:tess +movement\.propose/),
  })
})

test('an act that a rule covers waits, and another person approves it', async () => {
  await updateApprovalRules(corridor.deps.db, [
    { act: 'movement.propose', enterprise_id: null, from: null, roles: ['operator'] },
  ])
  const words = [...MOVEMENT, '--amount', '7.00', ...why]
  const waits = await ran('treasury propose', over(people.get('tess')), words)
  const id = /apr_\w+/.exec(String(waits))?.[0] ?? ''
  expect(waits).toContain(`corridor approvals approve ${id} --reason TEXT`)
  const approve = (who: string) => ran('approvals approve', over(people.get(who)), [id, ...why])
  expect(await ran('treasury list', here, [])).toMatchObject({ json: [] })
  expect(await approve('tess')).toMatch(/own|role/)
  expect(await approve('olaf')).toMatchObject({
    text: expect.stringContaining(`${id} is APPROVED: movement.propose`),
  })
  expect(await ran('treasury propose', here, words), 'the owner needs nobody').toMatchObject({
    text: expect.stringContaining('is PROPOSED'),
  })
  await updateApprovalRules(corridor.deps.db, [])
})

test('a list of many pages is shown whole', async () => {
  for (let made = 0; made < 3; made += 1)
    await ran('treasury propose', here, [...MOVEMENT, '--amount', `${made + 1}.00`, ...why])
  const { pages } = await import('../client/rows.ts')
  const all = await pages<{ id: string }>(over(keys.get('viewer')), '/movements?limit=200')
  const paged = await pages<{ id: string }>(over(keys.get('viewer')), '/movements?limit=1')
  expect(paged).toEqual(all)
  expect(all.length).toBeGreaterThan(3)
})
