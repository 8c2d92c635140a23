// When this process looks for garbage, where V8 would let too much of it gather.
import v8 from 'node:v8'
import vm from 'node:vm'

/** Past the work that the start itself still has to do. */
const SETTLE_AFTER_MS = 1000

v8.setFlagsFromString('--expose-gc')
const exposed: unknown = vm.runInNewContext('gc')
v8.setFlagsFromString('--no-expose-gc')

function collect(flavor: 'regular' | 'last-resort'): void {
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

/**
 * From now on, until what it returns is called, the young generation grows no more, and old garbage is looked for
 * when it is half of what is alive, not three times as much: for work that leaves gigabytes of it behind. The rest
 * of the service is faster without.
 */
export function spareMemory(): () => void {
  if (sparing++ === 0) {
    v8.setFlagsFromString('--heap-growing-percent=50')
    v8.setFlagsFromString('--semi-space-growth-factor=1')
    // The next look is decided by the one before.
    collect('regular')
  }
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    if (--sparing > 0) return
    v8.setFlagsFromString('--heap-growing-percent=0')
    v8.setFlagsFromString('--semi-space-growth-factor=2')
  }
}
