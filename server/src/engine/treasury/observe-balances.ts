// Asks every rail and provider for its balances and records them, to be compared with the ledger.
import type { Logger } from 'pino'
import type { Catalogue } from '../catalogue.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { Feeds } from '../../outside/liquidity/feeds.ts'
import { providerAccount, railAccount } from '../ledger/accounts.ts'
import type { Rail } from '../../outside/rails/port.ts'
import { selectDepositAccounts, selectSmallUnswept } from '../sweeps/queries.ts'
import { withTimeout } from '../../platform/timeout.ts'
import { settleLedgerSums, upsertObservedBalances, type ObservedHolding } from './desk-balances.ts'

/** A rail whose balances are observed. */
type Reporting = Pick<Rail, 'name' | 'balances' | 'sweeps'>

type RecordDeps = { db: Db; clock: Clock; log: Logger }

type ObserveDeps = RecordDeps & {
  catalogue: Pick<Catalogue, 'providers'>
  feeds: Pick<Feeds, 'provider'>
  rails: { all(): Promise<readonly Reporting[]> }
}

const ANSWER_MS = 20_000

/** A background task. A rail or provider that fails keeps its last balances and delays no other. */
export async function observeBalances(deps: ObserveDeps): Promise<void> {
  await settleLedgerSums(deps.db)
  const providers = [...(await deps.catalogue.providers('cached')).keys()]
  const reporting = [
    ...(await deps.rails.all()).map((rail) => ({
      account: railAccount(rail.name),
      ask: () => holdingsOf(deps, rail),
    })),
    ...providers.map((name) => ({
      account: providerAccount(name),
      ask: async () => (await deps.feeds.provider(name)).balances(),
    })),
  ]
  await Promise.all(reporting.map((one) => observe(deps, one)))
}

/** Asks one rail now. */
export const observeRail = (deps: RecordDeps, rail: Reporting): Promise<void> =>
  observe(deps, { account: railAccount(rail.name), ask: () => holdingsOf(deps, rail) })

/** The ledger has one account for each rail. Deposit accounts are reported as one sum. */
async function holdingsOf(
  { db }: Pick<RecordDeps, 'db'>,
  rail: Reporting,
): Promise<readonly ObservedHolding[]> {
  if (rail.sweeps === undefined) return rail.balances()
  const depositAccounts = await selectDepositAccounts(db, rail.name)
  const names = new Set(depositAccounts.map(({ account }) => account))
  const all = await rail.balances(depositAccounts)
  const unswept = new Map<string, bigint>()
  for (const { account, currency, amountMinor } of all)
    if (names.has(account)) unswept.set(currency, (unswept.get(currency) ?? 0n) + amountMinor)
  return [
    ...all.filter(({ account }) => !names.has(account)),
    ...[...unswept].map(([currency, amountMinor]) => ({
      account: 'deposit accounts',
      currency,
      amountMinor,
      isUnswept: true,
    })),
    // Nobody asks thousands of accounts for one unit each.
    ...(await selectSmallUnswept(db, rail.name)).map(({ currency, minor }) => ({
      account: 'small deposits, as recorded',
      currency,
      amountMinor: minor,
      isUnswept: true,
    })),
  ]
}

async function observe(
  deps: RecordDeps,
  { account, ask }: { account: string; ask: () => Promise<readonly ObservedHolding[]> },
): Promise<void> {
  const askedAt = deps.clock.now()
  try {
    const holdings = await withTimeout(ANSWER_MS, ask())
    const times = { at: deps.clock.realNow(), askedAt }
    await upsertObservedBalances(deps.db, account, holdings, times)
  } catch (error) {
    deps.log.warn({ err: error, account }, 'balances could not be read')
  }
}
