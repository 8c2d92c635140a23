// Looks once a day, by the time of the chain, at every account that holds money: reads the blocks since the last look
// again. Finds deposits to accounts of orders that ended long ago, and deposits that an endpoint hid.
import type { Watch, WatchedAccount } from '../port.ts'
import { quantityOf } from './answers.ts'
import type { Cursor } from './cursor.ts'
import type { Endpoints } from './endpoints.ts'
import type { Block } from './head.ts'
import { lowerCase } from './signing.ts'
import { balanceCall } from './token.ts'
import { chunksOf, depositsTo, type Deposit, type ReaderDeps } from './transfers-in.ts'

export type LookDeps = ReaderDeps & { endpoints: Endpoints }

const DAY_SECONDS = 86_400n
/** Pages of accounts in one poll. The next poll goes on after the last account. */
const PAGES_PER_POLL = 4
const BALANCES_PER_BATCH = 50

export async function dailyLook(
  deps: LookDeps,
  cursor: Cursor,
  head: Block,
  watch: Watch,
): Promise<{ cursor: Cursor; deposits: readonly Deposit[] }> {
  const { pass } = cursor
  const isDue = cursor.block === head.number && head.timestamp >= pass.at + DAY_SECONDS
  if (cursor.running === null && !isDue) return { cursor, deposits: [] }
  const running = cursor.running ?? { to: cursor.block, at: head.timestamp, after: null }
  const deposits: Deposit[] = []
  async function look(accounts: readonly WatchedAccount[]): Promise<void> {
    const holding = await holdingAccounts(deps, accounts)
    deposits.push(...(await depositsTo(deps, holding, pass.block + 1n, running.to)))
  }
  // Recent accounts are few. They go first, since an old account may become recent again while a look goes on.
  if (cursor.running === null) for await (const page of pagesOf(watch.recent)) await look(page)
  let after = running.after
  let pages = 0
  let hasReached = after === null
  for await (const page of pagesOf(watch.older)) {
    const at = page.findIndex(({ account }) => account === after)
    if (!hasReached && at < 0) continue
    await look(hasReached ? page : page.slice(at + 1))
    hasReached = true
    after = page.at(-1)?.account ?? null
    pages += 1
    if (pages === PAGES_PER_POLL)
      return { cursor: { ...cursor, running: { ...running, after } }, deposits }
  }
  // The account at which the last poll ended is no longer an old one: begin again.
  if (!hasReached) return { cursor: { ...cursor, running: { ...running, after: null } }, deposits }
  const done = { block: running.to, at: running.at }
  return { cursor: { ...cursor, pass: done, running: null }, deposits }
}

/** The pages up to the first empty one. */
export async function* pagesOf(
  page: Watch['recent'],
): AsyncGenerator<readonly WatchedAccount[], void> {
  for (let after: string | null = null; ; ) {
    const accounts = await page(after)
    const last = accounts.at(-1)
    if (last === undefined) return
    yield accounts
    after = last.account
  }
}

/** Accounts that hold any of the tokens now. */
async function holdingAccounts(
  { endpoints, settings: { tokens } }: LookDeps,
  accounts: readonly WatchedAccount[],
): Promise<readonly WatchedAccount[]> {
  const pairs = accounts.flatMap((account) => tokens.map((token) => ({ account, token })))
  const holding = new Set<WatchedAccount>()
  for (const chunk of chunksOf(pairs, BALANCES_PER_BATCH)) {
    const calls = chunk.map(({ account, token }) =>
      balanceCall(token.address, lowerCase(account.account)),
    )
    const balances = await endpoints.first(async ({ ask, label }) =>
      (await ask(calls)).map((answer) => quantityOf(answer, `${label}: a balance`)),
    )
    for (const [at, { account }] of chunk.entries())
      if ((balances[at] ?? 0n) > 0n) holding.add(account)
  }
  return [...holding]
}
