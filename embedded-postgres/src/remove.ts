// Deletes the database of a data folder, even if it no longer starts.
import { rm } from 'node:fs/promises'
import { openDataFolder } from './data-folder.ts'
import { stopPostmaster } from './postmaster.ts'
import { becomeOwner, whileStarting } from './presence.ts'

/** Throws EmbeddedError while another process is the owner. Stops a server without an owner. */
export async function removeEmbedded(dataDir: string): Promise<void> {
  const folder = await openDataFolder(dataDir)
  const presence = await becomeOwner(folder)
  try {
    await whileStarting(folder, async () => {
      await stopPostmaster(folder, () => undefined)
      await rm(folder.cluster, { recursive: true, force: true })
    })
  } finally {
    presence.release()
  }
}
