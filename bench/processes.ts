// CPU seconds and resident memory of processes, as Linux counts them. Elsewhere the numbers are NaN, and the table shows
// a dash.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const hasProc = existsSync('/proc/self/stat')
// USER_HZ: 100 on every platform Node runs on.
const TICKS_PER_SECOND = 100

type Stat = { parent: number; ownS: number; endedChildrenS: number }

export const cpuSecondsOf = (pid: number): number =>
  hasProc ? (readStat(String(pid))?.ownS ?? Number.NaN) : Number.NaN

/** CPU seconds of a postmaster and its children, including ended ones. */
export function cpuSecondsOfTree(pid: number): number {
  const root = hasProc ? readStat(String(pid)) : undefined
  if (root === undefined) return Number.NaN
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readStat)
    .filter((stat) => stat?.parent === pid)
    .reduce((sum, stat) => sum + (stat?.ownS ?? 0), root.ownS + root.endedChildrenS)
}

/** Finer than the ticks of `cpuSecondsOf`: the kernel counts the time of each thread in nanoseconds. */
export function cpuMicrosecondsOf(pid: number): number {
  if (!hasProc) return Number.NaN
  const ns = readdirSync(`/proc/${pid}/task`).map((thread) => {
    try {
      return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      // The thread has ended.
      return 0
    }
  })
  return ns.reduce((sum, one) => sum + one, 0) / 1000
}

/** The processor time of a postmaster and its children; that of ended ones in ticks. */
export function cpuMicrosecondsOfTree(pid: number): number {
  const root = hasProc ? readStat(String(pid)) : undefined
  if (root === undefined) return Number.NaN
  return childrenOf(pid)
    .map(cpuMicrosecondsOf)
    .reduce((sum, us) => sum + us, cpuMicrosecondsOf(pid) + root.endedChildrenS * 1_000_000)
}

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && readStat(name)?.parent === pid)
    .map(Number)

export function residentMb(pid: number): number {
  if (!hasProc) return Number.NaN
  const kb = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return kb === undefined ? Number.NaN : Number.parseInt(kb, 10) / 1024
}

export const postmasterOf = (dir: string): number =>
  Number.parseInt(readFileSync(join(dir, 'postgres/postmaster.pid'), 'utf8'), 10)

// Undefined when the process has exited.
function readStat(pid: string): Stat | undefined {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // pid (name) state ppid ...: the name may contain spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const field = (index: number) => Number.parseInt(fields[index] ?? '0', 10)
  return {
    parent: field(1),
    ownS: (field(11) + field(12)) / TICKS_PER_SECOND,
    endedChildrenS: (field(13) + field(14)) / TICKS_PER_SECOND,
  }
}
