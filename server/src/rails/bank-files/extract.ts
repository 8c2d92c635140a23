// Reads one file of the inbox into what the rail needs of it. The name of the message decides the reader.
import { accountReport, type Account, type AccountReport } from './camt.ts'
import { statusesOf, type Status } from './pain-002.ts'
import { readMessage, UnreadableFile } from './read-xml.ts'

export type Extract = AccountReport & {
  kind: 'camt.053' | 'camt.054' | 'pain.002' | 'other'
  statuses: readonly Status[]
}

const NOTHING: Omit<Extract, 'kind'> = {
  statuses: [],
  bookings: [],
  undivided: [],
  batches: [],
  entries: [],
  closings: [],
  notes: [],
  unreadable: [],
  others: [],
}
const READ = ['camt.053.001.08', 'camt.054.001.08', 'pain.002.001.10']
// Reports of the day before they are booked, and receipts of files.
const IGNORED = /^(camt\.052|admi|pain\.001)\./

export async function extractOf(bytes: Uint8Array, account: Account): Promise<Extract> {
  const { message, content } = await readMessage(bytes)
  switch (message) {
    case 'camt.053.001.08':
      return {
        ...NOTHING,
        kind: 'camt.053',
        ...(await accountReport(content, 'camt.053', account)),
      }
    case 'camt.054.001.08':
      return {
        ...NOTHING,
        kind: 'camt.054',
        ...(await accountReport(content, 'camt.054', account)),
      }
    case 'pain.002.001.10':
      return { ...NOTHING, kind: 'pain.002', statuses: statusesOf(content) }
    default:
      if (IGNORED.test(message)) return { ...NOTHING, kind: 'other' }
      throw new UnreadableFile(
        `a message ${message.slice(0, 40)}, but only ${READ.join(', ')} are read`,
      )
  }
}
