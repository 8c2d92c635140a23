// A route with several providers: the best one prices, and at the fill the next one follows a provider that declines,
// fails or offers too little. No second provider is asked while the outcome of the first is unknown.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { providersLeft, reasonForChoice } from '../../src/engine/fills/choose-provider.ts'
import { QUOTE_EXPIRED, selectFills } from '../../src/engine/fills/queries.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import type { FillAnswer, LiquidityProvider } from '../../src/outside/liquidity/port.ts'
import { applyFile } from '../../src/desk/operator-file/apply-file.ts'
import { readOperatorFile } from '../../src/desk/operator-file/operator-file.ts'
import { orderForOperator } from '../../src/engine/orders/operator-view.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { parseRate } from '../../src/platform/money/decimal.ts'
import { forFile } from '../support/for-file.ts'
import { newProgram } from '../support/desk.ts'
import { requireUuid } from '../support/ids.ts'
import { fundedOrder, rowOf } from '../support/orders.ts'
import { testService } from '../support/service.ts'
import { eventually } from '../support/until.ts'

/** What ALPHA does in place of the simulated provider. */
let alpha: Partial<LiquidityProvider> = {}

const NEVER = 'hours: []'
const ALWAYS = `hours: [{ days_of_week: [0, 1, 2, 3, 4, 5, 6], start_time: '00:00', end_time: '00:00', timezone: UTC }]`

/** The file of the sandbox, with a second provider for USDC to COP. */
function fileWith(betaRate: string, betaHours = ALWAYS): string {
  const sandbox = readFileSync(join(import.meta.dirname, '../../sandbox.yaml'), 'utf8')
  const pair = `
      - payin_currency: USDC
        payout_currency: COP
        ${betaHours}
        settings: { mid_rate: '${betaRate}', spread_bps: 30, rate_decimals: 2 }`
  return sandbox
    .replace(/(name: BETA\n\s+kind: simulated\n\s+trading_pairs:)/, `$1${pair}`)
    .replace(
      /(name: USDC to COP\n\s+payin_currency: USDC\n\s+payout_currency: COP\n\s+)liquidity_provider: ALPHA/,
      '$1liquidity_providers: [ALPHA, BETA]',
    )
    .replace('max_slippage_bps: 300', 'max_slippage_bps: 1500')
}

async function apply(text: string): Promise<void> {
  const path = join(corridor.deps.config.dataDir, 'world.yaml')
  writeFileSync(path, text)
  const { config, clock, db } = corridor.deps
  await applyFile(db, { ...config, at: clock.now() }, readOperatorFile(path))
  await corridor.deps.feeds.push()
}

const corridor = await forFile(
  testService({
    replace: ({ feeds }) => ({
      feeds: {
        ...feeds,
        provider: async (name) =>
          name === 'ALPHA' ? { ...(await feeds.provider(name)), ...alpha } : feeds.provider(name),
      },
    }),
  }),
)
await apply(fileWith('4250.00'))
beforeEach(() => void (alpha = {}))

const idsOf = (order: OrderJson) => ({
  organization_id: requireUuid('org', corridor.sandbox.organization_id),
  id: requireUuid('ord', order.id),
})
const fillsOf = (order: OrderJson) => selectFills(corridor.deps.db, [idsOf(order)])

const untilAt = (order: OrderJson, wanted: string) =>
  eventually(`${order.id} reaches ${wanted}`, async () => {
    corridor.clock.advance(2000)
    const { data } = await corridor.get<OrderJson>(`${corridor.organization}/orders/${order.id}`)
    return data.status.current_status === wanted
  })

/** A funded order that ALPHA priced: the walks differ by 4 % at most, and BETA's middle rate is 6 % lower. */
async function funded(): Promise<OrderJson> {
  await apply(fileWith('4000.00'))
  return fundedOrder(corridor)
}

/** The results of orders that this provider filled last, without one of them. */
async function resultOfOthers(provider: string, order: OrderJson): Promise<bigint> {
  const { rows } = await corridor.database.owner.query<{ minor: string }>(
    `select coalesce(sum(case when credit_account = 'fx_result' then amount_minor else -amount_minor end), 0)::text as minor
       from ledger_transfers t where 'fx_result' in (credit_account, debit_account) and order_id <> $2
        and $1 = (select provider_name from fills f where f.order_id = t.order_id and sold_minor is not null
                   order by sequence desc limit 1)`,
    [provider, requireUuid('ord', order.id)],
  )
  return BigInt(rows[0]?.minor ?? '')
}

async function choiceOf(order: OrderJson): Promise<string[]> {
  const shown = await orderForOperator(corridor.deps.db, await rowOf(corridor, order))
  return shown.fills.map((fill) => `${fill.liquidity_provider}: ${fill.choice}`)
}

