// Versions of the configuration: at once or from an instant, with who and why, taken back and withdrawn.
import { describe, expect, test } from 'vitest'
import { executionOf } from '../../src/parties/acts/execution.ts'
import { selectApprovalRules } from '../../src/parties/acts/queries.ts'
import { DEPLOYMENT } from '../../src/parties/audit/chain.ts'
import { verifyAudit } from '../../src/parties/audit/verify.ts'
import { later, toTimestamp, type Instant } from '../../src/platform/clock.ts'
import { applyDueVersions } from '../../src/desk/configuration/apply-due.ts'
import {
  applyVersion,
  rollBack,
  withdrawVersion,
} from '../../src/desk/configuration/apply-version.ts'
import { publicId } from '../../src/platform/ids.ts'
import { selectVersion, selectVersions } from '../../src/desk/configuration/queries.ts'
import { switchEnterpriseHold } from '../../src/parties/organizations/hold-enterprise.ts'
import { selectEnterprises, selectOrganizations } from '../../src/parties/organizations/queries.ts'
import type { RouteJson } from '../../src/engine/routes/view.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { QuoteJson } from '../../src/engine/quotes/view.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import { forFile } from '../support/for-file.ts'
import { newProgram } from '../support/desk.ts'
import { parsed } from '../support/operator-files.ts'
import { testService } from '../support/service.ts'

const corridor = await forFile(testService({ worker: false }))
const treasurer = await newProgram(corridor, 'treasurer')

const NAME = 'USDC to MXN'
const HOUR_MS = 3_600_000
const route = (bps: number, rest = '') => `
enterprises:
  - name: Demo Enterprise
    organizations:
      - name: Demo Payments
        routes:
          - name: ${NAME}
            payin_currency: USDC
            payout_currency: MXN
            liquidity_provider: ALPHA
            payin_limits: { min: '10.00', max: '50000.00' }
            cost_tiers: [{ min: '0.00', max: '50000.00', bps: ${bps} }]
            max_slippage_bps: 0
${rest}`

const execution = (reason: string) =>
  executionOf(
    corridor.deps,
    { chain: DEPLOYMENT, actor: COMMAND, act: 'configuration.apply', subject: '', reason },
    null,
  )
const apply = (text: string, from?: Instant) =>
  applyVersion(corridor.deps, parsed(text), { execution: execution('new prices'), from })
const newestNumber = async () => (await selectVersions(corridor.deps.db, 1))[0]?.number ?? 0
const theRoute = async (): Promise<RouteJson> => {
  const { data } = await corridor.get<RouteJson[]>(`${corridor.organization}/configured-routes`)
  const found = data.find((one) => one.payin_currency === 'USDC' && one.payout_currency === 'MXN')
  if (found === undefined) throw new Error('the demo world has no route from USDC to MXN')
  return found
}
const bps = async () => (await theRoute()).indicative_cost_tiers.map((tier) => tier.bps)

