// Reads one file of the inbox into what the rail needs of it. The name of the message decides the reader.
import { refusedRequests, resolutionsOf, type Resolution } from './camt-029.ts'
import { accountReport, type Account, type AccountReport } from './camt.ts'
import { allVersionsRead, kindOfMessage } from './messages.ts'
import { statusesOf, type Status } from './pain-002.ts'
import { readMessage, UnreadableFile } from './read-xml.ts'

export type Extract = AccountReport & {
  kind: 'camt.053' | 'camt.054' | 'pain.002' | 'camt.029' | 'other'
  statuses: readonly Status[]
  resolutions: readonly Resolution[]
}

const NOTHING: Omit<Extract, 'kind'> = {
  statuses: [],
  resolutions: [],
  bookings: [],
  undivided: [],
  batches: [],
  entries: [],
  closings: [],
  notes: [],
  unreadable: [],
  others: [],
}
export async function extractOf(bytes: Uint8Array, account: Account): Promise<Extract> {
  const { message, content } = await readMessage(bytes)
  const kind = kindOfMessage(message)
  switch (kind) {
    case 'camt.053':
    case 'camt.054':
      return { ...NOTHING, kind, ...(await accountReport(content, kind, account)) }
    case 'pain.002':
      return {
        ...NOTHING,
        kind,
        statuses: statusesOf(content),
        resolutions: refusedRequests(content),
      }
    case 'camt.029':
      return { ...NOTHING, kind, resolutions: resolutionsOf(content) }
    case 'ignored':
      return { ...NOTHING, kind: 'other' }
    case undefined:
      throw new UnreadableFile(
        `a message ${message.slice(0, 40)}, but only these are read: ${allVersionsRead()}`,
      )
  }
}
