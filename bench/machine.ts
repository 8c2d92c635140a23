// Describes the measured commit and the machine.
import { execFileSync } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { Pool } from '../server/src/platform/db/pool.ts'

export type Machine = {
  cores: number
  model: string
  memory_gb: number
  platform: string
  node: string
  postgres: string
  fsync: string
  synchronous_commit: string
  file_system: string
}

export async function describeMachine(db: Pool, dir: string): Promise<Machine> {
  const setting = async (name: string) => {
    const { rows } = await db.query<{ value: string }>('select current_setting($1) as value', [
      name,
    ])
    return rows[0]?.value ?? ''
  }
  return {
    cores: cpus().length,
    model: cpus()[0]?.model ?? '',
    memory_gb: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
    postgres: await setting('server_version'),
    fsync: await setting('fsync'),
    synchronous_commit: await setting('synchronous_commit'),
    file_system: FILE_SYSTEMS[statfsSync(dir).type] ?? 'another',
  }
}

// Results on memory file systems are worth less, because an fsync there costs nothing.
const FILE_SYSTEMS: Record<number, string> = {
  0xef53: 'ext4',
  0x58465342: 'xfs',
  0x9123683e: 'btrfs',
  0x794c7630: 'overlay',
  0x01021994: 'tmpfs',
  0x1a: 'apfs',
}

/** Short hash, marked when files differ from it; `unknown` outside of a repository. */
export function commitOf(folder: string): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  try {
    const commit = git('rev-parse', '--short', 'HEAD').trim()
    return git('status', '--porcelain', '--untracked-files=no') === ''
      ? commit
      : `${commit}-changed`
  } catch {
    return 'unknown'
  }
}
