// The package as it is published: its types, its examples and its documentation, in every runtime of this machine.
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  cpSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromium, openPage } from '../../server/test/support/browser.ts'
import { buildPackage } from '../build/package.ts'
import { openFaultyProxy } from './support/faulty-proxy.ts'
import { openWorld, type World } from './support/world.ts'

const run = promisify(execFile)
const sdk = join(import.meta.dirname, '..')
const modules = join(sdk, '../node_modules')
const readme = readFileSync(join(sdk, 'README.md'), 'utf8')
const example = (name: string) => readFileSync(join(sdk, 'examples', name), 'utf8')

// A project of a user, with the packed package installed.
const project = mkdtempSync(join(tmpdir(), 'corridor-project-'))
const installed = join(project, 'node_modules/@corridor/sdk')
let world: World
beforeAll(async () => {
  const built = join(project, 'built')
  await buildPackage(built)
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', project, built])
  const [packed]: { filename: string }[] = JSON.parse(stdout)
  mkdirSync(installed, { recursive: true })
  await run('tar', [
    '-xzf',
    join(project, packed?.filename ?? ''),
    '-C',
    installed,
    '--strip-components=1',
  ])
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    symlinkSync(join(modules, name), join(project, 'node_modules', name))
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module' }))
  cpSync(join(sdk, 'examples'), project, { recursive: true })
  world = await openWorld()
})
afterAll(async () => {
  await world.close()
  rmSync(project, { recursive: true })
})

const inRuntime = readFileSync(join(import.meta.dirname, 'support/in-runtime.js'), 'utf8')

/** As a service would send it. */
const webhook = (() => {
  const key = randomBytes(32)
  const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': '1772632800' }
  const body = JSON.stringify({
    type: 'webhook.test',
    timestamp: '2026-03-04T14:00:00.000Z',
    data: { webhook_endpoint_id: 'whe_1' },
  })
  const signed = createHmac('sha256', key).update(`evt_1.1772632800.${body}`).digest('base64')
  return {
    secret: `whsec_${key.toString('base64')}`,
    body,
    headers: { ...headers, 'webhook-signature': `v1,${signed}` },
  }
})()

const environment = () => ({ BASE: world.service.url, KEY: world.apiKey, ORG: world.organization })

type Runtime = { name: string; command: string; args: string[] }
const candidates: Runtime[] = [
  { name: 'this Node', command: process.execPath, args: [] },
  { name: 'Node 20', command: '/usr/bin/node', args: [] },
  { name: 'Deno', command: 'deno', args: ['run', '--allow-all'] },
  { name: 'Bun', command: 'bun', args: [] },
]
const version = ({ command }: Runtime) => spawnSync(command, ['--version'], { encoding: 'utf8' })
const present = (runtime: Runtime) =>
  runtime.name === 'Node 20'
    ? (version(runtime).stdout ?? '').startsWith('v20.')
    : version(runtime).status === 0

describe.each(candidates)('$name', (runtime) => {
  test.skipIf(!present(runtime))('runs the first order in a project of npm init', async () => {
    const [, file = ''] = /^node (\S+)$/m.exec(readme) ?? []
    const fresh = mkdtempSync(join(project, 'fresh-'))
    writeFileSync(join(fresh, 'package.json'), JSON.stringify({ type: 'commonjs' }))
    writeFileSync(join(fresh, file), example('first-order.js'))
    const { stdout } = await run(runtime.command, [...runtime.args, file], {
      cwd: fresh,
      env: { PATH: process.env['PATH'], ...environment() },
    })
    expect(stdout).toMatch(/^STEP_4_COMPLETED \d+\.\d\d\n$/)
  })

  test.skipIf(!present(runtime))('retries, reads pages, waits and verifies', async () => {
    const { id: QUOTE } = await world.quote()
    const before = await world.direct.orders.list(world.organization).all()
    world.proxy.next('cut before', 'cut body', { status: 503, retryAfter: 0 }, 'cut after')
    writeFileSync(join(project, 'in-runtime.js'), inRuntime)
    const { stdout } = await run(runtime.command, [...runtime.args, 'in-runtime.js'], {
      cwd: project,
      env: {
        PATH: process.env['PATH'],
        ...environment(),
        BASE: world.proxy.url,
        QUOTE,
        SECRET: webhook.secret,
        BODY: webhook.body,
        HEADERS: JSON.stringify(webhook.headers),
      },
    })
    const [made, ...more] = await world.ordersOf(QUOTE)
    expect(more).toEqual([])
    expect(JSON.parse(stdout)).toEqual({
      order: made?.id,
      pages: [made?.id, ...before.map(({ id }) => id)],
      last: 'STEP_4_COMPLETED',
      followed: 'order.completed',
      verified: 'webhook.test',
      forged: 'WebhookVerificationError',
      aborted: 'RangeError',
      unknown: 'CorridorError',
      unanswered: 'CorridorConnectionError',
      exact: '4218515.09',
    })
    const creating = world.proxy.seen.filter(
      ({ method, path }) => method === 'POST' && path.endsWith('/orders'),
    )
    expect(creating).toHaveLength(5)
    expect(new Set(creating.map(({ key }) => key)).size).toBe(1)
  })
})

