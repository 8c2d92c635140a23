// Every command of the table, over real HTTP and directly: both ways carry out the same operation, print the same and are
// audited. cli/test/sign-in.test.ts runs the commands themselves.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
import { callOf } from '../client/direct.ts'
import { RefusedByService } from '../client/refusals.ts'
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
  const ORG = ['--organization', 'org_01jqe8m2x4fv5s0t6w7y8z9abc']
  const CLABE = ['--method', 'MXN_CLABE']
  const accounts = file('accounts.yaml', '- clabe: "032180000118359710"\n')
  const desk = file('desk.yaml', 'enterprises:\n  - name: Demo Enterprise\n    colour: red\n')
  const statement = file('march.csv', 'Fecha;Valor\n')
  const question = file(
    'question.yaml',
    'message: Why?\nfields: [{ name: why, about: Why., type: text, required: true }]\ndeadline: 2027-03-09T17:00:00Z\n',
  )
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
    'orders cancel-send': [ORDER, ...why],
    'orders mark': [ORDER, 'settled', '--evidence', 'letter', ...why],
    'orders sent-before': [`${ORDER}:payout:1`, ...why],
    'orders freeze': [ORDER, ...why],
    'orders unfreeze': [ORDER, ...why],
    'holds list': [],
    'holds place': ['epi_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    'holds release': ['org_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    halt: ['quotes', '--rail', 'nowhere', ...why],
    resume: ['fills', ...why],
    halts: [],
    'information list': ['--status', 'open'],
    'information show': ['irq_01jqe8m2x4fv5s0t6w7y8z9abc'],
    'information ask': ['org_01jqe8m2x4fv5s0t6w7y8z9abc', question, ...why],
    'information close': ['irq_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    'information read': ['irq_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    'information document': [
      'irq_01jqe8m2x4fv5s0t6w7y8z9abc',
      'ird_01jqe8m2x4fv5s0t6w7y8z9abc',
      '--to',
      join(folder, 'never-written'),
      ...why,
    ],
    'travel-rule read': ['epi_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
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
    'deposits book': ['dep_01jqe8m2x4fv5s0t6w7y8z9abc', '--from', 'treasury', ...why],
    'deposits keep': ['dep_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    'strays list': [],
    'strays return': ['str_01jqe8m2x4fv5s0t6w7y8z9abc', '--to', '0x0', ...why],
    'strays dismiss': ['str_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    'deposits return': ['dep_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    'deposits returns': [],
    'deposits stop-return': ['dep_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    'deposits mark-return': [
      'dep_01jqe8m2x4fv5s0t6w7y8z9abc',
      '--outcome',
      'settled',
      '--evidence',
      'letter',
      ...why,
    ],
    'deposits assign': ['dep_01jqe8m2x4fv5s0t6w7y8z9abc', '--to', ORDER, ...why],
    'deposits held': [],
    'deposits release': ['dep_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    'deposits reversed': [],
    'deposits received': [ORDER, ...why],
    'deposits set-off': [ORDER, ...why],
    'deposits write-off': [ORDER, ...why],
    'payouts returned': [],
    'payouts pay-again': ['po_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    'payouts refund': ['po_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    'refunds waiting': [],
    'small-amounts': [],
    'refunds send-kept': [ORDER, ...why],
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
    'users admit': ['nobody', ...why],
    'audit list': ['--subject', 'nothing'],
    'keys list': [],
    'keys create': ['--enterprise', 'Demo Enterprise', '--label', 'x', '--scopes', 'read', ...ORG],
    'keys revoke': ['key_01jqe8m2x4fv5s0t6w7y8z9abc'],
    'rails waiting': [],
    'rails retry': ['entry_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    'rails dismiss': ['entry_01jqe8m2x4fv5s0t6w7y8z9abc', '--evidence', 'line 3', ...why],
    'rails tie': [
      'entry_01jqe8m2x4fv5s0t6w7y8z9abc',
      '--key',
      `${ORDER}:payout:1`,
      '--evidence',
      'line 3',
      ...why,
    ],
    'rails deposit': ['entry_01jqe8m2x4fv5s0t6w7y8z9abc', '--evidence', 'line 3', ...why],
    'rails accounts list': [],
    'rails accounts add': [accounts, '--rail', 'sandbox', '--currency', 'MXN', ...CLABE, ...why],
    'rails accounts retire': ['fac_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    apply: [desk, ...why],
    export: [],
    'configuration list': [],
    'configuration show': ['7'],
    'configuration rollback': ['7', ...why],
    'configuration withdraw': ['7', ...why],
    'routes list': [],
    'routes disable': ['USDC to MXM', ...why],
    'routes enable': ['USDC to MXN', ...ORG, ...why],
    reconcile: [statement, '--account', 'rail:sandbx', '--currency', 'COP', ...why],
    'approvals list': [],
    'approvals show': ['apr_01jqe8m2x4fv5s0t6w7y8z9abc'],
    'approvals approve': ['apr_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    'approvals reject': ['apr_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
    'approvals withdraw': ['apr_01jqe8m2x4fv5s0t6w7y8z9abc', ...why],
  }
  const READS =
    /^(queue|orders (parked|frozen)|holds list|halts|export|.* (list|unmatched|held|reversed|returned|returns|waiting|balances|sweeps))$|^(exposure|small-amounts)$/

  const roleOf = (name: string): Role =>
    /^(users|audit|keys)/.test(name)
      ? 'admin'
      : /^(holds|information|travel-rule|deposits release|refunds release)/.test(name)
        ? 'compliance'
        : /^(treasury|rails|apply|export|configuration|strays|deposits (book|keep|return$))/.test(
              name,
            )
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

  /** These look before they act, and find nothing here. */
  const ACTS: Record<string, string> = {
    resume: '/halts/hlt_01jqe8m2x4fv5s0t6w7y8z9abc/resume',
    'routes disable': `/organizations/${ORG[1]}/routes/rt_01jqe8m2x4fv5s0t6w7y8z9abc/disable`,
    'routes enable': `/organizations/${ORG[1]}/routes/rt_01jqe8m2x4fv5s0t6w7y8z9abc/enable`,
    'keys revoke': '/api_keys/key_01jqe8m2x4fv5s0t6w7y8z9abc/revoke',
    'deposits received': `/orders/${ORDER}/reversal/received`,
    'deposits set-off': `/orders/${ORDER}/reversal/set-off`,
    'deposits write-off': `/orders/${ORDER}/reversal/write-off`,
    'refunds send': `/orders/${ORDER}/redirect-refund`,
    'payouts pay-again': `/orders/${ORDER}/pay-again`,
    'payouts refund': `/orders/${ORDER}/refund`,
  }

  test('has its roles in the documents, as the service has them', async () => {
    const viewer = over(keys.get('viewer'))
    const found = new Map<string, string[]>()
    for (const [name, words] of Object.entries(calls)) {
      const act = ACTS[name]
      const refused = await (
        act === undefined ? rows[name]?.run(viewer, given(words)) : viewer('POST', act, {})
      )?.then(
        () => undefined,
        (error: unknown) => error,
      )
      const missing =
        refused instanceof RefusedByService && refused.problem.code === 'right_missing'
      if (act !== undefined) expect(missing, `${act} is no act`).toBe(true)
      const may = missing ? (refused.problem.roles_with_the_right ?? []) : ['everybody']
      const who = may.join(', ')
      found.set(who, [...(found.get(who) ?? []), name])
    }
    const lines = [...found].map(
      ([who, names]) => `| ${names.map((name) => `\`${name}\``).join(', ')} | ${who} |`,
    )
    const page = readFileSync(join(import.meta.dirname, '../../docs/command-line.md'), 'utf8')
    const table = page.split('| Commands | Roles |\n|---|---|\n')[1]?.split('\n\n')[0]
    expect(table?.split('\n').toSorted()).toEqual(lines.toSorted())
  })

  test('names an example where an identifier is expected', async () => {
    const words = ['dep_01jqe8m2x4fv5s0t6w7y8z9abc', '--to', 'CO-20260301-WB9WGMCW']
    expect(await ran('deposits assign', here, words)).toContain(
      'must be an identifier such as ord_01jqe8m2x4fv5s0t6w7y8z9abc',
    )
  })

  test('says once what is wrong with a value', async () => {
    const said = await ran('queue', over(keys.get('operator')), ['--kind', 'nonsense'])
    expect(said).toMatch(/^\?kind must be one of parked_order, [^\n]+ [a-z_]+$/)
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
  expect(await approve('tess')).toMatch(/you proposed this act|role/)
  expect(await approve('olaf')).toMatchObject({
    text: `${id} is APPROVED: movement.propose is done.\n`,
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
  expect(textOf(await ran('routes list', here, []))).toMatch(/USDC to BRL .* disabled/)
  expect(textOf(await ran('routes enable', here, ['USDC to BRL', ...why]))).toContain(
    'true -> false',
  )
  expect(await ran('routes disable', operator, ['USDC to BRM', ...why])).toMatch(
    /there is no route USDC to BRM; routes: USDC to BRL/,
  )
})

const textOf = (output: Output | string): string =>
  typeof output === 'string' ? output : output.text
