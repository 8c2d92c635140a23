// verifyWebhook: with a webhook that the service sends, and with every way to forge one.
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { beforeAll, expect, test } from 'vitest'
import { openReceiver, type Received } from '../../server/test/support/receiver.ts'
import { WebhookVerificationError } from '../src/errors.ts'
import { verifyWebhook } from '../src/verify.ts'
import { openWorld } from './support/world.ts'

let secret: string
let received: Received
beforeAll(async () => {
  const world = await openWorld()
  const receiver = await openReceiver()
  try {
    const { webhooks } = world.direct
    const endpoint = await webhooks.create(world.organization, { url: receiver.url })
    secret = endpoint.secret
    await webhooks.test(world.organization, endpoint.id)
    const [first] = await receiver.until(1)
    if (first === undefined) throw new Error('no webhook')
    received = first
  } finally {
    receiver.close()
    await world.close()
  }
})
// The time of the test service is another one than of this machine.
const tolerance = Number.MAX_SAFE_INTEGER

test('a webhook of the service is genuine, and its body is typed', async () => {
  const { headers, body } = received
  const bytes = new TextEncoder().encode(body)
  for (const raw of [body, bytes, bytes.buffer]) {
    const { id, payload } = await verifyWebhook({ body: raw, headers, secret, tolerance })
    expect(id).toBe(headers['webhook-id'])
    expect(payload.type === 'webhook.test' && payload.data.webhook_endpoint_id).toMatch(/^whe_/)
  }
  const asHeaders = new Headers(Object.entries(headers).map(([name, value]) => [name, `${value}`]))
  await verifyWebhook({ body, headers: asHeaders, secret, tolerance })
  const others = ['whsec_AAAA', secret]
  await verifyWebhook({ body, headers, secret: others, tolerance })
})

test.each<[string, (one: Received) => Partial<Parameters<typeof verifyWebhook>[0]>]>([
  ['another body', ({ body }) => ({ body: `${body} ` })],
  ['another id', ({ headers }) => ({ headers: { ...headers, 'webhook-id': 'evt_2' } })],
  ['another time', ({ headers }) => ({ headers: { ...headers, 'webhook-timestamp': '1' } })],
  [
    'a time that is no number',
    ({ headers }) => ({ headers: { ...headers, 'webhook-timestamp': 'NaN' } }),
  ],
  ['no signature', ({ headers }) => ({ headers: { ...headers, 'webhook-signature': undefined } })],
  [
    'an empty signature',
    ({ headers }) => ({ headers: { ...headers, 'webhook-signature': 'v1,' } }),
  ],
  [
    'another version',
    ({ headers }) => ({
      headers: {
        ...headers,
        'webhook-signature': `${headers['webhook-signature']}`.replace('v1,', 'v1a,'),
      },
    }),
  ],
  ['the secret of another endpoint', () => ({ secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' })],
  ['no secret', () => ({ secret: [] })],
  ['a tolerance that is no number', () => ({ tolerance: Number.NaN })],
  ['a time beyond the tolerance', () => ({ tolerance: -1 })],
])('%s is refused', async (_what, changed) => {
  const request = { body: received.body, headers: received.headers, secret, tolerance }
  await expect(verifyWebhook({ ...request, ...changed(received) })).rejects.toThrow(
    WebhookVerificationError,
  )
})

test.each([-1, 1])(
  'a webhook is refused ten minutes from its time, in direction %i',
  async (side) => {
    const body = '{}'
    const key = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const signedAt = async (at: Date): Promise<unknown> => {
      const headers = {
        'webhook-id': 'evt_1',
        'webhook-timestamp': Math.floor(at.getTime() / 1000).toFixed(0),
        'webhook-signature': new Webhook(key).sign('evt_1', at, body),
      }
      return verifyWebhook({ body, headers, secret: key })
    }
    await signedAt(new Date())
    await expect(signedAt(new Date(Date.now() + side * 600_000))).rejects.toThrow('far from')
  },
)

test('a secret with the line break of its file is the same secret', async () => {
  const { headers, body } = received
  await verifyWebhook({ body, headers, secret: `${secret}\n`, tolerance })
})

test('a secret of another form is refused without being repeated', async () => {
  const { headers, body } = received
  for (const wrong of ['hunter2', 'whsec_***', '']) {
    const failure: unknown = await verifyWebhook({ body, headers, secret: wrong, tolerance }).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(TypeError)
    if (wrong !== '') expect(String(failure)).not.toContain(wrong)
  }
})

test('agrees with the reference library, for any text', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.json(),
      fc.uint8Array({ minLength: 24, maxLength: 64 }),
      async (body, key) => {
        const generated = `whsec_${Buffer.from(key).toString('base64')}`
        const at = new Date()
        const headers = {
          'Webhook-Id': 'evt_1',
          'Webhook-Timestamp': Math.floor(at.getTime() / 1000).toFixed(0),
          'Webhook-Signature': `v1,AAAA ${new Webhook(generated).sign('evt_1', at, body)}`,
        }
        expect((await verifyWebhook({ body, headers, secret: generated })).payload).toEqual(
          JSON.parse(body),
        )
      },
    ),
  )
})
