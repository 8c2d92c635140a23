// Reads the lines of a statement with their identities, and bounds them.
import { hash } from 'node:crypto'
import { UnreadableStatement } from './csv.ts'
import type { StatementLine, UnreadableLine } from './lines.ts'
import { takeTurns, type Turns } from '../../platform/turns.ts'

/** `content`: everything that the file says about the line, to recognize it in another file. */
export type ReadLine = (Omit<StatementLine, 'key'> & { content: string }) | UnreadableLine

/** More need files of shorter periods. */
export const MOST_LINES = 250_000

export type Statement = { lines: StatementLine[]; unreadable: UnreadableLine[] }

/** Lines of nothing are left out. */
export async function collectLines(
  read: AsyncIterable<ReadLine>,
  turns: Turns = takeTurns(),
): Promise<Statement> {
  const lines: StatementLine[] = []
  const unreadable: UnreadableLine[] = []
  const counts = new Map<string, number>()
  for await (const one of read) {
    await turns.giveWay()
    if (lines.length + unreadable.length >= MOST_LINES)
      throw new UnreadableStatement(
        `the statement has more than ${MOST_LINES} lines: send files of shorter periods`,
      )
    if ('why' in one) unreadable.push(one)
    else if (one.minor !== 0n) {
      const { content, ...line } = one
      lines.push({ ...line, key: identityOf(line, content, counts) })
    }
  }
  return { lines, unreadable }
}

/** Equal lines of one file differ in their position among equals, so that two equal payments are two. */
function identityOf(
  { day, currency, minor }: Pick<StatementLine, 'day' | 'currency' | 'minor'>,
  content: string,
  counts: Map<string, number>,
): string {
  const digest = hash('sha256', `${day} ${currency} ${minor} ${content}`).slice(0, 40)
  const before = counts.get(digest) ?? 0
  counts.set(digest, before + 1)
  return before === 0 ? digest : `${digest}-${before}`
}
