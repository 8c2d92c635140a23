// Reads an export from the database in one snapshot, at full speed, into a file that the reader follows.
import { monotonicMs, type Clock } from '../../platform/clock.ts'
import { inSnapshot, type Pool } from '../../platform/db/pool.ts'
import type { Uuid } from '../../platform/ids.ts'
import { datasets, type DatasetName } from './datasets.ts'
import { takeTurns } from '../../platform/turns.ts'
import { formats, type FormatName } from './formats.ts'
import type { GrowingFile } from './growing-file.ts'
import { selectExtent, type Extent } from './queries.ts'

export type AskedExport = Pick<Extent, 'from' | 'to' | 'given'> & {
  name: DatasetName
  format: FormatName
  /** Null for all. */
  enterpriseIds: readonly Uuid<'ent'>[] | null
  organizationId: Uuid<'org'> | null
}

/** A snapshot keeps the database from removing old versions of rows. */
const MOST_MAKING_MS = 10 * 60_000

/** Throws if nobody wants the export any more, or if it takes too long. */
export const makeExport = (
  { db, clock }: { db: Pool; clock: Clock },
  { name, format: formatName, enterpriseIds, organizationId, from, to, given }: AskedExport,
  file: GrowingFile,
  isWanted: () => boolean,
): Promise<number> =>
  inSnapshot(db, async (snapshot) => {
    const startedMs = monotonicMs()
    // The first statement makes the snapshot.
    const owners = await selectExtent(snapshot, enterpriseIds, organizationId)
    const asOf = clock.now()
    const isOfAll = enterpriseIds === null && organizationId === null
    const dataset = datasets[name]
    const format = formats[formatName]
    await file.write(Buffer.from(dataset.head(format)))
    let count = 0
    const turns = takeTurns()
    const extent = { organizations: isOfAll ? null : owners, from, to, given }
    for await (const part of dataset.parts(snapshot, extent, format)) {
      if (!isWanted()) throw new Error('nobody reads the export any more')
      if (monotonicMs() - startedMs > MOST_MAKING_MS)
        throw new Error(`an export took longer than ${MOST_MAKING_MS} ms: ask for a shorter period`)
      count += part.count
      await file.write(Buffer.from(part.lines))
      await turns.giveWay()
    }
    await file.write(Buffer.from(dataset.end(format, count, asOf)))
    return count
  })
