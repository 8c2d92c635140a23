// Reads the lines of a camt.053 with the reader of the bank-files rail. A batch whose payments are not named is one line.
import { accountReport, type Account, type Booking } from '../../outside/rails/bank-files/camt.ts'
import { kindOfMessage, versionsRead } from '../../outside/rails/bank-files/messages.ts'
import { readMessage, UnreadableFile } from '../../outside/rails/bank-files/read-xml.ts'
import { camtParts } from './camt-parts.ts'
import { textOfBytes, UnreadableStatement } from './csv.ts'
import { dayIn, orderNumbersIn, referencesIn } from './lines.ts'
import type { ReadLine } from './read.ts'
import { wordsIn } from './read-csv.ts'
import { takeTurns, type Turns } from '../../platform/turns.ts'

/** The library parses them in 60 ms, without a turn for other requests. A batch of 3000 payments has fewer. */
const MOST_ELEMENTS_OF_A_PART = 100_000

/** Lines of other accounts are left out. Throws UnreadableStatement. */
export async function* camtLines(
  bytes: AsyncIterable<Uint8Array>,
  account: Account,
  turns: Turns = takeTurns(),
): AsyncGenerator<ReadLine> {
  let line = 0
  let others: readonly string[] = []
  for await (const part of camtParts(textOfBytes(bytes, 'utf-8'))) {
    const report = await reportOf(part, account, turns)
    if (others.length === 0) others = report.others
    for (const booking of [...report.bookings, ...report.undivided]) {
      line += 1
      yield lineOf(line, booking)
    }
    for (const why of report.unreadable) {
      line += 1
      yield { line, why }
    }
  }
  if (line === 0 && others.length > 0)
    throw new UnreadableStatement(
      `the file has no statement of the account ${shown(account.number)}. It is about ${others.map(shown).join(', ')}`,
    )
}

/** The last four characters: an account number is a bank detail. */
const shown = (number: string): string => `…${number.slice(-4)}`

async function reportOf(part: string, account: Account, turns: Turns) {
  try {
    const limits = { turns, maxElements: MOST_ELEMENTS_OF_A_PART }
    const { message, content } = await readMessage(Buffer.from(part), limits)
    if (kindOfMessage(message) !== 'camt.053')
      throw new UnreadableStatement(
        `the file is a message ${message.slice(0, 40)}, but ${versionsRead('camt.053')} is expected`,
      )
    return await accountReport(content, 'camt.053', account, turns)
  } catch (error) {
    if (error instanceof UnreadableFile)
      throw new UnreadableStatement(`the file cannot be read: ${error.message}`)
    throw error
  }
}

function lineOf(line: number, booking: Booking): ReadLine {
  const { reference, index, currency, amountMinor, direction, paymentIds, payerIds } = booking
  const day = dayIn(booking.bookedOn ?? '')
  if (day === undefined) return { line, why: 'has no date of booking' }
  const isReferenced = reference !== '' && !reference.startsWith('unreferenced-')
  const text = booking.remittance ?? ''
  return {
    line,
    day,
    currency,
    minor: direction === 'credit' ? amountMinor : -amountMinor,
    references: referencesIn([...(isReferenced ? [reference] : []), ...paymentIds, ...payerIds]),
    words: referencesIn(wordsIn(text)),
    orderNumbers: orderNumbersIn(`${text} ${payerIds.join(' ')}`),
    // The position among equals depends on the part: collectLines counts equals of the whole file.
    content: isReferenced
      ? `${reference}#${index}`
      : JSON.stringify([reference.replace(/-\d+$/, ''), text, payerIds]),
  }
}
