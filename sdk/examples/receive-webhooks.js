// A receiver of webhooks: SECRET is the secret of the endpoint, PORT where to listen.
import { createServer } from 'node:http'
import { verifyWebhook, WebhookVerificationError } from '@corridor/sdk'

const { SECRET: secret, PORT } = process.env

createServer(async (request, response) => {
  try {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const { id, payload } = await verifyWebhook({ body, headers: request.headers, secret })
    response.writeHead(204).end()
    // Deduplicate by id before you act.
    if (payload.type === 'order.completed') console.log(id, payload.data.reference_number)
    else console.log(id, payload.type)
  } catch (error) {
    const status = error instanceof WebhookVerificationError ? 400 : 500
    response.writeHead(status).end()
  }
}).listen(PORT, '127.0.0.1')
