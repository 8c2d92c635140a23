// Fees of transactions that moved nothing: the ledger agrees with the chain to the last wei, whatever became of them.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidOf } from '../../src/platform/ids.ts'
import { accountForGas } from '../../src/engine/gas/account-for-gas.ts'
import { feesToPost } from '../../src/engine/gas/fees-to-post.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { openRails } from '../../src/engine/sends/open-rails.ts'
import { watchRails } from '../../src/engine/entries/watch-rails.ts'
import { proposeSweeps } from '../../src/engine/sweeps/propose-sweeps.ts'
import { selectSweeps } from '../../src/engine/sweeps/report-queries.ts'
import { sendSweeps } from '../../src/engine/sweeps/send-sweeps.ts'
import { selectDeskBalances } from '../../src/engine/treasury/desk-balances.ts'
import { noAnvil } from '../support/anvil.ts'
import { differencesOf, recordTopUp } from '../support/desk-balances.ts'
import { startEvmService, startPlainTokenService, type EvmService } from '../support/evm-service.ts'
import { untilOpen } from '../support/rails.ts'

const RAIL = 'evm:base'
const GWEI = 10n ** 9n

describe('the amount to post', () => {
  const paid = (feeUnits: bigint, isReported = false) => ({ feeUnits, isReported })

  test('is the sum of the fees that no send reports, rounded up once', () => {
    const three = [paid(GWEI + 1n), paid(GWEI + 1n), paid(GWEI + 1n)]
    expect(feesToPost(0n, GWEI, three)).toEqual({ amountMinor: 4n, overpaidUnits: GWEI - 3n })
    expect(feesToPost(0n, GWEI, [])).toEqual({ amountMinor: 0n, overpaidUnits: 0n })
  })

  test('gives back what reported fees were rounded up by', () => {
    const two = [paid(1n, true), paid(1n, true)]
    expect(feesToPost(0n, GWEI, two)).toEqual({ amountMinor: -1n, overpaidUnits: GWEI - 2n })
    expect(feesToPost(GWEI - 2n, GWEI, [paid(GWEI - 2n)])).toEqual({
      amountMinor: 0n,
      overpaidUnits: 0n,
    })
  })

  test('is exact over any sequence of rounds', () => {
    let overpaid = 0n
    let spent = 0n
    let posted = 0n
    for (let at = 1n; at < 500n; at += 1n) {
      const one = paid((at * 7_919_000_003n) % (5n * GWEI), at % 3n === 0n)
      const { amountMinor, overpaidUnits } = feesToPost(overpaid, GWEI, [one])
      overpaid = overpaidUnits
      spent += one.feeUnits
      posted += amountMinor + (one.isReported ? (one.feeUnits + GWEI - 1n) / GWEI : 0n)
      expect(posted * GWEI).toBe(spent + overpaid)
      expect(overpaid >= 0n && overpaid < GWEI).toBe(true)
    }
  })
})

