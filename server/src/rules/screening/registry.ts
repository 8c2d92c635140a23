// The kinds of screeners, and the screeners of the operator file. A question goes to all of them at the same time. The
// worst answer counts, and a screener that does not answer leaves the question open: no answer is never clear.
import { isDeepStrictEqual } from 'node:util'
import { monotonicMs } from '../../platform/clock.ts'
import { secretOf, type Config } from '../../platform/config.ts'
import { connectorScreenerKind } from '../../outside/connectors/kinds.ts'
import { withTimeout } from '../../platform/timeout.ts'
import { issuerScreenerKind } from './issuer.ts'
import { listScreenerKind } from './list.ts'
import { payerScreenerKind } from './payer.ts'
import { travelRuleScreenerKind } from '../travel-rule/needs-record.ts'
import { verificationScreenerKind } from './verification.ts'
import type {
  Context,
  Lack,
  Question,
  Screener,
  ScreenerKind,
  ScreenerWorld,
  Verdict,
} from '../../outside/screener-port.ts'
import { selectScreening, type ConfiguredScreener, type Screening } from './queries.ts'
import { isSimulatedHit, simulatedScreener } from '../../outside/simulator/screener.ts'
import { thrownMessage } from '../../platform/thrown.ts'

/** The kinds of screeners that have an adapter, by the `kind` of the operator file. */
export const screenerKinds: ReadonlyMap<string, ScreenerKind> = new Map([
  ['list', listScreenerKind],
  ['connector', connectorScreenerKind],
  ['issuer', issuerScreenerKind],
  ['payer', payerScreenerKind],
  ['travel_rule', travelRuleScreenerKind],
  ['verification', verificationScreenerKind],
])

export type Answer = {
  /** The version of the screeners that were asked. */
  version: number
  state: 'clear' | 'hold' | 'reject'
  screener: string | null
  reason: string | null
  lacks: Lack | null
}

export type ScreenerHealth = { screener: string; problems: readonly string[] }

export type Screeners = {
  /** Whether screeners are configured, as the database said at most a second ago. */
  areConfigured(): Promise<boolean>
  /** Whether screeners are configured now. */
  areConfiguredNow(): Promise<boolean>
  /** Whether a deposit must be screened although no screener is configured: a scenario of the sandbox. */
  mustScreen(sender: string | null): boolean
  /** Asks all screeners. Null if one of them does not answer or decide, and none rejects. */
  ask(question: Question, round: number, context: Context): Promise<Answer | null>
  health(): Promise<ScreenerHealth[]>
  close(): Promise<void>
}

/** Longer than the longest timeout of a connector; shorter than a step of the worker. */
export const ASK_MS = 15_000
const HEALTH_MS = 20_000
const RECHECK_MS = 1000
const LOG_EVERY = 100
const LONGEST_REASON = 200
// Questions that were put to a replaced screener may still run.
const CLOSE_AFTER_MS = 60_000

type OpenDeps = Pick<ScreenerWorld, 'clock' | 'db' | 'log' | 'rails'> & { config: Config }
const secretFor = (reference: string) => secretOf(reference)
type Opened = { row: ConfiguredScreener; screener: Promise<Screener> }

/** The screeners of the operator file, kept for a second. */
function readingOf(db: ScreenerWorld['db']) {
  let known: Screening | undefined
  let checkedAtMs = 0
  let checking: Promise<Screening> | undefined

  async function read(): Promise<Screening> {
    const present = await selectScreening(db)
    // A slower read may have begun earlier.
    if (known === undefined || present.version >= known.version) known = present
    checkedAtMs = monotonicMs()
    return known
  }

  async function recent(): Promise<Screening> {
    if (known !== undefined && monotonicMs() - checkedAtMs < RECHECK_MS) return known
    checking ??= read().finally(() => void (checking = undefined))
    if (known === undefined) return checking
    // Answer from memory: the statements that credit or send check the database.
    checking.catch(() => undefined)
    return known
  }

  return { read, recent }
}