describe('an applied file', () => {
  test('is a version with who, why and the difference, and an entry in the audit trail', async () => {
    const { version } = await apply(route(10))
    expect(version).toMatchObject({ kind: 'apply', status: 'effective', reason: 'new prices' })
    const shown = await selectVersion(corridor.deps.db, version?.number ?? 0)
    expect(JSON.stringify(shown?.changes)).toContain('cost_tiers')
    const compliance = await newProgram(corridor, 'compliance')
    const { data } = await compliance.act<object[]>(
      'GET',
      `/audit?subject=configuration:${version?.number}`,
    )
    expect(data).toEqual([
      expect.objectContaining({ act: 'configuration.apply', reason: 'new prices' }),
    ])
    expect((await verifyAudit(corridor.deps.db, [])).faults).toEqual([])
  })

  test('that changes nothing, and one with a conflict, are no version', async () => {
    await apply(route(10))
    const number = await newestNumber()
    expect((await apply(route(10))).version).toBeNull()
    await expect(apply(route(10).replace('ALPHA', 'GAMMA'))).rejects.toThrow('liquidity_provider')
    expect(await newestNumber()).toBe(number)
  })

  test('leaves firm quotes as they are', async () => {
    await apply(route(10))
    const offering = await corridor.offering('USDC', 'MXN')
    const quote = await corridor.quote(offering.id, '100.00')
    await apply(route(500))
    const kept = await corridor.get<QuoteJson>(`${corridor.organization}/quotes/${quote.id}`)
    expect(kept.data).toEqual(quote)
    const order = await corridor.post<OrderJson>(`${corridor.organization}/orders`, {
      quote_id: quote.id,
    })
    expect(order.status).toBe(201)
  })

  test('beside others applied at once is taken one after the other, each with its own number', async () => {
    const before = await newestNumber()
    const fees = [11, 12, 13, 14, 15]
    const made = await Promise.all(fees.map((fee) => apply(route(fee))))
    expect(made.map(({ version }) => version?.number).toSorted()).toEqual(
      fees.map((_, index) => before + 1 + index),
    )
    // Taking all back gives the terms before the first of them.
    await apply(route(77))
    await rollBack(corridor.deps, before, execution('all wrong'))
    expect(await bps()).not.toEqual(['77'])
  })
})

describe('a version from an instant on', () => {
  test('waits for it, and is effective in every process after it', async () => {
    await apply(route(20))
    const from = later(corridor.clock.now(), HOUR_MS)
    const { version } = await apply(route(30), from)
    expect(version).toMatchObject({ status: 'pending', effective_from: from })
    expect(await applyDueVersions(corridor.deps)).toBe(0)
    expect(await bps()).toEqual(['20'])
    corridor.clock.advance(HOUR_MS)
    const counts = await Promise.all([1, 2, 3].map(() => applyDueVersions(corridor.deps)))
    expect(counts).toContain(1)
    expect(await bps()).toEqual(['30'])
    expect(await selectVersion(corridor.deps.db, version?.number ?? 0)).toMatchObject({
      status: 'effective',
    })
  })

  test('can be withdrawn once, and then never becomes effective', async () => {
    await apply(route(20))
    const { version } = await apply(route(30), later(corridor.clock.now(), HOUR_MS))
    const number = version?.number ?? 0
    await withdrawVersion(corridor.deps, number, execution('not yet'))
    corridor.clock.advance(HOUR_MS)
    expect(await applyDueVersions(corridor.deps)).toBe(0)
    expect(await bps()).toEqual(['20'])
    await expect(withdrawVersion(corridor.deps, number, execution('again'))).rejects.toThrow(
      'not pending',
    )
  })

  test('in the past, or with a list at a relative path, is refused', async () => {
    const list = 'screening: [{ name: sanctions, kind: list, settings: { file: lists/all.txt } }]'
    for (const [text, ms, refusal] of [
      [route(30), -1, 'not later than now'],
      [list, HOUR_MS, 'screening[sanctions].settings.file must be an absolute path'],
    ] as const)
      await expect(apply(text, later(corridor.clock.now(), ms))).rejects.toThrow(refusal)
  })

  test('that conflicts at its instant is refused with the reason, and changes nothing', async () => {
    const from = later(corridor.clock.now(), HOUR_MS)
    const made = `${route(20)}          - name: Later\n            disabled: true\n`
    await apply(
      made.replace(
        'disabled: true',
        `payin_currency: USDC
            payout_currency: MXN
            liquidity_provider: ALPHA
            payin_limits: { min: '10.00', max: '100.00' }
            cost_tiers: [{ min: '0.00', max: '100.00', bps: 1 }]
            max_slippage_bps: 0`,
      ),
    )
    const { version } = await apply(made.replace('bps: 20', 'bps: 44'), from)
    await corridor.sql`update configured_routes set name = 'Gone' where name = 'Later'`
    corridor.clock.advance(HOUR_MS)
    expect(await applyDueVersions(corridor.deps)).toBe(1)
    expect(await selectVersion(corridor.deps.db, version?.number ?? 0)).toMatchObject({
      status: 'refused',
      problem: expect.stringContaining('no route Later'),
    })
    expect(await bps()).toEqual(['20'])
  })
})

