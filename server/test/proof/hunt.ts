// Runs histories outside of vitest on a throwaway database, in this process, and each planted bug in a child process.
// The service is imported here only, after the bug was planted.
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bugs, type Bug } from './bugs.ts'
import type { Proof } from './report.ts'

type Hunted = { bug: Bug; proof: Proof }

export async function hunt(options: {
  firstSeed: number
  most: number
  forMs: number
  shrinks: boolean
  sql: string | undefined
  stride: number
  signal: AbortSignal
  onProgress(line: string): void
}): Promise<Proof> {
  const { openThrowaway } = await import('@corridor/embedded-postgres')
  const { migrate } = await import('../../src/platform/db/migrate.ts')
  const { systemClock } = await import('../../src/platform/clock.ts')
  const { openPool } = await import('../../src/platform/db/pool.ts')
  const { prove } = await import('./prove.ts')
  const dir = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'corridor-proof-'))
  const cluster = await openThrowaway({ dir })
  const { host, port, user } = cluster
  const connection = { host, port, user, database: 'postgres' }
  try {
    await migrate(connection, 'sandbox', systemClock)
    if (options.sql !== undefined) {
      const owner = openPool(connection, { size: 1 })
      await owner.query(options.sql)
      await owner.end()
    }
    return await prove(connection, options)
  } finally {
    await cluster.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Runs each bug in its own process, with one process per processor at a time. */
export async function huntAll(options: {
  forMs: number
  firstSeed?: number
  names?: readonly string[] | undefined
  onProgress?: (line: string) => void
}): Promise<Hunted[]> {
  const left = bugs.filter(({ name }) => options.names?.includes(name) ?? true)
  const hunted: Hunted[] = []
  const hunter = async () => {
    for (let bug = left.shift(); bug !== undefined; bug = left.shift()) {
      const proof = await huntOne(bug, options.forMs, options.firstSeed ?? 1)
      hunted.push({ bug, proof })
      options.onProgress?.(rowOf({ bug, proof }))
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, hunter))
  return hunted.toSorted((a, b) => bugs.indexOf(a.bug) - bugs.indexOf(b.bug))
}

async function huntOne(bug: Bug, forMs: number, firstSeed: number): Promise<Proof> {
  const args = [
    join(import.meta.dirname, 'run.ts'),
    '--bug',
    bug.name,
    '--no-shrink',
    '--worlds',
    '1',
    '--from',
    String(firstSeed),
    '--minutes',
    String(forMs / 60_000),
  ]
  // The child exits with 1 when it finds the bug, as it should.
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
    maxBuffer: 2 ** 26,
    timeout: forMs + 60_000,
  }).catch((error: unknown) => {
    if (error instanceof Error && 'stdout' in error && 'stderr' in error)
      return { stdout: String(error.stdout), stderr: String(error.stderr) }
    throw error
  })
  if (!stdout.startsWith('{')) throw new Error(`${bug.name} failed to run: ${stderr}`)
  const proof: Proof = JSON.parse(stdout)
  return proof
}

// "Caught by" is the number of the first broken promise.
/** A failure without the number of a promise is one of the proof itself. */
export const isCaught = ({ proof }: Hunted): boolean => /^\d/.test(proof.failure?.promise ?? '')

const rowOf = ({ bug, proof }: Hunted): string => {
  const caught = proof.failure?.promise.split(':')[0] ?? 'NOT CAUGHT'
  return `| ${bug.name} | ${caught} | ${proof.histories} | ${proof.seconds} |`
}

/** The table of docs/proof.md. */
export const tableOf = (hunted: readonly Hunted[]): string =>
  ['| Bug | Caught by | Histories | Seconds |', '|---|---|---|---|', ...hunted.map(rowOf), ''].join(
    '\n',
  )
