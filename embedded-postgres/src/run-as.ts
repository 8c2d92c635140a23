// Chooses the user that PostgreSQL runs as. PostgreSQL refuses root, and initdb refuses a user without a name, which is
// common in containers. An ordinary user keeps its id. Root and users without a name try a user namespace, where they
// appear as nobody. Root without namespaces becomes nobody.
import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { dirname } from 'node:path'
import type { Binaries } from './binaries.ts'
import { EmbeddedError, indented } from './failure.ts'

/** Ids of a user, as seen outside of a user namespace. */
export type User = { uid: number; gid: number }

/** The user that owns the cluster and the socket's folder, and how to run a program as that user. */
export type Way = User & {
  /** The command before the program and its arguments, such as unshare. */
  prefix: readonly string[]
  /** Options for spawn: the user to become. Empty to keep the current user. */
  become: Partial<User>
}

export const self = (): User => ({ uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 })

// Do not pass on the service's environment: it has secrets, and perhaps PG variables.
export const environment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin',
  // For messages in English. On macOS PostgreSQL does not start without a locale.
  LC_ALL: 'C',
  TZ: 'UTC',
}

const probeTimeoutMs = 10_000

const nobody: User = { uid: 65534, gid: 65534 }
const userNamespace = 'unshare --user --map-user=65534 --map-group=65534 --'.split(' ')

// Keeps one capability: to pass through folders that are closed to others, such as /root.
const intoClosedFolders = ({ uid, gid }: User): string[] =>
  `setpriv --reuid=${uid} --regid=${gid} --clear-groups --inh-caps=+dac_override --ambient-caps=+dac_override`.split(
    ' ',
  )

// PostgreSQL checks with access(2) whether its own program is executable. For users other than root, access(2) ignores
// that capability unless this bit is set. Setting it needs CAP_SETPCAP, which Docker grants by default.
const toClosedPrograms = '--securebits=+no_setuid_fixup'

/** Chooses how to run PostgreSQL. `clusterOwner` is undefined when there is no cluster yet. */
export async function chooseWay(
  binaries: Binaries,
  dataPath: string,
  clusterOwner: User | undefined,
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
  const becoming = (user: User): Way => {
    if (foldersAreOpen) return { ...user, prefix: [], become: user }
    const programs = programsAreOpen ? [] : [toClosedPrograms]
    return { ...user, prefix: [...intoClosedFolders(user), ...programs, '--'], become: {} }
  }
  if (clusterOwner !== undefined && clusterOwner.uid !== 0) {
    return firstThatRuns([becoming(clusterOwner)], binaries)
  }
  return firstThatRuns([inNamespace, becoming(nobody)], binaries)
}

/** The command, arguments and options for spawn. */
export function commandFor(way: Way, program: string, args: readonly string[]) {
  const [command = program, ...rest] = [...way.prefix, program, ...args]
  // The other user may have no access to the current working folder.
  return { command, args: rest, options: { ...way.become, env: environment, cwd: '/' } }
}

/** Runs a program until it exits. `output` has its output, or the reason why it could not run. Never throws. */
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
        if (error?.killed) why = `timed out after ${timeoutMs} ms`
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
    `The embedded PostgreSQL cannot run as user ${self().uid}. These attempts failed:\n${indented(attempts)}\n` +
      'Start this program as an ordinary user who owns the data folder, or install it in a folder that every user may enter.',
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

/** Whether every user may enter the folder and all its parents. */
async function isOpenToOthers(path: string): Promise<boolean> {
  const { mode } = await stat(path)
  if ((mode & 0o001) === 0) return false
  return path === dirname(path) || isOpenToOthers(dirname(path))
}
