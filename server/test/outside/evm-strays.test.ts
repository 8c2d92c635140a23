// Money that payers send by mistake to the deposit address of an order: the coin of the chain, another token, or the right
// token on another chain. With a whole service, two real nodes and real contracts.
import { createSecretKey, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { executionBy } from '../../src/parties/acts/execution.ts'
import { updateApprovalRules } from '../../src/parties/acts/queries.ts'
import { later, type Instant } from '../../src/platform/clock.ts'
import type { Secrets } from '../../src/platform/config.ts'
import { halt, resume } from '../../src/engine/halts/act.ts'
import { uuidOf } from '../../src/platform/ids.ts'
import { fingerprintOf } from '../../src/parties/instruments/fingerprint.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { reseal } from '../../src/desk/operator-file/reseal.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { watchRails } from '../../src/engine/entries/watch-rails.ts'
import { eraseExpired } from '../../src/rules/retention/erase.ts'
import type { Positions } from '../../src/rules/retention/erase-pages.ts'
import { updateRetentionPolicy } from '../../src/rules/retention/policy.ts'
import { haltRestoredSends } from '../../src/engine/halts/restore-queries.ts'
import { createStrayFinder } from '../../src/engine/strays/find-strays.ts'
import {
  selectStrays,
  updateStrayPostponed,
  updateStrayReopened,
  updateStrayReturned,
} from '../../src/engine/strays/queries.ts'
import { sendReturns } from '../../src/engine/strays/send-returns.ts'
import { proposeSweeps } from '../../src/engine/sweeps/propose-sweeps.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import {
  deployStablecoin,
  noAnvil,
  startChain,
  type Chain,
  type Stablecoin,
} from '../support/anvil.ts'
import { newPerson, standingClock, type Person } from '../support/desk.ts'
import { addressOf as addressOfKey, keyOf, PAYER, RELAYER } from '../support/evm-rail.ts'
import { startEvmService } from '../support/evm-service.ts'
import { requireUuid } from '../support/ids.ts'
import { screenedWorld } from '../support/screening.ts'
import { eventually } from '../support/until.ts'

const ETHER = 10n ** 18n
const sender = addressOfKey(40)

