// The list of open acts says what the acts do: during halts, freezes and holds, with approvals, screening and retention, and
// to operators of some enterprises. server/test/engine/exits.test.ts walks every place of an order.
import { beforeEach, expect, test, vi } from 'vitest'
import { selectApprovalRules, updateApprovalRules } from '../../src/parties/acts/queries.ts'
import { newActs } from '../../src/parties/acts/registry.ts'
import { requireListed } from '../../src/parties/acts/unlisted.ts'
import type { ActName } from '../../src/parties/acts/names.ts'
import { selectEnterprises } from '../../src/parties/organizations/queries.ts'
import { publicId } from '../../src/platform/ids.ts'
import { later } from '../../src/platform/clock.ts'
import { eraseExpired } from '../../src/rules/retention/erase.ts'
import { forFile } from '../support/for-file.ts'
import { newPerson, newProgram, type Person } from '../support/desk.ts'
import { exitsWorld } from '../support/exits.ts'
import { listedActs, stateOfAct } from '../support/open-acts.ts'
import { placesOf } from '../support/places.ts'
import { screenedWorld } from '../support/screening.ts'

type Program = Pick<Person, 'act'>

const reason = { reason: 'looked at it' }
const DAY_MS = 86_400_000

const desk: Record<'operator' | 'treasurer' | 'compliance' | 'admin' | 'viewer', Program> = {
  operator: { act: unready },
  treasurer: { act: unready },
  compliance: { act: unready },
  admin: { act: unready },
  viewer: { act: unready },
}
function unready(): never {
  throw new Error('the desk is not ready')
}

const world = await forFile(exitsWorld())
const { corridor } = world
for (const role of ['operator', 'treasurer', 'compliance', 'admin', 'viewer'] as const)
  desk[role] = await newProgram(corridor, role)
// An act that waits for an approval needs a person.
desk.operator = await newPerson(world, 'ben', 'operator')
const places = placesOf(world, (order, name) =>
  desk.operator.act('POST', `/orders/${order.id}/${name}`, reason),
)
const enterprises = await selectEnterprises(corridor.deps.db)
const demo = enterprises.find(({ name }) => name === 'Demo Enterprise')
if (demo === undefined) throw new Error('the demo world has no enterprise')
const own = demo.id
const others = enterprises.map(({ id }) => id).filter((id) => id !== own)
beforeEach(() => world.reset())

/** What the list says, and what the act then does. */
async function listedAndDone(
  who: Program,
  subject: string,
  act: ActName,
  path: string,
  body: object = {},
): Promise<[listed: string | undefined, done: unknown]> {
  const listed = await stateOfAct(who, subject, act)
  const answer = await who.act('POST', path, { ...reason, ...body })
  return [listed, answer.status === 200 ? 'open' : answer.problem.closed]
}

test('items of the queue and routes have their acts in the list', async () => {
  const order = await places.parkedForHold(await world.funded())
  const ofItem = await listedActs(desk.operator, `queue:parked_order:${order.id}`)
  expect(ofItem.map(({ act, closed }) => [act, closed])).toEqual(
    ['claim', 'assign', 'snooze', 'comment'].map((verb) => [`queue.${verb}`, null]),
  )
  const claim = ofItem[0]?.path.replace('/operator/v1', '') ?? ''
  expect((await desk.operator.act('POST', claim, reason)).status).toBe(200)
  const epi = order.payout.external_payment_instrument.id
  await desk.compliance.act('POST', `/instruments/${epi}/release`, reason)
  const unknown = await desk.operator.act('GET', '/acts/queue:parked_order:ord_x')
  expect(unknown.problem.code).toBe('not_found')

  const { data: routes } = await desk.viewer.act<{ id: string; organization_id: string }[]>(
    'GET',
    '/routes',
  )
  const route =
    routes.find(({ organization_id: id }) => world.corridor.organization.endsWith(id))?.id ?? ''
  const ofRoute = await listedActs(desk.viewer, route)
  expect(ofRoute.map(({ act, is_allowed }) => [act, is_allowed])).toEqual([
    ['route.disable', false],
    ['route.enable', false],
  ])
  const outsider = await newProgram(world.corridor, 'viewer', others)
  for (const subject of [`queue:parked_order:${order.id}`, route])
    expect((await outsider.act('GET', `/acts/${subject}`)).problem.code).toBe('not_found')
})

