// The flooding neighbour, as a process of its own: connections that each send the next request when the last is
// answered, until it is told to stop.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { serveCalls, numberIn, textIn, type Answer } from './children.ts'

const WAIT_AFTER_ERROR_MS = 10

let isFlooding = false
let ended: Promise<unknown> = Promise.resolve()
let statuses: Record<string, number> = {}

serveCalls(
  {},
  async (question) => {
    isFlooding = false
    await ended
    if (question['url'] === undefined) return statuses
    isFlooding = true
    statuses = {}
    const agent = new Agent({ keepAlive: true, maxSockets: numberIn(question, 'connections') })
    const callers = Array.from({ length: numberIn(question, 'connections') }, async () => {
      while (isFlooding) {
        const status = await sendRequest(agent, question)
        statuses[status] = (statuses[status] ?? 0) + 1
        if (status === 'lost')
          await new Promise((resolve) => setTimeout(resolve, WAIT_AFTER_ERROR_MS))
      }
    })
    ended = Promise.all(callers).finally(() => agent.destroy())
    return {}
  },
  async () => {
    isFlooding = false
  },
)

function sendRequest(agent: Agent, question: Answer): Promise<string> {
  return new Promise((resolve) => {
    const body = textIn(question, 'body')
    // The URL may ask for a random organization in each request.
    const url = textIn(question, 'url').replace(
      '{random}',
      randomUUID().replaceAll('-', '').slice(0, 25),
    )
    const sent = request(url, {
      agent,
      method: textIn(question, 'method'),
      headers: {
        authorization: `Bearer ${textIn(question, 'key')}`,
        'idempotency-key': randomUUID(),
        ...(body === '' ? {} : { 'content-type': 'application/json' }),
      },
    })
    // Requests in flight when the flood ends are cut off.
    const watch = setInterval(() => void (isFlooding || sent.destroy()), 100)
    const settle = (status: string) => {
      clearInterval(watch)
      resolve(status)
    }
    sent.on('response', (response) => {
      response.on('error', () => settle('lost'))
      response.resume().on('end', () => settle(String(response.statusCode)))
    })
    sent.on('error', () => settle('lost'))
    sent.end(body)
  })
}
