// The script of the served documents in a real Chromium: search, copy, filled-in examples and theme. The pages can be
// read without it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chromium, openPage, type Page } from '../support/browser.ts'
import { testService, type TestService } from '../support/service.ts'

describe.skipIf(chromium === undefined)('a reader of the documents', () => {
  let corridor: TestService
  let page: Page
  beforeAll(async () => {
    corridor = await testService({ worker: false })
    page = await openPage(chromium ?? '', `${corridor.url}/docs/quickstart`)
    await page.send('Browser.grantPermissions', {
      permissions: ['clipboardReadWrite', 'clipboardSanitizedWrite'],
    })
  })
  afterAll(async () => {
    await page?.close()
    await corridor?.close()
  })
  beforeEach(() => open('/docs/quickstart'))

  const eventually = (expression: string) =>
    expect.poll(() => page.evaluate<boolean>(`Boolean(${expression})`), { timeout: 60_000 })

  async function open(path: string): Promise<void> {
    // Another page first, so that a new fragment loads the page again.
    await page.send('Page.navigate', { url: 'about:blank' })
    await eventually(`location.href === 'about:blank'`).toBe(true)
    await page.send('Page.navigate', { url: corridor.url + path })
    await eventually(
      `location.pathname.startsWith('/docs') && document.readyState === 'complete'`,
    ).toBe(true)
  }

  async function press(key: string): Promise<void> {
    const code = { '/': 191, Enter: 13, Escape: 27, ArrowDown: 40 }[key] ?? 0
    const common = { key, windowsVirtualKeyCode: code }
    const text = key === 'Enter' ? { text: '\r' } : key === '/' ? { text: '/' } : {}
    await page.send('Input.dispatchKeyEvent', { type: 'keyDown', ...common, ...text })
    await page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...common })
  }

  test('finds an error by its code with the keyboard alone, and comes to its section', async () => {
    await press('/')
    await eventually(`document.querySelector('dialog')?.open`).toBe(true)
    await page.send('Input.insertText', { text: 'quote_expired' })
    await eventually(
      `document.querySelector('.found a')?.href.endsWith('errors#quote_expired')`,
    ).toBe(true)
    await press('Enter')
    await eventually(
      `location.pathname === '/docs/errors' && location.hash === '#quote_expired'`,
    ).toBe(true)
  })

  test('is told when nothing is found, and closes the search with Escape', async () => {
    await page.evaluate(
      `(document.querySelector('button.search').focus(), document.querySelector('button.search').click())`,
    )
    await eventually(`document.querySelector('dialog')?.open`).toBe(true)
    await page.send('Input.insertText', { text: 'xyzzy <b>' })
    await eventually(
      `document.querySelector('dialog .said').textContent === 'Nothing found.'`,
    ).toBe(true)
    await press('Escape')
    expect(await page.evaluate(`document.querySelector('dialog').open`)).toBe(false)
    expect(await page.evaluate(`document.activeElement.matches('button.search')`)).toBe(true)
  })

  test('copies a command with a fresh idempotency key at each copy', async () => {
    const block = `[...document.querySelectorAll('.code')].find((one) => one.querySelector('.fresh'))`
    const key = `${block}.querySelector('.fresh').textContent`
    const first = await page.evaluate<string>(key)
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const text = await page.evaluate<string>(`${block}.querySelector('code').textContent`)
    await page.evaluate(`${block}.querySelector('button').click()`)
    await eventually(`${block}.querySelector('button').textContent === 'Copied'`).toBe(true)
    expect(await page.evaluate(`navigator.clipboard.readText()`)).toBe(text)
    expect(text).toContain(first)
    expect(await page.evaluate<string>(key)).not.toBe(first)
  })

  test('sees the key of the first start in commands, and in no address', async () => {
    const key = `ck_sandbox_${'a1'.repeat(20)}`
    await open(`/docs/quickstart#key=${key}`)
    const shown = `document.querySelector('.key')?.textContent`
    await eventually(`${shown} === '${key}'`).toBe(true)
    expect(await page.evaluate<string>('location.href')).not.toContain(key)
    await open('/docs/webhooks')
    await eventually(`${shown} === '${key}'`).toBe(true)
    await page.evaluate('sessionStorage.clear()')
    await open('/docs/quickstart#key=<img src=x>')
    expect(await page.evaluate(`document.querySelector('main img') === null`)).toBe(true)
    expect(await page.evaluate<string>(`${shown} ?? ''`)).not.toContain('img')
  })

  test('tries an operation from the reference with the key of the sandbox, in her organization', async () => {
    await open(`/docs/quickstart#key=${corridor.sandbox.api_key}`)
    await open('/docs/reference/#tag/quotes/POST/v1/organizations/{organization_id}/quotes')
    const button = (label: string) =>
      `[...document.querySelectorAll('button')].filter((one) => one.textContent.trim().startsWith('${label}'))`
    const inView = `${button('Test Request')}.find((one) => { const { top } = one.getBoundingClientRect(); return top > 0 && top < innerHeight })`
    await eventually(inView).toBe(true)
    await page.evaluate(`${inView}.click()`)
    await eventually(`${button('Send')}.length > 0`).toBe(true)
    expect(
      await page.evaluate(
        `document.body.innerText.includes('${corridor.sandbox.organization_id}')`,
      ),
    ).toBe(true)
    await page.evaluate(`${button('Send')}.at(-1).click()`)
    // The example names no offering of hers.
    await eventually(`document.body.innerText.includes('404 Not Found')`).toBe(true)
  })

  test('chooses a theme, which stays on the next page', async () => {
    const theme = 'document.documentElement.dataset.theme'
    await page.evaluate(`document.querySelector('button.theme').click()`)
    const first = await page.evaluate<string>(theme)
    expect(first).toMatch(/^(light|dark)$/)
    await open('/docs/errors')
    expect(await page.evaluate<string>(theme)).toBe(first)
    await page.evaluate(`document.querySelector('button.theme').click()`)
    expect(await page.evaluate<string>(theme)).not.toBe(first)
  })

  test('can read everything without the script', async () => {
    await page.send('Emulation.setScriptExecutionDisabled', { value: true })
    try {
      await page.send('Page.navigate', { url: `${corridor.url}/docs/errors` })
      const { root } = await page.send<{ root: { nodeId: number } }>('DOM.getDocument')
      expect(root.nodeId).toBeGreaterThan(0)
      const html = async () => {
        const { root: node } = await page.send<{ root: { nodeId: number } }>('DOM.getDocument')
        return (await page.send<{ outerHTML: string }>('DOM.getOuterHTML', { nodeId: node.nodeId }))
          .outerHTML
      }
      await expect.poll(html, { timeout: 60_000 }).toContain('id="quote_expired"')
      const text = await html()
      // Buttons that need the script are hidden.
      expect(text).toMatch(
        /<button[^>]*class="search"[^>]*hidden|<button[^>]*hidden[^>]*class="search"/,
      )
      expect(text).toMatch(
        /<button[^>]*class="theme"[^>]*hidden|<button[^>]*hidden[^>]*class="theme"/,
      )
      expect(text).not.toContain('>Copy<')
    } finally {
      await page.send('Emulation.setScriptExecutionDisabled', { value: false })
    }
  })
})
