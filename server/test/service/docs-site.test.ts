// The served documents as a whole: every page is listed and every link leads somewhere, the search finds what people
// look for, and examples show the sandbox's own ids but never a key.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { renderCode } from '../../src/service/docs/code-blocks.ts'
import { pages } from '../../src/service/docs/pages.ts'
import { renderPage, type Rendered } from '../../src/service/docs/render-page.ts'
import type { Entry } from '../../src/service/docs/search-entries.ts'
import { errorTable } from '../../src/platform/errors.ts'
import { payloadSchemas } from '../../src/engine/events/schemas.ts'
import { forFile } from '../support/for-file.ts'
import { root } from '../support/command.ts'
import { testService } from '../support/service.ts'

const rendered = new Map<string, Rendered>()
const corridor = await forFile(testService({ worker: false }))
const values = { baseUrl: '', isSandbox: false, ids: {} }
for (const page of pages) rendered.set(page.name, await renderPage(page, values))
const textOf = async (path: string) => (await fetch(`${corridor.url}${path}`)).text()

test('every page of docs/ is in the navigation', () => {
  const files = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))
  const served = pages.map(({ source }) => source).filter((path) => path.includes('/docs/'))
  expect(served.toSorted()).toEqual(files.map((name) => join(root, 'docs', name)).toSorted())
})

test('every link of a page leads to a page, and to an anchor of it', () => {
  const broken: string[] = []
  for (const [name, { html }] of rendered) {
    for (const [, href = ''] of html.matchAll(/href="([^"]+)"/g)) {
      const [, page = name, anchor] = /^(?:\/docs\/([a-z0-9-]+))?(?:#(.+))?$/.exec(href) ?? []
      const known = rendered.get(page)
      if (/^https?:|^\/(openapi|operator\/openapi)\.json$/.test(href)) continue
      if (known === undefined) broken.push(`${name}: ${href}`)
      else if (anchor !== undefined && !known.html.includes(` id="${decodeURIComponent(anchor)}"`))
        broken.push(`${name}: ${href}`)
    }
  }
  expect(broken).toEqual([])
})

test('each anchor of a page is there once', () => {
  for (const [name, { html }] of rendered) {
    const anchors = [...html.matchAll(/ id="([^"]+)"/g)].map(([, anchor]) => anchor)
    expect([name, anchors.length]).toEqual([name, new Set(anchors).size])
  }
})

describe('the search', () => {
  let entries: Entry[]
  beforeAll(async () => {
    entries = JSON.parse(await textOf('/docs/search.json'))
  })
  const titles = (page: string) =>
    entries.filter((one) => one.page === page).map((one) => one.title)

  test('finds every error, event, scenario and operation', async () => {
    expect(titles('Errors')).toEqual(expect.arrayContaining(Object.keys(errorTable)))
    expect(titles('Webhooks')).toEqual(expect.arrayContaining(Object.keys(payloadSchemas)))
    const { data } = await corridor.get<{ name: string }[]>('/v1/sandbox/scenarios')
    expect(data.length).toBeGreaterThan(10)
    expect(titles('The sandbox')).toEqual(expect.arrayContaining(data.map(({ name }) => name)))
    expect(titles('API reference')).toContain('Create a quote')
  })

  test('names the page of each entry by its heading', () => {
    for (const { name, source } of pages) {
      const own = entries.filter(({ url }) => url.split('#')[0] === `/docs/${name}`)
      const heading = /^# (.+)$/m.exec(readFileSync(source, 'utf8'))?.[1]
      expect(new Set(own.map((one) => one.page)), name).toEqual(new Set([heading]))
    }
  })

  test('leads to pages and anchors that exist', async () => {
    for (const { url, page } of entries.filter((one) => one.page !== 'API reference')) {
      const [, name = '', anchor] = /^\/docs\/([a-z0-9-]+)(?:#(.+))?$/.exec(url) ?? []
      const html = rendered.get(name)?.html ?? ''
      if (anchor !== undefined)
        expect(html, `${page}: ${url}`).toContain(` id="${decodeURIComponent(anchor)}"`)
    }
  })
})

describe('an example', () => {
  test('has the address and the organization of the sandbox, and no key', async () => {
    const { data } = await corridor.get<{ id: string }[]>('/v1/organizations')
    const page = await textOf('/docs/quickstart')
    expect(page).toContain(`<span class="filled">${corridor.url}</span>`)
    expect(page).toContain(`<span class="filled">${data[0]?.id}</span>`)
    expect(page).toContain('<span class="key">$KEY</span>')
    for (const { name } of pages)
      expect(await textOf(`/docs/${name}`), name).not.toMatch(/ck_sandbox_\w{20}/)
  })

  test('has an idempotency key that the browser replaces at each copy', async () => {
    const page = await textOf('/docs/quickstart')
    expect(page.match(/Idempotency-Key: <span class="fresh">/g)?.length).toBe(3)
    const script = await textOf('/docs/assets/docs.js')
    expect(script).toContain("querySelectorAll('.fresh')) renew(place)")
  })

  test('of a live deployment names its address and lets the reader fill in the rest', () => {
    const live = { baseUrl: 'https://corridor.example', isSandbox: false, ids: {} }
    const html = renderCode('sh', '. .corridor/sandbox.env\necho "$BASE $ORG $KEY"\n', live)
    expect(html).toContain('BASE=https://corridor.example')
    expect(html).toContain('$BASE $ORG $KEY')
    expect(html).not.toContain('sandbox')
  })

  test('cannot become HTML', () => {
    const values = { baseUrl: 'http://x/"><script>', isSandbox: true, ids: { ORG: '<b>' } }
    const html = renderCode('sh', 'echo "<script>" $BASE $ORG\n# <i>\n', values)
    expect(html).not.toMatch(/<(script|b|i)>/)
  })

  test('tells its readers nothing of the tests of this project', () => {
    const values = { baseUrl: '', isSandbox: false, ids: {} }
    const html = renderCode('sh not-run="it needs <root>"', 'reboot\n', values)
    expect(html).toContain('reboot')
    expect(html).not.toMatch(/not.run|tests|root/i)
  })
})
