// Preloaded by Node into a process: kills it at the step that KILL_AT names. The steps of a write to a file are before
// it, within it, when it is on the disk, and after the next answer.
import fs from 'node:fs'
import { ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'

const at = Number.parseInt(process.env['KILL_AT'] ?? '0', 10)
let steps = 0
let isWritten = false
const step = () => {
  steps += 1
  if (steps === at) process.kill(process.pid, 'SIGKILL')
}

const { fdatasyncSync, writeSync } = fs
Object.assign(fs, {
  writeSync(file: number, bytes: Buffer, offset: number): number {
    // The standard streams are no memory.
    if (file <= 2) return writeSync(file, bytes, offset)
    step()
    const half = Math.ceil((bytes.length - offset) / 2)
    const written = writeSync(file, bytes, offset, half)
    step()
    return written + writeSync(file, bytes, offset + half)
  },
  fdatasyncSync(file: number): void {
    fdatasyncSync(file)
    isWritten = true
    step()
  },
})
syncBuiltinESMExports()

const { end } = ServerResponse.prototype
Object.assign(ServerResponse.prototype, {
  end(this: ServerResponse, text: string) {
    Reflect.apply(end, this, [text])
    if (isWritten) step()
    isWritten = false
    return this
  },
})