export function openScreeners(deps: OpenDeps): Screeners {
  const { config, db, clock, log, rails } = deps
  const { environment, secrets } = config
  const world = { db, clock, log, environment, secrets, rails, secret: secretFor }
  const opened = new Map<string, Opened>()
  const failures = new Map<string, { count: number; message: string }>()
  const { read, recent } = readingOf(db)

  function screenerOf(row: ConfiguredScreener): Promise<Screener> {
    const present = opened.get(row.name)
    if (present?.row.kind === row.kind && isDeepStrictEqual(present.row.settings, row.settings))
      return present.screener
    const kind = screenerKinds.get(row.kind)
    const screener =
      kind === undefined
        ? Promise.reject(new Error(`no adapter for a screener of kind ${row.kind}`))
        : kind.open(row.name, row.settings, world)
    const made = { row, screener }
    opened.set(row.name, made)
    screener.catch(() => opened.get(row.name) === made && opened.delete(row.name))
    if (present !== undefined) setTimeout(() => void close(present), CLOSE_AFTER_MS).unref()
    return screener
  }

  async function askOne(
    row: ConfiguredScreener,
    question: Question,
    round: number,
    context: Context,
  ) {
    try {
      const asked = screenerOf(row).then((screener) => screener.ask(question, round, context))
      const verdict = await withTimeout(ASK_MS, asked)
      failures.delete(row.name)
      return { screener: row.name, verdict }
    } catch (error) {
      const count = (failures.get(row.name)?.count ?? 0) + 1
      failures.set(row.name, { count, message: thrownMessage(error) })
      if (count % LOG_EVERY === 1)
        log.error({ err: error, screener: row.name, failures: count }, 'a screener does not answer')
      return { screener: row.name, verdict: undefined }
    }
  }

  async function healthOf(row: ConfiguredScreener): Promise<ScreenerHealth> {
    const failed = failures.get(row.name)
    const ofAsking = failed === undefined ? [] : [`does not answer: ${failed.message}`]
    const asked = screenerOf(row).then((screener) => screener.problems?.() ?? [])
    const problems = await withTimeout(HEALTH_MS, asked).catch((error: unknown) => [
      `cannot be asked: ${thrownMessage(error)}`,
    ])
    return { screener: row.name, problems: [...ofAsking, ...problems] }
  }

  return {
    areConfigured: async () => (await recent()).screeners.length > 0,
    areConfiguredNow: async () => (await read()).screeners.length > 0,
    mustScreen: (sender) => environment === 'sandbox' && isSimulatedHit(sender),
    async ask(question, round, context) {
      const { version, screeners } = await read()
      const answers = await Promise.all(
        screeners.map((row) => askOne(row, question, round, context)),
      )
      if (environment === 'sandbox')
        answers.push({ screener: 'sandbox', verdict: await simulatedScreener.ask(question) })
      return worstOf(answers, version)
    },
    health: async () => Promise.all((await read()).screeners.map(healthOf)),
    async close() {
      await Promise.allSettled([...opened.values()].map(close))
      opened.clear()
    },
  }
}

type Given = { screener: string; verdict: Verdict | undefined }

/** Null while an answer is open that could be worse. */
function worstOf(answers: readonly Given[], version: Answer['version']): Answer | null {
  const isOpen = answers.some(
    ({ verdict }) => verdict === undefined || verdict.answer === 'undecided',
  )
  for (const state of ['reject', 'hold'] as const) {
    // A hold that an operator ends must not hide that another screener would reject.
    if (state === 'hold' && isOpen) return null
    const found = answers.flatMap(({ screener, verdict }) =>
      verdict?.answer === state ? [{ screener, ...verdict }] : [],
    )
    // A hold that ends by itself comes first: the others are then asked again.
    const worst = found.find(({ lacks }) => lacks !== undefined) ?? found[0]
    if (worst === undefined) continue
    const others = found.filter((one) => one !== worst)
    const reasons = [
      worst.reason,
      ...others.map(({ screener, reason }) => `${screener}: ${reason}`),
    ]
    const { screener, lacks = null } = worst
    return { version, state, screener, reason: reasonOf(reasons.join('; ')), lacks }
  }
  return { version, state: 'clear', screener: null, reason: null, lacks: null }
}

const close = async ({ screener }: Opened): Promise<void> => {
  const one = await screener.catch(() => undefined)
  await one?.close?.()
}

// Reasons come from other systems: bound them.
const reasonOf = (reason: string): string =>
  reason
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, LONGEST_REASON)