describe('the price of a route with two providers', () => {
  test.each([
    ['4000.00', 'ALPHA'],
    ['4500.00', 'BETA'],
  ])('is the best of both: with BETA at %s it is that of %s', async (rate, best) => {
    await apply(fileWith(rate))
    const offering = await corridor.offering()
    expect(offering.liquidity_provider.name).toBe(best)
    const quote = await corridor.quote(offering.id)
    const { data } = await corridor.get<{ exchange_rate: string }>(
      `/v1/liquidity-providers/${best}/exchange-rate?payin_currency=USDC&payout_currency=COP`,
    )
    expect(quote.exchange_rate).toBe(data.exchange_rate)
  })

  test('is that of the provider that trades now, even if the other is better', async () => {
    await apply(fileWith('4500.00', NEVER))
    expect((await corridor.offering()).liquidity_provider.name).toBe('ALPHA')
  })

  test('the route still names one provider', async () => {
    const { data } = await corridor.get<{ liquidity_provider: string }[]>(
      `${corridor.organization}/configured-routes`,
    )
    expect(data[0]?.liquidity_provider).toBe('ALPHA')
  })

  test('the provider that priced the quote is asked first', async () => {
    await apply(fileWith('4500.00'))
    const order = await corridor.order()
    await corridor.fund(order.id)
    await untilAt(order, 'STEP_4_COMPLETED')
    expect(await choiceOf(order)).toEqual(['BETA: priced the quote'])
  })
})

describe('at the fill', () => {
  test('the next provider follows one that declines, and the operator sees why', async () => {
    alpha = {
      execute: async () => ({ state: 'declined', isFinal: true, code: 'no_liquidity' }),
    }
    const order = await funded()
    await untilAt(order, 'STEP_4_COMPLETED')
    expect(await choiceOf(order)).toEqual([
      'ALPHA: priced the quote',
      'BETA: ALPHA declined (no_liquidity)',
    ])
    expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined()
  })

  test('the next provider follows one that gives no firm quote', async () => {
    alpha = {
      firmQuote: async () => {
        throw new Error('503')
      },
    }
    const order = await funded()
    await untilAt(order, 'STEP_4_COMPLETED')
    expect(await choiceOf(order)).toEqual(['BETA: ALPHA gave no firm quote'])
  })

  test('the next provider follows one that offers too little', async () => {
    alpha = {
      firmQuote: async () => ({
        rate: parseRate('4000'),
        payoutMinor: 1n,
        token: '',
        expiresAt: null,
      }),
    }
    const order = await funded()
    await untilAt(order, 'STEP_4_COMPLETED')
    expect(await choiceOf(order)).toEqual(['BETA: ALPHA offers too little'])
  })

  test('the next provider sells the rest of a partial fill that is then declined', async () => {
    let calls = 0
    alpha = {
      execute: async ({ payinMinor, payoutMinor }): Promise<FillAnswer> =>
        ++calls === 1
          ? {
              state: 'filled',
              soldMinor: payinMinor / 2n,
              deliveredMinor: payoutMinor / 2n,
              fee: { currency: 'USDC', amountMinor: 12n },
              reference: 'half',
            }
          : { state: 'declined', isFinal: true, code: 'low_balance' },
    }
    const order = await funded()
    await untilAt(order, 'STEP_4_COMPLETED')
    const fills = await fillsOf(order)
    expect(fills.map((fill) => [fill.provider_name, fill.decline_code])).toEqual([
      ['ALPHA', null],
      ['ALPHA', 'low_balance'],
      ['BETA', null],
    ])
    expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined()

    const [first, last] = [fills[0], fills[2]]
    const { rows } = await corridor.database.owner.query<{ minor: string; promised: string }>(
      `select sum(case when credit_account = 'fx_result' then amount_minor else -amount_minor end)::text as minor
         from ledger_transfers where order_id = $1 and 'fx_result' in (credit_account, debit_account)`,
      [requireUuid('ord', order.id)],
    )
    const result = BigInt(rows[0]?.minor ?? '')
    const viewer = await newProgram(corridor, 'viewer')
    const margin = await viewer.act<Record<string, string>[]>('GET', '/margin?limit=200')
    const resultOf = (provider: string) =>
      margin.data
        .filter((row) => row['liquidity_provider'] === provider && row['currency'] === 'COP')
        .reduce((sum, row) => sum + BigInt((row['fx_result'] ?? '').replace('.', '')), 0n)
    const delivered = (first?.delivered_minor ?? 0n) + (last?.delivered_minor ?? 0n)
    const sold = (first?.sold_minor ?? 0n) + (last?.sold_minor ?? 0n)
    const promised = ((delivered - result) * (first?.sold_minor ?? 0n)) / sold
    // No order before this one was filled by both.
    expect(await resultOfOthers('ALPHA', order)).toBe(
      resultOf('ALPHA') - ((first?.delivered_minor ?? 0n) - promised),
    )
    expect(resultOf('ALPHA') + resultOf('BETA')).toBe(
      result + (await resultOfOthers('ALPHA', order)) + (await resultOfOthers('BETA', order)),
    )
  })

  test('no second provider is asked while the outcome of the first is unknown', async () => {
    let looks = 0
    alpha = {
      execute: async () => {
        throw new Error('timeout')
      },
      lookUp: async () => {
        looks += 1
        return { state: 'pending' }
      },
    }
    const order = await funded()
    await expect
      .poll(
        () => {
          corridor.clock.advance(60_000)
          return looks
        },
        { timeout: 120_000 },
      )
      .toBeGreaterThanOrEqual(3)
    expect((await fillsOf(order)).map((fill) => fill.provider_name)).toEqual(['ALPHA'])
    alpha = {
      lookUp: async () => ({ state: 'declined', isFinal: true, code: 'refused' }),
    }
    await untilAt(order, 'STEP_4_COMPLETED')
    expect((await fillsOf(order)).map((fill) => fill.provider_name)).toEqual(['ALPHA', 'BETA'])
  })

  test('the order is declined once every provider has declined for good', async () => {
    alpha = { execute: async () => ({ state: 'declined', isFinal: true, code: 'refused' }) }
    await apply(fileWith('4000.00'))
    const quote = await corridor.quote(undefined, '1911.01')
    const order = await corridor.order(quote.id)
    await corridor.fund(order.id)
    await untilAt(order, 'FAILED_DECLINED_BY_LIQ_PROVIDER')
    expect((await fillsOf(order)).map((fill) => fill.provider_name)).toEqual(['ALPHA', 'BETA'])
  })

  test('the database refuses a second fill in flight', async () => {
    await expect(
      corridor.database.owner.query(
        `insert into fills (organization_id, order_id, sequence, provider_name, provider_key, payin_currency, payin_minor,
           payout_currency, payout_minor, firm_rate, provider_payout_minor, created_at)
         select organization_id, order_id, n, 'BETA', 'two' || n, payin_currency, payin_minor, payout_currency,
                payout_minor, firm_rate, provider_payout_minor, created_at
           from (select * from fills limit 1) f, generate_series(101, 102) n`,
      ),
    ).rejects.toThrow('fills_one_in_flight')
  })
})

