// A real Chromium without a window, driven over the DevTools protocol. It resolves no host but this machine.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Undefined where no Chromium is installed: tests are skipped then. */
export const chromium = ['chromium', 'chromium-browser', 'google-chrome'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
)

type Answer = {
  id?: number
  sessionId?: string
  result?: unknown
  error?: { message: string }
  method?: string
  params?: unknown
}

export type Page = {
  send<Result = unknown>(method: string, params?: object): Promise<Result>
  /** The value of an expression, which may be a promise of JSON. */
  evaluate<Value>(expression: string): Promise<Value>
  /** Calls `listen` with each event of this name, of any tab, and replaces who listened before. */
  on<Params>(event: string, listen: (params: Params) => void): void
  /** A second tab, with the same cookies. */
  another(url: string): Promise<Page>
  /** Ends the browser. */
  close(): Promise<void>
}

export async function openPage(program: string, url: string): Promise<Page> {
  const profile = mkdtempSync(join(tmpdir(), 'corridor-browser-'))
  const browser = spawn(
    program,
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const exited = once(browser, 'exit')
  let endpoint = ''
  for await (const line of createInterface({ input: browser.stderr })) {
    endpoint = /^DevTools listening on (\S+)/.exec(line)?.[1] ?? ''
    if (endpoint !== '') break
  }
  browser.stderr.resume()
  const socket = new WebSocket(endpoint)
  await once(socket, 'open')
  const waiting = new Map<number, (answer: Answer) => void>()
  const listening = new Map<string, (params: unknown) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
    else if (answer.method !== undefined) listening.get(answer.method)?.(answer.params)
  })
  let requests = 0
  const call = <Result>(method: string, params: object, sessionId?: string): Promise<Result> =>
    new Promise((resolve, reject) => {
      const id = (requests += 1)
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id)
        if (error === undefined) resolve(result as Result)
        else reject(new Error(`${method}: ${error.message}`))
      })
      socket.send(JSON.stringify({ id, method, params, sessionId }))
    })

  type Evaluated = {
    result: { value: unknown }
    exceptionDetails?: { exception?: { description?: string } }
  }
  async function openTab(url: string, background: boolean): Promise<Page> {
    const tab = { url, background }
    const { targetId } = await call<{ targetId: string }>('Target.createTarget', tab)
    const attach = { targetId, flatten: true }
    const { sessionId } = await call<{ sessionId: string }>('Target.attachToTarget', attach)
    const send = <Result>(method: string, params: object = {}) =>
      call<Result>(method, params, sessionId)
    return {
      send,
      async evaluate<Value>(expression: string) {
        const { result, exceptionDetails } = await send<Evaluated>('Runtime.evaluate', {
          expression,
          awaitPromise: true,
          returnByValue: true,
        })
        if (exceptionDetails !== undefined)
          throw new Error(exceptionDetails.exception?.description ?? 'the page threw')
        return result.value as Value
      },
      on: <Params>(event: string, listen: (params: Params) => void) =>
        void listening.set(event, (params) => listen(params as Params)),
      another: (address) => openTab(address, true),
      async close() {
        socket.close()
        browser.kill('SIGKILL')
        await exited
        rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
      },
    }
  }
  return openTab(url, false)
}
