// Public pages: rendered once, compressed, cached by clients, and closed to other sites.
import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { testService } from '../support/service.ts'

const corridor = await forFile(
  testService({
    worker: false,
    env: { CORRIDOR_PUBLIC_URL: 'https://corridor.example' },
  }),
)

type Answer = { status: number; headers: Record<string, unknown>; bytes: Buffer }

// fetch would decompress the body.
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Answer>((resolve, reject) => {
    request(new URL(path, corridor.url), { method, headers })
      .on('response', async (response) => {
        const parts: Buffer[] = []
        for await (const part of response) parts.push(part)
        const status = response.statusCode ?? 0
        resolve({ status, headers: response.headers, bytes: Buffer.concat(parts) })
      })
      .on('error', reject)
      .end()
  })

const pagePaths = [
  '/docs/',
  '/docs/quickstart',
  '/docs/errors',
  '/docs/reference/',
  '/docs/operator-reference/',
]
const paths = [
  ...pagePaths,
  '/openapi.json',
  '/docs/search.json',
  '/docs/assets/docs.css',
  '/docs/assets/docs.js',
  '/docs/assets/reference.js',
  '/docs/pictures/latency.svg',
  '/docs/reference/js/scalar.js',
]

describe.each(paths)('%s', (path) => {
  test('is compressed only for clients that accept gzip', async () => {
    const plain = await get(path)
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const [accepted, encoding] of [
      ['gzip', 'gzip'],
      ['br, gzip;q=0.5', 'gzip'],
      ['*', 'gzip'],
      ['gzip;q=0', undefined],
      ['gzip; q=0.000, *', undefined],
      ['*;q=0', undefined],
      ['x-gzipped', undefined],
      ['identity', undefined],
      ['', undefined],
    ] as const) {
      const { headers, bytes } = await get(path, { 'accept-encoding': accepted })
      expect([accepted, headers['content-encoding']]).toEqual([accepted, encoding])
      expect(headers['vary']).toBe('accept-encoding')
      expect(headers['content-length']).toBe(String(bytes.length))
      const read = encoding === 'gzip' ? gunzipSync(bytes) : bytes
      expect(read.equals(plain.bytes)).toBe(true)
      if (encoding === 'gzip') expect(bytes.length).toBeLessThan(plain.bytes.length)
    }
  })

  test('answers 304 to a client that has it', async () => {
    const { headers } = await get(path)
    const etag = String(headers['etag'])
    for (const known of [etag, etag.replace('W/', ''), `"x", ${etag}`, '*']) {
      for (const method of ['GET', 'HEAD']) {
        const again = await get(path, { 'if-none-match': known }, method)
        expect([known, again.status, again.bytes.length]).toEqual([known, 304, 0])
        expect(again.headers).toMatchObject({
          etag,
          vary: 'accept-encoding',
          'cache-control': headers['cache-control'],
        })
      }
    }
    expect((await get(path, { 'if-none-match': '"x"' })).status).toBe(200)
    const kept = path.endsWith('scalar.js') ? 'public, max-age=86400' : 'no-cache'
    expect(headers['cache-control']).toBe(kept)
  })

  test('answers HEAD like GET, without the body', async () => {
    const [head, full] = [await get(path, {}, 'HEAD'), await get(path)]
    expect([head.status, head.bytes.length]).toEqual([200, 0])
    expect(head.headers['content-length']).toBe(full.headers['content-length'])
    expect(head.headers['etag']).toBe(full.headers['etag'])
  })

  test('forbids frames, and requires TLS on deployments that have it', async () => {
    expect((await get(path)).headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
    })
  })
})

describe.each(pagePaths)('the page %s', (path) => {
  test('runs only its own scripts and loads nothing from other hosts', async () => {
    const { headers, bytes } = await get(path)
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; /)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/)
    const html = bytes.toString()
    const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g)]
    for (const [, script = ''] of inline)
      expect(policy).toContain(createHash('sha256').update(script).digest('base64'))
    expect(html.match(/(?:src|href)="(?!\/|#|data:,")/g)).toBeNull()
    if (path.endsWith('reference/')) return
    expect(policy).not.toContain('unsafe-inline')
    expect(html).not.toMatch(/<script>|<style| style="| on\w+="/)
  })
})

test('the first page takes less than 300 kB with all its files', async () => {
  const first = await get('/docs/', { 'accept-encoding': 'gzip' })
  const files = [
    ...gunzipSync(first.bytes)
      .toString()
      .matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g),
  ]
  expect(files.length).toBe(2)
  let size = first.bytes.length
  for (const [, path = ''] of files)
    size += (await get(path, { 'accept-encoding': 'gzip' })).bytes.length
  expect(size).toBeLessThan(300_000)
})

test('browsers keep a style or script for a year only under the address of its content', async () => {
  const html = String((await get('/docs/')).bytes)
  const addresses = html.match(/\/docs\/assets\/[^"]+/g) ?? []
  expect(addresses.length).toBe(2)
  for (const address of addresses) {
    const cacheOf = async (path: string) => (await get(path)).headers['cache-control']
    expect(await cacheOf(address)).toBe('public, max-age=31536000, immutable')
    // As a page of another version asks during an upgrade.
    expect(await cacheOf(address.replace(/v=.*/, 'v=AnotherHash_'))).toBe('no-cache')
  }
})

test('unknown pages and pictures are 404', async () => {
  for (const path of [
    '/docs/nothing',
    '/docs/pictures/nothing.svg',
    '/docs/pictures/..%2F..%2Fpackage.json',
    '/docs/decisions/0001',
  ])
    expect([path, (await get(path)).status]).toEqual([path, 404])
})

test('an unknown page is a page for browsers, and a problem for programs', async () => {
  const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  for (const path of ['/docs/none', '/docs/none/deeper', '/docs/pictures/none.svg']) {
    const page = await get(path, html)
    expect(page.status, path).toBe(404)
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.bytes.toString()).toContain('There is no such page')
    expect(page.bytes.toString()).toContain('href="/docs/quickstart"')
    const problem = await get(path, { accept: '*/*' })
    expect(problem.status, path).toBe(404)
    expect(problem.headers['content-type']).toContain('application/problem+json')
  }
})

test('the search finds operations by their ids', async () => {
  const entries: { title: string; text: string }[] = JSON.parse(
    (await get('/docs/search.json')).bytes.toString(),
  )
  const found = entries.find(({ text }) => text.startsWith('createOrder POST '))
  expect(found?.title).toBe('Create an order')
})

test('concurrent first requests render each page once', async () => {
  const answers = await Promise.all(
    paths.flatMap((path) => [path, path, path]).map((path) => get(path)),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(new Set(answers.map(({ headers }) => headers['etag'])).size).toBe(paths.length)
})
