// What operators do on any page of the console: sign in, and carry out an act with a reason.
import type { Page } from './browser.ts'
import { consolePage } from './console-page.ts'
import { codeOf, PASSWORD, type Desk, type Person } from './desk.ts'

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
