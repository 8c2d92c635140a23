// Steps of the check for a connector that is a rail: payments, movements, accounts for payers, balances.
import { randomUUID } from 'node:crypto'
import {
  checkDetails,
  exampleDetails,
  methodNames,
  type InstrumentMethod,
} from '../../methods/methods.ts'
import { holdingOf, minorOf } from '../amounts.ts'
import { systemClock } from '../../../platform/clock.ts'
import { checked } from '../client.ts'
import * as protocol from '../protocol.ts'
import { entryOf } from '../rail.ts'
import { sends } from '../list-messages.ts'
import { cancelSteps } from './cancel-steps.ts'
import { keySteps, type Subject } from './key-steps.ts'
import { listStep } from './list-steps.ts'
import { require, Skipped, type Step } from './steps.ts'
import type { Target } from './target.ts'

const MOST_PAGES = 50
/** A clock may be ahead by so much. */
const MOST_AHEAD_MS = 60_000

export function railSteps(
  target: Target,
  [served]: protocol.Capabilities['served'],
  options: {
    amount: string
    restart: (() => Promise<void>) | undefined
    lists: readonly string[]
    cancels: boolean
  },
): Step[] {
  const method = methodNames.find((name) => name === served?.method)
  const currency = served?.currencies[0]
  if (method === undefined || currency === undefined) {
    const reason = `no served method is one of ${methodNames.join(', ')}`
    return [{ about: 'payments', step: 'can be checked', run: async () => new Skipped(reason) }]
  }
  const content = { method, currency, details: exampleDetails(method), reference: 'CHECK-1' }
  const payments: Subject = {
    about: 'payments',
    resource: 'sends',
    schema: protocol.send,
    known: protocol.sendStatuses,
    bodyFor: async (key) => JSON.stringify({ key, amount: options.amount, ...content }),
    changed: (body) => JSON.stringify({ ...JSON.parse(body), reference: 'CHECK-2' }),
  }
  const amountMinor = minorOf(options.amount, currency)
  return [
    ...keySteps(target, payments, options.restart),
    listStep(
      target,
      options.lists,
      payments,
      sends,
      ({ sends: page }) => page,
      (entry) => entry.currency === currency && minorOf(entry.amount, currency) === amountMinor,
    ),
    ...cancelSteps(target, options.cancels, payments.bodyFor, options.restart),
    balanceStep(target, 'rail'),
    {
      about: 'movements',
      step: 'gives the same movements again from an old cursor',
      run: () => readTwice(target),
    },
    {
      about: 'accounts',
      step: 'opens accounts once for each key',
      run: () => openTwice(target, method, currency),
    },
  ]
}

export const balanceStep = (target: Target, role: 'rail' | 'liquidity'): Step => ({
  about: role === 'rail' ? 'payments' : 'conversions',
  step: 'states its balances',
  async run() {
    const call = { method: 'GET', path: `/balances?role=${role}` } as const
    const { balances } = await target.get(call, protocol.balances)
    const held = balances.map(holdingOf)
    // The author sees whether the connector tells both roles apart: each is compared with another account of the ledger.
    const amounts = balances.map(({ amount, currency }) => `${amount} ${currency}`)
    return `role=${role}: ${held.length === 0 ? 'none' : amounts.join(', ')}`
  },
})

type Page = { from: string | null; cursor: string; movements: protocol.SentMovement[] }

async function readTwice(target: Target): Promise<string> {
  const pageFrom = async (from: string | null, limit: number): Promise<Page> => {
    const query = from === null ? '' : `&cursor=${encodeURIComponent(from)}`
    const path = `/movements?limit=${limit}${query}`
    const page = await target.get({ method: 'GET', path }, protocol.movements)
    require(page.movements.length <= limit, `a page has more than ${limit} movements`)
    return { from, ...page }
  }
  const pages: Page[] = []
  let last = await pageFrom(null, protocol.MOST_MOVEMENTS)
  while (last.movements.length > 0 && pages.length < MOST_PAGES) {
    pages.push(last)
    last = await pageFrom(last.cursor, protocol.MOST_MOVEMENTS)
  }
  const all = pages.flatMap(({ movements }) => movements)
  const now = systemClock.now()
  for (const movement of all) {
    const entry = entryOf(movement)
    const isAhead = entry.kind === 'deposit' && (entry.receivedAt ?? 0) > now + MOST_AHEAD_MS
    require(!isAhead, `${movement.transaction} has a received_at in the future`)
  }
  const names = all.map(({ transaction, index }) => `${transaction}/${index}`)
  require(new Set(names).size === names.length, 'two movements have one transaction and index')
  for (const page of pages) {
    const again = await pageFrom(page.from, protocol.MOST_MOVEMENTS)
    require(begins(again.movements, page.movements), 'the same cursor gave other movements')
  }
  const [first] = all
  if (first === undefined) return 'there are none: let money arrive, then check again'
  const single = await pageFrom(null, 1)
  require(begins([first], single.movements), 'a page of one movement begins with another one')
  const next = await pageFrom(single.cursor, 1)
  require(begins(all.slice(1, 2), next.movements), 'a page of one movement skips or repeats')
  return `${all.length} movements`
}

const begins = (whole: readonly unknown[], start: readonly unknown[]): boolean =>
  JSON.stringify(whole.slice(0, start.length)) === JSON.stringify(start)

async function openTwice(
  target: Target,
  method: InstrumentMethod,
  currency: string,
): Promise<Skipped | undefined> {
  const key = `check_${randomUUID()}`
  const request = (count: number) => {
    const body = JSON.stringify({ key, method, currency, count })
    return { method: 'POST', path: '/funding-accounts', body, key } as const
  }
  const { status, body } = await target.ask(request(2))
  if (status === 404 || status === 501) return new Skipped('it opens no accounts: give shared ones')
  require(status === 200, `answered with ${status}, not with 200`)
  const first = checked(request(2), body, protocol.accounts)
  const again = await target.get(request(2), protocol.accounts)
  require(begins(first.accounts, again.accounts), 'the same key gave other accounts')
  const bad = first.accounts.flatMap((details) => checkDetails(method, details))
  require(bad.length ===
    0, `an account is not one of ${method}: ${bad[0]?.field} ${bad[0]?.message}`)
  require(first.accounts.length === 2, `gave ${first.accounts.length} accounts, not 2`)
  const other = await target.ask(request(1))
  require(other.status === 409, `another body was answered with ${other.status}, not with 409`)
  return undefined
}
