// The memory of the connector: a file with one JSON object a line. A line is on the disk before anything is answered
// because of it, so a killed process has forgotten nothing that it said.
import { closeSync, fdatasyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'

export type Memory<Fact> = {
  /** The facts that were remembered before. */
  facts: readonly Fact[]
  /** Returns when the fact is on the disk. */
  remember(fact: Fact): void
  close(): void
}

export function openMemory<Fact>(path: string): Memory<Fact> {
  const file = openSync(path, 'a+', 0o600)
  const text = readFileSync(file, 'utf8')
  // A process killed while it wrote leaves the beginning of a line. Nothing was answered because of that line.
  const complete = text.slice(0, text.lastIndexOf('\n') + 1)
  if (complete !== text) ftruncateSync(file, Buffer.byteLength(complete))
  const facts: Fact[] = complete
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  return {
    facts,
    remember(fact) {
      try {
        const line = Buffer.from(`${JSON.stringify(fact)}\n`)
        for (let written = 0; written < line.length; ) written += writeSync(file, line, written)
        fdatasyncSync(file)
      } catch (error) {
        // A full disk may have left half a line. The next start removes it.
        process.stderr.write(`the memory cannot be written: ${String(error)}\n`)
        process.exit(1)
      }
    },
    close: () => closeSync(file),
  }
}
