// A temporary file that one side writes and the other reads as it grows. So an export is read from the database at full
// speed, and a slow reader keeps neither a snapshot nor a connection nor memory.
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A tenth of a second of a fast connection. */
const PART_BYTES = 64 * 1024

export type GrowingFile = {
  write(bytes: Buffer): Promise<void>
  /** Ends the file for its readers. */
  end(): void
  /** Readers fail with the error. */
  fail(error: Error): void
  /** Each part is overwritten by the next one. */
  parts(): AsyncGenerator<Buffer>
  close(): Promise<void>
}

export async function openGrowingFile(mostBytes: number): Promise<GrowingFile> {
  const folder = await mkdtemp(join(tmpdir(), 'corridor-export-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const handle = await open(join(folder, 'lines'), 'wx+', 0o600).catch(async (error: unknown) => {
    await remove()
    throw error
  })
  // The open file lives on without a name, so that nothing of it stays when the process is killed. Systems that refuse
  // this remove it at the end.
  await remove().catch(() => undefined)
  let written = 0
  let hasEnded = false
  let failed: Error | undefined
  let changed = Promise.withResolvers<void>()
  const wake = () => {
    changed.resolve()
    changed = Promise.withResolvers()
  }
  return {
    async write(bytes) {
      if (written + bytes.length > mostBytes)
        throw new Error(`an export is larger than ${mostBytes} bytes`)
      for (let at = 0; at < bytes.length; ) {
        const { bytesWritten } = await handle.write(bytes, at, bytes.length - at, written)
        at += bytesWritten
        written += bytesWritten
      }
      wake()
    },
    end() {
      hasEnded = true
      wake()
    },
    fail(error) {
      failed = error
      wake()
    },
    async *parts() {
      const buffer = Buffer.allocUnsafe(PART_BYTES)
      for (let at = 0; ; ) {
        if (failed !== undefined) throw failed
        if (at < written) {
          const { bytesRead } = await handle.read(buffer, 0, Math.min(PART_BYTES, written - at), at)
          at += bytesRead
          yield buffer.subarray(0, bytesRead)
        } else if (hasEnded) return
        else await changed.promise
      }
    },
    async close() {
      await handle.close()
      await remove()
    },
  }
}
