// Describes the connector protocol as OpenAPI: connector-openapi.json, which `npm run generate` writes.
import type { TSchema } from 'typebox'
import { nameSchemas, type Json } from '../../platform/http/name-schemas.ts'
import { claim } from './claim.ts'
import { KEY_PATTERN } from './fields.ts'
import * as lists from './list-messages.ts'
import * as protocol from './protocol.ts'
import * as screenings from './screening-messages.ts'

const ABOUT = `The operations that a connector offers, and that Corridor calls. A connector is a small HTTP service in front of a bank, a liquidity provider or a screening company. docs/connectors.md explains how to write one.

**Signatures.** Every request and every answer is signed (RFC 9421, ed25519) and has a \`content-digest\` (RFC 9530, sha-256), also without a body.

- A request covers \`"@method" "@authority" "@path" "@query" "content-digest"\`, with \`created\`, \`nonce\`, \`keyid\`, \`alg\` and \`tag\`. Refuse a wrong signature, a wrong digest, another tag, and a time more than five minutes from your clock, with 401.
- An answer covers \`"@status" "content-digest" "@method";req "@path";req "signature";req\`, with \`created\`, \`keyid\`, \`alg\` and \`tag\`. Corridor ignores an answer that is not signed so.
- The tag is \`corridor-sandbox\` or \`corridor-live\`, so that no test moves real money.

**Keys.** A repeated key with the same body gets the same answer, or a later status of it. A known key with another body gets 409 of the type \`key_reused\`. Answers repeat the key.

**Meaning of answers.** Only a signed 404 of the type \`unknown_key\` with the key says that you never received it. Only a signed 200 with \`declined\` or \`rejected\` refuses. Corridor asks again after everything else, such as a timeout, a 429 or a 5xx. It treats a status that it does not know as \`pending\`. A party is cleared only by a signed 200 with \`clear\`.

**Sizes and times.** Answer within 10 seconds, with at most 64 KiB about one key and 1 MiB otherwise. Amounts and rates are decimal strings, never numbers.`

const REFUSALS = {
  400: 'The request is malformed.',
  401: 'The signature, its time or the digest is wrong.',
  404: 'The key is unknown (type `unknown_key`), or the path.',
  409: 'The key was used with another body (type `key_reused`).',
  503: 'Not now.',
} as const

const json = (schema: TSchema) => ({ 'application/json': { schema } })

function operation(about: {
  id: string
  tag: 'connector' | 'liquidity' | 'rail' | 'screening'
  summary: string
  description: string
  answer: TSchema
  body?: TSchema
  parameters?: Json[]
  refusals?: (keyof typeof REFUSALS)[]
}): Json {
  const refusals = [400, 401, ...(about.refusals ?? []), 503] as const
  return {
    operationId: about.id,
    tags: [about.tag],
    summary: about.summary,
    description: about.description,
    ...(about.parameters === undefined ? {} : { parameters: about.parameters }),
    ...(about.body === undefined
      ? {}
      : { requestBody: { required: true, content: json(about.body) } }),
    responses: {
      200: { description: 'The answer, signed.', content: json(about.answer) },
      ...Object.fromEntries(
        refusals.map((status) => [
          status,
          { description: REFUSALS[status], content: json(protocol.problem) },
        ]),
      ),
    },
  }
}

const keyParameter = {
  name: 'key',
  in: 'path',
  required: true,
  description: 'The idempotency key. The body of a PUT repeats it.',
  schema: { type: 'string', pattern: KEY_PATTERN },
}
const queryParameter = (name: string, description: string, schema: Json) => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
})

const ofList = (list: string, what: string): string =>
  `Optional: state \`${list}\` in \`lists\` of your capabilities. Every ${what} whose key you received at or after \`since\` by your clock, once, in the order of receipt. Also pending ones; those that you refused may be left out. The same cursor gives the same ${what}s again, with their present status. Corridor asks after a restore of its database, to find what the database does not know.`

const listParameters = [
  {
    ...queryParameter('since', 'The earliest time of receipt, RFC 3339 in UTC.', {
      type: 'string',
      format: 'date-time',
    }),
    required: true,
  },
  queryParameter('cursor', 'The cursor of the page before. Absent: from the beginning.', {
    type: 'string',
    maxLength: 500,
  }),
  queryParameter('limit', 'The most entries of the page.', {
    type: 'integer',
    minimum: 1,
    maximum: lists.MOST_LISTED,
  }),
]

