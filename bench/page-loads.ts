// `node bench/page-loads.ts`: how long each page of the console takes in Chromium until a person can use it, against a sandbox
// with orders. Each round opens every page once with an empty cache, so that a slower minute slows all pages.
// Interactive: the title is there, nothing says that it loads, and the last task of 50 ms or more has ended; all of that then
// stays so for half a second. Bytes are as transferred: files of the console, and answers of the service.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { generate } from 'otplib'
import { Corridor } from '../sdk/src/corridor.ts'
import type { SandboxFile } from '../server/src/service/sandbox/prepare.ts'
import { spreadOf } from './rounds.ts'
import { chromium, openPage, type Page } from '../server/test/support/browser.ts'
import { readSandbox, run, start, stopAll } from '../server/test/support/command.ts'

const option = (otherwise: string) => ({ type: 'string', default: otherwise }) as const
const { values } = parseArgs({
  options: { orders: option('200'), rounds: option('5'), only: option('') },
})
const QUIET_MS = 500
const LONGEST_MS = 60_000
const PROOF = { 'x-corridor-console': '1', 'content-type': 'application/json' }

/** Runs in each page before its own scripts. */
const WATCH = `
  let busyUntil = 0, shownAt = null
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) busyUntil = Math.max(busyUntil, startTime + duration)
  }).observe({ type: 'longtask', buffered: true })
  const isShown = () => document.readyState === 'complete' && document.querySelector('h1') !== null &&
    document.querySelector('.loading, .mantine-Skeleton-root') === null
  const look = () => {
    shownAt = isShown() ? (shownAt ?? performance.now()) : null
    const at = Math.max(shownAt ?? Infinity, busyUntil)
    if (performance.now() - at > ${QUIET_MS}) globalThis.interactiveMs = at
    else requestAnimationFrame(look)
  }
  look()`

const SUMS = `performance.getEntries().reduce((sums, { name, encodedBodySize = 0 }) => {
  sums[name.includes('/v1/') ? 'answers' : 'files'] += encodedBodySize
  return sums
}, { files: 0, answers: 0 })`

type Load = { ms: number; files: number; answers: number }

const home = mkdtempSync(join(tmpdir(), 'corridor-bench-'))
const env = { PORT: '0', CORRIDOR_DATA_DIR: join(home, 'data'), CORRIDOR_SANDBOX_STEP_MS: '0' }
try {
  await start(['serve'], env)
  const sandbox = readSandbox(env.CORRIDOR_DATA_DIR)
  const base = sandbox.base_url
  const order = await makeOrders(sandbox, Number.parseInt(values.orders, 10))
  const browser = await openPage(chromium ?? 'chromium', 'about:blank')
  const asKey = { ...PROOF, authorization: `Bearer ${sandbox.api_key}` }
  const signIn = { method: 'POST', headers: asKey }
  await keepCookie(browser, await fetch(`${base}/console/session`, signIn))
  await keepCookie(browser, await enrolOperator(base))
  await browser.send('Page.enable')
  await browser.send('Page.addScriptToEvaluateOnNewDocument', { source: WATCH })
  const pages = [
    ...pagesOf('customer', `/console/${sandbox.organization_id}`, order),
    ...pagesOf('operator', '/console', order),
  ].filter(({ path }) => path.includes(values.only))
  const loads = new Map<string, Load[]>(pages.map(({ name }) => [name, []]))
  for (let round = 0; round < Number.parseInt(values.rounds, 10); round++)
    for (const { name, path } of pages) loads.get(name)?.push(await load(browser, base + path))
  process.stdout.write('| Page | Median ms | Min | Max | Files, kB | Answers, kB |\n')
  process.stdout.write('| --- | --: | --: | --: | --: | --: |\n')
  for (const [name, all] of loads) process.stdout.write(`| ${rowOf(name, all).join(' | ')} |\n`)
  await browser.close()
} finally {
  await stopAll()
  rmSync(home, { recursive: true, force: true })
}

/** Every tenth waits for funds, and the others are completed. Returns the last one. */
async function makeOrders(
  { base_url: baseUrl, api_key: apiKey, organization_id: organization }: SandboxFile,
  count: number,
): Promise<string> {
  const corridor = new Corridor({ baseUrl, apiKey })
  const [offering] = await corridor.offerings.create(organization)
  const quote = { offering_id: offering?.id ?? '', payin_amount: '1000.00' }
  let id = ''
  for (let made = 0; made < count; made++) {
    const { id: quoteId } = await corridor.quotes.create(organization, quote)
    ;({ id } = await corridor.orders.create(organization, { quote_id: quoteId }))
    if (made % 10 !== 0) await corridor.orders.simulateDemoFunding(organization, id)
  }
  return id
}

async function enrolOperator(base: string): Promise<Response> {
  const args = ['users', 'create', 'bench', '--role', 'admin', '--reason', 'bench', '--direct']
  const token = /ce_[\w-]+/.exec((await run(args, env)).said)?.[0]
  const post = (path: string, more: object) =>
    fetch(`${base}/console/operator/v1/enrolment${path}`, {
      method: 'POST',
      headers: PROOF,
      body: JSON.stringify({ token, ...more }),
    })
  const begun = await (await post('', { password: 'a long enough password' })).text()
  const { data }: { data: { totp_secret: string } } = JSON.parse(begun)
  return post('/confirm', { code: await generate({ secret: data.totp_secret }) })
}

/** The addresses in the routers. A parameter is that of the order. */
function pagesOf(who: 'customer' | 'operator', prefix: string, order: string) {
  const file = readFileSync(new URL(`../console/src/${who}/routes.tsx`, import.meta.url), 'utf8')
  return [...file.matchAll(/^ +path: '([^']+)',$/gm)]
    .map(([, path = '']) => path)
    .filter((path) => !/^\/(\$organization|operator)$|sign-in|enrol/.test(path))
    .map((path) => (who === 'customer' ? path : `/operator${path.replace(/^\/operator/, '')}`))
    .map((path) => ({
      name: `\`${path}\``,
      path: prefix + path.replace('$order', order).replace(/\/$/, ''),
    }))
}

/** The session of an answer. */
async function keepCookie(browser: Page, answer: Response): Promise<void> {
  const cookie = /^(\w+)=([^;]+); Path=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')
  if (cookie === null) throw new Error(`no session: ${answer.status} ${await answer.text()}`)
  const [, name, value, path = ''] = cookie
  const url = new URL(path, answer.url).href
  await browser.send('Network.setCookie', { name, value, path, url })
}

async function load(browser: Page, url: string): Promise<Load> {
  await browser.send('Network.clearBrowserCache')
  await browser.send('Page.navigate', { url: 'about:blank' })
  await browser.send('Page.navigate', { url })
  for (let waited = 0; waited < LONGEST_MS; waited += 50) {
    await sleep(50)
    const asked = browser.evaluate<number | null>('globalThis.interactiveMs ?? null')
    const ms = await asked.catch(() => null)
    if (ms !== null) return { ms, ...(await browser.evaluate<Omit<Load, 'ms'>>(SUMS)) }
  }
  throw new Error(`${url} is not interactive after ${LONGEST_MS} ms`)
}

function rowOf(name: string, all: readonly Load[]): string[] {
  const { files = 0, answers = 0 } = all.at(-1) ?? {}
  const { median, min, max } = spreadOf(all.map(({ ms }) => ms))
  const figures = [median, min, max, files / 1000, answers / 1000]
  return [name, ...figures.map((one) => Math.round(one).toString())]
}
