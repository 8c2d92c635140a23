// What operators do on any page of the console: sign in, and carry out an act with a reason.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { siteOf } from '../../src/parties/users/passkeys.ts'
import { chromium, openPage, type Page } from './browser.ts'
import { buildConsole } from './console-build.ts'
import { consolePage } from './console-page.ts'
import { until } from './until.ts'
import { codeOf, openDesk, PASSWORD, type Desk, type Person } from './desk.ts'

export type DeskPage = ReturnType<typeof deskPage>

export function deskPage(browser: Page, origin: string, clock: Desk['clock']) {
  const page = consolePage(browser, origin)
  async function fillSignIn({ login, secret }: Person): Promise<void> {
    // Each code works once.
    clock.advanceReal(60_000)
    await page.fill('Login', login)
    await page.fill('Password', PASSWORD)
    await page.fill('Code of the authenticator app', await codeOf(secret, clock.realNow()))
    await page.click('Sign in')
  }
  return {
    ...page,
    fillSignIn,
    async signIn(person: Person): Promise<void> {
      await browser.send('Network.clearBrowserCookies')
      await page.open('/console/operator/sign-in')
      await fillSignIn(person)
      await page.until(
        'the board is open',
        `location.pathname === '/console/operator' && /for the desk|desk is clear/.test(document.querySelector('h1')?.textContent ?? '')`,
      )
    },
    /** Sends the act whose button has this text, with a reason and the values of its fields. */
    async carryOut(button: string, values: Readonly<Record<string, string>> = {}): Promise<void> {
      await page.click(button)
      for (const [label, value] of Object.entries(values)) await page.fill(label, value)
      await page.fill('Reason', 'Agreed by telephone')
      await page.click(button, '[role=dialog] button')
    },
  }
}

/** A new desk, whose console has the pages as their sources are now, and a Chromium with an empty page. */
export async function openDeskInBrowser() {
  await buildConsole()
  const desk = await openDesk()
  const { origin } = siteOf(desk.corridor.deps.publicUrl())
  const browser = await openPage(chromium ?? '', 'about:blank')
  const page = deskPage(browser, origin, desk.clock)
  await page.width(1280, 800)
  const downloads = mkdtempSync(join(tmpdir(), 'corridor-downloads-'))
  await browser.send('Page.setDownloadBehavior', { behavior: 'allow', downloadPath: downloads })
  return {
    ...desk,
    origin,
    browser,
    page,
    /** The text of the one file with this ending that the browser saved. */
    async saved(ending: string): Promise<string> {
      const [name = ''] = await until(
        async () => readdirSync(downloads).filter((one) => one.endsWith(ending)),
        (names) => names.length === 1,
      )
      return readFileSync(join(downloads, name), 'utf8')
    },
    async close(): Promise<void> {
      await browser.close()
      await desk.corridor.close()
      rmSync(downloads, { recursive: true, force: true })
    },
  }
}

export type DeskInBrowser = Awaited<ReturnType<typeof openDeskInBrowser>>
