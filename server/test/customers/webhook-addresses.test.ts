// Addresses allowed for webhooks: which are public, and that other addresses get no connection. The resolver and the
// dialer are replaced, so no address here reaches a socket.
import v8 from 'node:v8'
import vm from 'node:vm'
import { describe, expect, test } from 'vitest'
import { isAllowedAddress } from '../../src/platform/outgoing/addresses.ts'
import { createTargets } from '../../src/platform/outgoing/target.ts'
import { dialerTo } from '../support/dialer.ts'

const live = { environment: 'live', webhookTargets: 'public' } as const
const sandbox = { environment: 'sandbox', webhookTargets: 'loopback' } as const
const named = (answers: Record<string, readonly string[]>) => (hostname: string) =>
  Promise.resolve(answers[hostname] ?? [])

const REFUSED: readonly string[] = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://0x7f000001/',
  'https://0x7f.0.0.1/',
  'https://0177.0.0.1/',
  'https://2130706433/',
  'https://017700000001/',
  'https://0/',
  'https://0.0.0.0/',
  'https://10.0.0.1/',
  'https://012.0.0.1/',
  'https://10.255.255.255:8443/',
  'https://100.64.0.1/',
  'https://100.127.255.255/',
  'https://169.254.169.254/latest/meta-data',
  'https://0xa9fea9fe/',
  'https://2852039166/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.0.0.8/',
  'https://192.0.2.1/',
  'https://192.88.99.1/',
  'https://192.168.1.1/',
  'https://198.18.0.1/',
  'https://198.19.255.255/',
  'https://198.51.100.7/',
  'https://203.0.113.9/',
  'https://224.0.0.1/',
  'https://239.255.255.255/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://１２７.0.0.1/',
  'https://[::]/',
  'https://[::1]/',
  'https://[::127.0.0.1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[::ffff:8.8.8.8]/',
  'https://[::ffff:0:10.0.0.1]/',
  'https://[64:ff9b::a00:1]/',
  'https://[64:ff9b:1::1]/',
  'https://[100::1]/',
  'https://[2001::1]/',
  'https://[2001:2::1]/',
  'https://[2001:db8::1]/',
  'https://[2002:7f00:1::]/',
  'https://[2002:a00:1::]/',
  'https://[3fff::1]/',
  'https://[5f00::1]/',
  'https://[fc00::1]/',
  'https://[fd12:3456:789a::1]/',
  'https://[fe80::1]/',
  'https://[fec0::1]/',
  'https://[ff02::1]/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://api.localhost/',
  'https://inside.example/',
  'https://half-inside.example/',
  'http://public.example/',
  'http://8.8.8.8/',
  'ftp://public.example/',
  'file:///etc/passwd',
  'https://user@public.example/',
  'https://user:pass@public.example/',
  'https://:pass@public.example/',
  'https://public.example/#part',
  'https://public.example/#',
  'https:\\\\public.example',
  ' https://public.example/',
  'https://pub\tlic.example/',
  'https://',
  'public.example',
  '',
]
const ALLOWED: readonly string[] = [
  'https://public.example/hook?a=b',
  'https://PUBLIC.example:8443/',
  'https://public.example./',
  'https://8.8.8.8/',
  'https://100.63.255.255/',
  'https://100.128.0.1/',
  'https://172.32.0.1/',
  'https://198.20.0.1/',
  'https://223.255.255.255/',
  'https://[2606:4700::1111]/',
  'https://[2a00:1450:4001::1]/',
  'https://not-yet-there.example/',
]
const resolve = named({
  localhost: ['127.0.0.1', '::1'],
  'api.localhost': ['127.0.0.1'],
  'inside.example': ['10.1.2.3'],
  'half-inside.example': ['93.184.215.14', '::1'],
  'public.example': ['93.184.215.14', '2606:2800:220:1::1'],
})

describe('a live deployment', () => {
  const targets = createTargets(live, { resolve, dial: dialerTo(null).dial })
  test.each(REFUSED)('refuses %s', async (url) => {
    expect(await targets.reasonForRefusal(url)).toEqual(expect.any(String))
  })
  test.each(ALLOWED)('allows %s', async (url) => {
    expect(await targets.reasonForRefusal(url)).toBeNull()
  })
})

