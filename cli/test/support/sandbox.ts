// A running sandbox in its own folder for a test file, and the check of a refused user mistake.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import type { SandboxFile } from '../../../server/src/service/sandbox/prepare.ts'
import {
  caller,
  readSandbox,
  run,
  start,
  stopAll,
  type Ended,
  type Env,
  type Running,
} from '../../../server/test/support/command.ts'
import { testDatabase, type TestDatabase } from '../../../server/test/support/database.ts'

/** Starts before the tests of a file and stops after them. The database is a copy of the template, or its own. */
export function runningSandbox(options: { ownDatabase?: boolean; env?: Env } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'corridor-cli-'))
  const dataDir = join(home, '.corridor')
  const env: Env = { PORT: '0', CORRIDOR_DATA_DIR: dataDir, ...options.env }
  let database: TestDatabase | undefined
  let service: Running
  let file: SandboxFile

  beforeAll(async () => {
    if (options.ownDatabase !== true) {
      database = await testDatabase()
      env['DATABASE_URL'] = database.url
    }
    service = await start(['serve'], env)
    file = readSandbox(dataDir)
  })
  afterAll(async () => {
    await stopAll()
    await database?.close()
    rmSync(home, { recursive: true, force: true })
  })

  return {
    home,
    dataDir,
    env,
    service: () => service,
    /** The content of sandbox.json after the first start. */
    file: () => file,
    corridor: (...args: string[]) => run(args, env),
    api: (key = file.api_key) => caller(file.base_url, key),
    async restart(): Promise<Running> {
      expect((await service.stop()).status).toBe(0)
      return (service = await start(['serve'], env))
    },
  }
}

export function expectRefused(ended: Ended, ...reasons: (string | RegExp)[]): void {
  for (const reason of reasons) expect(ended.said).toMatch(reason)
  expect(ended.said, 'a user mistake prints no stack trace').not.toMatch(/\n\s+at /)
  // 2: a command or option is unknown or missing.
  expect([1, 2]).toContain(ended.status)
}
