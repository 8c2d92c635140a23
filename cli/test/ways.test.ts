// Every command of operators, over real HTTP and directly: both ways carry out the same operation, print the same and are
// audited. cli/test/sign-in.test.ts runs the commands themselves.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { executionBy } from '../../server/src/parties/acts/execution.ts'
import { updateApprovalRules } from '../../server/src/parties/acts/queries.ts'
import { notDraining } from '../../server/src/platform/http/drain.ts'
import type { App } from '../../server/src/platform/http/api-type.ts'
import { buildOperatorApi } from '../../server/src/service/operator-api.ts'
import { createOperatorKey } from '../../server/src/parties/operators/manage-keys.ts'
import { COMMAND, directOperator } from '../../server/src/parties/operators/operator.ts'
import { roles, type Role } from '../../server/src/parties/operators/roles.ts'
import { newPerson, openDesk } from '../../server/test/support/desk.ts'
import type { TestService } from '../../server/test/support/service.ts'
import { loadRows } from '../client/add-client.ts'
import { callOver } from '../client/answers.ts'
import { BY_HAND } from '../client/by-hand.ts'
import { callOf } from '../client/direct.ts'
import {
  derivedOperations,
  operationNamed,
  type Field,
  type Operation,
} from '../client/operations.ts'
import { remoteCall } from '../client/remote.ts'
import type { Call, Output, Row } from '../client/rows.ts'

const folder = mkdtempSync(join(tmpdir(), 'corridor-ways-'))
const file = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

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
  rmSync(folder, { recursive: true })
})

const UNKNOWN = '01jqe8m2x4fv5s0t6w7y8z9abc'
const ORG = ['--organization', `org_${UNKNOWN}`]
const CLABE = ['--method', 'MXN_CLABE', '--currency', 'MXN']
/** They differ with who asks, make something at the first call, or tell when a rail was asked last. */
const NOT_ALIKE = [
  'passkeys list',
  'passkeys remove',
  'queue counts',
  'whoami',
  'operator-keys create',
  'halt',
  'rails list',
]
/** cli/test/sign-in.test.ts runs them. */
const WITH_PASSWORDS = ['enrol', 'sign-in', 'sign-out']

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