const kinds = [
  { of: 'a token with EIP-3009', start: startEvmService },
  { of: 'a plain token', start: startPlainTokenService },
]
describe.skipIf(noAnvil !== undefined).each(kinds)('gas of sweeps of $of', ({ start }) => {
  let evm: EvmService
  beforeAll(async () => {
    evm = await start({ worker: false })
    await recordTopUp(evm.corridor.deps, RAIL, 'USDC', 10n ** 12n)
    await recordTopUp(evm.corridor.deps, RAIL, 'ETH', 10n * GWEI)
  })
  afterAll(() => evm?.close())

  type Deps = EvmService['corridor']['deps']
  const query = async (text: string, values: unknown[] = []) =>
    (await evm.corridor.database.owner.query(text, values)).rows

  /** Processes with a memory of their own and the same relayer key. */
  async function otherProcess(): Promise<Deps> {
    const rails = openRails(evm.corridor.deps)
    await untilOpen(rails)
    return { ...evm.corridor.deps, rails }
  }
  async function deposited(amountMinor: bigint): Promise<OrderJson> {
    const order = await evm.newOrder('USDC', 'COP')
    await evm.usdc.pay(evm.addressOf(order), amountMinor)
    await evm.chain.mine(5)
    await watchRails(evm.corridor.deps)
    return order
  }
  async function send(deps: Deps): Promise<void> {
    await query(`update sweeps set due_at = now() where status = 'OPEN'`)
    await sendSweeps(deps)
  }
  const isSwept = async (order: OrderJson) =>
    (await selectSweeps(evm.corridor.deps.db, true)).some(
      (one) => one.order_id === uuidOf('ord', order.id) && one.status === 'SETTLED',
    )
  const mining = (isOn: boolean) => evm.chain.rpc('evm_setAutomine', [isOn])

  /** Rounds of all that the worker does with sweeps, until they are settled and all gas is accounted for. */
  async function settled(orders: readonly OrderJson[]): Promise<void> {
    const { deps } = evm.corridor
    for (let rounds = 0; rounds < 600; rounds += 1) {
      await proposeSweeps(deps)
      await watchRails(deps)
      await send(deps)
      await evm.chain.mine(3)
      await accountForGas(deps)
      const [{ open }] = await query(
        `select count(*)::int as open from relayed_transactions where ended_at is null`,
      )
      const all = await Promise.all(orders.map(isSwept))
      if (open === 0 && all.every(Boolean)) return
      if (rounds > 10) await sleep(50)
    }
    throw new Error('gas was not accounted for')
  }

  async function expectAgreement(): Promise<void> {
    const { deps } = evm.corridor
    expect(await differencesOf(deps, RAIL)).toEqual({ USDC: 0n, ETH: 0n })
    const balances = await selectDeskBalances(deps.db)
    const inLedger = balances.find(
      (one) => one.account === `rail:${RAIL}` && one.currency === 'ETH',
    )
    const [{ over }] = await query(
      `select sum(overpaid_units)::text as over from relayer_gas where rail = $1`,
      [RAIL],
    )
    const onChain = BigInt(String(await evm.chain.rpc('eth_getBalance', [evm.relayer, 'latest'])))
    expect(BigInt(inLedger?.ledger_minor ?? 0) * GWEI + BigInt(over)).toBe(onChain)
    expect(await verifyLedger(deps.db)).toMatchObject({ difference: undefined })
  }
  const countOf = async (where: string): Promise<number> =>
    (await query(`select count(*)::int as count from relayed_transactions where ${where}`))[0].count

  test('is posted for a transaction that was reverted because another process was first', async () => {
    const { deps } = evm.corridor
    const others = [await otherProcess(), await otherProcess()]
    const order = await deposited(20_000_000n)
    await proposeSweeps(deps)
    await mining(false)
    for (const one of [deps, ...others]) await send(one)
    await mining(true)
    await evm.chain.mine(1)
    await settled([order])
    expect(await countOf('not is_reported')).toBe(2)
    await expectAgreement()
    for (const { rails } of others) await rails.close()
  })

  test('is posted for the empty transfer that takes the place of a lost transaction', async () => {
    const { deps } = evm.corridor
    const [gone, next] = [await otherProcess(), await otherProcess()]
    const orders = [await deposited(20_000_000n), await deposited(30_000_000n)]
    const [{ last }] = await query('select max(nonce)::int as last from relayed_transactions')
    await proposeSweeps(deps)
    await mining(false)
    // The first process sends one sweep and ends. The node loses that transaction. The next process sends behind it.
    await query(`update sweeps set due_at = now() + interval '1 hour' where status = 'OPEN'`)
    const [first, second] = await query(`select id from sweeps where status = 'OPEN' order by id`)
    await query('update sweeps set due_at = now() where id = $1', [first.id])
    await sendSweeps(gone)
    await gone.rails.close()
    await query(`update sweeps set due_at = now() + interval '1 hour' where status = 'OPEN'`)
    await query('update sweeps set due_at = now() where id = $1', [second.id])
    await sendSweeps(next)
    const [lost] = await query('select transaction from relayed_transactions where nonce = $1', [
      last + 1,
    ])
    await evm.chain.rpc('anvil_dropTransaction', [lost.transaction])
    const isClosed = async () => (await countOf(`nonce = ${last + 1}`)) > 1
    for (let tries = 0; tries < 600 && !(await isClosed()); tries += 1) {
      await watchRails(next)
      await sleep(50)
    }
    await mining(true)
    await evm.chain.mine(1)
    await settled(orders)
    expect(await countOf(`nonce = ${last + 1} and not is_reported`)).toBe(1)
    expect(await countOf('ended_at is not null and fee_units is null')).toBeGreaterThan(0)
    await expectAgreement()
    await next.rails.close()
  })

  test('is posted once by processes that look at the same time', async () => {
    const { deps } = evm.corridor
    const other = await otherProcess()
    const order = await deposited(20_000_000n)
    await proposeSweeps(deps)
    await mining(false)
    for (const one of [deps, other]) await send(one)
    await mining(true)
    await evm.chain.mine(5)
    await Promise.all([deps, other, deps, other].map((one) => accountForGas(one)))
    await settled([order])
    await expectAgreement()
    await other.rails.close()
  })

  test('of a transaction that was noted and never sent costs nothing', async () => {
    const { deps } = evm.corridor
    const before = await countOf('fee_units is null')
    const [{ last }] = await query('select max(nonce)::int as last from relayed_transactions')
    await query(
      `insert into relayed_transactions (rail, transaction, sender, nonce, noted_at, looked_at)
       values ($1, $2, $3, $4, now(), now())`,
      [RAIL, `0x${'ab'.repeat(32)}`, evm.relayer.toLowerCase(), last + 1],
    )
    await accountForGas(deps)
    expect(await countOf('ended_at is null')).toBe(1)
    await settled([await deposited(20_000_000n)])
    expect(await countOf('fee_units is null')).toBeGreaterThan(before)
    await expectAgreement()
  })

  test('that differs from its transfers by one wei is found by the verification of the ledger', async () => {
    const { deps } = evm.corridor
    const change = (by: number) =>
      query(
        `update relayed_transactions set fee_units = fee_units + $1
          where transaction = (select min(transaction) from relayed_transactions where not is_reported)`,
        [by],
      )
    await change(1)
    const { difference } = await verifyLedger(deps.db)
    expect(difference).toContain(`the transfers for gas of ${evm.relayer.toLowerCase()} at ${RAIL}`)
    await change(-1)
    expect(await verifyLedger(deps.db)).toMatchObject({ difference: undefined })
  })
})
