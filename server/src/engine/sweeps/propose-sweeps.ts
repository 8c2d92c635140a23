// Asks each rail which deposits it should sweep and which rent it can take back, and commits the intents. Nothing is sent
// here: send-sweeps.ts takes up what is committed.
import type { Logger } from 'pino'
import { later, type Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/pool.ts'
import { sealText } from '../../platform/db/seal.ts'
import { sendsAreHalted } from '../halts/halted.ts'
import type { Halts } from '../halts/present.ts'
import { selectIsRestored } from '../halts/restore-queries.ts'
import { madeAt, newUuid, publicId, uuidFrom, type Uuid } from '../../platform/ids.ts'
import type {
  DepositAccount,
  Rail,
  Rent,
  RentReturn,
  Sweeps,
  Unswept,
} from '../../outside/rails/port.ts'
import type { Rails } from '../../outside/rails/registry.ts'
import { withTimeout } from '../../platform/timeout.ts'
import { selectFirstUnswept } from './lost-queries.ts'
import {
  insertSweepOfDeposits,
  insertSweepOfRent,
  selectOpenSweepCount,
  selectUnswept,
  type UnsweptRow,
} from './queries.ts'
import { selectEndedRentKeys, updateRentKeysReturned } from './rent-queries.ts'

export type SweepDeps = {
  db: Db
  clock: Clock
  log: Logger
  config: Config
  rails: Rails
  halts: Halts
}

/** Sweeps of a rail at one time. More would keep payouts waiting that the same keys relay. */
const MOST_OPEN = 20
const PAGE = 500
const ENDED_KEYS = 200
const RAIL_MS = 50_000

/** A background task. A rail that fails is asked again in the next round and delays no other. */
export async function proposeSweeps(deps: SweepDeps): Promise<void> {
  await Promise.all(
    (await deps.rails.all()).map(async (rail) => {
      try {
        await withTimeout(RAIL_MS, proposeFor(deps, rail))
      } catch (error) {
        deps.log.warn({ err: error, rail: rail.name }, 'a rail could not propose sweeps')
      }
    }),
  )
}

async function proposeFor(deps: SweepDeps, rail: Rail): Promise<void> {
  const { sweeps, rent } = rail
  if (sweeps === undefined && rent === undefined) return
  if (sendsAreHalted(await deps.halts.present('cached'), rail.name)) return
  const room = MOST_OPEN - (await selectOpenSweepCount(deps.db, rail.name))
  const made = sweeps === undefined ? 0 : await sweepDeposits(deps, rail, sweeps, room)
  if (rent !== undefined) await takeBackRent(deps, rail.name, rent, room - made)
}

async function sweepDeposits(
  deps: SweepDeps,
  rail: Rail,
  sweeps: Sweeps,
  room: number,
): Promise<number> {
  let made = 0
  let after: DepositAccount | null = null
  const isRestored = await selectIsRestored(deps.db)
  while (made < room) {
    const page: UnsweptRow[] = await selectUnswept(
      deps.db,
      rail.name,
      after,
      deps.clock.now(),
      PAGE,
    )
    const rowOf = new Map(page.map((row) => [unsweptOf(row), row]))
    for (const one of await sweeps.propose([...rowOf.keys()])) {
      const row = rowOf.get(one)
      if (row === undefined) throw new Error(`the rail ${rail.name} proposed an unknown sweep`)
      rowOf.delete(one)
      if (made < room && (await commitSweep(deps, rail, sweeps, one, row))) made += 1
    }
    if (isRestored)
      for (const one of await sweeps.lacking([...rowOf.keys()])) {
        const row = rowOf.get(one)
        const lost = row && (await lostSweepOf(deps, rail, sweeps, row))
        if (lost === undefined || made >= room) continue
        if (await commitSweep(deps, rail, sweeps, unsweptOf(lost), lost)) made += 1
      }
    after = page.at(-1) ?? null
    if (page.length < PAGE) break
  }
  return made
}

const unsweptOf = (row: UnsweptRow): Unswept => ({
  orderId: publicId('ord', row.order_id),
  account: row.account,
  currency: row.currency,
  amountMinor: row.amount_minor,
  keptMinor: row.kept_minor,
})

/** A sweep takes all deposits that an account has then. A restore loses few sweeps of one account. */
const MOST_TOGETHER = 8

/**
 * A sweep that a restore lost, as the chain knows by its key. It is made again, and the chain answers with what it did. Only
 * then newer deposits at the account can be swept.
 */
async function lostSweepOf(
  { db }: SweepDeps,
  rail: Rail,
  sweeps: Sweeps,
  row: UnsweptRow,
): Promise<UnsweptRow | undefined> {
  for (const first of await selectFirstUnswept(db, rail.name, row, MOST_TOGETHER)) {
    const key = publicId('swp', idOf(rail, first))
    const prepared = await sweeps.prepare(key, unsweptOf(first))
    if ((await sweeps.lookUp(key, prepared)).state === 'settled') return first
  }
  return undefined
}

/** The same deposits are swept under the same key after a restore. When they came depends on when they are read. */
const idOf = ({ name }: Rail, row: UnsweptRow): Uuid<'swp'> => {
  const { order_id: orderId, account, currency, names, failures } = row
  const of = JSON.stringify([name, account, currency, names, failures])
  return uuidFrom('swp', later(madeAt(orderId), failures), of)
}

/** Returns false if another process sweeps the deposits. What was prepared is then never used. */
async function commitSweep(
  deps: SweepDeps,
  rail: Rail,
  sweeps: Sweeps,
  one: Unswept,
  row: UnsweptRow,
): Promise<boolean> {
  const at = deps.clock.now()
  const id = idOf(rail, row)
  const key = publicId('swp', id)
  const prepared = await sweeps.prepare(key, one)
  const note = (await rail.rent?.noteOf(key, prepared)) ?? null
  return insertSweepOfDeposits(deps.db, {
    id,
    rail: rail.name,
    currency: row.currency,
    amountMinor: row.amount_minor,
    prepared: sealText(deps.config.secrets, id, prepared),
    at,
    of: row,
    key,
    note,
  })
}

// The oldest keys come first. As soon as they are not over, later ones are not either.
async function takeBackRent(
  deps: SweepDeps,
  rail: string,
  rent: Rent,
  room: number,
): Promise<void> {
  for (let made = 0; made < room; ) {
    const ended = await selectEndedRentKeys(deps.db, rail, ENDED_KEYS)
    if (ended.length === 0) return
    const { returns, without } = await rent.propose(ended)
    await updateRentKeysReturned(deps.db, without, deps.clock.now())
    for (const one of returns) if (await commitReturn(deps, rail, one)) made += 1
    if (returns.length === 0 && without.length === 0) return
  }
}

async function commitReturn(deps: SweepDeps, rail: string, of: RentReturn): Promise<boolean> {
  const at = deps.clock.now()
  const id = newUuid('swp', at)
  const prepared = sealText(deps.config.secrets, id, of.prepared)
  const { currency, amountMinor } = of
  return insertSweepOfRent(deps.db, { id, rail, currency, amountMinor, prepared, at, of })
}
