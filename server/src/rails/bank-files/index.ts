// A rail that exchanges ISO 20022 files with a bank: docs/rails-bank-files.md.
import type { RailKind, RailWorld } from '../port.ts'
import { folderExchange } from './folder.ts'
import { bankFilesRail } from './rail.ts'
import { readSettings, servedBy, settingsProblem } from './settings.ts'
import { sftpExchange } from './sftp.ts'

export const bankFiles = {
  sandboxOnly: false,
  settingsProblem,
  served: (settings: Record<string, unknown>) => servedBy(readSettings(settings)),
  async open(
    name: string,
    given: Record<string, unknown>,
    world: Pick<RailWorld, 'clock' | 'log' | 'secret'>,
  ) {
    const settings = readSettings(given)
    const { folder, sftp, evidence } = settings
    const bank = folder ? folderExchange(folder) : sftp && sftpExchange(sftp, world.secret)
    if (bank === undefined) throw new Error('either folder or sftp is needed')
    return bankFilesRail(
      name,
      settings,
      {
        bank,
        evidence: evidence === undefined ? undefined : folderExchange(onlyInbox(evidence)),
      },
      world,
    )
  },
} satisfies RailKind

const onlyInbox = (path: string) => ({ inbox: path, outbox: path, work: path })