describe.skipIf(noAnvil !== undefined)('at the deposit address of an order', () => {
  let evm: Awaited<ReturnType<typeof startEvmService>>
  let other: { chain: Chain; usdc: Stablecoin }
  let dai: Stablecoin
  let treasurer: Person
  const clock = standingClock()
  beforeAll(async () => {
    const chain = await startChain({ chainId: 137 })
    other = { chain, usdc: await deployStablecoin(chain) }
    await chain.giveGas(addressOfKey(RELAYER))
    evm = await startEvmService({
      worker: false,
      clock,
      async more(main, keep) {
        dai = await deployStablecoin(main)
        const settings = `other_tokens: { DAI: { address: '${dai.address}', decimals: 6, kind: eip3009, minimum: '1' } }`
        const rails = `  - name: evm:polygon
    kind: evm
    settings:
      chain: polygon
      chain_id: 137
      rpc: ['${other.chain.url}']
      tokens: { USDC: { address: '${other.usdc.address}', kind: eip3009 } }
      payer: '${keep('payer', keyOf(PAYER))}'
      relayers: ['${keep('relayer', keyOf(RELAYER))}']
`
        return { settings, rails }
      },
    })
    const { corridor } = evm
    treasurer = await newPerson({ corridor, clock }, 'treasurer', 'treasurer')
  })
  afterAll(async () => {
    expect((await verifyLedger(evm.corridor.deps.db)).difference).toBeUndefined()
    await evm?.close()
    await other?.chain.close()
  })

  type Item = { subject: string; facts: { symbol: string; amount: string; account: string } }
  const find = async () => createStrayFinder()(evm.corridor.deps)
  const queued = async (order: OrderJson): Promise<Item[]> => {
    const { data } = await treasurer.act<Item[]>('GET', '/queue?kind=stray')
    return data.filter(({ facts }) => facts.account === evm.addressOf(order))
  }
  const returned = (item: Item | undefined, to: string) =>
    treasurer.act('POST', `/strays/${item?.subject}/return`, { to, reason: 'the sender asked' })
  async function untilReturned(item: Item | undefined): Promise<void> {
    await eventually('the return is final', async () => {
      const { owner } = evm.corridor.database
      await owner.query(`update strays set due_at = now() where status = 'RETURNING'`)
      await sendReturns(evm.corridor.deps)
      await evm.chain.mine(3)
      const { rows } = await owner.query<{ status: string }>(
        'select status from strays where id = $1',
        [uuidOf('str', item?.subject ?? '')],
      )
      return rows[0]?.status === 'RETURNED'
    })
  }

  async function payCoin(order: OrderJson, wei: bigint): Promise<void> {
    const [from = '0x'] = evm.chain.accounts
    const paid = { from, to: evm.addressOf(order), value: `0x${wei.toString(16)}` }
    await evm.chain.rpc('eth_sendTransaction', [paid])
    await evm.chain.mined()
  }
  const coinOf = async (address: string) =>
    BigInt(String(await evm.chain.rpc('eth_getBalance', [address, 'latest'])))
  /** A stray of 40 DAI, which the finder has seen. */
  async function daiStray(): Promise<{ order: OrderJson; item: Item | undefined }> {
    const order = await evm.newOrder('USDC', 'COP')
    await dai.mint(evm.addressOf(order), 40_000_000n)
    await evm.chain.mine(3)
    await find()
    return { order, item: (await queued(order))[0] }
  }
  const strayOf = async (item: Item | undefined) =>
    (await selectStrays(evm.corridor.deps.db, [requireUuid('str', item?.subject ?? '')]))[0]

  test('coins are seen, and an act returns them to an address', async () => {
    const order = await evm.newOrder('USDC', 'COP')
    await payCoin(order, ETHER / 4n)
    await evm.chain.mine(3)
    await find()
    await find()
    const [item, ...more] = await queued(order)
    expect([item?.facts, more]).toMatchObject([{ symbol: 'ETH', amount: '0.25' }, []])
    expect((await returned(item, evm.payer)).status).toBe(400)
    expect((await returned(item, 'nowhere')).problem.errors).toMatchObject([{ pointer: '/to' }])
    const answers = await Promise.all([returned(item, sender), returned(item, sender)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await untilReturned(item)
    const got = await coinOf(sender)
    expect(got > (ETHER / 4n / 100n) * 99n && got < ETHER / 4n).toBe(true)
    await find()
    expect(await queued(order)).toEqual([])
    // In a database of before the return it waits again.
    await evm.corridor.sql`update strays set status = 'OPEN', ended_at = null, reference = null
        where id = ${uuidOf('str', item?.subject ?? '')}`
    expect((await returned(item, sender)).status).toBe(409)
    expect(await queued(order)).toEqual([])
  })

  test('coins that came after the decision stay there', async () => {
    const order = await evm.newOrder('USDC', 'COP')
    await payCoin(order, ETHER / 4n)
    await evm.chain.mine(3)
    await find()
    const [item] = await queued(order)
    await payCoin(order, ETHER)
    const before = await coinOf(sender)
    expect((await returned(item, sender)).status).toBe(200)
    await untilReturned(item)
    expect((await coinOf(sender)) - before < ETHER / 4n).toBe(true)
    await evm.chain.mine(3)
    await find()
    expect((await queued(order)).map(({ facts }) => facts.amount.slice(0, 3))).toEqual(['1.0'])
  })

  test('nothing goes to an address that a list names, that is on hold, or that belongs to the token', async () => {
    const { corridor } = evm
    const { deps, database } = corridor
    const { item } = await daiStray()
    const screened = screenedWorld(corridor)
    await screened.screenWith([`address ${sender}`])
    await deps.screeners.areConfiguredNow()
    expect((await returned(item, sender)).problem.detail).toContain('screening does not clear')
    await screened.screenNobody()
    await deps.screeners.areConfiguredNow()
    screened.close()
    const account = fingerprintOf(deps.config.secrets, 'EVM_ADDRESS', { address: sender })
    await database.owner.query(
      `insert into account_holds (enterprise_id, fingerprint, placed_at) select id, $1, now() from enterprises limit 1`,
      [account],
    )
    expect((await returned(item, sender)).problem.detail).toContain('on hold')
    await database.sql`update account_holds set released_at = now()`
    expect((await returned(item, dai.address)).problem.errors).toMatchObject([{ pointer: '/to' }])
    expect((await strayOf(item))?.status).toBe('OPEN')
  })

  test('a token that waits for a block is not sent again to an account that is held, and goes once', async () => {
    const { corridor, chain } = evm
    const { deps, database } = corridor
    const { order, item } = await daiStray()
    const account = fingerprintOf(deps.config.secrets, 'EVM_ADDRESS', { address: sender })
    const hold = () =>
      database.owner.query(
        `insert into account_holds (enterprise_id, fingerprint, placed_at) select id, $1, now() from enterprises limit 1`,
        [account],
      )
    const release = () => database.owner.query('update account_holds set released_at = now()')
    const before = await dai.balanceOf(sender)
    expect((await returned(item, sender)).status).toBe(200)
    const rounds = async () => {
      for (let round = 0; round < 5; round += 1) {
        await database.sql`update strays set due_at = now() where status = 'RETURNING'`
        await sendReturns(deps)
        await chain.mine(1)
      }
    }
    await hold()
    await rounds()
    expect(await dai.balanceOf(evm.addressOf(order))).toBe(40_000_000n)
    await release()
    await untilReturned(item)
    // The hold that comes too late changes nothing of what is recorded.
    await hold()
    await rounds()
    await release()
    expect((await dai.balanceOf(sender)) - before).toBe(40_000_000n)
    expect((await strayOf(item))?.status).toBe('RETURNED')
  })

  test('a second person approves what the first one saw, and no more', async () => {
    const { deps } = evm.corridor
    const { order, item } = await daiStray()
    const second = await newPerson({ corridor: evm.corridor, clock }, 'second', 'treasurer')
    const rule = { act: 'stray.return', enterprise_id: null, from: null } as const
    await updateApprovalRules(deps.db, [{ ...rule, roles: ['treasurer'] }])
    const propose = async () =>
      (
        await treasurer.act<{ id: string }>('POST', `/strays/${item?.subject}/return`, {
          to: sender,
          reason: 'asked',
        })
      ).data.id
    const approve = (id: string) =>
      second.act('POST', `/approvals/${id}/approve`, { reason: 'the letter is there' })
    const stale = await propose()
    await dai.mint(evm.addressOf(order), 1_000_000n)
    await evm.chain.mine(3)
    for (const word of ['changed meanwhile', 'lapsed'])
      expect((await approve(stale)).problem.detail).toContain(word)
    expect((await strayOf(item))?.status).toBe('OPEN')
    expect((await approve(await propose())).status).toBe(200)
    await updateApprovalRules(deps.db, [])
    const before = await dai.balanceOf(sender)
    await untilReturned(item)
    expect((await dai.balanceOf(sender)) - before).toBe(41_000_000n)
  })

  test('halted sends wait, and two workers send it once', async () => {
    const { deps, database } = evm.corridor
    const { item } = await daiStray()
    const by = (name: 'halt' | 'resume') => executionBy(deps, COMMAND, name, 'a test')
    const halted = await halt(deps, by('halt'), { what: 'sends', rail: 'evm:base', provider: null })
    await deps.halts.present('fresh')
    const before = await dai.balanceOf(sender)
    expect((await returned(item, sender)).status).toBe(200)
    for (let round = 0; round < 3; round++) {
      await database.sql`update strays set due_at = now() where status = 'RETURNING'`
      await sendReturns(deps)
      await evm.chain.mine(3)
    }
    expect(await dai.balanceOf(sender)).toBe(before)
    if (!('id' in halted)) throw new Error('nothing was halted')
    await resume(deps, by('resume'), halted.id)
    await deps.halts.present('fresh')
    await eventually('the return is final', async () => {
      await database.sql`update strays set due_at = now() where status = 'RETURNING'`
      await Promise.all([sendReturns(deps), sendReturns(deps)])
      await evm.chain.mine(3)
      return (await strayOf(item))?.status === 'RETURNED'
    })
    expect((await dai.balanceOf(sender)) - before).toBe(40_000_000n)
  })

  test('after a restore nothing is returned until no return of before can be executed any more', async () => {
    const { deps, database } = evm.corridor
    const { item } = await daiStray()
    const before = await dai.balanceOf(sender)
    await haltRestoredSends(deps.db)
    const refused = await returned(item, sender)
    expect([refused.status, refused.problem.detail]).toEqual([
      409,
      expect.stringContaining('a return that was decided before may still be executed'),
    ])
    expect((await strayOf(item))?.status).toBe('OPEN')
    // An authorization is valid for hours by the clock of the chain, and the clocks may differ.
    await evm.chain.rpc('evm_increaseTime', [90_000])
    await evm.chain.mine(3)
    expect((await returned(item, sender)).status).toBe(200)
    await database.owner.query(`update halts set resumed_at = now() where resumed_at is null`)
    await deps.halts.present('fresh')
    await untilReturned(item)
    expect((await dai.balanceOf(sender)) - before).toBe(40_000_000n)
  })

  test('a step that took too long does not end a return that was decided after it', async () => {
    const { db } = evm.corridor.deps
    const { item } = await daiStray()
    await returned(item, sender)
    const late = await strayOf(item)
    if (late === undefined) throw new Error('the stray is gone')
    await updateStrayReopened(db, late, 'displaced')
    expect((await returned(item, sender)).status).toBe(200)
    await updateStrayReopened(db, late, 'displaced')
    await updateStrayReturned(db, late, '0x00', null, clock.now())
    await updateStrayPostponed(db, late, 0, 'no answer')
    expect(await strayOf(item)).toMatchObject({ status: 'RETURNING', occurrence: 2, problem: null })
    await untilReturned(item)
  })

  test('what was prepared is encrypted anew while it is needed, and erased after the days of the policy', async () => {
    const { deps, database } = evm.corridor
    const { item } = await daiStray()
    await returned(item, sender)
    const newKey = createSecretKey(randomBytes(32))
    const encryptionKeys = new Map([...deps.config.secrets.encryptionKeys, ['new', newKey]])
    const both = { ...deps.config.secrets, currentKeyId: 'new', encryptionKeys }
    const sealedWith = async (secrets: Secrets) => {
      await reseal(database.owner, secrets)
      return (await strayOf(item))?.prepared_key_id
    }
    expect(await sealedWith(both)).toBe('new')
    const { currentKeyId } = deps.config.secrets
    expect(await sealedWith({ ...both, currentKeyId })).toBe(currentKeyId)
    const eraseAfter = async (days: number) => {
      const at = (): Instant => later(clock.now(), days * 86_400_000)
      const aged = { ...deps, clock: { now: at, realNow: at } }
      const positions: Positions = new Map()
      while ((await eraseExpired(aged, positions)) > 0);
      return (await strayOf(item))?.prepared_sealed?.length !== 0
    }
    await updateRetentionPolicy(deps.db, { prepared_sends: 30 })
    expect(await eraseAfter(31)).toBe(true)
    await untilReturned(item)
    expect([await eraseAfter(29), await eraseAfter(31)]).toEqual([true, false])
    await updateRetentionPolicy(deps.db, {})
  })

  test('another token is returned once, and the desk posts its gas', async () => {
    const { order, item } = await daiStray()
    const before = await dai.balanceOf(sender)
    expect(item?.facts).toMatchObject({ symbol: 'DAI', amount: '40' })
    // Nothing is sent for a frozen order, and nothing is lost.
    const { owner } = evm.corridor.database
    const id = uuidOf('ord', order.id)
    await owner.query('update orders set frozen_at = now() where id = $1', [id])
    expect((await returned(item, sender)).status).toBe(200)
    await sendReturns(evm.corridor.deps)
    await evm.chain.mine(3)
    expect(await dai.balanceOf(sender)).toBe(before)
    await owner.query('update orders set frozen_at = null where id = $1', [id])
    await untilReturned(item)
    expect((await dai.balanceOf(sender)) - before).toBe(40_000_000n)
    const { rows } = await owner.query(
      `select fee_currency from strays s join ledger_transfers l using (posting_id) where s.id = $1`,
      [uuidOf('str', item?.subject ?? '')],
    )
    expect(rows).toEqual([{ fee_currency: 'ETH' }])
  })

  test('a return that a restore lost is not made again, and new money has another key', async () => {
    const order = await evm.newOrder('USDC', 'COP')
    const before = await dai.balanceOf(sender)
    await dai.mint(evm.addressOf(order), 5_000_000n)
    await evm.chain.mine(3)
    await find()
    const [item] = await queued(order)
    await returned(item, sender)
    await untilReturned(item)
    // A restored database does not have the return, and counts anew.
    await evm.corridor.sql`update strays set account = 'lost'
        where id = ${uuidOf('str', item?.subject ?? '')}`
    await dai.mint(evm.addressOf(order), 5_000_000n)
    await evm.chain.mine(3)
    await find()
    const [again] = await queued(order)
    await returned(again, sender)
    await untilReturned(again)
    expect((await dai.balanceOf(sender)) - before).toBe(10_000_000n)
  })

  test('dust is no item, and a dismissed one comes back only with more', async () => {
    const order = await evm.newOrder('USDC', 'COP')
    await dai.mint(evm.addressOf(order), 999_999n)
    await evm.chain.mine(3)
    await find()
    expect(await queued(order)).toEqual([])
    await dai.mint(evm.addressOf(order), 1n)
    await evm.chain.mine(3)
    await find()
    const [item] = await queued(order)
    const path = `/strays/${item?.subject}/dismiss`
    expect((await treasurer.act('POST', path, { reason: 'spam' })).status).toBe(200)
    await find()
    expect(await queued(order)).toEqual([])
    await dai.mint(evm.addressOf(order), 1n)
    await evm.chain.mine(3)
    await find()
    expect((await queued(order)).map(({ facts }) => facts.amount)).toEqual(['1.000001'])
  })

  test('the right token on another chain is a deposit in suspense, with its order as suggestion', async () => {
    const { corridor } = evm
    const order = await evm.newOrder('USDC', 'COP')
    await watchRails(corridor.deps)
    await other.usdc.pay(evm.addressOf(order), 1_000_000_000n)
    await other.chain.passTime(25 * 3600)
    await other.chain.mine(3)
    await watchRails(corridor.deps)
    const { data } = await treasurer.act<{ subject: string; facts: { suggestions: object[] } }[]>(
      'GET',
      '/queue?kind=unmatched_deposit',
    )
    const [item] = data
    expect(item?.facts).toMatchObject({
      rail: 'evm:polygon',
      amount: { amount: '1000.00', currency: 'USDC' },
      suggestions: [{ order_id: order.id, reason: 'amount' }],
    })
    const operator = await newPerson({ corridor, clock }, 'olga', 'operator')
    const assigned = await operator.act('POST', `/deposits/${item?.subject}/assign`, {
      order_id: order.id,
      reason: 'it came on another chain',
    })
    expect(assigned.status).toBe(200)
    await proposeSweeps(corridor.deps)
    const rows = await corridor.sql`select rail, account from sweeps`
    expect(rows).toEqual([{ rail: 'evm:polygon', account: evm.addressOf(order) }])
  })
})
