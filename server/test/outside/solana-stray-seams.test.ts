// Returns of strays in a whole service over Solana, beside halts, freezes, holds, stops and approvals: each leaves its address at
// most once, and only when nothing keeps it.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { halt, resume } from '../../src/engine/halts/act.ts'
import { createStrayFinder } from '../../src/engine/strays/find-strays.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { executionBy } from '../../src/parties/acts/execution.ts'
import { fingerprintOf } from '../../src/parties/instruments/fingerprint.ts'
import { updateApprovalRules } from '../../src/parties/acts/queries.ts'
import { updateOrganizationStatus } from '../../src/parties/organizations/queries.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import { newPerson, newProgram } from '../support/desk.ts'
import { requireUuid } from '../support/ids.ts'
import { noSolana } from '../support/solana-chain.ts'
import { startSolanaService, type SolanaService } from '../support/solana-service.ts'

const LAMPORTS = 20_000_000n

describe.skipIf(noSolana !== undefined)('the return of SOL at a deposit address', () => {
  let solana: SolanaService
  let treasurer: Awaited<ReturnType<typeof newProgram>>
  beforeAll(async () => {
    solana = await startSolanaService()
    treasurer = await newProgram(solana.corridor, 'treasurer')
  })
  afterAll(() => solana?.close())
  afterEach(async () => {
    await updateApprovalRules(solana.corridor.deps.db, [])
    expect((await verifyLedger(solana.corridor.deps.db)).difference).toBeUndefined()
  })

  type Item = { subject: string; facts: { order_id: string; status: string } }
  async function strayOf({ id }: OrderJson): Promise<Item | undefined> {
    await createStrayFinder()(solana.corridor.deps)
    const { data } = await treasurer.act<Item[]>('GET', '/queue?kind=stray&limit=200')
    return data.find(({ facts }) => facts.order_id === id)
  }
  async function newStray() {
    const order = await solana.newOrder('USDC', 'COP', '1000.00')
    const account = solana.addressOf(order)
    solana.world.chain.airdrop(account, LAMPORTS)
    solana.world.chain.finalize()
    let found: Item | undefined
    await solana.until('the look at the address', async () => {
      found = await strayOf(order)
      return found !== undefined
    })
    if (found === undefined) throw new Error('the stray is not seen')
    const { address: to } = await solana.world.customer(0n)
    solana.world.chain.finalize()
    return { id: found.subject, order, account, to, before: solana.world.lamports(to) }
  }
  type Told = Awaited<ReturnType<typeof newStray>>
  const act = ({ id }: Told, name: string, body: object = {}, who = treasurer) =>
    who.act<{ id: string }>('POST', `/strays/${id}/${name}`, {
      reason: 'the sender asked',
      ...body,
    })
  const giveBack = (stray: Told, who = treasurer) => act(stray, 'return', { to: stray.to }, who)
  const arrived = ({ to, before }: Told): bigint => solana.world.lamports(to) - before
  /** The worker has had some rounds. */
  async function roundsPass(): Promise<void> {
    for (let round = 0; round < 60; round += 1) {
      solana.world.chain.tick()
      solana.corridor.clock.advance(5_000)
      await sleep(50)
    }
  }
  const untilArrived = (stray: Told) =>
    solana.until('the arrival', async () => {
      solana.world.chain.finalize()
      return arrived(stray) > 0n
    })
  const sql = (text: string, values: unknown[]) =>
    solana.corridor.database.owner.query(text, values)
  const by = (name: 'halt' | 'resume') => executionBy(solana.corridor.deps, COMMAND, name, 'a test')

  const haltSends = async () => {
    const { deps } = solana.corridor
    const halted = await halt(deps, by('halt'), { what: 'sends', rail: 'solana', provider: null })
    if (!('id' in halted)) throw new Error('nothing was halted')
    return () => resume(deps, by('resume'), halted.id)
  }
  const obstacles: Record<string, (stray: Told) => Promise<() => Promise<unknown>>> = {
    'a halt of sends': haltSends,
    async 'a freeze of the order'({ order }) {
      const freeze = (at: string) =>
        sql(`update orders set frozen_at = ${at} where id = $1`, [requireUuid('ord', order.id)])
      await freeze('now()')
      return () => freeze('null')
    },
    async 'a hold of the organization'() {
      const id = requireUuid('org', solana.corridor.sandbox.organization_id)
      const { deps, clock } = solana.corridor
      const set = (status: 'COMPLIANCE_HOLD' | 'ACTIVE') =>
        updateOrganizationStatus(deps.db, id, status, clock.now())
      await set('COMPLIANCE_HOLD')
      return () => set('ACTIVE')
    },
  }

  test.each(Object.keys(obstacles))('waits for the end of %s, and goes once', async (name) => {
    const stray = await newStray()
    const lift = await obstacles[name]?.(stray)
    expect((await giveBack(stray)).status).toBe(200)
    await roundsPass()
    expect([arrived(stray), solana.world.lamports(stray.account)]).toEqual([0n, LAMPORTS])
    await lift?.()
    await untilArrived(stray)
    await roundsPass()
    expect([arrived(stray), solana.world.lamports(stray.account)]).toEqual([LAMPORTS, 0n])
  })

  test('goes to no account that is held after it was decided, or after it was sent and lost, and once when the hold ends', async () => {
    const stray = await newStray()
    const { deps } = solana.corridor
    const account = fingerprintOf(deps.config.secrets, 'SOLANA_ADDRESS', { address: stray.to })
    const hold = () =>
      sql(
        `insert into account_holds (enterprise_id, fingerprint, placed_at) select id, $1, now() from enterprises limit 1`,
        [account],
      )
    const release = () =>
      sql(`update account_holds set released_at = now() where fingerprint = $1`, [account])
    const nothingMoves = async () => {
      await roundsPass()
      expect([arrived(stray), solana.world.lamports(stray.account)]).toEqual([0n, LAMPORTS])
    }
    const lift = await haltSends()
    expect((await giveBack(stray)).status).toBe(200)
    await hold()
    await lift()
    await nothingMoves()
    // The cluster drops what is sent until the account is held again.
    solana.world.chain.setInclusion('never')
    await release()
    await nothingMoves()
    await hold()
    await roundsPass()
    solana.world.chain.setInclusion('now')
    await nothingMoves()
    await release()
    await untilArrived(stray)
    await roundsPass()
    expect([arrived(stray), solana.world.lamports(stray.account)]).toEqual([LAMPORTS, 0n])
  })

  test('that was stopped during a halt does not go when the halt ends, and goes once when it is decided anew', async () => {
    const stray = await newStray()
    const lift = await haltSends()
    expect((await giveBack(stray)).status).toBe(200)
    await roundsPass()
    expect((await act(stray, 'stop-return')).status).toBe(200)
    await lift()
    await roundsPass()
    expect(arrived(stray)).toBe(0n)
    const mark = () => act(stray, 'mark-return', { outcome: 'rejected', evidence: 'nothing went' })
    // What was signed can land until its blockhash has ended, or until the hours of evidence have passed.
    await solana.until('the end of what was prepared', async () => {
      solana.corridor.clock.advance(3_600_000)
      solana.world.chain.tick(400n)
      return (await mark()).status === 200
    })
    expect(arrived(stray)).toBe(0n)
    expect((await giveBack(stray)).status).toBe(200)
    await untilArrived(stray)
    await roundsPass()
    expect([arrived(stray), solana.world.lamports(stray.account)]).toEqual([LAMPORTS, 0n])
  })

  test('waits for a second person, who approves what the first one saw', async () => {
    const stray = await newStray()
    const { corridor } = solana
    const desk = { corridor, clock: { ...corridor.clock, advanceReal: () => undefined } }
    const first = await newPerson(desk, 'first', 'treasurer')
    const second = await newPerson(desk, 'second', 'treasurer')
    const rule = { act: 'stray.return', enterprise_id: null, from: null } as const
    await updateApprovalRules(corridor.deps.db, [{ ...rule, roles: ['treasurer'] }])
    const proposed = await giveBack(stray, first)
    expect(proposed.status).toBe(202)
    await roundsPass()
    expect(arrived(stray)).toBe(0n)
    // More comes: the proposal was about less.
    solana.world.chain.airdrop(stray.account, 1_000_000n)
    solana.world.chain.finalize()
    await strayOf(stray.order)
    const approve = (id: string) =>
      second.act('POST', `/approvals/${id}/approve`, { reason: 'the sender is known' })
    expect((await approve(proposed.data.id)).status).toBe(409)
    const again = await giveBack(stray, first)
    expect((await approve(again.data.id)).status).toBe(200)
    await untilArrived(stray)
    await roundsPass()
    const whole = LAMPORTS + 1_000_000n
    expect([arrived(stray), solana.world.lamports(stray.account)]).toEqual([whole, 0n])
  })
})