const paths = {
  '/capabilities': {
    get: operation({
      id: 'getCapabilities',
      tag: 'connector',
      summary: 'State the tasks of the connector',
      description:
        'The pairs that it converts, the methods that it pays and the parties that it screens.',
      answer: protocol.capabilities,
    }),
  },
  '/claim': {
    post: operation({
      id: 'postClaim',
      tag: 'connector',
      summary: 'Remember the newest claim',
      description:
        'Optional: state `claims` in your capabilities. Compare the claim with the one that you remember: the later `claimed_at` is newer, or the greater `instance` if both are equal. Remember the newer one, and answer with it. Corridor asks every 15 seconds. A service that gets a newer claim than its own halts all sends and fills: another service works on a copy of its database.',
      body: claim,
      answer: claim,
    }),
  },
  '/balances': {
    get: operation({
      id: 'getBalances',
      tag: 'connector',
      summary: 'State the balances of the desk',
      description:
        'Corridor compares them with its ledger, each role with another account. A connector that converts and pays states each amount in one role only.',
      parameters: [
        queryParameter('role', 'Balances at the liquidity provider or at the bank.', {
          type: 'string',
          enum: ['liquidity', 'rail'],
        }),
      ],
      answer: protocol.balances,
    }),
  },
  '/rates': {
    get: operation({
      id: 'getRates',
      tag: 'liquidity',
      summary: 'State the present rates',
      description: 'Called about once a second. Customers are quoted these rates.',
      answer: protocol.rates,
    }),
  },
  '/quotes': {
    post: operation({
      id: 'createQuote',
      tag: 'liquidity',
      summary: 'Give a firm quote',
      description: 'The key is that of the later fill, for your records. No fill must follow.',
      body: protocol.quoteRequest,
      answer: protocol.quote,
    }),
  },
  '/fills': {
    get: operation({
      id: 'listFills',
      tag: 'liquidity',
      summary: 'List conversions since a time',
      description: ofList('fills', 'conversion'),
      parameters: listParameters,
      answer: lists.fills,
    }),
  },
  '/fills/{key}': {
    put: operation({
      id: 'putFill',
      tag: 'liquidity',
      summary: 'Convert at a firm quote',
      description:
        'Convert once for each key. Decline a new key whose quote has ended: Corridor may already use another quote.',
      parameters: [keyParameter],
      body: protocol.fillRequest,
      answer: protocol.fill,
      refusals: [409],
    }),
    get: operation({
      id: 'getFill',
      tag: 'liquidity',
      summary: 'Look up a conversion',
      description: 'Changes nothing.',
      parameters: [keyParameter],
      answer: protocol.fill,
      refusals: [404],
    }),
  },
  '/sends': {
    get: operation({
      id: 'listSends',
      tag: 'rail',
      summary: 'List payments since a time',
      description: ofList('sends', 'payment'),
      parameters: listParameters,
      answer: lists.sends,
    }),
  },
  '/sends/{key}': {
    put: operation({
      id: 'putSend',
      tag: 'rail',
      summary: 'Pay a beneficiary',
      description:
        'Pay once for each key. `settled` and `rejected` are final. A settled payment that comes back is a movement.',
      parameters: [keyParameter],
      body: protocol.sendRequest,
      answer: protocol.send,
      refusals: [409],
    }),
    get: operation({
      id: 'getSend',
      tag: 'rail',
      summary: 'Look up a payment',
      description: 'Changes nothing.',
      parameters: [keyParameter],
      answer: protocol.send,
      refusals: [404],
    }),
  },
  '/sends/{key}/cancellation': {
    put: operation({
      id: 'putCancellation',
      tag: 'rail',
      summary: 'Cancel a payment',
      description:
        'Optional: state `cancels` in your capabilities. `cancelled`, with `code`: nothing was or will be executed under the key, also if you receive the payment only later. The payment is then `rejected`. `too_late`: it was executed, or nobody can stop it. `pending`: not decided yet; Corridor asks again.',
      parameters: [keyParameter],
      body: protocol.cancellationRequest,
      answer: protocol.cancellation,
    }),
  },
  '/movements': {
    get: operation({
      id: 'listMovements',
      tag: 'rail',
      summary: 'List deposits, returns and reversals',
      description:
        'Final movements in a fixed order. The same cursor gives the same movements again, followed by later ones. A movement keeps its transaction and index for good.',
      parameters: [
        queryParameter('cursor', 'The cursor of the page before. Absent: from the beginning.', {
          type: 'string',
          maxLength: 500,
        }),
        queryParameter('limit', 'The most movements of the page.', {
          type: 'integer',
          minimum: 1,
          maximum: protocol.MOST_MOVEMENTS,
        }),
      ],
      answer: protocol.movements,
    }),
  },
  '/funding-accounts': {
    post: operation({
      id: 'createFundingAccounts',
      tag: 'rail',
      summary: 'Open accounts for payers',
      description:
        'Accounts of the desk, for orders to come. A repeated key gets the same accounts. Never give an account twice.',
      body: protocol.accountsRequest,
      answer: protocol.accounts,
      refusals: [409],
    }),
  },
  '/screenings/{key}': {
    put: operation({
      id: 'putScreening',
      tag: 'screening',
      summary: 'Screen a party',
      description:
        'Asked before a deposit is credited and before a payout or refund is sent. `clear`, `held` and `rejected` are final for their key. `pending`: not decided yet; Corridor repeats the request.',
      parameters: [keyParameter],
      body: screenings.screeningRequest,
      answer: screenings.screening,
      refusals: [409],
    }),
  },
}

const webhooks = {
  nudge: {
    post: {
      operationId: 'nudge',
      tags: ['connector'],
      summary: 'Tell Corridor that something changed',
      description:
        'Optional. Sent to /v1/connectors/{name}/events of Corridor, signed by the Standard Webhooks specification with the secret of the setting `events_secret`. Corridor looks the keys up now and believes nothing else. A repeated nudge needs a new time.',
      requestBody: { required: true, content: json(protocol.nudge) },
      responses: {
        204: { description: 'Corridor looks now.' },
        401: { description: 'The signature is wrong, or the time is more than five minutes off.' },
        429: { description: 'Too many refused nudges from this address.' },
      },
    },
  },
}

export function connectorOpenApi(): string {
  const { parts, schemas } = nameSchemas({ paths, webhooks })
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Corridor connectors',
      version: protocol.PROTOCOL_VERSION,
      description: ABOUT,
      contact: { name: 'The company whose Corridor calls your connector' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: 'https://connector.example', description: 'The URL of your connector.' }],
    tags: [
      { name: 'connector', description: 'Every connector.' },
      { name: 'liquidity', description: 'A connector that is a liquidity provider.' },
      { name: 'rail', description: 'A connector that is a rail, such as a bank.' },
      { name: 'screening', description: 'A connector that screens senders and beneficiaries.' },
    ],
    security: [],
    paths: parts['paths'],
    webhooks: parts['webhooks'],
    components: { schemas },
  }
  return `${JSON.stringify(document, null, 2)}\n`
}