describe('every command', () => {
  const why = ['--reason', 'for a test']
  const ORDER = `ord_${UNKNOWN}`
  const accounts = file('accounts.yaml', '- clabe: "032180000118359710"\n')
  const desk = file('desk.yaml', 'enterprises:\n  - name: Demo Enterprise\n    colour: red\n')
  const statement = file('march.csv', 'Fecha;Valor\n')
  const question = file(
    'question.yaml',
    'message: Why?\nfields: [{ name: why, about: Why., type: text, required: true }]\ndeadline: 2027-03-09T17:00:00Z\n',
  )
  /** A call of each command that is made by hand, with the role that may use it. */
  const byHand: Record<string, [Role, ...string[]]> = {
    'orders receipt': ['viewer', ORDER],
    'organizations month': ['viewer', `org_${UNKNOWN}`, '2026-03'],
    'orders cancel-send': ['operator', ORDER, ...why],
    'orders mark': ['operator', ORDER, 'settled', '--evidence', 'letter', ...why],
    'orders sent-before': ['operator', `${ORDER}:payout:1`, ...why],
    'holds place': ['compliance', `epi_${UNKNOWN}`, ...why],
    'holds release': ['compliance', `org_${UNKNOWN}`, ...why],
    halts: ['viewer'],
    resume: ['operator', 'fills', ...why],
    'information ask': ['compliance', `org_${UNKNOWN}`, question, ...why],
    'information document': [
      'compliance',
      `irq_${UNKNOWN}`,
      `ird_${UNKNOWN}`,
      '--to',
      join(folder, 'never-written'),
      ...why,
    ],
    'deposits unmatched': ['viewer'],
    'deposits received': ['operator', ORDER, ...why],
    'deposits set-off': ['operator', ORDER, ...why],
    'deposits write-off': ['operator', ORDER, ...why],
    'payouts returned': ['viewer'],
    'payouts pay-again': ['operator', `po_${UNKNOWN}`, ...why],
    'payouts refund': ['operator', `po_${UNKNOWN}`, ...why],
    'refunds send': ['operator', `rf_${UNKNOWN}`, '--to', 'epi_x'],
    exposure: ['viewer'],
    'users create': ['admin', 'Eve!', '--role', 'viewer', ...why],
    'users disable': ['admin', 'nobody', ...why],
    'users enable': ['admin', 'nobody', ...why],
    'keys create': ['admin', '--enterprise', 'Demo Enterprise', '--label', 'x', ...ORG],
    'keys revoke': ['admin', `key_${UNKNOWN}`],
    'rails accounts add': ['treasurer', accounts, '--rail', 'sandbox', ...CLABE, ...why],
    apply: ['treasurer', desk, ...why],
    export: ['treasurer'],
    'routes disable': ['operator', 'USDC to MXM', ...why],
    'routes enable': ['operator', 'USDC to MXN', ...ORG, ...why],
    reconcile: ['treasurer', statement, '--account', 'rail:sandbx', '--currency', 'COP', ...why],
  }
  /** A call of a command of the table: unknown things, and values that have the form. */
  const derived = ({ words, roles: allowed, args, options, reason }: Operation) => {
    const valueOf = ({ name, about, choices }: Field): string => {
      const [, prefix] = /\(([a-z]+_)…\)$/.exec(about) ?? []
      if (prefix !== undefined) return `${prefix}${UNKNOWN}`
      return choices?.[0] ?? (/_(after|before)$/.test(name) ? '2026-03-01T00:00:00Z' : '7')
    }
    const given = [
      ...args.map(valueOf),
      ...options.flatMap((one) => (one.isRequired ? [`--${one.option}`, valueOf(one)] : [])),
      ...(reason === null ? [] : why),
    ]
    const role = roles.find((one) => one !== 'viewer' && allowed.includes(one)) ?? 'admin'
    return [words, [role, ...given]] as [string, [Role, ...string[]]]
  }
  const calls = [
    ...Object.entries(byHand),
    ...derivedOperations()
      .filter(({ words }) => !NOT_ALIKE.includes(words))
      .map(derived),
  ]

  test('has one operation or is listed, and every operation has a command', () => {
    const words = derivedOperations().map((one) => one.words)
    const listed = Object.keys(BY_HAND).filter((name) => !WITH_PASSWORDS.includes(name))
    expect(listed.toSorted()).toEqual(Object.keys(byHand).toSorted())
    expect([...words, ...listed].toSorted()).toEqual([...new Set(Object.keys(rows))].toSorted())
    for (const { operations, also = [] } of Object.values(BY_HAND))
      for (const id of [...operations, ...also]) expect(operationNamed(id).id).toBe(id)
  })

  test.each(calls)('%s gives the same in both ways', async (name, [role, ...words]) => {
    const there = await ran(name, over(keys.get(role)), words)
    expect(await ran(name, here, words)).toEqual(there)
    if (typeof there === 'string') expect(there, 'the refusal, in words').toMatch(/^\S.{10,}/)
    else expect(there.bytes?.toString() ?? there.text).toMatch(/\n$/)
  })

  test('names an example where an identifier is expected', async () => {
    const words = ['dep_01jqe8m2x4fv5s0t6w7y8z9abc', '--to', 'CO-20260301-WB9WGMCW']
    expect(await ran('deposits assign', here, words)).toContain(
      'must be an identifier such as ord_01jqe8m2x4fv5s0t6w7y8z9abc',
    )
  })

  test('says once what is wrong with a value', async () => {
    const said = await ran('queue list', over(keys.get('operator')), ['--kind', 'nonsense'])
    expect(said).toMatch(/^\?kind must be one of parked_order, [^\n]+ [a-z_]+$/)
  })

  test.each(calls)('%s is refused without a session', async (name, [, ...words]) => {
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
  expect(text).toBe(`Propose a movement: done. ${id} is PROPOSED.\n`)
  expect(await ran('treasury cancel', here, [id, ...why])).toMatchObject({
    text: `Cancel a movement that was not sent: done. ${id} is CANCELLED.\n`,
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
  expect(await approve('tess')).toMatch(/you proposed this act|role/)
  expect(await approve('olaf')).toMatchObject({
    text: `Approve an act: done. ${id} is APPROVED.\n`,
  })
  expect(await ran('treasury propose', here, words), 'the owner needs nobody').toMatchObject({
    text: expect.stringContaining('is PROPOSED'),
  })
  await updateApprovalRules(corridor.deps.db, [])
})

test('a list of many pages is shown whole', async () => {
  for (let made = 0; made < 3; made += 1)
    await ran('treasury propose', here, [...MOVEMENT, '--amount', `${made + 1}.00`, ...why])
  const viewer = over(keys.get('viewer'))
  const { rows: all } = await viewer.all('/operator/v1/movements', { limit: 200 })
  const { rows: paged } = await viewer.all('/operator/v1/movements', { limit: 1 })
  expect(paged).toEqual(all)
  expect(all.length).toBeGreaterThan(3)
})

test('sends of no order are named as they are given', async () => {
  const sent: unknown[] = []
  const call = callOver(async (_method, _address, body) => {
    sent.push(body)
    const text = JSON.stringify({ data: { unknown_sends: 0 } })
    return { status: 200, text, bytes: Buffer.from(text), link: null }
  })
  await ran('resume', call, ['sends', '--halt', 'hlt_x', '--of-no-order', 'a,b', ...why])
  expect(sent).toEqual([{ reason: 'for a test', of_no_order: ['a', 'b'] }])
})

describe('what only the server may change', () => {
  const wholeFile = file(
    'whole.yaml',
    'bank_calendars:\n  - { name: tests, timezone: UTC, holidays: { 2031: [01-01] } }\n',
  )

  test('is refused over the service with what to do, and applied directly', async () => {
    const refused = await ran('apply', over(keys.get('treasurer')), [wholeFile, ...why])
    expect(refused).toMatch(/whole.yaml must describe routes only; .*--direct.* bank_calendars$/)
    expect(await ran('apply', here, [wholeFile, ...why])).toMatchObject({
      text: expect.stringContaining('create bank calendar tests'),
    })
  })

  test('is in no rollback over the service', async () => {
    const [version = ''] = /\d+/.exec(textOf(await ran('configuration list', here, []))) ?? []
    expect(version).not.toBe('')
    const rollback = (call: Call) => ran('configuration rollback', call, ['0', ...why])
    const there = await rollback(over(keys.get('treasurer')))
    expect(there).toMatch(/nothing became effective for routes after version 0/)
  })
})

describe('a file', () => {
  const treasurer = () => over(keys.get('treasurer'))

  test('that is exported over the service is refused for more than routes, not for its form', async () => {
    const exported = textOf(await ran('export', treasurer(), []))
    expect(exported).toContain('enterprises:')
    expect(exported).not.toContain('details:')
    expect(textOf(await ran('apply', here, [file('all.yaml', exported), ...why]))).toBe(
      'Nothing to change: everything is as the file says.\n',
    )
    expect(await ran('export', over(keys.get('viewer')), [])).toMatch(/viewer/)
  })

  test('is exported with details by whoever may read them, with an entry in the trail', async () => {
    const withDetails = (call: Call) =>
      rows['export']?.run(call, { args: [], options: { withDetails: true, reason: 'audit' } })
    expect((await withDetails(over(keys.get('compliance'))))?.text).toContain('details:')
    await expect(withDetails(treasurer())).rejects.toThrow(/treasurer/)
    const trail = textOf(await ran('audit list', here, ['--limit', '5']))
    expect(trail).toMatch(/key:compliance +configuration.export/)
  })

  test.each([
    ['that is no UTF-8', Buffer.from([0x65, 0xff, 0xfe]), /it is not a text in UTF-8/],
    [
      'whose aliases multiply',
      `a: &a [x, x]\n${'bcdefghijklmnop'
        .split('')
        .map(
          (name, at) => `${name}: &${name} [*${'abcdefghijklmno'[at]}, *${'abcdefghijklmno'[at]}]`,
        )
        .join('\n')}\n`,
      /alias/i,
    ],
    [
      'that is too large for the service',
      `# ${'x'.repeat(70_000)}\nenterprises: []\n`,
      /too large|64|larger/,
    ],
  ])('%s is refused', async (_what, content, reason) => {
    const path = file('bad.yaml', content)
    expect(await ran('apply', treasurer(), [path, ...why])).toMatch(reason)
  })
})

test('a statement is compared over the service and directly, once', async () => {
  const path = file('once.csv', 'Fecha;Valor;Ref\n2026-03-02;1.234,50;REF4711\n')
  const words = [path, '--account', 'rail:sandbox', '--currency', 'COP', ...why]
  words.push('--columns', 'date:Fecha,amount:Valor,reference:Ref')
  words.push('--delimiter', ';', '--decimal', ',')
  const there = await ran('reconcile', over(keys.get('treasurer')), words)
  expect(there).toMatchObject({ json: { is_new: true, open: 1 } })
  expect(await ran('reconcile', here, words)).toMatchObject({ json: { is_new: false, open: 1 } })
  expect(await ran('reconcile', over(keys.get('viewer')), words)).toMatch(/viewer/)
})

test('a route is disabled and enabled by its name', async () => {
  const operator = over(keys.get('operator'))
  expect(textOf(await ran('routes disable', operator, ['USDC to BRL', ...why]))).toMatch(
    /^Did:\n {2}change route USDC to BRL of Demo Payments\n {6}disabled: false -> true\n/,
  )
  expect(textOf(await ran('routes list', here, []))).toMatch(/USDC to BRL .* yes /)
  expect(textOf(await ran('routes enable', here, ['USDC to BRL', ...why]))).toContain(
    'true -> false',
  )
  expect(await ran('routes disable', operator, ['USDC to BRM', ...why])).toMatch(
    /there is no route USDC to BRM; routes: USDC to BRL/,
  )
})

const textOf = (output: Output | string): string =>
  typeof output === 'string' ? output : output.text
