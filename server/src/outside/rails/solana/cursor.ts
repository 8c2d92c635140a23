// The cursor of deposits on Solana: how many rounds of entries of each process were committed. The adapter finds deposits
// by balances, so no slot says what was reported. A process that reads its own number knows what it must report again.
import type { RailEntry } from '../port.ts'

/** By the id of a process, in the order in which they reported last. */
type Rounds = ReadonlyMap<string, number>

/** Processes that report in turns, and some that ended. */
const MOST_PROCESSES = 8

/** Parts that this version cannot read are left out: what they stood for is reported again, and counts once. */
export function roundsIn(cursor: string | null): Rounds {
  const parts = (cursor ?? '').split(' ').map((part) => /^([0-9a-f-]{36}):(\d{1,15})$/.exec(part))
  return new Map(
    parts.flatMap((found) =>
      found === null ? [] : [[found[1] ?? '', Number.parseInt(found[2] ?? '', 10)] as const],
    ),
  )
}

export function cursorAfter(before: Rounds, process: string, round: number): string {
  const others = [...before].filter(([id]) => id !== process)
  return [...others, [process, round] as const]
    .slice(-MOST_PROCESSES)
    .map(([id, count]) => `${id}:${count}`)
    .join(' ')
}

type Kept = { entry: RailEntry; tokenAccount: string; round: number | null }

/** Entries that this process reported, for a cursor that is taken back. `most`: those kept after their commit. */
export function openReported(most: number) {
  const kept = new Map<string, Kept>()
  const isOpen = ({ round }: Kept, committed: number) => round === null || round > committed
  return {
    /** An entry that is known keeps its round. */
    add(entry: RailEntry, tokenAccount: string): void {
      const id = `${entry.transaction} ${entry.index} `
      if (!kept.has(id)) kept.set(id, { entry, tokenAccount, round: null })
    },
    /** Entries that are not part of the committed rounds, oldest first. */
    open: (committed: number): Kept[] => [...kept.values()].filter((one) => isOpen(one, committed)),
    forgetOldest(committed: number): void {
      for (const [id, one] of kept) {
        if (kept.size <= most) return
        if (!isOpen(one, committed)) kept.delete(id)
      }
    },
  }
}
