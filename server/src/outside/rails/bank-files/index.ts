// Opens a rail that exchanges ISO 20022 files with a bank: docs/rails-bank-files.md.
import type { Rail, RailWorld } from '../port.ts'
import { folderExchange } from './folder.ts'
import { noEnvelope, openPgp } from './openpgp.ts'
import { bankFilesRail } from './rail.ts'
import type { BankSettings } from './settings.ts'
import { sftpExchange } from './sftp.ts'

export function openBankFiles(
  name: string,
  settings: BankSettings,
  world: Pick<RailWorld, 'clock' | 'log' | 'secret' | 'holidays'>,
): Rail {
  const { folder, sftp, evidence } = settings
  const bank = folder ? folderExchange(folder) : sftp && sftpExchange(sftp, world.secret)
  if (bank === undefined) throw new Error('either folder or sftp is needed')
  const ofOperator =
    evidence === undefined
      ? undefined
      : folderExchange({ inbox: evidence, outbox: evidence, work: evidence })
  const { calendar } = settings
  const holidays = [...(calendar.holidays ?? []), ...world.holidays]
  const closing = { ...settings, calendar: { ...calendar, holidays } }
  const { openpgp } = settings
  const envelope = openpgp === undefined ? noEnvelope : openPgp(openpgp, world.secret, world.clock)
  return bankFilesRail(name, closing, { bank, evidence: ofOperator }, envelope, world)
}
