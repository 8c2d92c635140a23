// The `webhooks` section of the OpenAPI description: the requests to a webhook endpoint.
import Type, { type TSchema } from 'typebox'
import { payloadSchemas } from '../../engine/events/schemas.ts'
import { pascalCase, variants } from '../../platform/http/schemas.ts'

const headers = [
  {
    name: 'webhook-id',
    description:
      'The identifier of the event, as in the list of events. Every attempt has the same one: deduplicate by it.',
    schema: Type.String({ pattern: '^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$' }),
    example: 'evt_01jqe8m2x4fv5s0t6w7y8z9abc',
  },
  {
    name: 'webhook-timestamp',
    description:
      'The time of this attempt, in seconds since the epoch. Refuse a request if it differs from your clock by more than five minutes.',
    schema: Type.Integer({ format: 'int64' }),
    example: 1772632800,
  },
  {
    name: 'webhook-signature',
    description:
      'One signature for each valid secret, separated by blanks. Each is `v1,` and the base64 of the HMAC-SHA256, keyed with the secret, of `{webhook-id}.{webhook-timestamp}.{body}`. One matching signature is enough. Verify the bytes as received, before you parse them.',
    schema: Type.String({ pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$' }),
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
].map((header) => ({ in: 'header', required: true, ...header }))

const responses = {
  200: { description: 'Delivered. Any status from 200 to 299 within 15 seconds counts.' },
  410: { description: 'Disables the endpoint: nothing more is sent to it.' },
  default: { description: 'Not delivered. The request is retried, up to ten attempts in all.' },
}

const requestFor = (type: string, schema: TSchema) => ({
  post: {
    operationId: `on${pascalCase(type)}`,
    summary: type,
    description: `${'description' in schema ? String(schema.description) : ''} Sent to webhook endpoints that listen to \`${type}\`.`,
    tags: ['Webhooks'],
    // The signature replaces the API key.
    security: [],
    parameters: headers,
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses,
  },
})

export const webhooks = Object.fromEntries(
  Object.entries(payloadSchemas).map(([type, schema]) => [type, requestFor(type, schema)]),
)

/** The union of all bodies, for receivers of every type. */
export const anyPayload = variants(
  'WebhookPayload',
  'type',
  payloadSchemas,
  'The body of any webhook request. Tell them apart by `type`.',
)
