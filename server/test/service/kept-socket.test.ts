// A service manager keeps the listening socket open while the service restarts, as systemd does with corridor.socket. Its
// part is played by a program that passes the socket by the protocol of systemd. The service is real.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OfferingJson } from '../../src/engine/offerings/view.ts'
import type { SandboxFile } from '../../src/service/sandbox/prepare.ts'
import { sendRequest, startCallers } from '../support/callers.ts'
import {
  greeting,
  readSandbox,
  root,
  startProgram,
  stopAll,
  type Running,
} from '../support/command.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { eventually } from '../support/until.ts'

const noPython = spawnSync('python3', ['--version']).status !== 0

/** SIGUSR1 restarts the service and SIGTERM stops it. All that time the socket is open. */
const MANAGER = `
import os, signal, socket, sys
kept = socket.socket()
kept.bind(('127.0.0.1', 0))
kept.listen(4096)
awaited = {signal.SIGUSR1, signal.SIGTERM}
signal.pthread_sigmask(signal.SIG_BLOCK, awaited)
def start():
    pid = os.fork()
    if pid > 0: return pid
    signal.pthread_sigmask(signal.SIG_UNBLOCK, awaited)
    if kept.fileno() != 3: os.dup2(kept.fileno(), 3)
    os.set_inheritable(3, True)
    os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS='1')
    os.execvp(sys.argv[1], sys.argv[1:])
def stop(pid):
    os.kill(pid, signal.SIGTERM)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    print('stopped with', status, flush=True)
pid = start()
while signal.sigwait(awaited) == signal.SIGUSR1:
    stop(pid)
    pid = start()
stop(pid)
`

describe.skipIf(noPython).each([1, 2])('with %i HTTP processes', (workers) => {
  const home = mkdtempSync(join(tmpdir(), 'corridor-kept-socket-'))
  let database: TestDatabase
  let manager: Running
  let sandbox: SandboxFile
  beforeAll(async () => {
    database = await testDatabase()
    const program = join(home, 'manager.py')
    writeFileSync(program, MANAGER)
    const corridor = join(root, 'node_modules/.bin/corridor')
    manager = await startProgram(
      'python3',
      [program, corridor, 'serve', '--workers', String(workers)],
      {
        // A port that the service would be refused: the socket counts.
        PORT: '1',
        CORRIDOR_DATA_DIR: home,
        DATABASE_URL: database.url,
        DATABASE_POOL_SIZE: '3',
        CORRIDOR_SANDBOX_STEP_MS: '0',
      },
      greeting,
    )
    sandbox = readSandbox(home)
  })
  afterAll(async () => {
    await stopAll()
    await database.close()
    rmSync(home, { recursive: true, force: true })
  })
  const count = (text: string) => manager.stdout().split(text).length - 1

  test('a restart refuses and resets no connection, and every request is answered', async () => {
    const path = `/v1/organizations/${sandbox.organization_id}/offerings`
    const { text } = await sendRequest(sandbox, false, 'POST', path)
    const parsed: { data: OfferingJson[] } = JSON.parse(text)
    const callers = startCallers(sandbox, parsed.data[0]?.id ?? '', { kept: 3, fresh: 3 })
    for (const restarts of [1, 2]) {
      const made = callers.orders.size
      process.kill(manager.pid, 'SIGUSR1')
      await eventually('the service has restarted and serves', async () => {
        return count('"msg":"ready"') === restarts + 1 && callers.orders.size > made + 10
      })
    }
    const calls = (await callers.stop()).flat()
    expect(calls.filter(({ status }) => status !== 201)).toEqual([])
    expect(count('stopped with 0')).toBe(2)
  })

  test('the service stops as without a manager', async () => {
    await manager.stop()
    expect(count('stopped with 0')).toBe(3)
  })
})