describe('a rollback', () => {
  test('gives the terms after a version again, and disables routes that were created since', async () => {
    const kept = (await apply(route(41))).version?.number ?? 0
    await apply(route(42))
    await apply(route(43).replace(NAME, 'A new route'))
    const { version } = await rollBack(corridor.deps, kept, execution('wrong prices'))
    expect(version).toMatchObject({ kind: 'rollback' })
    expect(await bps()).toEqual(['41'])
    const rows = await corridor.sql`select is_disabled from configured_routes
        where name = 'A new route'`
    expect(rows).toEqual([{ is_disabled: true }])
    await rollBack(corridor.deps, kept + 2, execution('they were right'))
    expect(await bps()).toEqual(['42'])
  })

  test('over a route with open orders leaves the orders as they are', async () => {
    const kept = (await apply(route(51))).version?.number ?? 0
    await apply(route(52))
    const offering = await corridor.offering('USDC', 'MXN')
    const order = await corridor.order((await corridor.quote(offering.id, '100.00')).id)
    await rollBack(corridor.deps, kept, execution('wrong prices'))
    const seen = await corridor.get<OrderJson>(`${corridor.organization}/orders/${order.id}`)
    expect(seen.data).toEqual(order)
  })

  test('to a version that is none, or is the present one, is refused', async () => {
    const number = (await apply(route(61))).version?.number ?? 0
    await expect(rollBack(corridor.deps, number, execution('x'))).rejects.toThrow('nothing became')
    await expect(rollBack(corridor.deps, 99_999, execution('x'))).rejects.toThrow('no version')
  })
})

