// The first and the second start of a sandbox with its own database.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isPlausibleKey } from '../../server/src/platform/access/keys.ts'
import type { OrganizationJson } from '../../server/src/parties/organizations/view.ts'
import { consoleUrlOf } from '../../server/src/service/sandbox/console-url.ts'
import { describe, expect, test } from 'vitest'
import { caller, readSandbox, run, runProgram, start } from '../../server/test/support/command.ts'
import { expectRefused, runningSandbox } from './support/sandbox.ts'

const { home, dataDir, service, file, corridor, api, restart } = runningSandbox({
  ownDatabase: true,
})

const curlLines = (text: string) =>
  /^export CORRIDOR=[^]*\/orders\/\$ORDER -H .*$/m.exec(text)?.[0] ?? ''

describe('the first start', () => {
  test('prints the key, and writes address, key and organization to a file that only its owner can read', () => {
    expect(Object.keys(file()).sort()).toEqual([
      'api_key',
      'base_url',
      'docs_url',
      'organization_id',
    ])
    expect(isPlausibleKey(file().api_key, 'sandbox')).toBe(true)
    expect(service().stdout()).toContain(`\n      ${file().api_key}\n`)
    expect(file().docs_url).toBe(`${file().base_url}/docs`)
    for (const name of ['sandbox.json', 'sandbox.env', 'secrets.json'])
      expect(statSync(join(dataDir, name)).mode & 0o777, name).toBe(0o600)
  })

  test('prints the console at localhost, where browsers make passkeys', async () => {
    const printed = /^ {2}Console +(\S+)$/m.exec(service().stdout())?.[1] ?? ''
    expect(printed).toBe(`${file().base_url.replace('127.0.0.1', 'localhost')}/console/`)
    expect((await fetch(printed)).status).toBe(200)
    expect(await consoleUrlOf('https://corridor.example')).toBe('https://corridor.example/console/')
    expect(await consoleUrlOf('http://127.0.0.1:1'), 'nothing answers there').toBe(
      'http://127.0.0.1:1/console/',
    )
  })

  test.skipIf(process.platform !== 'linux')('leads to a process of under 140 MB', async () => {
    const residentMb = () => {
      const status = readFileSync(`/proc/${service().pid}/status`, 'utf8')
      return (Number.parseInt(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? '', 10) * 1024) / 1e6
    }
    // Memory of the start is released once the process was idle for a second.
    await expect.poll(residentMb).toBeLessThan(140)
  })

  test.concurrent('does not disturb a worker that joined its database meanwhile', async () => {
    const dir = join(home, 'joined')
    const env = { PORT: '0', CORRIDOR_DATA_DIR: dir }
    const serving = start(['serve'], env)
    await expect.poll(() => existsSync(join(dir, 'postgres'))).toBe(true)
    const worker = await start(['work'], env)
    await serving
    // Longer than a process needs to notice the end of its database.
    await sleep(1500)
    expect(worker.stdout()).not.toContain('has exited')
    expect((await run(['keys', 'list'], env)).status).toBe(0)
    await worker.stop()
    await (await serving).stop()
  })

  test('writes an address, documentation and key that work', async () => {
    expect((await fetch(file().docs_url)).status).toBe(200)
    const { data } = await api()<OrganizationJson[]>('GET', '/organizations')
    expect(data.map((one) => one.id)).toContain(file().organization_id)
  })

  test.concurrent('prints lines that complete an order when pasted into bash', async () => {
    const lines = curlLines(service().stdout())
    expect(lines.split('\n')).toHaveLength(7)
    const { stdout, stderr } = await runProgram('bash', ['-c', lines], {}, home)
    expect(stderr).toBe('')
    expect(stdout).toContain('"current_status":"STEP_4_COMPLETED"')
  })

  test.concurrent('keeps running when a second service on its data folder is refused', async () => {
    expectRefused(
      await corridor('serve'),
      /is in use by process \d+/,
      'CORRIDOR_DATA_DIR sets the data folder',
    )
    expect((await api()('GET', '/organizations')).status).toBe(200)
  })
})

test('a command in a folder without a database says so, and makes none', async () => {
  const empty = join(home, 'empty')
  for (const args of [
    ['users', 'create', 'ana', '--role', 'admin', '--reason', 'x'],
    ['ledger', 'verify'],
    ['doctor'],
  ]) {
    const ended = await run(args, { CORRIDOR_DATA_DIR: empty })
    expectRefused(ended, `there is no database of a sandbox in ${empty}`)
    expect(ended.status).toBe(1)
  }
  expect(existsSync(empty)).toBe(false)
})

// Keep this test last: it stops the shared sandbox.
test('a second start keeps the key and the data, and prints no key', async () => {
  const again = await restart()
  expect(again.stdout()).not.toContain('ck_sandbox_')
  expect(again.stdout()).not.toContain('export KEY')
  const kept = readSandbox(dataDir)
  expect(kept.api_key).toBe(file().api_key)
  expect(kept.organization_id).toBe(file().organization_id)
  const { data } = await caller(kept.base_url, kept.api_key)<{ id: string }[]>(
    'GET',
    `/organizations/${kept.organization_id}/orders`,
  )
  expect(data.length).toBeGreaterThanOrEqual(1)
})
