// Tells Corridor that something changed, signed by the Standard Webhooks specification. A lost nudge does no harm:
// Corridor also polls.
import { createHmac, randomUUID } from 'node:crypto'

export async function nudge(url: string, secret: string, keys: readonly string[]): Promise<void> {
  const id = randomUUID()
  const timestamp = String(Math.floor(Date.now() / 1000))
  const body = JSON.stringify({ keys })
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
    signal: AbortSignal.timeout(5000),
  })
}
