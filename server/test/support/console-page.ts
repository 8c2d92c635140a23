// A page of the console in a real Chromium, used as a person does: by the texts of buttons, links and labels.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { eventually } from './until.ts'
import type { Page } from './browser.ts'

export type ConsolePage = ReturnType<typeof consolePage>

// Functions of the page. Several spaces, and those that do not break, count as one.
const HELPERS = `
  globalThis.plain = (text) => text.replace(/\\s+/g, ' ').trim();
  globalThis.byName = (selector, name) => [...document.querySelectorAll(selector)]
    .filter((one) => one.checkVisibility() && !one.disabled && plain(one.textContent) === name);
  globalThis.field = (label) => {
    const named = [...document.querySelectorAll('label')].filter((one) => one.checkVisibility() && plain(one.textContent) === label);
    // A dialog covers the page below it.
    const found = named.find((one) => one.closest('[role=dialog]') !== null) ?? named[0];
    return found && document.getElementById(found.htmlFor);
  };
`

const KEYS: Readonly<
  Record<string, { windowsVirtualKeyCode: number; code?: string; text?: string }>
> = {
  Enter: { windowsVirtualKeyCode: 13, code: 'Enter', text: '\r' },
  Escape: { windowsVirtualKeyCode: 27 },
  Tab: { windowsVirtualKeyCode: 9 },
  ArrowDown: { windowsVirtualKeyCode: 40, code: 'ArrowDown' },
}
const MOST_TABS = 120

/** What has the focus: its label, else its text. */
const FOCUSED = `(() => {
  const at = document.activeElement
  const { outlineStyle, outlineWidth } = getComputedStyle(at)
  const box = at.getBoundingClientRect()
  const name = at.getAttribute('aria-label') ?? (at.labels?.length > 0 ? at.labels[0].textContent : at.textContent)
  return {
    is: plain(name),
    isSeen: outlineStyle !== 'none' && outlineWidth !== '0px' && box.width > 0 && box.bottom > 0 && box.top < innerHeight,
  }
})()`

export function consolePage(page: Page, origin: string) {
  const text = (value: string) => JSON.stringify(value)
  const run = <Value>(expression: string) =>
    page.evaluate<Value>(`(() => { ${HELPERS} return ${expression} })()`)
  const until = (what: string, expression: string) =>
    eventually(what, async () => run<boolean>(expression).catch(() => false))

  async function press(key: string): Promise<void> {
    const code = KEYS[key] ?? (key.length === 1 ? { text: key } : {})
    await page.send('Input.dispatchKeyEvent', { type: 'keyDown', key, ...code })
    await page.send('Input.dispatchKeyEvent', { type: 'keyUp', key, ...code, text: '' })
  }

  return {
    run,
    until,
    /** `arrives`: where the page leads instead. */
    async open(path: string, arrives = path): Promise<void> {
      await page.send('Page.navigate', { url: origin + path })
      await until(
        `${path} is open`,
        `document.readyState === 'complete' && (location.pathname + location.search).startsWith(${text(arrives)}) && document.querySelector('h1') !== null`,
      )
    },
    see: (words: string) =>
      until(`the page says ${words}`, `plain(document.body.innerText).includes(${text(words)})`),
    shows: (words: string) =>
      run<boolean>(`plain(document.body.innerText).includes(${text(words)})`),
    /** Clicks the button, link or row with this text. */
    async click(name: string, selector = 'button, a, summary'): Promise<void> {
      await until(`${name} can be clicked`, `byName(${text(selector)}, ${text(name)}).length > 0`)
      await run(`byName(${text(selector)}, ${text(name)}).at(-1).click()`)
    },
    /** Fills the field with this label. */
    async fill(label: string, value: string): Promise<void> {
      await until(`${label} can be filled`, `Boolean(field(${text(label)}))`)
      await run(`(() => {
        const input = field(${text(label)})
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value').set.call(input, ${text(value)})
        input.dispatchEvent(new Event(input.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
      })()`)
    },
    /** Puts a file into the only file field of the page, as a person who chooses it. */
    chooseFile: (name: string, content: string) =>
      run(`(() => {
        const files = new DataTransfer()
        files.items.add(new File([${text(content)}], ${text(name)}))
        const input = document.querySelector('input[type=file]')
        input.files = files.files
        input.dispatchEvent(new Event('change', { bubbles: true }))
      })()`),
    press,
    type: (typed: string) => page.send('Input.insertText', { text: typed }),
    /**
     * Presses Tab until the element with this name has the focus. Each element on the way must be in sight and show that
     * it has the focus. Several spaces of a name count as one. What loads meanwhile would push the element out of sight.
     */
    async tabTo(name: string): Promise<void> {
      const passed: string[] = []
      for (let count = 0; count < MOST_TABS; count++) {
        await until('all is loaded', `document.querySelector('.mantine-Skeleton-root') === null`)
        await press('Tab')
        const { is, isSeen } = await run<{ is: string; isSeen: boolean }>(FOCUSED)
        if (!isSeen) throw new Error(`the focus on ${is} is not visible`)
        if (is === name) return
        passed.push(is)
      }
      throw new Error(`Tab does not reach ${name}, only ${passed.join(', ')}`)
    },
    dark: (isDark: boolean) =>
      page.send('Emulation.setEmulatedMedia', {
        features: [{ name: 'prefers-color-scheme', value: isDark ? 'dark' : 'light' }],
      }),
    width: (width: number, height = 900) =>
      page.send('Emulation.setDeviceMetricsOverride', {
        width,
        height,
        deviceScaleFactor: 1,
        mobile: false,
      }),
    async picture(): Promise<Buffer> {
      const { data } = await page.send<{ data: string }>('Page.captureScreenshot', {
        captureBeyondViewport: true,
      })
      return Buffer.from(data, 'base64')
    },
    /** As a reader chooses it in the settings. Pages without them take it when they are loaded. */
    async language(code: 'en' | 'es'): Promise<void> {
      const settings = `[...document.querySelectorAll('header.top button')].at(-1)`
      if (await run<boolean>(`${settings} === undefined`)) {
        await run(`localStorage.setItem('corridor.language', ${text(code)})`)
        await page.send('Page.reload')
      } else {
        await run(`${settings}.click()`)
        const item = `document.querySelector('[role=menuitem][lang=${code}]')`
        await until('the settings are open', `${item} !== null`)
        await run(`${item}.click()`)
        await until('the settings are closed', `${item} === null`)
      }
      await until(
        `the page is in ${code}`,
        `document.documentElement.lang === ${text(code)} && document.querySelector('h1') !== null`,
      )
    },
    /** What axe finds on the page, each with the element. */
    async violations(): Promise<string[]> {
      if (await page.evaluate<boolean>(`typeof axe === 'undefined'`)) {
        const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
        await page.evaluate(`${readFileSync(axe, 'utf8')}; undefined`)
      }
      return page.evaluate<string[]>(
        `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => id + ': ' + html.slice(0, 200) + ' ' + (any[0]?.message ?? ''))))`,
      )
    },
  }
}