test('an act that no list has stops the operator API from opening, unless it says why', () => {
  const acts = newActs()
  acts.byName.set('halt', async () => undefined)
  expect(() => requireListed(acts)).not.toThrow()
  acts.byName.set('order.release', async () => undefined)
  expect(() => requireListed(acts)).toThrow('Lists of open acts lack order.release')
  acts.listed.add('order.release').add('halt')
  expect(() => requireListed(acts)).toThrow('There without need: halt')
})

test('a hold closes the release of an order, and the list names what is on hold', async () => {
  const order = await places.parkedForHold(await world.funded())
  expect(
    await listedAndDone(desk.operator, order.id, 'order.release', `/orders/${order.id}/release`),
  ).toEqual(['on_hold', 'on_hold'])
  const [release] = await listedActs(desk.operator, order.id)
  expect(release?.detail).toContain(order.payout.external_payment_instrument.id)
  const epi = order.payout.external_payment_instrument.id
  type Read = { order: { hold_is_over: boolean }; instruments: object[]; facts: Read }
  const read = async (path: string) => (await desk.viewer.act<Read>('GET', path)).data
  const isOver = async () => [
    (await read(`/orders/${order.id}`)).order.hold_is_over,
    (await read(`/queue/parked_order/${order.id}`)).facts.order.hold_is_over,
  ]
  // Orders of tests before were parked for holds of the same account.
  const [parked] = await world.corridor
    .sql`select count(*)::int from orders where parked_reason = 'compliance_hold'`
  expect((await read('/holds')).instruments).toContainEqual(
    expect.objectContaining({ id: epi, parked_orders: parked?.['count'] }),
  )
  const parkedFor = async (holder: string) =>
    (await desk.viewer.act<{ id: string }[]>('GET', `/orders/parked?held_by=${holder}`)).data
  expect(await parkedFor(epi)).toHaveLength(Number(parked?.['count']))
  expect((await parkedFor(epi)).map(({ id }) => id)).toContain(order.id)
  expect(await parkedFor(`${epi.slice(0, -3)}000`)).toEqual([])
  expect(await isOver()).toEqual([false, false])
  await desk.compliance.act('POST', `/instruments/${epi}/release`, reason)
  expect(await isOver(), 'it stays parked, and says that it can be released').toEqual([true, true])
  const org = world.corridor.sandbox.organization_id
  await desk.compliance.act('POST', `/organizations/${org}/hold`, reason)
  expect(await isOver()).toEqual([false, false])
  await desk.compliance.act('POST', `/organizations/${org}/release`, reason)
  expect(
    await listedAndDone(desk.operator, order.id, 'order.release', `/orders/${order.id}/release`),
  ).toEqual(['open', 'open'])
})

test('holds of organizations and enterprises are open in turn', async () => {
  const org = world.corridor.sandbox.organization_id
  for (const [subject, kind, path] of [
    [org, 'organization', `/organizations/${org}`],
    [publicId('ent', own), 'enterprise', `/enterprises/${publicId('ent', own)}`],
  ] as const) {
    const both = async () => [
      await stateOfAct(desk.compliance, subject, `${kind}.hold`),
      await stateOfAct(desk.compliance, subject, `${kind}.release`),
    ]
    expect(await both()).toEqual(['open', 'not_on_hold'])
    expect(await listedAndDone(desk.compliance, subject, `${kind}.hold`, `${path}/hold`)).toEqual([
      'open',
      'open',
    ])
    expect(await both()).toEqual(['already_on_hold', 'open'])
    expect(
      await listedAndDone(desk.compliance, subject, `${kind}.release`, `${path}/release`),
    ).toEqual(['open', 'open'])
  }
})

test('a halt closes no act on an order, can end once, and is then closed', async () => {
  const order = await world.parkedForSlippage()
  const halted = await desk.operator.act<{ id: string }>('POST', '/halts', {
    ...reason,
    what: 'fills',
  })
  expect(await stateOfAct(desk.operator, order.id, 'order.release')).toBe('open')
  const { id } = halted.data
  const resume = () => listedAndDone(desk.operator, id, 'resume', `/halts/${id}/resume`)
  expect(await resume()).toEqual(['open', 'open'])
  expect(await resume()).toEqual(['ended', 'ended'])
})

test('a frozen order allows little, and each refusal has the code of the list', async () => {
  const order = await places.frozen(await world.parkedForSlippage())
  const list = await listedActs(desk.operator, order.id)
  const open = list.flatMap(({ act, is_open: isOpen }) => (isOpen ? [act] : []))
  expect(open).toEqual(['order.unfreeze'])
  for (const act of ['release', 'refund', 'freeze'] as const)
    expect(
      await listedAndDone(desk.operator, order.id, `order.${act}`, `/orders/${order.id}/${act}`),
    ).toEqual(['frozen', 'frozen'])
})

