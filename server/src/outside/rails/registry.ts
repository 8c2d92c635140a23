// The kinds of rails, and the rails of a deployment. Configured rails are opened again when their version changes. A rail
// that cannot be opened keeps its instruments: their orders wait, and no other rail takes them.
import type { Logger } from 'pino'
import { timedRail } from '../call-times.ts'
import type { NoteCall } from '../../platform/metrics.ts'
import type { Clock } from '../../platform/clock.ts'
import { secretOf, type Config } from '../../platform/config.ts'
import { bitsoRailKind } from '../bitso/kinds.ts'
import { connectorRailKind } from '../connectors/kinds.ts'
import type { BankHolidays } from '../../platform/calendars/holidays.ts'
import type { Db } from '../../platform/db/pool.ts'
import { retryLater } from '../../platform/errors.ts'
import { withTimeout } from '../../platform/timeout.ts'
import type { Simulator } from '../simulator/simulator.ts'
import type { Explorer } from './explorers.ts'
import type { Rail, RailKind, RailWorld } from './port.ts'
import { selectRails, type ConfiguredRail } from './queries.ts'
import { accountsKind } from './accounts/kind.ts'
import { bankFilesKind } from './bank-files/kind.ts'
import { evmKind } from './evm/kind.ts'
import { openSandboxRail } from './sandbox/index.ts'
import { servesAccounts, servingRail, type Routed } from './serving-rail.ts'
import { solanaRailKind } from './solana/kind.ts'
import { railProblem } from '../rail-problems.ts'

/** The kinds of rails that have an adapter, by the `kind` of the operator file. Each imports its adapter when it opens. */
export const railKinds: ReadonlyMap<string, RailKind> = new Map([
  ['connector', connectorRailKind],
  ['evm', evmKind],
  ['bank_files', bankFilesKind],
  ['bitso', bitsoRailKind],
  ['solana', solanaRailKind],
  ['accounts', accountsKind],
])

export type Rails = {
  /** The rails of the deployment, configured ones before the simulated one. */
  all(): Promise<readonly Rail[]>
  /** The holidays of the banks behind configured rails, by rail. `all` reads them. */
  holidays(): ReadonlyMap<string, readonly BankHolidays[]>
  close(): Promise<void>
}

export type OpenDeps = {
  config: Config
  db: Db
  clock: Clock
  log: Logger
  simulator: Simulator
  noteCall?: NoteCall
} & Pick<RailWorld, 'noteRelayed' | 'maySend' | 'isHandedOut' | 'accounts'>

const RECHECK_MS = 1000
const OPEN_MS = 20_000
const REOPEN_MS = 10_000
// Calls that began on a replaced rail may go on for as long as a step takes.
const CLOSE_AFTER_MS = 60_000

type Opened = {
  version: number
  rail: Rail
  isOpen: boolean
  openAgainAt: number
}

function worldOf(deps: OpenDeps): Omit<RailWorld, 'holidays'> {
  const { config, clock, log } = deps
  const { depositSeed, depositSeeds } = config.secrets
  return {
    environment: config.environment,
    clock,
    log,
    secret: (reference) => secretOf(reference),
    identitySeed: depositSeed,
    depositSeeds,
    noteRelayed: deps.noteRelayed,
    maySend: deps.maySend,
    isHandedOut: deps.isHandedOut,
    accounts: deps.accounts,
    simulator: deps.simulator,
  }
}

const simulatedRail = ({ config, simulator, clock }: OpenDeps): Rail =>
  openSandboxRail(config.secrets.depositSeeds[0], simulator, clock)

const closeLater = (rail: Rail): void =>
  void setTimeout(() => void rail.close?.().catch(() => undefined), CLOSE_AFTER_MS).unref()

const unopened = ({ name, version, settings }: ConfiguredRail, kind: RailKind): Opened => ({
  version,
  rail: closedRail(name, kind.served(settings)),
  isOpen: false,
  openAgainAt: Infinity,
})

function noteHolidays(
  holidays: Map<string, readonly BankHolidays[]>,
  kind: RailKind | undefined,
  row: ConfiguredRail,
): void {
  const closing = holidaysOfRail(kind, row)
  if (closing.length === 0) holidays.delete(row.name)
  else holidays.set(row.name, closing)
}

