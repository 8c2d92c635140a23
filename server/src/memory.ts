// When this process looks for garbage, where V8 would let too much of it gather.
import v8 from 'node:v8'
import vm from 'node:vm'

/** Past the work that the start itself still has to do. */
const SETTLE_AFTER_MS = 1000

// How much may gather, in parts of a hundred of what is alive, before the old generation is collected: V8's own is
// up to three hundred.
const GATHER_PERCENT = 100
const SPARE_PERCENT = 50

letGather(GATHER_PERCENT)

function letGather(percent: number): void {
  v8.setFlagsFromString(`--heap-growing-percent=${percent}`)
}

function collect(flavor: 'regular' | 'last-resort'): void {
  v8.setFlagsFromString('--expose-gc')
  const exposed: unknown = vm.runInNewContext('gc')
  v8.setFlagsFromString('--no-expose-gc')
  if (typeof exposed === 'function') exposed({ type: 'major', execution: 'sync', flavor })
}

/**
 * Starting allocates and compiles much that is not needed afterwards, and an idle process keeps it for hours. One
 * thorough collection after the start gives 40 MB of 160 back to the machine; what it drops of compiled code is
 * compiled again when it is next used. The plain kind gives nothing back: it keeps the pages for the next burst.
 */
export function settleMemory(): void {
  setTimeout(() => collect('last-resort'), SETTLE_AFTER_MS).unref()
}

let sparing = 0

/** Less may gather from now on, until what it returns is called: for work that leaves gigabytes of it behind. */
export function spareMemory(): () => void {
  if (sparing++ === 0) {
    letGather(SPARE_PERCENT)
    // The next look is decided by the one before.
    collect('regular')
  }
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    if (--sparing === 0) letGather(GATHER_PERCENT)
  }
}