describe('the providers that are left', () => {
  const route = { provider_name: 'ALPHA', further_providers: ['BETA', 'GAMMA'] }
  const asked = (priced_provider: string | null, chosen_provider: string | null = null) => ({
    priced_provider,
    chosen_provider,
  })
  const declined = (provider_name: string, isFinal: boolean, code = 'refused') => ({
    provider_name,
    declined_at: corridor.clock.now(),
    decline_code: code,
    decline_is_final: isFinal,
  })

  test('are ranked by failed attempts, then the priced one, then the rank of the route', () => {
    expect(providersLeft(route, asked(null), [])).toEqual(['ALPHA', 'BETA', 'GAMMA'])
    expect(providersLeft(route, asked('GAMMA'), [])).toEqual(['GAMMA', 'ALPHA', 'BETA'])
    expect(providersLeft(route, asked('GAMMA'), [declined('GAMMA', false)])).toEqual([
      'ALPHA',
      'BETA',
      'GAMMA',
    ])
  })

  test('are without those that declined for good or three times; an expired quote is no decline', () => {
    expect(providersLeft(route, asked(null), [declined('BETA', true)])).toEqual(['ALPHA', 'GAMMA'])
    const thrice = [1, 2, 3].map(() => declined('ALPHA', false))
    expect(providersLeft(route, asked(null), thrice)).toEqual(['BETA', 'GAMMA'])
    const expired = [1, 2, 3].map(() => declined('ALPHA', false, QUOTE_EXPIRED))
    expect(providersLeft(route, asked(null), expired)).toEqual(['BETA', 'GAMMA', 'ALPHA'])
  })

  test('are only the one that an operator chose, until it has declined for good', () => {
    expect(providersLeft(route, asked('ALPHA', 'DELTA'), [declined('ALPHA', true)])).toEqual([
      'DELTA',
    ])
    expect(providersLeft(route, asked('ALPHA', 'DELTA'), [declined('DELTA', true)])).toEqual([])
    expect(reasonForChoice('DELTA', asked('ALPHA', 'DELTA'), [], [])).toBe('chosen by an operator')
  })

  test('the reason for a choice names each provider before it once', () => {
    const fills = [declined('ALPHA', false, 'busy'), declined('ALPHA', false, 'busy')]
    expect(reasonForChoice('GAMMA', asked('ALPHA'), ['BETA gave no firm quote'], fills)).toBe(
      'ALPHA declined (busy); BETA gave no firm quote',
    )
    expect(reasonForChoice('ALPHA', asked(null), [], [])).toBe('first provider of the route')
  })
})
