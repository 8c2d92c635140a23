// Sends an export while it is made. Few exports are made at once, since each holds a connection to the database.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { monotonicMs, toTimestamp, type Clock } from '../../platform/clock.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { retryLater } from '../../platform/errors.ts'
import { logAborted, writeOut } from '../../platform/http/backpressure.ts'
import { definedHeaders } from '../../platform/http/list.ts'
import type { SharedCounts } from '../../platform/http/shared-counts.ts'
import type { Operator } from '../../parties/operators/operator.ts'
import { formats } from './formats.ts'
import { openGrowingFile, type GrowingFile } from './growing-file.ts'
import { makeExport, type AskedExport } from './make-export.ts'

export type SendDeps = {
  db: Pool
  clock: Clock
  config: { database: { poolSize: number } }
  sharedCounts: SharedCounts
  drainTimeoutMs: number
}

/** Exports of one operator, including those that are still being sent. */
const MOST_OF_AN_OPERATOR = 2
/** Exports of all operators. Each may take MOST_BYTES on the disk. */
const MOST_AT_ONCE = 16
const MOST_BYTES = 4 * 1024 ** 3
/** A slow reader has two hours. */
const MOST_SENDING_MS = 2 * 3_600_000

/** `note` commits the entry of the audit trail. */
export async function sendExport(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: SendDeps,
  asked: AskedExport,
  operator: Operator,
  note: () => Promise<void>,
): Promise<FastifyReply> {
  const slots = takeSlots(deps, operator)
  const file = await openNoted(slots, note)
  const { raw } = reply
  const { mediaType, extension } = formats[asked.format]
  const day = toTimestamp(deps.clock.now()).slice(0, 10)
  reply.hijack()
  raw.writeHead(200, {
    ...definedHeaders(reply),
    'content-type': `${mediaType}; charset=utf-8`,
    'content-disposition': `attachment; filename="${asked.name}-${day}.${extension}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  await follow(request, reply, deps, asked, file, slots)
  return reply
}

/** Gives the slots back if the export does not begin. */
async function openNoted(slots: Slots, note: () => Promise<void>): Promise<GrowingFile> {
  try {
    await note()
    return await openGrowingFile(MOST_BYTES)
  } catch (error) {
    slots.made()
    slots.sent()
    throw error
  }
}

/** Sends the file while it is made. A broken connection is how the reader learns of a failure. */
async function follow(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: SendDeps,
  asked: AskedExport,
  file: GrowingFile,
  slots: Slots,
): Promise<void> {
  const { raw } = reply
  const startedMs = monotonicMs()
  // Many windows without a matching row could send nothing until the connection times out as idle.
  const { socket } = request.raw
  const idleMs = socket.timeout ?? 0
  // The command line calls the application without a port, and so without a real socket.
  const idleAfter = (ms: number) => void ('setTimeout' in socket && socket.setTimeout(ms))
  idleAfter(0)
  let isSending = true
  const making = makeExport(deps, asked, file, () => isSending && !raw.destroyed)
    .then(() => file.end())
    .catch((error: unknown) => file.fail(error instanceof Error ? error : new Error(String(error))))
    .finally(slots.made)
  try {
    for await (const part of file.parts()) {
      if (monotonicMs() - startedMs > MOST_SENDING_MS)
        throw new Error(`an export was not read in ${MOST_SENDING_MS} ms`)
      await writeOut(raw, part, deps.drainTimeoutMs)
    }
  } catch (error) {
    logAborted(reply.log, 'export', error, { request_id: request.id, export: asked.name })
    raw.destroy()
  }
  isSending = false
  idleAfter(idleMs)
  try {
    await making
    await file.close()
  } finally {
    slots.sent()
    // Last, so that whoever has read one export to its end may ask for the next one at once.
    if (!raw.destroyed) raw.end()
  }
}

type Slots = { made(): void; sent(): void }

/** Few are made at once, since each holds a connection to the database. A slow reader only takes a place of its own. */
function takeSlots({ sharedCounts, config }: SendDeps, { actor }: Operator): Slots {
  const mostMade = config.database.poolSize >= 8 ? 2 : 1
  const taken = [
    [`exports of ${actor}`, MOST_OF_AN_OPERATOR],
    ['exports', MOST_AT_ONCE],
    ['exports that are made', mostMade],
  ] as const
  const releases: (() => void)[] = []
  for (const [name, most] of taken) {
    const release = sharedCounts.open(name, most)
    if (release === undefined) {
      releases.forEach((free) => free())
      throw retryLater(
        'rate_limited',
        5,
        `Too many exports at once. The most are ${MOST_OF_AN_OPERATOR} of one operator, ${MOST_AT_ONCE} of all operators, and ${mostMade} in the making. Try again when one has ended.`,
      )
    }
    releases.push(release)
  }
  const [ofOperator, ofAll, made] = releases
  return {
    made: () => made?.(),
    sent() {
      ofOperator?.()
      ofAll?.()
    },
  }
}
