// `kill -9` while operators act: each act was done as a whole, with its entry in the audit trail, or not at all. Repeated
// with its Idempotency-Key it is done once. The processes are real.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAudit } from '../../src/parties/audit/verify.ts'
import { instantAt } from '../../src/platform/clock.ts'
import { uuidOf } from '../../src/platform/ids.ts'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { randomOf } from '../fuzz/random.ts'
import { noAnvil, startChain, type Chain } from '../support/anvil.ts'
import { actsToKill, type Asked } from '../support/acts-to-kill.ts'
import { testDatabase } from '../support/database.ts'
import { openDeployment, SECRETS, type Deployment, type Running } from '../support/deployment.ts'
import { exitsWorld, type ExitsWorld } from '../support/exits.ts'

const SEED = 20261123
const ROUNDS = 1
/** In each round: the acts that were not answered are repeated, and the process is killed again. */
const KILLS = 10
/** A process dies at one of its first statements that write. All acts together have four times as many. */
const WRITES = 40

let world: ExitsWorld
let deployment: Deployment
let acts: Awaited<ReturnType<typeof actsToKill>>
let chain: Chain | null = null
beforeAll(async () => {
  const database = await testDatabase()
  world = await exitsWorld({ database, env: { CORRIDOR_SECRETS: SECRETS } })
  deployment = await openDeployment(database)
  chain = noAnvil === undefined ? await startChain() : null
  acts = await actsToKill(world, chain)
})
afterAll(async () => {
  await chain?.close()
  await world.corridor.close()
  await deployment.close()
})

const start = (statement?: number, moment: 'before' | 'after' = 'before') =>
  deployment.start({
    parts: { http: true, worker: false },
    clock: { at: world.clock.now(), runsSince: instantAt(Date.now()) },
    fault:
      statement === undefined ? null : { statement, moment, signal: 'SIGKILL', among: 'writes' },
  })

type Answer = { status: number; code: string; text: string }

/** Undefined if no answer came. */
async function send(running: Running, act: Asked): Promise<Answer | undefined> {
  const isText = typeof act.body === 'string'
  try {
    const response = await fetch(`${running.url}/operator/v1${act.path}`, {
      method: act.method,
      headers: {
        authorization: `Bearer ${act.token}`,
        'content-type': isText ? 'text/csv' : 'application/json',
        'idempotency-key': reasonOf(act),
      },
      body: typeof act.body === 'string' ? act.body : JSON.stringify(act.body),
    })
    const text = await response.text()
    const { code = '' }: { code?: string } = JSON.parse(text)
    return { status: response.status, code, text }
  } catch {
    return undefined
  }
}
const reasonOf = ({ marks: [reason = ''] }: Asked): string => reason.replaceAll(' ', '-')

