// Statements and margin agree with the ledger to the minor unit, after random histories of orders.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantAt, later, toTimestamp, type Instant } from '../../src/platform/clock.ts'
import { accountKinds } from '../../src/engine/ledger/accounts.ts'
import { parseAmount } from '../../src/platform/money/decimal.ts'
import { settleLedgerSums } from '../../src/engine/treasury/desk-balances.ts'
import { forFile } from '../support/for-file.ts'
import { newPerson, openDesk, ratesArrive, type Person } from '../support/desk.ts'
import { runDueWork } from '../support/orders.ts'
import { NOON } from '../support/service.ts'

type Totals = {
  currency: string
  opening_balance: string
  debits: string
  credits: string
  closing_balance: string
  movements: number
}
type Movement = {
  id: string
  posting: string
  currency: string
  amount: string
  order_id: string | null
  deposit_id: string | null
  payout_id: string | null
  refund_id: string | null
}
type StatementJson = { is_final: boolean; totals: Totals[] | null; movements: Movement[] }
type MarginJson = Record<string, string | null>

const ROUNDS = 8
/** What orders of these cents meet: see docs/sandbox.md. */
const CENTS = ['00', '01', '02', '06', '09', '10', '12', '13']

const desk = await forFile(openDesk())
const { corridor } = desk
const viewer = await newPerson(desk, 'viewer', 'viewer')
const outsider = await newPerson(desk, 'outsider', 'viewer', desk.others)
const mine = await newPerson(desk, 'mine', 'viewer', [desk.own])
await ratesArrive(corridor)
const instants = [NOON]
const seed = Date.now() % 1_000_000
const choices = fc.sample(fc.constantFrom(...CENTS), { numRuns: ROUNDS, seed })
for (const [round, cents] of choices.entries()) {
  await corridor.deps.feeds.push()
  const order = await corridor.order(
    (await corridor.quote(undefined, `${1000 + round}.${cents}`)).id,
  )
  await corridor.fund(order.id)
  // Midnight comes between some steps of an order.
  for (const hours of [0, 1, 7]) {
    corridor.clock.advance(hours * 3_600_000 + 1)
    await runDueWork(corridor)
    instants.push(corridor.clock.now())
  }
  corridor.clock.advance(24 * 3_600_000 - ((corridor.clock.now() - NOON) % (24 * 3_600_000)))
  await corridor.deps.feeds.push()
  if (round === ROUNDS / 2) {
    await settleLedgerSums(corridor.deps.db)
    await settleLedgerSums(corridor.deps.db)
  }
}
corridor.clock.advance(120_000)

const minor = (amount: string, currency: string): bigint => {
  const digits = amount.replace('-', '')
  const parsed = parseAmount(digits, currency)
  const value = parsed.ok ? parsed.minor : 0n
  if (!parsed.ok && !/^0(\.0+)?$/.test(digits)) throw new Error(`${amount} ${currency}`)
  return amount.startsWith('-') ? -value : value
}