test('the list says who must approve, and an act that waits for it is closed', async () => {
  const { db } = world.corridor.deps
  const before = await selectApprovalRules(db)
  await updateApprovalRules(db, [
    { act: 'order.refund', enterprise_id: null, from: null, roles: ['treasurer'] },
    {
      act: 'order.fail',
      enterprise_id: own,
      from: { currency: 'USDC', minor: '1000000000000' },
      roles: ['treasurer'],
    },
  ])
  try {
    const order = await world.parkedForSlippage()
    const approversOf = async (act: ActName) =>
      (await listedActs(desk.operator, order.id)).find(({ act: name }) => name === act)?.approvers
    expect(await approversOf('order.refund')).toEqual(['treasurer'])
    expect(await approversOf('order.fail'), 'a smaller amount').toBeNull()
    const refund = `/orders/${order.id}/refund`
    expect((await desk.operator.act('POST', refund, reason)).status).toBe(202)
    expect(await stateOfAct(desk.operator, order.id, 'order.refund')).toBe('awaits_approval')
    expect((await desk.operator.act('POST', refund, reason)).status).toBe(409)
    // In another state the proposal has lapsed, and the act can be proposed anew.
    await desk.operator.act('POST', `/orders/${order.id}/freeze`, reason)
    await desk.operator.act('POST', `/orders/${order.id}/unfreeze`, reason)
    expect(await stateOfAct(desk.operator, order.id, 'order.refund')).toBe('open')
  } finally {
    await updateApprovalRules(db, before)
  }
})

test('an act that the state does not allow is refused before anybody has to approve it', async () => {
  const { db } = world.corridor.deps
  const before = await selectApprovalRules(db)
  await updateApprovalRules(db, [
    { act: 'order.release', enterprise_id: null, from: null, roles: ['treasurer'] },
  ])
  try {
    const order = await world.funded()
    expect(
      await listedAndDone(desk.operator, order.id, 'order.release', `/orders/${order.id}/release`),
    ).toEqual(['not_parked', 'not_parked'])
  } finally {
    await updateApprovalRules(db, before)
  }
})

test('a held deposit can be released, and not assigned', async () => {
  const screened = screenedWorld(world.corridor)
  const sender = '0x52908400098527886E0F7030069857D2E4169EE7'
  try {
    await screened.screenWith([`address ${sender}`])
    const order = await world.corridor.order()
    await screened.pay(order, sender)
    await screened.runDueWork()
    const { key } = await screened.heldDepositOf(order)
    expect(await stateOfAct(desk.operator, key, 'deposit.assign')).toBe('held_by_screening')
    const release = () =>
      listedAndDone(desk.compliance, key, 'deposit.release', `/deposits/${key}/release`)
    expect(await release()).toEqual(['open', 'open'])
    expect(await release()).toEqual(['ended', 'ended'])
  } finally {
    await screened.screenNobody()
    screened.close()
  }
})