test('a sandbox also allows its own machine, over http too, and no other private address', async () => {
  const targets = createTargets(sandbox, { resolve, dial: dialerTo(null).dial })
  for (const url of [
    'http://127.0.0.1:4000/',
    'http://localhost:4000/',
    'https://localhost/',
    'http://[::1]/',
  ]) {
    expect(await targets.reasonForRefusal(url), url).toBeNull()
  }
  for (const url of [
    'http://10.0.0.1/',
    'https://10.0.0.1/',
    'http://inside.example/',
    'https://169.254.169.254/',
    'http://[::ffff:127.0.0.1]/',
    'http://8.8.8.8/',
  ]) {
    expect(await targets.reasonForRefusal(url), url).toEqual(expect.any(String))
  }
})

test('private networks are allowed by configuration, link-local and multicast addresses never', () => {
  for (const address of ['10.0.0.1', '192.168.0.1', '100.64.0.1', '127.0.0.1', '::1', 'fd00::1'])
    expect(isAllowedAddress(address, 'private'), address).toBe(true)
  for (const address of [
    '169.254.169.254',
    '224.0.0.1',
    '0.0.0.0',
    'fe80::1',
    '::',
    '::ffff:10.0.0.1',
    'no',
  ])
    expect(isAllowedAddress(address, 'private'), address).toBe(false)
})

describe('at connection time', () => {
  const publicly = ['93.184.215.14']
  const guarded = (policy: typeof live | typeof sandbox, answers: (readonly string[])[]) => {
    const { dial, dialed } = dialerTo(null)
    let asked = 0
    const targets = createTargets(policy, {
      resolve: () => {
        asked++
        return Promise.resolve(answers.shift() ?? [])
      },
      dial,
    })
    const post = (url: string) => targets.post(url, {}, '{}', 5000)
    return { targets, post, dialed, asked: () => asked }
  }

  test('a name that now resolves to a private address gets no connection', async () => {
    const url = 'https://rebinding.example/'
    const { targets, post, dialed } = guarded(live, [
      publicly,
      ['127.0.0.1'],
      [...publicly, '127.0.0.1'],
    ])
    expect(await targets.reasonForRefusal(url)).toBeNull()
    await expect(post(url)).rejects.toMatchObject({ code: 'address_not_allowed' })
    await expect(post(url)).rejects.toMatchObject({ code: 'address_not_allowed' })
    await expect(post(url)).rejects.toMatchObject({ code: 'name_not_found' })
    expect(dialed).toEqual([])
  })

  test('a literal private address gets no connection', async () => {
    const { post, dialed } = guarded(live, [])
    for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', '192.0.2.1'])
      await expect(post(`https://${host}/`)).rejects.toMatchObject({ code: 'address_not_allowed' })
    expect(dialed).toEqual([])
  })

  test('a name is resolved once, and the connection goes to the checked address', async () => {
    const { post, dialed, asked } = guarded(live, [publicly, ['127.0.0.1']])
    await expect(post('https://anything.example/')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    expect([asked(), dialed]).toEqual([1, publicly])
  })

  test('addresses of more than 2000 characters are refused, and none of them is kept', async () => {
    v8.setFlagsFromString('--expose-gc')
    const gc: unknown = vm.runInNewContext('gc')
    if (typeof gc !== 'function') throw new Error('this runtime does not expose gc')
    const { targets, post, dialed } = guarded(live, [])
    const long = (n: number) => `https://long.example/${String(n).padStart(250_000, '0')}`
    expect(await targets.reasonForRefusal(long(0))).toBe('must have at most 2000 characters')
    gc()
    const before = process.memoryUsage().heapUsed
    for (let n = 0; n < 400; n++)
      await expect(post(long(n))).rejects.toMatchObject({ code: 'address_not_allowed' })
    gc()
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(50_000_000)
    expect(dialed).toEqual([])
  })
})