async function pages<T>(
  who: Person,
  path: string,
  limit: number,
  rowsOf: (data: T) => unknown[],
): Promise<T[]> {
  const found: T[] = []
  for (let next = ''; ; ) {
    const reply = await who.act<T>(
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}limit=${limit}${next}`,
    )
    found.push(reply.data)
    expect(rowsOf(reply.data).length).toBeLessThanOrEqual(limit)
    const cursor = /cursor=([^&>]+)/.exec(reply.headers.get('link') ?? '')?.[1]
    if (cursor === undefined) return found
    next = `&cursor=${cursor}`
  }
}
const encoded = (at: Instant) => encodeURIComponent(toTimestamp(at))
const statement = async (path: string, from: Instant, to: Instant, who = viewer, limit = 200) =>
  pages<StatementJson>(
    who,
    `${path}/statement?from=${encoded(from)}&to=${encoded(to)}`,
    limit,
    ({ movements }) => movements,
  )
/** Debits less credits before an instant, by currency. */
async function balances(account: string, before: Instant): Promise<Map<string, bigint>> {
  const { rows } = await corridor.database.owner.query<{ currency: string; minor: string }>(
    `select currency, sum(amount_minor)::text as minor from ledger_entries
      where account = $1 and posted_at < $2 group by currency`,
    [account, toTimestamp(before)],
  )
  return new Map(rows.map((row) => [row.currency, BigInt(row.minor)]))
}
async function accounts(): Promise<string[]> {
  const rows = await corridor.sql<{ account: string }>`select distinct account from ledger_entries
      order by account`
  return rows.map(({ account }) => account)
}
const isCredit = (account: string) =>
  Object.entries(accountKinds).some(
    ([kind, { side }]) => side === 'credit' && account.split(':')[0] === kind,
  )

describe('a statement', () => {
  test('of every account and any period: opening and movements are the closing balance of the ledger', async () => {
    const all = await accounts()
    expect(all).toContain('rail:sandbox')
    for (const account of all)
      for (const [a, b] of fc.sample(
        fc.tuple(fc.nat(instants.length), fc.nat(instants.length)),
        3,
      )) {
        const [from, to] = [
          instants[Math.min(a, b)] ?? NOON,
          later(instants[Math.max(a, b)] ?? corridor.clock.now(), 1),
        ]
        const [page, ...others] = await statement(
          `/accounts/${encodeURIComponent(account)}`,
          from,
          to,
        )
        const movements = [page, ...others].flatMap((one) => one?.movements ?? [])
        const sign = isCredit(account) ? -1n : 1n
        const opening = await balances(account, from)
        const closing = await balances(account, to)
        for (const one of page?.totals ?? []) {
          const { currency } = one
          const of = movements.filter((row) => row.currency === currency)
          const moved = of.reduce((sum, { amount }) => sum + minor(amount, currency), 0n)
          const what = `${account} ${currency} from ${toTimestamp(from)} to ${toTimestamp(to)}`
          expect(minor(one.opening_balance, currency), what).toBe(
            sign * (opening.get(currency) ?? 0n),
          )
          expect(minor(one.closing_balance, currency), what).toBe(
            sign * (closing.get(currency) ?? 0n),
          )
          expect(minor(one.opening_balance, currency) + moved, what).toBe(
            minor(one.closing_balance, currency),
          )
          expect(of).toHaveLength(one.movements)
        }
        const shown = new Set(page?.totals?.map(({ currency }) => currency))
        for (const [currency, balance] of closing)
          if (balance !== 0n) expect(shown, account).toContain(currency)
      }
  })

  test('of an organization names the deposit, payout and refund of each movement', async () => {
    const path = `/organizations/${corridor.sandbox.organization_id}`
    const movements = (await statement(path, NOON, corridor.clock.now(), mine, 7)).flatMap(
      (page) => page.movements,
    )
    const ofOrders: Record<string, keyof Movement> = {
      deposit: 'deposit_id',
      payout: 'payout_id',
      payout_rejected: 'payout_id',
      refund: 'refund_id',
    }
    for (const [posting, field] of Object.entries(ofOrders)) {
      const those = movements.filter((row) => row.posting === posting)
      for (const row of those) expect(row[field], JSON.stringify(row)).not.toBeNull()
      // A rejection posts several transfers of one payout.
      if (posting !== 'payout_rejected')
        expect(new Set(those.map((row) => row[field])).size, posting).toBe(those.length)
    }
    expect(movements.length).toBeGreaterThan(ROUNDS)
    expect(movements.every(({ order_id: id }) => id !== null)).toBe(true)
    expect(new Set(movements.map(({ id }) => id)).size).toBe(movements.length)
  })

  test('has its totals on the first page only, and is final a minute after its end', async () => {
    const found = await statement('/accounts/rail:sandbox', NOON, corridor.clock.now(), viewer, 3)
    expect(found.length).toBeGreaterThan(2)
    expect(found.map(({ totals }) => totals === null)).toEqual(found.map((_, page) => page > 0))
    expect(found[0]?.is_final).toBe(false)
    const [past] = await statement('/accounts/rail:sandbox', NOON, later(NOON, 1000))
    expect(past?.is_final).toBe(true)
  })

  test('of the desk or of another enterprise is not found', async () => {
    const organization = corridor.sandbox.organization_id
    for (const [who, path] of [
      [mine, '/accounts/rail:sandbox'],
      [mine, '/accounts/fee'],
      [outsider, `/organizations/${organization}`],
      [outsider, `/accounts/customer:${organization}`],
      [viewer, '/accounts/nonsense'],
      [viewer, '/accounts/customer:nonsense'],
      [viewer, '/organizations/org_nonsense'],
    ] as const)
      expect((await who.act('GET', `${path}/statement`)).problem.code, path).toBe('not_found')
    expect((await mine.act('GET', `/accounts/customer:${organization}/statement`)).status).toBe(200)
  })

  test('refuses a period that ends before it begins, and a foreign cursor', async () => {
    const query = `from=${encoded(NOON)}&to=${encoded(instantAt(NOON - 1))}`
    expect((await viewer.act('GET', `/accounts/fee/statement?${query}`)).problem.code).toBe(
      'invalid_request',
    )
    expect((await viewer.act('GET', `/accounts/fee/statement?cursor=AAAA`)).problem.code).toBe(
      'invalid_cursor',
    )
    expect((await viewer.act('GET', `/margin?${query}`)).problem.code).toBe('invalid_request')
  })
})

describe('margin', () => {
  const FIGURES = [
    'fee',
    'tax',
    'fx_result',
    'rounding',
    'refund_fee',
    'small_amounts',
    'provider_fee',
    'rail_fee',
    'network_fee',
    'unwind',
    'receivable',
  ]

  test('summed over days, routes and providers is what the ledger says', async () => {
    const rows = (await pages<MarginJson[]>(viewer, '/margin', 5, (data) => data)).flat()
    expect(new Set(rows.map(({ day }) => day)).size).toBeGreaterThan(ROUNDS - 2)
    for (const figure of FIGURES) {
      const ledger = await balances(figure, corridor.clock.now())
      const sums = new Map<string, bigint>()
      for (const row of rows) {
        const currency = row['currency'] ?? ''
        sums.set(currency, (sums.get(currency) ?? 0n) + minor(row[figure] ?? '', currency))
      }
      for (const currency of new Set([...sums.keys(), ...ledger.keys()]))
        expect(sums.get(currency) ?? 0n, `${figure} ${currency}`).toBe(
          (isCredit(figure) ? -1n : 1n) * (ledger.get(currency) ?? 0n),
        )
    }
  })

  test('of each row is what it says, and each row has its route and provider', async () => {
    const { data } = await viewer.act<MarginJson[]>('GET', '/margin?limit=200')
    for (const row of data) {
      const of = (name: string) => minor(row[name] ?? '', row['currency'] ?? '')
      expect(of('margin')).toBe(
        of('fee') +
          of('fx_result') +
          of('rounding') +
          of('refund_fee') +
          of('small_amounts') -
          of('provider_fee') -
          of('rail_fee') -
          of('network_fee') -
          of('written_off'),
      )
      expect(row['route_name'], JSON.stringify(row)).not.toBeNull()
      expect(row['liquidity_provider'], JSON.stringify(row)).not.toBeNull()
    }
    const days = data.map(({ day }) => day)
    expect(days).toEqual(days.toSorted())
  })

  test('of a period is the result that the orders of it say', async () => {
    const sums = new Map<string, bigint>()
    const add = (currency: string, amount: string) =>
      sums.set(currency, (sums.get(currency) ?? 0n) + minor(amount, currency))
    const { data: orders } = await viewer.act<{ id: string }[]>('GET', '/orders?limit=200')
    for (const { id } of orders) {
      const { data } = await viewer.act<{
        record: { desk_result: { amount: string; currency: string }[] }
      }>('GET', `/orders/${id}`)
      for (const { amount, currency } of data.record.desk_result) add(currency, amount)
    }
    expect(sums.size).toBeGreaterThan(0)
    const { data: rows } = await viewer.act<MarginJson[]>('GET', '/margin?limit=200')
    for (const row of rows) {
      const margin = row['margin'] ?? ''
      add(row['currency'] ?? '', margin.startsWith('-') ? margin.slice(1) : `-${margin}`)
    }
    expect([...sums.values()].filter((left) => left !== 0n)).toEqual([])
  })

  test('is that of the enterprises that the operator sees', async () => {
    const all = await viewer.act<MarginJson[]>('GET', '/margin?limit=200')
    expect((await mine.act<MarginJson[]>('GET', '/margin?limit=200')).data).toEqual(all.data)
    expect((await outsider.act<MarginJson[]>('GET', '/margin')).data).toEqual([])
    const organization = `organization_id=${corridor.sandbox.organization_id}`
    expect((await outsider.act<MarginJson[]>('GET', `/margin?${organization}`)).data).toEqual([])
    expect(
      (await viewer.act<MarginJson[]>('GET', `/margin?limit=200&${organization}`)).data,
    ).toEqual(all.data)
  })
})

describe('exposure', () => {
  type Side = { orders: number; payin: string; payout: string }
  type ExposureJson = {
    route_id: string | null
    liquidity_provider: string | null
    payin_currency: string
    payout_currency: string
    awaiting_funding: Side
    awaiting_conversion: Side & { sold: string; delivered: string }
    reserved: { payin: string; payout: string }
  }
  const all = (who: Person, by: string) =>
    pages<ExposureJson[]>(who, `/exposure/${by}`, 1, (data) => data).then((found) => found.flat())

  test('of routes and of providers is what open orders promise, each order once', async () => {
    await corridor.deps.feeds.push()
    await corridor.order()
    await corridor.order((await corridor.quote(undefined, '777.00')).id)
    await corridor.fund((await corridor.order()).id)
    const { rows } = await corridor.database.owner.query<Record<string, string>>(
      `select count(*) filter (where status = 'STEP_1_AWAITING_FUNDING')::text as unfunded,
              sum(payin_total_minor) filter (where status = 'STEP_1_AWAITING_FUNDING')::text as payin,
              sum(payout_total_minor) filter (where status = 'STEP_1_AWAITING_FUNDING')::text as payout,
              count(*) filter (where status = 'STEP_2_FILLING_FX')::text as unfilled,
              sum(payin_total_minor - payin_fee_minor - payin_tax_minor) filter (where status = 'STEP_2_FILLING_FX')::text as net
         from orders where payin_currency = 'USDC' and payout_currency = 'COP'`,
    )
    expect(rows[0]?.['unfunded']).toBe('2')
    for (const by of ['routes', 'providers']) {
      const found = (await all(viewer, by)).filter((one) => one.payout_currency === 'COP')
      const sum = (of: (one: ExposureJson) => bigint) =>
        String(found.reduce((total, one) => total + of(one), 0n))
      expect(
        sum((one) => BigInt(one.awaiting_funding.orders)),
        by,
      ).toBe(rows[0]?.['unfunded'])
      expect(
        sum((one) => minor(one.awaiting_funding.payin, 'USDC')),
        by,
      ).toBe(rows[0]?.['payin'])
      expect(
        sum((one) => minor(one.awaiting_funding.payout, 'COP')),
        by,
      ).toBe(rows[0]?.['payout'])
      expect(
        sum((one) => BigInt(one.awaiting_conversion.orders)),
        by,
      ).toBe(rows[0]?.['unfilled'])
      expect(
        sum((one) => minor(one.awaiting_conversion.payin, 'USDC')),
        by,
      ).toBe(rows[0]?.['net'])
      expect(await all(mine, by)).toEqual(await all(viewer, by))
      expect(await all(outsider, by)).toEqual([])
    }
    const [ofProvider] = await all(viewer, 'providers')
    expect(ofProvider).toMatchObject({ route_id: null, liquidity_provider: 'ALPHA' })
  })

  test('shows what is reserved at a provider with limits', async () => {
    await corridor.sql`insert into provider_limits (provider, currency, settlement_limit_minor)
        values ('ALPHA', 'COP', 1000000000000)`
    const reserved = async () => (await all(viewer, 'providers'))[0]?.reserved
    expect(await reserved()).toMatchObject({ payin: '0.00', payout: '0.00' })
    // The limits of a provider are cached.
    await expect
      .poll(async () => {
        await corridor.deps.feeds.push()
        const order = await corridor.order()
        return order.id === undefined ? '0.00' : ((await reserved())?.payout ?? '0.00')
      })
      .not.toBe('0.00')
  })
})
