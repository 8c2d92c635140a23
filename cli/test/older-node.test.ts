// The command started by its path, as a shell or service manager does, with any version of Node.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, run, runProgram, startProgram } from '../../server/test/support/command.ts'
import { testDatabase } from '../../server/test/support/database.ts'

const command = join(root, 'node_modules/.bin/corridor')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

// The system's Node, where it is too old for Corridor, as in Debian and Ubuntu.
const old = ['/usr/bin/node', '/usr/local/bin/node'].find(
  (path) =>
    existsSync(path) && execFileSync(path, ['--version'], { encoding: 'utf8' }).startsWith('v20.'),
)

test('`--version` prints the version and exits with 0', async () => {
  for (const flag of ['--version', '-V']) {
    expect(await run([flag])).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' })
  }
})

test.skipIf(old === undefined)('an older Node starts the Node that npm ci installed', async () => {
  const direct = await runProgram(old ?? '', [command, '--version'])
  expect(direct).toMatchObject({ status: 0, said: `${version}\n` })
  const byPath = await runProgram(command, ['secrets'], { PATH: '/usr/bin:/bin' })
  expect(byPath).toMatchObject({ status: 0, stderr: '' })
  expect(byPath.stdout).toContain('deposit_seed')
  const mistaken = await runProgram(old ?? '', [command, 'sevre'])
  expect(mistaken.said).toContain("unknown command 'sevre'")
  expect(mistaken.status).toBe(2)
})

test.skipIf(old === undefined)('a signal to the older Node stops the service', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-older-node-'))
  const database = await testDatabase()
  try {
    const env = { CORRIDOR_DATA_DIR: folder, DATABASE_URL: database.url }
    const worker = await startProgram(old ?? '', [command, 'work'], env, /"msg":"working"/)
    const ended = await worker.stop()
    expect(ended.said).toContain('"msg":"stopped"')
    expect(ended.status).toBe(0)
  } finally {
    await database.close()
    rmSync(folder, { recursive: true })
  }
})
