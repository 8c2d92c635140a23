// As whom PostgreSQL runs, since it refuses root, and initdb refuses a user without a name, as containers
// have them. An ordinary user runs it as himself; the others try a user namespace, in which they are
// called nobody; root without one becomes nobody.
import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { dirname } from 'node:path'
import type { Binaries } from './binaries.ts'
import { EmbeddedError, indented } from './failure.ts'

/** A user by number, as the system and not a user namespace sees it. */
export type Owner = { uid: number; gid: number }

/** The owner of the cluster and of the socket's folder, and how to become it. */
export type Way = Owner & {
  /** What stands before the program and its arguments. */
  prefix: readonly string[]
  /** For spawn: the user to become, when it is another. */
  become: Partial<Owner>
}

export const self = (): Owner => ({ uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 })

// Nothing of the service's environment, which holds its secrets and perhaps PG variables.
export const environment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin',
  // English messages; and on macOS PostgreSQL does not start without a locale.
  LC_ALL: 'C',
  TZ: 'UTC',
}

const probeTimeoutMs = 10_000

const nobody: Owner = { uid: 65534, gid: 65534 }
const userNamespace = 'unshare --user --map-user=65534 --map-group=65534 --'.split(' ')

// The one right it keeps is to pass through folders closed to others, such as /root.
const intoClosedFolders = ({ uid, gid }: Owner): string[] =>
  `setpriv --reuid=${uid} --regid=${gid} --clear-groups --inh-caps=+dac_override --ambient-caps=+dac_override`.split(
    ' ',
  )

// PostgreSQL asks access(2) whether its own program can be run, and access(2) ignores that right for every user
// but root. This bit changes that. It needs CAP_SETPCAP, which Docker gives by default.
const toClosedPrograms = '--securebits=+no_setuid_fixup'

/** `clusterOwner`: undefined when there is no cluster yet. */
export async function chooseWay(
  binaries: Binaries,
  dataPath: string,
  clusterOwner: Owner | undefined,
): Promise<Way> {
  const asSelf: Way = { ...self(), prefix: [], become: {} }
  const inNamespace: Way = { ...asSelf, prefix: userNamespace }
  if (asSelf.uid !== 0) {
    if (clusterOwner !== undefined || hasName()) return asSelf
    return firstThatRuns([inNamespace, asSelf], binaries)
  }

  const programsAreOpen = await isOpenToOthers(binaries.folder)
  const foldersAreOpen =
    programsAreOpen && (await isOpenToOthers(dataPath)) && (await isOpenToOthers(tmpdir()))
  const becoming = (user: Owner): Way => {
    if (foldersAreOpen) return { ...user, prefix: [], become: user }
    const programs = programsAreOpen ? [] : [toClosedPrograms]
    return { ...user, prefix: [...intoClosedFolders(user), ...programs, '--'], become: {} }
  }
  if (clusterOwner !== undefined && clusterOwner.uid !== 0) {
    return firstThatRuns([becoming(clusterOwner)], binaries)
  }
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
        let why = ''
        if (error?.killed) why = `not done after ${timeoutMs} ms`
        else if (error !== null && stderr === '') why = error.message
        resolve({ ok: error === null, output: `${stdout}${stderr}${why}` })
      },
    )
  })
}

async function firstThatRuns(ways: Way[], binaries: Binaries): Promise<Way> {
  let attempts = ''
  for (const way of ways) {
    const probe = await run(way, binaries.postgres, ['--version'], probeTimeoutMs)
    if (probe.ok) return way
    attempts += `${[...way.prefix, 'postgres'].join(' ')}, as user ${way.uid}:\n${indented(probe.output)}\n`
  }
  throw new EmbeddedError(
    `The embedded PostgreSQL cannot be run as user ${self().uid}, and no way around that works here:\n${indented(attempts)}\n` +
      'Start the program as an ordinary user who owns the data folder, or install it where every user may enter.',
  )
}

/** Whether the user has an entry in passwd. */
function hasName(): boolean {
  try {
    userInfo()
    return true
  } catch {
    return false
  }
}

/** Whether any user may pass through the folder and all above it. */
async function isOpenToOthers(path: string): Promise<boolean> {
  const { mode } = await stat(path)
  if ((mode & 0o001) === 0) return false
  return path === dirname(path) || isOpenToOthers(dirname(path))
}
