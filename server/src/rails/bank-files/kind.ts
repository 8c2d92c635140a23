// The kind `bank_files` of rails. Its settings are read without the libraries for XML and SFTP, which only an opened rail
// needs.
import type { RailKind } from '../port.ts'
import { problemOfReading } from '../../thrown.ts'
import { readSettings, servedBy } from './settings.ts'

export const bankFilesKind: RailKind = {
  sandboxOnly: false,
  settingsProblem: (settings) => problemOfReading(() => readSettings(settings)),
  holidays(settings) {
    const { timezone, holidays = [] } = readSettings(settings).calendar
    return { timezone, dates: holidays }
  },
  served: (settings) => servedBy(readSettings(settings)),
  open: async (name, settings, world) =>
    (await import('./index.ts')).openBankFiles(name, readSettings(settings), world),
}
