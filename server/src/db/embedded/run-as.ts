// As whom PostgreSQL runs, since it refuses root. An ordinary user runs it as himself. Root tries a user
// namespace, in which root is called 1000, then the user nobody; else it is told to bring a database.
import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import type { Binaries } from './binaries.ts'
import { self, type DataFolder, type Owner } from './data-folder.ts'
import { EmbeddedError, indented, orBringYourOwn } from './failure.ts'

/** The owner of the cluster and of the socket's folder, and how to become it. */
export type Way = Owner & {
  /** What stands before the program and its arguments. */
  prefix: readonly string[]
  /** For spawn: the user to become, when it is another. */
  become: Partial<Owner>
}

// Nothing of the service's environment, which holds its secrets and perhaps PG variables.
const environment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin',
  // English messages; and on macOS PostgreSQL does not start without a locale.
  LC_ALL: 'C',
  TZ: 'UTC',
}

const probeTimeoutMs = 10_000

const userNamespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--']
const nobody: Owner = { uid: 65534, gid: 65534 }

// The one right it keeps is to pass through folders closed to others, such as /root.
const intoClosedFolders = (user: Owner): string[] => [
  ...['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'],
  ...['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--'],
]

/** `clusterOwner`: undefined when there is no cluster yet. */
export async function chooseWay(
  binaries: Binaries,
  folder: DataFolder,
  clusterOwner: Owner | undefined,
): Promise<Way> {
  if (self().uid !== 0) return firstThatRuns([{ ...self(), prefix: [], become: {} }], binaries)

  const passed = await Promise.all([folder.path, binaries.folder, tmpdir()].map(isOpenToOthers))
  const open = passed.every((isOpen) => isOpen)
  const becoming = (user: Owner): Way =>
    open
      ? { ...user, prefix: [], become: user }
      : { ...user, prefix: intoClosedFolders(user), become: {} }
  if (clusterOwner !== undefined && clusterOwner.uid !== 0) {
    return firstThatRuns([becoming(clusterOwner)], binaries)
  }
  const inNamespace: Way = { ...self(), prefix: userNamespace, become: {} }
  return firstThatRuns([inNamespace, becoming(nobody)], binaries)
}

/** The program and arguments for spawn, and its options. */
export function commandFor(way: Way, program: string, args: readonly string[]) {
  const [command = program, ...rest] = [...way.prefix, program, ...args]
  // The working folder may be closed to the user that is become.
  return { command, args: rest, options: { ...way.become, env: environment, cwd: '/' } }
}

/** Runs a program to its end. `output` is all it wrote, and why it could not run. Never throws. */
export function run(
  way: Way,
  program: string,
  args: readonly string[],
  timeoutMs: number,
): Promise<{ ok: boolean; output: string }> {
  const { command, args: rest, options } = commandFor(way, program, args)
  return new Promise((resolve) => {
    execFile(
      command,
      rest,
      { ...options, timeout: timeoutMs, killSignal: 'SIGKILL' },
      (error, stdout, stderr) => {
        const why =
          error === null
            ? ''
            : error.killed
              ? `not done after ${timeoutMs} ms`
              : stderr === ''
                ? error.message
                : ''
        resolve({ ok: error === null, output: `${stdout}${stderr}${why}` })
      },
    ).on('error', () => undefined)
  })
}

async function firstThatRuns(ways: Way[], binaries: Binaries): Promise<Way> {
  let attempts = ''
  for (const way of ways) {
    const probe = await run(way, binaries.postgres, ['--version'], probeTimeoutMs)
    if (probe.ok) return way
    attempts += `${[...way.prefix, 'postgres'].join(' ')}, as user ${way.uid}:\n${indented(probe.output)}\n`
  }
  const asRoot =
    self().uid === 0 ? ', which refuses to run as root, and no way around that works here' : ''
  throw new EmbeddedError(
    `The embedded PostgreSQL cannot be run${asRoot}:\n${indented(attempts)}\n` +
      `Start Corridor as an ordinary user who owns its data folder, ${orBringYourOwn}`,
  )
}

/** Whether any user may pass through the folder and all above it. */
async function isOpenToOthers(path: string): Promise<boolean> {
  const { mode } = await stat(path)
  if ((mode & 0o001) === 0) return false
  return path === dirname(path) || isOpenToOthers(dirname(path))
}
