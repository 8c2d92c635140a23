// `corridor events --follow` and `corridor webhooks listen`, also while the service restarts.
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyWebhook } from '../../sdk/src/index.ts'
import { root, run, runProgram, startProgram, type Env } from '../../server/test/support/command.ts'
import { runningSandbox } from './support/sandbox.ts'

const sandbox = runningSandbox({ env: { CORRIDOR_SANDBOX_STEP_MS: '0' } })
const received: { id: string; type: string }[] = []
let secret = ''
let env: Env

const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { id, payload } = await verifyWebhook({
    body: Buffer.concat(chunks),
    headers: request.headers,
    secret,
  })
  received.push({ id, type: payload.type })
  response.writeHead(204).end()
})

beforeAll(async () => {
  env = { ...sandbox.env, CORRIDOR_CONFIG_DIR: join(sandbox.home, 'config') }
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  expect((await run(['login', '--sandbox'], env)).status).toBe(0)
})
afterAll(() => void receiver.close())

const address = (): string => {
  const bound = receiver.address()
  return typeof bound === 'object' && bound !== null ? `http://127.0.0.1:${bound.port}/` : ''
}
const program = join(root, 'node_modules/.bin/corridor')
const order = (): Promise<{ status: number | null }> =>
  run(
    ['order', '--from', 'USDC', '--to', 'COP', '--pay', '70.00', '--yes', '--fund', '--wait'],
    env,
  )

test('each event reaches a local program, signed as a webhook, also after the service was away', async () => {
  const file = join(sandbox.home, 'secret')
  const port = new URL(sandbox.file().base_url).port
  // Standard error is where it tells that it is connected.
  const listen = `exec "${program}" webhooks listen --forward ${address()} --secret-file ${file} 2>&1`
  const listening = await startProgram('sh', ['-c', listen], env, /Connected\. New events follow/)
  expect(existsSync(file)).toBe(true)
  secret = readFileSync(file, 'utf8').trim()
  expect((await order()).status).toBe(0)
  await expect.poll(() => received.map(({ type }) => type)).toContain('order.completed')
  await expect.poll(() => listening.stdout()).toMatch(/order\.completed .* 204, \d+ ms/)

  sandbox.env['PORT'] = port
  await sandbox.restart()
  await expect.poll(() => listening.stdout()).toContain('Connected again')
  const before = received.length
  expect((await order()).status).toBe(0)
  await expect
    .poll(() => received.slice(before).map(({ type }) => type))
    .toContain('order.completed')
  expect(new Set(received.map(({ id }) => id)).size).toBe(received.length)
  process.kill(listening.pid, 'SIGINT')
  const { said } = await listening.ended
  expect(said, 'Ctrl-C is quiet').not.toMatch(/\n\s+at |corridor:/)
})

test('a program that nobody answers for is told, and listening goes on', async () => {
  const listen = `exec "${program}" webhooks listen --forward http://127.0.0.1:1/ --json 2>&1`
  const listening = await startProgram('sh', ['-c', listen], env, /Connected/)
  expect((await order()).status).toBe(0)
  await expect
    .poll(() => (listening.stdout().match(/"status":null,"error":"[^"]+"/g) ?? []).length)
    .toBeGreaterThan(3)
  await listening.kill()
})

test('events are listed newest first, and on demand oldest first', async () => {
  type Listed = { id: string; created_at: string }[]
  const listed = async (...args: string[]): Promise<Listed> =>
    JSON.parse((await run(['events', '--json', ...args], env)).stdout)
  const all = await listed('--oldest', '--all')
  expect(all.length).toBeGreaterThan(3)
  expect((await listed('--all')).map(({ id }) => id)).toEqual(all.map(({ id }) => id).toReversed())
  expect(await listed('--limit', '2')).toEqual(all.slice(-2).toReversed())
  expect(await listed('--oldest', '--limit', '2')).toEqual(all.slice(0, 2))
  const newest = await run(['events', '--limit', '2'], env)
  const present = /--cursor (\S+)/.exec(newest.stderr)?.[1] ?? ''
  expect(await listed('--cursor', present), 'what comes later than the newest').toEqual([])
  const { stderr } = await run(['events', '--oldest', '--limit', '2'], env)
  const cursor = /--cursor (\S+)/.exec(stderr)?.[1] ?? ''
  expect(await listed('--cursor', cursor, '--limit', '1')).toEqual(all.slice(2, 3))
})

test('the stream ends quietly with its reader', async () => {
  const { stdout } = await run(['events', '--limit', '1', '--json'], env)
  expect(JSON.parse(stdout)).toHaveLength(1)
  const first = await run(['events', '--oldest', '--limit', '1'], env)
  const cursor = /--cursor (\S+)/.exec(first.stderr)?.[1]
  const follow = `"${program}" events --follow --json --cursor '${cursor}' | head -2`
  let hasEnded = false
  const following = runProgram('bash', ['-c', follow], env).finally(() => (hasEnded = true))
  // It notices with the next event that nobody reads.
  while (!hasEnded) expect((await order()).status).toBe(0)
  const { stdout: followed, stderr, status } = await following
  expect(stderr).toBe('Connected. New events follow.\n')
  const types = followed
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).type)
  expect(types).toHaveLength(2)
  expect(status).toBe(0)
})
