// Checks whether a process runs, and whether it is the postmaster of a cluster. A pid alone proves nothing: after a
// restart of the machine or the container, another process may have it.
import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'
import { errorCode } from './failure.ts'

const hasProc = process.platform === 'linux'

/** False for a zombie too. In a container whose first process does not reap, zombies stay forever. */
export async function isRunning(pid: number): Promise<boolean> {
  if (!exists(pid)) return false
  if (!hasProc) return true
  // pid (name) state ...; the name may hold spaces and parentheses.
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') X')
  return !/^[ZX]/.test(text.slice(text.lastIndexOf(')') + 2))
}

/** Whether the process runs and is the postmaster whose data is in `cluster`, a real path. */
export async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (!(await isRunning(pid))) return false
  if (!hasProc) return (await commandLine(pid)).includes(cluster)
  // Every user may read cmdline. Reading cwd may fail, even for root in a container.
  const args = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  if (args.split('\0').includes(cluster)) return true
  // If the folder was moved, the command line has its old path.
  return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === cluster
}

/** Sends the signal if the process still runs. */
export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

async function commandLine(pid: number): Promise<string> {
  const asked = promisify(execFile)('/bin/ps', ['-ww', '-o', 'command=', '-p', `${pid}`], {
    timeout: 5000,
  })
  return asked.then(
    ({ stdout }) => stdout,
    () => '',
  )
}

/** Whether any process has the pid, even a zombie. PostgreSQL checks this before it starts. */
export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}
