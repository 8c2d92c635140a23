// The restore drill at one site: orders in every state, a backup, more work of every kind, a restore, and the service on the
// copy until every order has ended. Then what left outside is held against what was owed.
import { setTimeout as sleep } from 'node:timers/promises'
import { selectHalts } from '../../src/engine/halts/queries.ts'
import type { Cluster } from '../support/database.ts'
import { databaseOn } from '../support/database.ts'
import { backupsOf } from '../support/restored-database.ts'
import { cases } from './cases.ts'
import { openDesk, type Desk } from './desk.ts'
import { createFaults } from './faults.ts'
import { judge, type Judged } from './judge.ts'
import { bookLostOrders, bookTheirDeposits, nameFills, resumeAll } from './lost-orders.ts'
import type { Site } from './site.ts'
import { newStory, type Act, type Case, type Steps, type Story } from './story.ts'

export type Drilled = Judged & { site: string; orders: number; seconds: number }

type Options = {
  cluster: Cluster
  /** Opens the site: before the service is started. */
  open: () => Promise<Site>
  say?: (line: string) => void
  /** Only cases whose names contain it. */
  only?: string | undefined
  /** Names of cases that are left out. */
  except?: readonly string[]
}

/** An order counts as stuck after these rounds and this time: leases end by the database's clock, which quick rounds outrun. */
const MOST_ROUNDS = 150
const LONGEST_MS = 30_000
const HOURS_MS = 3_600_000

export async function drill({
  cluster,
  open,
  say = () => {},
  only,
  except = [],
}: Options): Promise<Drilled> {
  const began = performance.now()
  const site = await open()
  const database = await databaseOn(cluster)
  const backups = await backupsOf(database)
  const faults = createFaults()
  const opening = await site.balances()
  const desk = await openDesk(site, database, faults)
  const problems: string[] = []
  const ofSite = cases.filter(
    (one) =>
      (one.side === 'out' ? site.out : site.in) !== null &&
      (one.needs?.(site) ?? true) &&
      (only === undefined || one.name.includes(only)) &&
      !except.includes(one.name),
  )
  const stories: Story[] = []
  const newStories = async (chosen: readonly Case[]) => {
    for (const one of chosen)
      stories.push(await newStory(one, stories.length + 1, { desk, site, faults }))
  }

  /** All stories go on, with a round of the service between their steps. */
  async function play(phase: string, actOf: (one: Case) => Act | undefined): Promise<void> {
    const start = performance.now()
    const isOver = (round: number) => round > MOST_ROUNDS && performance.now() - start > LONGEST_MS
    let open = stories.flatMap((story) => {
      const act = actOf(story.one)
      return act === undefined ? [] : [{ story, steps: stepsOf(act, story) }]
    })
    for (let round = 0; open.length > 0; round += 1) {
      const going: typeof open = []
      for (const each of open) {
        const { story } = each
        try {
          if (isOver(round)) throw new Error(`stays ${await story.status()}`)
          if ((await each.steps.next()).done !== true) going.push(each)
        } catch (error) {
          const text = error instanceof Error ? error.message : String(error)
          problems.push(`${phase}: ${story.one.side} ${story.one.name}: ${text}`)
        }
      }
      open = going
      await desk.round()
    }
  }

  const drilled = (judged: Judged): Drilled => ({
    site: site.name,
    orders: stories.length,
    seconds: Math.round((performance.now() - began) / 1000),
    ...judged,
  })
  try {
    await newStories(ofSite.filter(({ isLost }) => isLost !== true))
    await play('before the backup', ({ before }) => before)
    await desk.stop()
    const backup = await backups.backUp()
    for (const story of stories) story.backedUp()
    say(`${site.name}: ${stories.length} orders, a backup`)

    await desk.again()
    await newStories(ofSite.filter(({ isLost }) => isLost === true))
    await play('in the lost time', ({ lost }) => lost)
    await desk.stop()
    await backups.restore(backup)
    say(`${site.name}: restored`)

    for (const story of stories) story.restored()
    await desk.again()
    await untilCompared(desk, site)
    problems.push(...(await nameFills(desk, stories)))
    await play('while halted', ({ during }) => during)
    const lost = stories.filter(({ one }) => one.isLost === true)
    await resumeAll(desk, await bookLostOrders(desk, lost))
    await bookTheirDeposits(desk)
    await play('after the restore', ({ after }) => after)
    await untilAtRest(desk)
    await desk.look()
    say(`${site.name}: every order had its time`)
    const judged = await judgedInTime(desk, () => judge({ desk, site, stories, opening }))
    return drilled({ ...judged, problems: [...problems, ...judged.problems] })
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return drilled({ table: [], problems: [...problems, text] })
  } finally {
    await desk.close()
    await site.close()
    await backups.close()
    await database.close()
  }
}

async function* stepsOf(act: Act, story: Story): Steps {
  const steps = act(story)
  if (steps instanceof Promise) await steps
  else yield* steps
}

/** Every rail and provider was read again, and what it did since the backup is listed. */
async function untilCompared(desk: Desk, site: Site): Promise<void> {
  const { owner } = desk.database
  const halts = async () =>
    (await selectHalts(desk.service.deps.db)).filter(({ cause }) => cause === 'restore')
  if ((await halts()).length === 0) throw new Error('the service did not notice the restore')
  const due = (ago: string) =>
    owner.query(
      `update halts set halted_at = halted_at - $1::interval, read_at = null
        where resumed_at is null and lists_sends is null and lists_fills is null`,
      [ago],
    )
  await desk.round()
  await desk.look()
  await due('11 minutes')
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    await desk.round()
    await site.pass()
    await desk.round()
    const open = await halts()
    if (open.every((halt) => (halt.lists_sends ?? halt.lists_fills) !== null)) return
    await due('0 minutes')
  }
  throw new Error(
    `not compared: ${(await halts()).map((halt) => halt.rail ?? halt.provider).join(', ')}`,
  )
}

/** Judges again for ten seconds: an order that waits for a lease is not missing yet. */
async function judgedInTime(desk: Desk, judgeNow: () => Promise<Judged>): Promise<Judged> {
  const start = performance.now()
  for (;;) {
    const judged = await judgeNow()
    if (judged.problems.length === 0 || performance.now() - start > LONGEST_MS / 3) return judged
    await sleep(500)
    await desk.round()
  }
}

/** Lets more time pass than an order may wait for money, a retry or a rail. */
async function untilAtRest(desk: Desk): Promise<void> {
  for (let round = 0; round < 12; round += 1) await desk.round(60_000)
  for (let round = 0; round < 6; round += 1) await desk.round(HOURS_MS)
  for (let round = 0; round < 30; round += 1) await desk.round(400_000)
}
