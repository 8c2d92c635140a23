// Every operation of openapi.json: the client sends it as described, with a key and with repetition only where it may.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Corridor } from '../src/corridor.ts'
import { sampleAnswer } from './support/samples.ts'
import { uses } from './uses.ts'

type Operation = { operationId: string; parameters?: { in: string; name: string }[] }
type Description = { paths: Record<string, Record<string, Operation>> }

const description: Description = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8'),
)
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    method: method.toUpperCase(),
    path,
  })),
)
const ids = {
  organization_id: 'org_1',
  external_payment_instrument_id: 'epi_1',
  account_id: 'epi_1',
  offering_id: 'off_1',
  quote_id: 'qt_1',
  order_id: 'ord_1',
  webhook_endpoint_id: 'we_1',
  deposit_id: 'dep_1',
  payout_id: 'po_1',
  refund_id: 'ref_1',
  api_key_id: 'key_1',
  information_request_id: 'ir_1',
  person_id: 'usr_1',
  session_id: 'ses_1',
  order_request_id: 'apr_1',
  name: 'ALPHA',
  month: '2026-03',
}
// A second request of these would have a second effect, and they take no key.
const SENT_ONCE = [
  'approveOrderRequest',
  'confirmIdentityProvider',
  'invitePerson',
  'moveSandboxClock',
  'prepareOrderRequest',
  'redeliverEnterpriseWebhooks',
  'redeliverWebhooks',
  'rejectOrderRequest',
  'resetPerson',
  'rotateEnterpriseWebhookSecret',
  'rotateWebhookSecret',
  'testEnterpriseWebhookEndpoint',
  'testWebhookEndpoint',
  'withdrawIdentityProvider',
  'withdrawOrderRequest',
]

const useOf = (id: string) => {
  const found = Object.entries(uses).find(([name]) => name === id)
  if (found === undefined) throw new Error(`the client has no ${id}`)
  return found[1]
}

/** A client whose requests go to `answer`. */
const answeredBy = (answer: (url: URL, init: RequestInit) => Response) =>
  new Corridor({
    baseUrl: 'http://127.0.0.1:1',
    apiKey: 'ck_sandbox_1',
    fetch: async (url, init) => answer(new URL(url), init),
  })

test.each(operations)('$operationId is sent as described', async (operation) => {
  const sent: string[] = []
  const corridor = answeredBy((url, { method = 'GET', headers }) => {
    const key = new Headers(headers).get('idempotency-key')
    sent.push(`${method} ${url.pathname}${key === null ? '' : ' with a key'}`)
    return sampleAnswer(`${operation.method} ${operation.path}`)
  })
  await useOf(operation.operationId)(corridor, ids)
  const path = Object.entries(ids).reduce(
    (one, [name, id]) => one.replace(`{${name}}`, id),
    operation.path,
  )
  const keyed = (operation.parameters ?? []).some(({ name }) => name === 'idempotency-key')
  expect(sent).toEqual([`${operation.method} ${path}${keyed ? ' with a key' : ''}`])
})

test('an operation whose repetition has another effect is sent once', async () => {
  const once: string[] = []
  for (const { operationId } of operations) {
    let sent = 0
    const corridor = answeredBy(() => {
      sent += 1
      // The time of the call is over after the second attempt.
      return new Response('', { status: 503, headers: sent > 1 ? { 'retry-after': '3600' } : {} })
    })
    await expect(useOf(operationId)(corridor, ids), operationId).rejects.toThrow(/status 503/)
    if (sent === 1) once.push(operationId)
  }
  expect(once.toSorted()).toEqual(SENT_ONCE)
})

// Editors show the comment of a method where it is called.
test('every method of the client has a comment', () => {
  const bare = ['operations.ts', 'resources/events.ts', 'resources/orders.ts'].flatMap((name) => {
    const lines = readFileSync(join(import.meta.dirname, '../src', name), 'utf8').split('\n')
    const method =
      name === 'operations.ts' ? /^ {2}(?!constructor)(\w+)\(/ : /^ {4}(?:async )?(\w+)\(/
    const named = lines.flatMap((line, index) => (method.test(line) ? [index] : []))
    expect(named.length, name).toBeGreaterThan(0)
    return named
      .filter((index) => lines[index - 1]?.endsWith('*/') !== true)
      .map((index) => lines[index])
  })
  expect(bare).toEqual([])
})
