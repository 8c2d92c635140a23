// Secrets never come out of the client: not printed, not in errors.
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { Corridor } from '../src/corridor.ts'
import { forFile } from '../../server/test/support/for-file.ts'
import { openWorld } from './support/world.ts'

const world = await forFile(openWorld({ worker: false }))

/** Everything that a log could make of a value. */
function printed(value: unknown): string {
  const causes = value instanceof Error ? `${value.stack} ${inspect(value.cause)}` : ''
  const options = { depth: null, showHidden: true, getters: true }
  return `${inspect(value, options)} ${JSON.stringify(value)} ${String(value)} ${causes}`
}

test('a printed client has no key', () => {
  const corridor = world.connect()
  expect(printed(corridor)).not.toContain(world.apiKey)
  expect(printed(corridor.orders)).not.toContain(world.apiKey)
  expect(JSON.stringify({ ...corridor })).not.toContain(world.apiKey)
  expect(printed(corridor)).toContain('orders')
})

test('no error has the key', async () => {
  const { organization } = world
  const corridor = world.connect({ retry: { attempts: 2, attemptTimeout: 100 } })
  const failures: unknown[] = []
  const note = (call: Promise<unknown>) =>
    call.then(
      () => expect.fail('it succeeded'),
      (error: unknown) => void failures.push(error),
    )
  for (const fault of [
    'cut before',
    'cut body',
    'slow',
    { status: 503 },
    { status: 200, body: '<' },
  ] as const) {
    world.proxy.next(fault, fault)
    await note(corridor.organizations.get(organization))
  }
  world.proxy.next()
  await note(corridor.orders.get(organization, 'ord_1'))
  await note(corridor.orders.waitFor(organization, (await world.order()).id, { timeout: 300 }))
  await note(
    new Corridor({
      baseUrl: 'http://127.0.0.1:1',
      apiKey: world.apiKey,
      retry: { attempts: 1 },
    }).organizations.get(organization),
  )
  await note(corridor.offerings.create(organization, { idempotencyKey: 'a\nb' }))
  expect(failures).toHaveLength(9)
  for (const failure of failures) expect(printed(failure)).not.toContain(world.apiKey)
})

test('a page that repeats a key of any form is shown without it', async () => {
  const apiKey = 'a-key-of-another-form'
  const page = { status: 502, body: `<p>wrong key ${apiKey}</p>` }
  world.proxy.decide(() => page)
  const call = world.connect({ apiKey, retry: { attempts: 1 } }).organizations.get('org_1')
  await expect(call).rejects.toThrow('It begins “wrong key …”')
  world.proxy.decide(() => undefined)
})

test.each(['ck_sandbox_1\n', 'ck sandbox', 'ck_é', ''])(
  'a malformed key is refused without being repeated',
  (apiKey) => {
    const connect = () => new Corridor({ baseUrl: 'http://127.0.0.1:1', apiKey })
    expect(connect).toThrow(/apiKey must be a key such as/)
    if (apiKey !== '') expect(connect).not.toThrow(apiKey)
  },
)

test.each([
  '',
  'corridor',
  'ftp://a.example',
  'http://user:hunter2@a.example',
  'http://:hunter2@a.example',
  'http://a.example?key=hunter2',
])('an address such as %s is refused', (baseUrl) => {
  const connect = () => new Corridor({ baseUrl, apiKey: 'ck_sandbox_1' })
  expect(connect).toThrow(/baseUrl must be the http or https address/)
  expect(connect).not.toThrow('hunter2')
})

test('an address may end in a slash or /v1', async () => {
  for (const end of ['/', '/v1', '/v1/'])
    await new Corridor({ baseUrl: world.proxy.url + end, apiKey: world.apiKey }).organizations.get(
      world.organization,
    )
})
