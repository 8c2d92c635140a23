// A service that is slow or fails, as the pages of the console see it: the browser holds its answers back, or replaces them.
// The session itself goes on, so that the frame of a page is there, unless a test says otherwise.
import { errorTable } from '../../src/platform/errors.ts'
import type { Page } from './browser.ts'

/** `hold`: no answer comes. A code: every answer is this refusal. */
type Fault = 'none' | 'hold' | keyof typeof errorTable

type Paused = { requestId: string; request: { url: string } }

export async function openFaults(browser: Page) {
  let present: Fault = 'none'
  let isForSessions = false
  const held: string[] = []
  // A page that is left takes its requests with it.
  const send = (method: string, params: object) =>
    browser.send(method, params).catch(() => undefined)
  const go = (requestId: string) => send('Fetch.continueRequest', { requestId })
  browser.on('Fetch.requestPaused', ({ requestId, request }: Paused) => {
    const isSpared = !isForSessions && /\/(v1\/me|console\/session)$/.test(request.url)
    if (present === 'none' || isSpared) return void go(requestId)
    if (present === 'hold') return void held.push(requestId)
    const { status, title } = errorTable[present]
    const problem = {
      type: `/docs/errors#${present}`,
      title,
      status,
      instance: new URL(request.url).pathname,
      code: present,
      request_id: 'req_1',
    }
    void send('Fetch.fulfillRequest', {
      requestId,
      responseCode: status,
      responseHeaders: [
        { name: 'content-type', value: 'application/problem+json' },
        { name: 'retry-after', value: '1' },
      ],
      body: Buffer.from(JSON.stringify(problem)).toString('base64'),
    })
  })
  await browser.send('Fetch.enable', {
    patterns: [{ urlPattern: '*/v1/*' }, { urlPattern: '*/console/session' }],
  })
  return {
    async set(fault: Fault, { withSession = false } = {}): Promise<void> {
      present = fault
      isForSessions = withSession
      if (fault === 'none') await Promise.all(held.splice(0).map(go))
    },
  }
}
