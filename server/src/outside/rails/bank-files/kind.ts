// The kind `bank_files` of rails. Its settings are read without the libraries for XML and SFTP, which only an opened rail
// needs.
import type { RailKind } from '../port.ts'
import { problemOfReading } from '../../../platform/thrown.ts'
import { readSettings, servedBy } from './settings.ts'

export const bankFilesKind: RailKind = {
  sandboxOnly: false,
  can: {
    returns: 'yes',
    reversals: 'yes',
    cancel: 'yes',
    canStillHappen: 'yes',
    sends: 'yes',
    claim: 'yes',
  },
  settingsProblem: (settings) =>
    problemOfReading(() => {
      // Rails that an earlier version stored without it count from both.
      if (readSettings(settings).deposits_from === undefined)
        throw new Error(
          'deposits_from is missing: camt.053 or camt.054, or both if the bank gives a payment the same AcctSvcrRef in both',
        )
    }),
  holidays(settings) {
    const { timezone, holidays = [] } = readSettings(settings).calendar
    return { timezone, dates: holidays }
  },
  served: (settings) => servedBy(readSettings(settings)),
  open: async (name, settings, world) =>
    (await import('./index.ts')).openBankFiles(name, readSettings(settings), world),
}
