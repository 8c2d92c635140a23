// `corridor partitions list | make | detach`: the monthly partitions of events and webhook deliveries.
import { openPool, type Connection, type Pool } from '@corridor/server/platform/db/pool.ts'
import {
  detachMonth,
  makeMonthOfAnySize,
  selectPartitions,
} from '@corridor/server/engine/events/month-queries.ts'
import {
  MONTHLY,
  monthOf,
  type Month,
  type Partition,
} from '@corridor/server/engine/events/months.ts'
import { noteAct } from '../audited.ts'
import { withDatabase } from '../with-database.ts'

export const listCommand = (): Promise<void> =>
  withDatabase(async (db) => {
    process.stdout.write((await selectPartitions(db)).map(line).join(''))
  })

export const makeCommand = (text: string): Promise<void> =>
  withDatabase(async (db, { ownerConnection, clock }) => {
    const month = monthFrom(text)
    const detached = (await selectPartitions(db)).filter((one) => !one.is_attached)
    await asOwner(ownerConnection, async (owner) => {
      for (const parent of MONTHLY) {
        const made = await makeMonthOfAnySize(owner, parent, month)
        const isDetached = detached.some((one) => one.parent === parent && one.month === month)
        const said = made
          ? 'created'
          : isDetached
            ? 'is detached in the schema archive, so it is not created again'
            : 'exists already'
        process.stdout.write(`${parent} ${month}: ${said}\n`)
      }
    })
    await noteAct({ db, clock }, 'partition.make', month, {})
  })

export const detachCommand = (text: string): Promise<void> =>
  withDatabase(async (db, { ownerConnection, clock }) => {
    const month = monthFrom(text)
    // Use business time, so that a sandbox user can move the clock past a month to try this.
    if (month >= monthOf(clock.now()))
      throw new Error(`${month} has not ended: only ended months can be detached`)
    const found = (await selectPartitions(db)).filter(
      (one) => one.is_attached && one.month === month,
    )
    if (found.length === 0)
      throw new Error(
        `no attached partition of ${month}; \`corridor partitions list\` shows what exists`,
      )
    await asOwner(ownerConnection, async (owner) => {
      // Events first: see detach_month.
      for (const { parent } of found) {
        const reason = await detachMonth(owner, parent, month)
        if (reason !== undefined) throw new Error(`${month} was not detached: ${reason}`)
      }
    })
    await noteAct({ db, clock }, 'partition.detach', month, {})
    process.stdout.write(`${month} is detached, in the schema archive.\n`)
  })

function monthFrom(text: string): Month {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text
  throw new Error(`${text} is not a month such as 2026-11`)
}

const line = ({ parent, month, is_attached: isAttached, rows, bytes }: Partition): string =>
  [
    parent.padEnd(18),
    (month ?? 'default').padEnd(8),
    (isAttached ? 'attached' : 'detached').padEnd(8),
    `${rows === null ? 'unknown' : `about ${rows}`} rows`.padStart(18),
    `${Math.ceil(bytes / 1024)} KiB`.padStart(14),
  ].join('  ') + '\n'

async function asOwner<T>(connection: Connection, work: (owner: Pool) => Promise<T>): Promise<T> {
  const owner = openPool(connection, { size: 1 })
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}
