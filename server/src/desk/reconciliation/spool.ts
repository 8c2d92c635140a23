// Keeps an uploaded statement in a temporary file while it is read: a slow sender then holds no transaction, a slow reader
// no connection, and neither takes memory. The file has bank details: nobody else may read it, and it is removed.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UnreadableStatement } from './csv.ts'

/** A camt.053 of 100,000 entries has about 60 MB. */
export const MOST_FILE_BYTES = 128 * 1024 * 1024

type Spooled = {
  /** SHA-256 of the bytes. */
  hash: Buffer
  read(): AsyncIterable<Uint8Array>
}

/** Runs `work` while the file is there. */
export async function withSpooled<T>(
  source: AsyncIterable<Uint8Array>,
  work: (file: Spooled) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'corridor-statement-'))
  try {
    const path = join(folder, 'statement')
    const hash = createHash('sha256')
    let bytes = 0
    const measure = new Transform({
      transform(part: Buffer, _encoding, done) {
        bytes += part.length
        hash.update(part)
        if (bytes > MOST_FILE_BYTES)
          done(new UnreadableStatement(`the file is larger than ${MOST_FILE_BYTES} bytes`))
        else done(null, part)
      },
    })
    await pipeline(source, measure, createWriteStream(path, { mode: 0o600 }))
    return await work({ hash: hash.digest(), read: () => createReadStream(path) })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