describe('over the operator API', () => {
  type AppliedJson = { version: { number: number; status: string } | null }
  const post = (path: string, body: object = {}) =>
    treasurer.act<AppliedJson>('POST', path, { reason: 'asked for', ...body })

  async function demoEnterprise() {
    const all = await selectEnterprises(corridor.deps.db)
    const found = all.find(({ name }) => name === 'Demo Enterprise')
    if (found === undefined) throw new Error('the demo world has no enterprise')
    return found
  }
  async function holdDemo(verb: 'hold' | 'release') {
    const compliance = await newProgram(corridor, 'compliance')
    const { id } = await demoEnterprise()
    const body = { reason: 'a court order' }
    return compliance.act('POST', `/enterprises/${publicId('ent', id)}/${verb}`, body)
  }

  test('a treasurer applies, schedules, withdraws and rolls back', async () => {
    const first = await post('/configuration/versions', { file: route(71) })
    expect(first.status).toBe(201)
    const from = toTimestamp(later(corridor.clock.now(), HOUR_MS))
    const second = await post('/configuration/versions', { file: route(72), effective_from: from })
    const number = second.data.version?.number ?? 0
    expect(second.data.version).toMatchObject({ status: 'pending' })
    expect((await post(`/configuration/versions/${number}/withdraw`)).status).toBe(200)
    await post('/configuration/versions', { file: route(73) })
    await post(`/configuration/versions/${first.data.version?.number ?? 0}/rollback`)
    expect(await bps()).toEqual(['71'])
    const { data } = await treasurer.act<object[]>('GET', '/configuration/versions')
    expect(data[0]).toMatchObject({ kind: 'rollback', reason: 'asked for' })
    const one = await treasurer.act('GET', `/configuration/versions/${number}`)
    expect(one.data).toMatchObject({ status: 'withdrawn' })
  })

  test('faults, details of instruments and unknown versions are refused', async () => {
    expect((await post('/configuration/versions', { file: 'rail: []' })).problem.detail).toContain(
      'rails',
    )
    const file = `enterprises: [{ name: A, organizations: [{ name: B, instruments: [{ alias: W, currency: USDC, method: SOLANA_ADDRESS, details: { address: 7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q } }] }] }]`
    expect((await post('/configuration/versions', { file })).problem.detail).toContain(
      'instruments',
    )
    expect((await post('/configuration/versions/99999/rollback')).problem.code).toBe('act_refused')
    expect((await post('/configuration/versions/0x1/withdraw')).problem.code).toBe('not_found')
  })

  test('a route is disabled and enabled, and an enterprise is held and released', async () => {
    const { id } = await theRoute()
    const organization = corridor.sandbox.organization_id
    const operator = await newProgram(corridor, 'operator')
    const turn = (verb: string) =>
      operator.act('POST', `/organizations/${organization}/routes/${id}/${verb}`, {
        reason: 'the bank is down',
      })
    await turn('disable')
    expect((await theRoute()).is_disabled).toBe(true)
    await turn('enable')
    expect((await theRoute()).is_disabled).toBe(false)

    const enterprise = await demoEnterprise()
    const statuses = async () =>
      (await selectOrganizations(corridor.deps.db, enterprise.id, null, null, null)).map(
        ({ status }) => status,
      )
    const before = await statuses()
    const hold = holdDemo
    expect((await hold('hold')).status).toBe(200)
    expect(new Set(await statuses())).toEqual(new Set(['COMPLIANCE_HOLD']))
    expect((await hold('hold')).problem.code).toBe('act_refused')
    expect((await hold('release')).status).toBe(200)
    expect(await statuses()).toEqual(before)
  })

  test('a file that reads files of the server, ends screening or a hold, or raises a limit is refused', async () => {
    const organization = `enterprises: [{ name: Demo Enterprise, organizations: [{ name: Demo Payments, KEY }] }]`
    for (const [file, key] of [
      ['screening: []', 'screening'],
      ['screening: [{ name: x, kind: list, settings: { file: /etc/hostname } }]', 'screening'],
      [organization.replace('KEY', 'status: ACTIVE'), 'status'],
      [organization.replace('KEY', "volume_limits: { USDC: { day: '1.00' } }"), 'volume_limits'],
    ] as const) {
      const answer = await post('/configuration/versions', { file })
      expect(answer.problem.code, file).toBe('invalid_request')
      expect(answer.problem.detail, file).toContain(key)
    }
  })

  test('rules of approval are neither ended nor rolled back', async () => {
    const rules = () => selectApprovalRules(corridor.deps.db)
    const before = await newestNumber()
    await apply('approvals: [{ act: order.refund, roles: [treasurer] }]')
    const ended = await post('/configuration/versions', { file: 'approvals: []' })
    expect(ended.problem.detail).toContain('routes only')
    await post('/configuration/versions', { file: route(74) })
    expect((await post(`/configuration/versions/${before}/rollback`)).status).toBe(200)
    expect(await rules()).toHaveLength(1)
    await apply('approvals: []')
    expect(await rules()).toHaveLength(0)
  })

  test('an organization that is created while its enterprise is on hold is on hold', async () => {
    // Within the instant of the hold before.
    expect((await holdDemo('hold')).status).toBe(200)
    const made = await corridor.post<{ status: { current_status: string } }>('/v1/organizations', {
      name: 'Made during the hold',
      contact: { email: 'ana@acme.example', first_name: 'Ana', last_name: 'Ruiz' },
    })
    expect((await holdDemo('release')).status).toBe(200)
    expect(made.data.status.current_status).toBe('COMPLIANCE_HOLD')
  })

  test('an operator of some enterprises cannot change the configuration', async () => {
    const [first] = await selectEnterprises(corridor.deps.db)
    const limited = await newProgram(corridor, 'treasurer', [first?.id ?? ('' as never)])
    const body = { file: route(1), reason: 'x' }
    expect((await limited.act('POST', '/configuration/versions', body)).problem.code).toBe(
      'not_found',
    )
  })
})

test('an enterprise hold of nothing releases nothing', async () => {
  const [enterprise] = await selectEnterprises(corridor.deps.db)
  if (enterprise === undefined) throw new Error('there is no enterprise')
  const released = await switchEnterpriseHold(
    corridor.deps,
    enterprise.id,
    'release',
    execution('none'),
    null,
  )
  expect(released).toBeUndefined()
})
