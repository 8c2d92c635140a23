// What the simulated rail and providers did, from their own memory, and the site of which they are both sides.
import { manualClock } from '../support/service.ts'
import type { Desk } from './desk.ts'
import type { Converted, Left, Site } from './site.ts'

type Executed = { key: string; request: string }

export async function leftAtSimulator({ database: { owner } }: Pick<Desk, 'database'>) {
  const { rows } = await owner.query<Executed>(
    `select key, request from simulator.executions order by key`,
  )
  const left: Left[] = []
  const converted: Converted[] = []
  const balances = new Map<string, bigint>()
  const move = (account: string, currency: string, minor: bigint) =>
    void balances.set(
      `${account} ${currency}`,
      (balances.get(`${account} ${currency}`) ?? 0n) + minor,
    )
  for (const { key, request } of rows) {
    const [place = '', ...rest] = key.split('/')
    const [word, amount = '0', currency = '', , bought = '0', other = ''] = request.split(' ')
    const amountMinor = word === 'pay' || word === 'fill' ? BigInt(amount) : 0n
    const own = rest.join('/')
    if (word === 'pay') {
      left.push({ rail: 'sandbox', key: own, to: null, currency, amountMinor })
      move('rail:sandbox', currency, -amountMinor)
    } else if (word === 'fill') {
      converted.push({ provider: place, key: own, currency, soldMinor: amountMinor })
      move(`provider:${place}`, currency, -amountMinor)
      move(`provider:${place}`, other, BigInt(bought))
    }
  }
  const came = await owner.query<{ currency: string; minor: string }>(
    `select currency, sum(amount_minor)::text as minor from simulator.deposits
      where reported_at is not null group by currency`,
  )
  for (const { currency, minor } of came.rows) move('rail:sandbox', currency, BigInt(minor))
  return { left, converted, balances }
}

export async function simulatedSite(): Promise<Site> {
  const clock = manualClock()
  const direction = {
    payin: 'USDC',
    payout: 'COP',
    provider: 'ALPHA',
    amountOf: (number: number) => `${1000 + number}.${String(number).padStart(2, '0')}`,
  }
  return {
    name: 'simulated',
    rail: 'sandbox',
    env: {},
    clock,
    out: direction,
    in: direction,
    goOn: async () => {},
    pass: async () => {},
    pay: async () => {},
    left: async () => [],
    converted: async () => [],
    balances: async () => new Map(),
    close: async () => {},
  }
}