/** Every row of the database, as one text each. */
async function rowsOfAll(): Promise<string[]> {
  const { owner } = deployment.database
  const { rows: tables } = await owner.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname <> 'api_requests' order by 1`,
  )
  const { rows } = await owner.query<{ row: string }>(
    tables
      .map(
        ({ name }) =>
          `select '${name} ' || (to_jsonb(t) - 'last_used_at')::text as row from ${name} t`,
      )
      .join(' union all '),
  )
  return rows.map(({ row }) => row)
}

const KINDS = [
  'ord',
  'dep',
  'rf',
  'key',
  'fac',
  'apr',
  'mv',
  'dif',
  'ent',
  'org',
  'epi',
  'irq',
  'whe',
  'opk',
  'hlt',
  'entry',
  'str',
] as const

// Refused repetitions, deliveries of the events of other acts, and what a rate of the moment gained or lost.
const OF_OTHERS =
  /^audit_entries .*"act": "approval\.refused"|^webhook_deliveries .*"asked": 0|^ledger_transfers .*"posting": "fx_result"/

/** The rows that name the act or its subject, without what differs from run to run. */
function footprintOf(all: readonly string[], { marks }: Asked): string[] {
  const names = marks.flatMap((mark) => [
    mark,
    ...KINDS.flatMap((prefix) => uuidOf(prefix, mark) ?? []),
  ])
  return all
    .filter((row) => names.some((name) => row.includes(name)) && !OF_OTHERS.test(row))
    .map((row) =>
      // The number of the screeners' configuration.
      (row.startsWith('screenings ') ? row.replaceAll(/version": [0-9]+/g, 'version": 0') : row)
        .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID')
        .replaceAll(/\b[a-z]{2,5}_[0-9a-z]{26}\b/g, 'ID')
        .replaceAll(/\\\\x[0-9a-f]*/g, 'BYTES')
        .replaceAll(/:d[0-9a-f]{20}:/g, ':DEPOSIT:')
        .replaceAll(/\bstray:[0-9a-f]{32}:/g, 'stray:ASSET:')
        .replaceAll(/\b(CO-\w+-|SIM-)\w+/g, 'REFERENCE')
        .replaceAll(/\bu[0-9a-f]{12}\b/g, 'LOGIN')
        .replaceAll(/configuration:[0-9]+/g, 'VERSION')
        .replaceAll(/\btx-[0-9]+/g, 'TRANSACTION')
        .replaceAll(/"(id|number)": [0-9]+/g, '"$1": 0')
        .replaceAll(/[\w+/=-]{40,}/g, 'TEXT')
        .replaceAll(/[0-9][0-9.:TZ+-]{2,}/g, 'NUMBER'),
    )
    .toSorted()
}

/** The rows that only one of both has. */
function differing({ name }: Asked, found: readonly string[], told: readonly string[]): string[] {
  const count = (rows: readonly string[], wanted: string) =>
    rows.filter((row) => row === wanted).length
  return [...new Set([...found, ...told])].flatMap((row) => {
    const [of, instead] = [count(found, row), count(told, row)]
    return of === instead ? [] : [`${name}: ${of} instead of ${instead}: ${row}`]
  })
}

/** Entries of the trail that say it was done. */
const entriesOf = (all: readonly string[], { marks: [reason = ''] }: Asked): number =>
  all.filter((row) => row.startsWith('audit_entries ') && row.includes(`"reason": "${reason}"`))
    .length

const isDone = async ({ marks: [reason] }: Asked): Promise<boolean> =>
  (await deployment.database.owner.query('select from audit_entries where reason = $1', [reason]))
    .rowCount === 1

async function expectSound(): Promise<void> {
  const { deps } = world.corridor
  expect((await verifyAudit(deps.db, [])).faults).toEqual([])
  expect((await verifyLedger(deps.db)).difference).toBeUndefined()
}

/** Sends each act until it is done, and then once more. The answers to the repetitions. */
async function finish(asked: readonly Asked[]): Promise<Map<string, Answer>> {
  const running = await start()
  const repeated = new Map<string, Answer>()
  for (const act of asked) {
    let answer = await send(running, act)
    for (let tries = 0; tries < 5 && !(await isDone(act)); tries++)
      answer = await send(running, act)
    const again = await send(running, act)
    if (again === undefined) throw new Error(`${act.name} was not answered`)
    expect([act.name, again.status], `${answer?.text} ${again.text}`).toEqual([
      act.name,
      act.name.endsWith('reconciled') ? 200 : 409,
    ])
    repeated.set(act.name, again)
  }
  await running.end()
  await deployment.sessionsEnded()
  return repeated
}

test('leaves each act of an operator done once, or not at all', { timeout: 900_000 }, async () => {
  const draw = randomOf(SEED)
  const reference = new Map<string, { before: string[]; after: string[]; again: string }>()
  let kills = 0
  for (let round = 0; round <= ROUNDS; round++) {
    const asked = await acts.arrive()
    const before = await rowsOfAll()
    for (const act of asked) expect(entriesOf(before, act), act.name).toBe(0)
    const answered = new Set<Asked>()
    // The first round is not interrupted.
    for (let kill = 0; round > 0 && kill < KILLS; kill++) {
      const where = `round ${round}, kill ${kill}`
      const running = await start(1 + draw.int(WRITES), draw.chance(0.5) ? 'before' : 'after')
      const waiting = asked.filter((act) => !answered.has(act))
      const answers = await Promise.all(
        waiting.map(async (act) => {
          const answer = await send(running, act)
          if (answer !== undefined && (answer.status < 300 || answer.code === 'act_already_done'))
            answered.add(act)
          return answer
        }),
      )
      if (answers.includes(undefined)) kills++
      await running.end()
      await deployment.sessionsEnded()
      const all = await rowsOfAll()
      const faults = asked.flatMap((act) => {
        const done = entriesOf(all, act)
        const { before: undone = [], after: whole = [] } = reference.get(act.name) ?? {}
        if (done > 1 || (done === 0 && answered.has(act))) return `${act.name}: ${done} times`
        return differing(act, footprintOf(all, act), done === 1 ? whole : undone)
      })
      expect(faults, where).toEqual([])
      await expectSound()
    }
    const repeated = await finish(asked)
    const after = await rowsOfAll()
    const faults = asked.flatMap((act) => {
      const found = {
        before: footprintOf(before, act),
        after: footprintOf(after, act),
        again: repeated.get(act.name)?.code ?? '',
      }
      const told = reference.get(act.name) ?? found
      reference.set(act.name, told)
      if (entriesOf(after, act) !== 1) return `${act.name}: ${repeated.get(act.name)?.text}`
      return [
        ...differing(act, found.before, told.before),
        ...differing(act, found.after, told.after),
        ...differing(act, [found.again], [told.again]),
      ]
    })
    expect(faults, `round ${round}`).toEqual([])
    await expectSound()
  }
  // The later processes may find too little left to do.
  expect(kills).toBeGreaterThan(2)
  expect(deployment.errors()).toBe('')
})