test('the example of errors shows the limits of the route', async () => {
  const { stdout } = await run(process.execPath, ['handle-errors.js'], {
    cwd: project,
    env: environment(),
  })
  expect(stdout).toMatch(/^from [\d.]+ to [\d.]+\n$/)
})

test('the example of webhooks receives one from the service', async () => {
  // A free port: the endpoint has to know it before the receiver has the secret.
  const reserved = createServer().listen(0, '127.0.0.1')
  await once(reserved, 'listening')
  const address = reserved.address()
  const port = address !== null && typeof address === 'object' ? `${address.port}` : ''
  reserved.close()
  const { webhooks } = world.direct
  const url = `http://127.0.0.1:${port}/`
  const endpoint = await webhooks.create(world.organization, { url })
  const receiver = spawn(process.execPath, ['receive-webhooks.js'], {
    cwd: project,
    env: { SECRET: endpoint.secret, PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let said = ''
    receiver.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    await expect
      .poll(() =>
        fetch(url, { method: 'POST' }).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(400)
    await webhooks.test(world.organization, endpoint.id)
    await expect.poll(() => said).toMatch(/^evt_\w+ webhook\.test\n$/)
  } finally {
    receiver.kill()
  }
})

test.skipIf(chromium === undefined)(
  'Chromium runs an order to its end and verifies a webhook',
  async () => {
    const files = (path: string) => {
      if (path === '/page') {
        const imports = { 'openapi-fetch': '/openapi-fetch.js' }
        return {
          type: 'text/html',
          text: `<script type="importmap">${JSON.stringify({ imports })}</script>`,
        }
      }
      const type = 'text/javascript'
      if (path === '/openapi-fetch.js')
        return { type, text: readFileSync(join(modules, 'openapi-fetch/dist/index.mjs'), 'utf8') }
      if (path.startsWith('/sdk/'))
        return { type, text: readFileSync(join(installed, path.slice(5)), 'utf8') }
      return undefined
    }
    const proxy = await openFaultyProxy(world.service.url, files)
    const page = await openPage(chromium ?? '', `${proxy.url}/page`)
    try {
      const loaded = () => page.evaluate<string>('document.readyState + location.pathname')
      await expect.poll(loaded).toBe('complete/page')
      proxy.next('none', 'cut after', 'cut before')
      const seen = await page.evaluate<{
        status: string
        refused: string
        printed: string
      }>(`(async () => {
      const { Corridor, verifyWebhook } = await import('/sdk/index.js')
      const corridor = new Corridor({ baseUrl: location.origin, apiKey: '${world.apiKey}' })
      const organization = '${world.organization}'
      const [offering] = await corridor.offerings.create(organization)
      const quote = await corridor.quotes.create(organization, { offering_id: offering.id, payin_amount: '100.00' })
      const order = await corridor.orders.create(organization, { quote_id: quote.id })
      const waiting = corridor.orders.waitFor(organization, order.id)
      await corridor.orders.simulateDemoFunding(organization, order.id)
      const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' }
      const refused = await verifyWebhook({ body: '{}', headers, secret: 'whsec_AAAA', tolerance: Infinity }).catch(String)
      return { status: (await waiting).status.current_status, refused, printed: JSON.stringify(corridor) }
    })()`)
      expect(seen.status).toBe('STEP_4_COMPLETED')
      expect(seen.refused).toContain('no signature matches')
      expect(seen.printed).not.toContain(world.apiKey)
    } finally {
      await page.close()
      await proxy.close()
    }
  },
)

test('npm pack of the sources, which no project can import, says what to pack', async () => {
  await expect(run('npm', ['pack', '--pack-destination', project, sdk])).rejects.toMatchObject({
    stderr: expect.stringContaining('npm pack ./sdk/dist'),
  })
})

describe('the published files', () => {
  const published = () => readdirSync(installed, { recursive: true, encoding: 'utf8' })

  test('import nothing but each other and openapi-fetch', () => {
    const imported = published()
      .filter((name) => /\.(js|d\.ts)$/.test(name))
      .flatMap((name) => [
        ...readFileSync(join(installed, name), 'utf8').matchAll(/(?:from |import\()'([^']+)'/g),
      ])
      .map((match) => match[1] ?? '')
      .filter((name) => !/^\.\.?\/.*\.js$/.test(name))
    expect([...new Set(imported)]).toEqual(['openapi-fetch'])
    const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    expect(dependencies).toEqual({ 'openapi-fetch': '0.17.0' })
  })

  test.each([
    ['the compiler of this repository', join(modules, 'typescript/bin/tsc')],
    ['TypeScript 5', join(sdk, 'node_modules/typescript/bin/tsc')],
  ])('have types that %s accepts, without the types of Node', async (_what, compiler) => {
    writeFileSync(
      join(project, 'typed.ts'),
      `import { Corridor, CorridorError, decimal, type Order } from '@corridor/sdk'
      const corridor = new Corridor({ baseUrl: 'http://127.0.0.1:1', apiKey: 'ck_sandbox_1' })
      export async function pay(organization: string): Promise<Order> {
        const [offering] = await corridor.offerings.create(organization)
        if (offering === undefined) throw new Error('no offering')
        try {
          const quote = await corridor.quotes.create(organization, { offering_id: offering.id, payin_amount: '1.00' })
          const total: string = decimal.add(quote.payin.total, '1.00')
          // @ts-expect-error A total is no number.
          const wrong: number = total
          return await corridor.orders.create(organization, { quote_id: String(wrong) && quote.id })
        } catch (error) {
          if (error instanceof CorridorError && error.code === 'amount_out_of_limits') throw new Error(error.problem.limits.max)
          throw error
        }
      }`,
    )
    for (const moduleResolution of ['nodenext', 'bundler']) {
      const compilerOptions = {
        strict: true,
        noEmit: true,
        types: [],
        target: 'es2022',
        lib: ['es2022', 'dom', 'dom.iterable'],
        module: moduleResolution === 'nodenext' ? 'nodenext' : 'esnext',
        moduleResolution,
      }
      const settings = JSON.stringify({ compilerOptions, files: ['typed.ts'] })
      writeFileSync(join(project, 'tsconfig.json'), settings)
      const args = [compiler, '--pretty', 'false', '-p', project]
      const { stdout } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' })
      expect(stdout).toBe('')
    }
  })
})

describe('the documentation', () => {
  test.each(['first-order.js', 'handle-errors.js', 'receive-webhooks.js'])(
    'quotes %s as it is',
    (name) => {
      expect(readme).toContain('```js\n' + example(name) + '```\n')
    },
  )

  test('needs less than 25 lines from the installation to a completed order', () => {
    const first = readme.slice(readme.indexOf('## First order'), readme.indexOf('With TypeScript'))
    const code = [...first.matchAll(/```\w+\n([\s\S]*?)```/g)].flatMap((match) =>
      (match[1] ?? '').split('\n'),
    )
    const lines = code.filter((line) => line.trim() !== '' && !line.startsWith('//'))
    expect(lines.length).toBeLessThan(25)
  })

  test('shows decimals as they are', async () => {
    const decimals = readme.slice(readme.indexOf('## Decimals'))
    const code = /```js\n([\s\S]*?)```/.exec(decimals)?.[1] ?? ''
    const shown = [...code.matchAll(/^(?:const net = )?(decimal\.\w+\(.*\)) \/\/ (.*)$/gm)]
    expect(shown).toHaveLength(5)
    const script = `${code}
      process.stdout.write(JSON.stringify([${shown.map((match) => `${match[1]}.toString()`).join(',')}]))`
    writeFileSync(join(project, 'decimals.js'), script)
    const printed: string[] = JSON.parse(
      execFileSync(process.execPath, ['decimals.js'], { cwd: project, encoding: 'utf8' }),
    )
    expect(printed).toEqual(shown.map((match) => match[2]?.replace(/n$/, '')))
  })
})
