// The PostgreSQL of the system, with its own cluster in a folder that is removed afterwards.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool } from '../../src/platform/db/pool.ts'

/** Its folder of programs, or the reason why there is none. */
export const systemPostgres: { folder: string; version: string } | { reason: string } = find()

function find(): typeof systemPostgres {
  try {
    const found = execFileSync(
      'sh',
      ['-c', 'command -v postgres || echo "$(pg_config --bindir)/postgres"'],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    )
    const folder = dirname(realpathSync(found.trim()))
    const version = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
    const [, major = '0'] = / (\d+)/.exec(version) ?? []
    if (Number(major) < 15) return { reason: `the system has ${version.trim()}` }
    if (!existsSync(join(folder, 'initdb'))) return { reason: `there is no initdb in ${folder}` }
    return { folder, version: major }
  } catch {
    return { reason: 'the system has no PostgreSQL' }
  }
}

export type SystemPostgres = {
  urlOf(login: string, database: string): string
  admin(...statements: string[]): Promise<void>
  stop(): Promise<void>
}

export async function startSystemPostgres(): Promise<SystemPostgres> {
  if ('reason' in systemPostgres) throw new Error(systemPostgres.reason)
  const data = mkdtempSync(join(tmpdir(), 'corridor-pg-'))
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  if (user.uid !== undefined) chownSync(data, user.uid, user.gid)
  const options = { ...user, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } }
  execFileSync(
    join(systemPostgres.folder, 'initdb'),
    ['-D', join(data, 'pg'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    { ...options, stdio: 'ignore' },
  )
  const server = spawn(
    join(systemPostgres.folder, 'postgres'),
    ['-D', join(data, 'pg'), '-k', data, '-h', '', '-F'],
    { ...options, stdio: 'ignore' },
  )
  const pool = openPool(
    { host: data, port: 5432, user: 'postgres', database: 'postgres' },
    { size: 1 },
  )
  for (let tries = 0; tries < 1600; tries++) {
    const isUp = await pool.query('select 1').then(
      () => true,
      () => false,
    )
    if (isUp) break
    await sleep(50)
  }
  return {
    urlOf: (login, database) =>
      `postgres://${login}@localhost/${database}?host=${encodeURIComponent(data)}`,
    async admin(...statements) {
      for (const statement of statements) await pool.query(statement)
    },
    async stop() {
      await pool.end()
      const gone = once(server, 'exit')
      server.kill('SIGINT')
      await gone
      rmSync(data, { recursive: true, force: true })
    },
  }
}
