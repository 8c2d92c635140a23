// Exchanges files through folders of this machine, or of a file system that is mounted here.
import { link, open, readdir, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { FileTooLarge, type Exchange, type Place } from './exchange.ts'
import type { FolderSettings } from './settings.ts'
import { thrownCode } from '../../../platform/thrown.ts'

export function folderExchange(settings: FolderSettings): Exchange {
  const path = (place: Place, name: string) => join(settings[place], name)

  async function exists(place: Place, name: string): Promise<boolean> {
    return (await absentAs(undefined, stat(path(place, name)))) !== undefined
  }

  return {
    async list(place) {
      const entries = await readdir(settings[place], { withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile())
      const listed = await Promise.all(
        files.map(async ({ name }) => {
          const found = await absentAs(undefined, stat(path(place, name)))
          return found && { name, size: found.size, modifiedAt: Math.floor(found.mtimeMs) }
        }),
      )
      return listed.filter((file) => file !== undefined)
    },
    async read(place, name, maxBytes) {
      const file = await absentAs(undefined, open(path(place, name)))
      if (file === undefined) return undefined
      try {
        return await readUpTo(file, maxBytes)
      } finally {
        await file.close()
      }
    },
    exists,
    async create(place, name, content) {
      const file = await open(path(place, name), 'wx', 0o640)
      try {
        await file.writeFile(content)
        await file.sync()
      } finally {
        await file.close()
      }
    },
    async renameToNew(from, to) {
      // rename(2) would replace an existing file.
      try {
        await link(path('work', from), path('work', to))
      } catch (error) {
        if (thrownCode(error) === 'EEXIST') return false
        throw error
      }
      await unlink(path('work', from))
      await syncFolder(settings.work)
      return true
    },
    async move(from, to) {
      const isMoved = await absentAs(
        false,
        rename(path(from.place, from.name), path(to.place, to.name)).then(() => true),
      )
      if (isMoved)
        for (const place of new Set([to.place, from.place])) await syncFolder(settings[place])
      return isMoved
    },
    remove: (name) => absentAs(undefined, unlink(path('work', name))),
    async close() {},
  }
}

type OpenFile = Awaited<ReturnType<typeof open>>

async function readUpTo(file: OpenFile, maxBytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(Math.min(maxBytes, (await file.stat()).size) + 1)
  let length = 0
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length)
    if (bytesRead === 0) return buffer.subarray(0, length)
    length += bytesRead
  }
  throw new FileTooLarge(`more than ${maxBytes} bytes, or it grew while it was read`)
}

/** Makes the rename survive a power failure. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function absentAs<Absent, T>(absent: Absent, promise: Promise<T>): Promise<T | Absent> {
  try {
    return await promise
  } catch (error) {
    if (thrownCode(error) === 'ENOENT') return absent
    throw error
  }
}