test('an instrument whose details are erased has its acts as before', async () => {
  const { corridor } = world
  const instruments = `${corridor.organization}/external_payment_instruments`
  const { data: made } = await corridor.post<{ id: string }>(instruments, {
    alias: 'Wallet',
    currency: 'USDC',
    method: 'EVM_ADDRESS',
    details: { address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D', chain: 'base' },
  })
  await corridor.call('DELETE', `${instruments}/${made.id}`)
  const { deps } = corridor
  const in40Days = {
    now: () => later(deps.clock.now(), 40 * DAY_MS),
    realNow: () => later(deps.clock.realNow(), 40 * DAY_MS),
  }
  const config = { ...deps.config, detailsKeptDays: 30 }
  expect(await eraseExpired({ ...deps, clock: in40Days, config })).toBe(1)
  expect(
    await listedAndDone(
      desk.compliance,
      made.id,
      'instrument.release',
      `/instruments/${made.id}/release`,
    ),
  ).toEqual(['not_on_hold', 'not_on_hold'])
})

test('the caller reads whether its role has the right, and which roles do', async () => {
  const order = await world.funded()
  const freezeSeenBy = async (who: Program) =>
    (await listedActs(who, order.id)).find(({ act }) => act === 'order.freeze')
  expect(await freezeSeenBy(desk.viewer)).toMatchObject({
    operation_id: 'freezeOrder',
    is_open: true,
    is_allowed: false,
    right: 'freeze_orders',
    roles: ['operator', 'compliance'],
  })
  expect(await freezeSeenBy(desk.compliance)).toMatchObject({ is_allowed: true })
})

test('an operator of chosen enterprises reads that the limit excludes the act, and not the role', async () => {
  const { corridor } = world
  const limited = {
    treasurer: await newProgram(corridor, 'treasurer', [own]),
    viewer: await newProgram(corridor, 'viewer', [own]),
  }
  const halted = await desk.operator.act<{ id: string }>('POST', '/halts', {
    ...reason,
    what: 'quotes',
  })
  const { id } = halted.data
  const lackOf = async (who: Program) =>
    (await listedActs(who, id)).find(({ act }) => act === 'resume')?.lack
  expect(await lackOf(desk.treasurer)).toBe(null)
  expect(await lackOf(limited.viewer)).toBe('role')
  expect(await lackOf(limited.treasurer)).toBe('enterprises')
  const refused = async (who: Program) =>
    (await who.act('POST', `/halts/${id}/resume`, reason)).problem
  expect(await refused(limited.viewer)).toMatchObject({ code: 'right_missing', lack: 'role' })
  expect(await refused(limited.treasurer)).toMatchObject({
    code: 'right_missing',
    lack: 'enterprises',
    detail: 'It concerns all enterprises, and you see chosen ones only.',
  })
  const resumed = await desk.treasurer.act('POST', `/halts/${id}/resume`, reason)
  expect(resumed.status).toBe(200)
})

test('an operator of other enterprises reads the same as of an unknown object', async () => {
  const { corridor } = world
  const stranger = await newProgram(corridor, 'operator', others)
  const order = await world.funded()
  const objects = [
    order.id,
    corridor.sandbox.organization_id,
    publicId('ent', own),
    order.payout.external_payment_instrument.id,
  ]
  for (const id of objects) {
    expect((await desk.operator.act('GET', `/acts/${id}`)).status, id).toBe(200)
    const [seen, unknown] = [
      await stranger.act('GET', `/acts/${id}`),
      await stranger.act('GET', `/acts/${id.replace(/.{20}$/, '0'.repeat(20))}`),
    ]
    const form = ({ problem: { instance: _path, request_id: _id, ...rest } }: typeof seen) => rest
    expect([seen.status, form(seen)]).toEqual([404, form(unknown)])
  }
  // What belongs to the deployment, and what is no object at all.
  for (const id of ['user:admin', 'ord_', 'nothing', 'configuration:1', 'apr_0'])
    expect((await stranger.act('GET', `/acts/${encodeURIComponent(id)}`)).status, id).toBe(404)
})

test('only those who manage users read of users and operator keys', async () => {
  const { data: keys } = await desk.admin.act<{ id: string }[]>('GET', '/keys')
  const [key] = keys
  if (key === undefined) throw new Error('the desk has no key')
  for (const id of ['user:ben', key.id]) {
    const path = `/acts/${encodeURIComponent(id)}`
    expect((await desk.admin.act('GET', path)).status, id).toBe(200)
    // They are listed to no one else, so nobody else learns which logins there are.
    for (const who of [desk.viewer, desk.compliance, desk.operator])
      expect((await who.act('GET', path)).status, id).toBe(404)
  }
})

test('the list of an order is few statements', async () => {
  const { corridor } = world
  const order = await world.funded()
  const { db } = corridor.deps
  const query = db.query.bind(db)
  const statementsOfList = async (): Promise<string[]> => {
    const sent: string[] = []
    const spy = vi.spyOn(db, 'query').mockImplementation((...asked: unknown[]) => {
      const [statement] = asked
      if (typeof statement === 'object' && statement !== null && 'name' in statement)
        sent.push(String(statement.name))
      return Reflect.apply(query, db, asked)
    })
    await listedActs(desk.operator, order.id).finally(() => spy.mockRestore())
    return sent.filter((name) => !/^select_(keys_by|trading|sandbox|operator_of)/.test(name))
  }
  // Those of the worker may be among them.
  const lists = [await statementsOfList(), await statementsOfList(), await statementsOfList()]
  const [ofList = []] = lists.toSorted((one, other) => one.length - other.length)
  expect(ofList.length, ofList.join(' ')).toBeLessThanOrEqual(21)
})