export function openRailsWith(deps: OpenDeps, kinds = railKinds): Rails {
  const { config, clock, log } = deps
  const timed = (rail: Rail) =>
    deps.noteCall === undefined ? rail : timedRail(rail, deps.noteCall)
  const isSandbox = config.environment === 'sandbox'
  const simulated = isSandbox ? [timed(simulatedRail(deps))] : []
  const opened = new Map<string, Opened>()
  const holidays = new Map<string, readonly BankHolidays[]>()
  let checking: Promise<void> | undefined
  let checkedAt: number | undefined
  let isClosed = false

  async function open(row: ConfiguredRail, kind: RailKind, present: Opened): Promise<void> {
    try {
      const own = { ...worldOf(deps), holidays: row.calendar?.dates ?? [] }
      const rail = timed(await withTimeout(OPEN_MS, kind.open(row.name, row.settings, own)))
      if (opened.get(row.name) !== present) return void (await rail.close?.())
      opened.set(row.name, { ...present, rail, isOpen: true })
      log.info({ rail: row.name, version: row.version }, 'a rail is open')
    } catch (error) {
      log.error({ err: error, rail: row.name }, 'a rail cannot be opened')
      present.openAgainAt = clock.realNow() + REOPEN_MS
      const reason = error instanceof Error ? error.message : 'it cannot be opened'
      present.rail = timed(closedRail(row.name, present.rail.served, reason))
    }
  }

  function refuseKind({ name, kind, version }: ConfiguredRail, known: Opened | undefined): void {
    if (known?.version !== version)
      log.error({ rail: name, kind }, 'no adapter for a rail of this kind')
    const rail = timed(closedRail(name, [], `no adapter of the kind ${kind}`))
    opened.set(name, { version, rail, isOpen: true, openAgainAt: 0 })
  }

  async function check(): Promise<void> {
    for (const row of await selectRails(deps.db)) {
      const known = opened.get(row.name)
      const isDue = known?.isOpen === false && clock.realNow() >= known.openAgainAt
      if (known?.version === row.version && !isDue) continue
      const kind = kinds.get(row.kind)
      noteHolidays(holidays, kind, row)
      if (kind === undefined || (kind.sandboxOnly && !isSandbox)) {
        refuseKind(row, known)
        continue
      }
      const present = unopened(row, kind)
      opened.set(row.name, present)
      if (known?.isOpen === true) closeLater(known.rail)
      // Do not wait: a rail that is slow to open delays only its own orders.
      void open(row, kind, present)
    }
    checkedAt = clock.realNow()
  }

  return {
    async all() {
      if (checkedAt === undefined || clock.realNow() - checkedAt >= RECHECK_MS) {
        checking ??= check().finally(() => void (checking = undefined))
        if (checkedAt === undefined) await checking
        else
          checking.catch((error: unknown) => {
            // The database of a process that stops may be closed during a check.
            if (!isClosed) log.warn({ err: error }, 'rails could not be read')
          })
      }
      return [...[...opened.values()].map(({ rail }) => rail), ...simulated]
    },
    holidays: () => holidays,
    async close() {
      isClosed = true
      const rails = [...opened.values()]
      opened.clear()
      await Promise.allSettled(rails.map(({ rail }) => rail.close?.()))
    },
  }
}

/** Rails that never change, for tests. */
export const fixedRails = (rails: readonly Rail[]): Rails => ({
  all: async () => rails,
  holidays: () => new Map(),
  close: async () => undefined,
})

/** The holidays of the rail's settings, and of the calendar that the operator file names. */
export const holidaysOfRail = (
  kind: RailKind | undefined,
  { settings, calendar }: Pick<ConfiguredRail, 'settings' | 'calendar'>,
): BankHolidays[] =>
  [kind?.holidays?.(settings), calendar ?? undefined]
    .filter((one) => one !== undefined)
    .filter(({ dates }) => dates.length > 0)

/** The public explorers of the chains that this deployment uses. */
export const explorersOf = async (db: Db): Promise<Explorer[]> =>
  (await selectRails(db)).flatMap(
    ({ kind, settings }) => railKinds.get(kind)?.explorer?.(settings) ?? [],
  )

/** Stands for a rail that is not open. Every call fails, so that its orders wait. */
function closedRail(name: string, served: Rail['served'], reason?: string): Rail {
  const problem =
    reason === undefined
      ? railProblem('not_open', { rail: name })
      : railProblem('not_opened', { rail: name, reason })
  const fail = async (): Promise<never> => {
    throw new Error(problem.message)
  }
  return {
    name,
    served,
    isOpening: reason === undefined,
    fundingAccount: () => {
      throw retryLater('funding_account_unavailable', 10, `The rail ${name} is not available now.`)
    },
    prepare: fail,
    send: fail,
    lookUp: fail,
    poll: fail,
    balances: fail,
    // The caller must wait: the rail may have a list.
    blocklist: { isBlocked: fail, problems: async () => [problem.message] },
    problems: async () => [problem],
  }
}

/** The rail for a new order, payout or refund. Throws if no rail serves the instrument. */
export async function railFor(rails: Rails, instrument: Routed): Promise<Rail> {
  const rail = servingRail(await rails.all(), instrument)
  if (rail === undefined)
    throw new Error(`no rail serves ${instrument.method} in ${instrument.currency}`)
  return rail
}

/** The names of the rails that move money outside: all but those of accounts at the desk. */
export const outsideRails = async (rails: Pick<Rails, 'all'>): Promise<string[]> =>
  (await rails.all()).filter((rail) => !servesAccounts(rail)).map(({ name }) => name)

/** The rail that an order, payout or refund was given before. */
export async function railNamed(rails: Rails, name: string): Promise<Rail> {
  const rail = (await rails.all()).find((one) => one.name === name)
  if (rail === undefined) throw new Error(`the rail ${name} is not configured`)
  return rail
}
