// Refused queries of lists, cursors, and Accept headers of reads.
import { describe, expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { expectProblem, type Expected } from '../support/operations.ts'
import { testService } from '../support/service.ts'

const corridor = await forFile(testService({ worker: false }))
const offering = await corridor.offering()

describe('queries', () => {
  const lists = () => [
    '/v1/organizations',
    '/v1/liquidity-providers',
    ...[
      'configured-routes',
      'external_payment_instruments',
      'orders',
      'quotes',
      'deposits',
      'payouts',
      'refunds',
    ].map((name) => `${corridor.organization}/${name}`),
  ]
  const bad: [string, Expected][] = [
    ...[
      'limit=0',
      'limit=201',
      'limit=999',
      'limit=abc',
      'limit=',
      'limit=-1',
      'limit=1.5',
      'limit=1e2',
      'limit=%31%00',
      'limit=+1',
      'limit=01',
      'limit=1&limit=2',
      'limit=%D9%A1',
      'limit=99999999999999999999',
    ].map((query): [string, Expected] => [
      query,
      { status: 400, code: 'invalid_request', pointers: ['?limit'] },
    ]),
    ['page=1', { status: 400, code: 'unknown_field', pointers: ['?page'] }],
    ['limit=1&offset=5', { status: 400, code: 'unknown_field', pointers: ['?offset'] }],
    ['Limit=1', { status: 400, code: 'unknown_field', pointers: ['?Limit'] }],
    ['limit[]=1', { status: 400, code: 'unknown_field', pointers: ['?limit[]'] }],
    ['__proto__=1', { status: 400, code: 'unknown_field', pointers: ['?__proto__'] }],
    ['constructor=1', { status: 400, code: 'unknown_field', pointers: ['?constructor'] }],
    ['%00=1', { status: 400, code: 'unknown_field' }],
    [`cursor=${'A'.repeat(4000)}`, { status: 400, code: 'invalid_request', pointers: ['?cursor'] }],
    ['cursor=a&cursor=b', { status: 400, code: 'invalid_request', pointers: ['?cursor'] }],
    ...[
      'cursor=',
      'cursor=abc',
      'cursor=%00',
      'cursor=../..',
      `cursor=${'A'.repeat(38)}`,
      `cursor=${'A'.repeat(512)}`,
      'cursor=%F0%9F%92%B8',
      'limit=5&cursor=AAAA',
    ].map((query): [string, Expected] => [query, { status: 400, code: 'invalid_cursor' }]),
  ]
  test.each(bad)('every list refuses the query %s', async (query, expected) => {
    for (const list of lists()) expectProblem(await corridor.get(`${list}?${query}`), expected)
  })

  test.each(['limit=1', 'limit=200'])('every list answers the query %s', async (query) => {
    for (const list of lists()) expect((await corridor.get(`${list}?${query}`)).status).toBe(200)
  })

  const filters: [string, string | null][] = [
    ['status=DONE', '?status'],
    ['status=', '?status'],
    ['status=STEP_4_COMPLETED&status=STEP_4_COMPLETED', '?status'],
    ['created_after=yesterday', '?created_after'],
    ['created_after=2026-02-30T00:00:00Z', '?created_after'],
    ['created_after=2026-03-02', '?created_after'],
    ['created_after=2026-03-02T00:00:00', '?created_after'],
    ['created_before=1', '?created_before'],
    ['created_before=', '?created_before'],
    ['created_before=%00', '?created_before'],
    ['created_before=9'.repeat(30), '?created_before'],
    ['external_reference_id=a%00b', '?external_reference_id'],
    ['external_reference_id=%00', '?external_reference_id'],
    [`external_reference_id=${'x'.repeat(129)}`, '?external_reference_id'],
    ['external_reference_id=a&external_reference_id=b', '?external_reference_id'],
    ['offering_id=a&offering_id=b', '?offering_id'],
  ]
  test.each(filters)('the list of orders refuses the query %s', async (query, pointer) => {
    expectProblem(await corridor.get(`${corridor.organization}/orders?${query}`), {
      status: 400,
      code: 'invalid_request',
      ...(pointer === null ? {} : { pointers: [pointer] }),
    })
  })

  test.each([
    'offering_id=off_1',
    'offering_id=%00',
    'offering_id=',
    'external_reference_id=%FF',
    'external_reference_id=nothing',
    'created_after=9999-12-31T23:59:59Z',
    'created_before=0001-01-01T00:00:00Z',
  ])('the list of orders is empty for the query %s', async (query) =>
    expect((await corridor.get(`${corridor.organization}/orders?${query}`)).data).toEqual([]),
  )

  test('a query for a rate must name both currencies or neither, once each', async () => {
    const path = '/v1/liquidity-providers/ALPHA/exchange-rate'
    const wrong = (pointers: string[]): Expected => ({
      status: 400,
      code: 'invalid_request',
      pointers,
    })
    expectProblem(await corridor.get(`${path}?payin_currency=USDC`), wrong(['?payout_currency']))
    expectProblem(await corridor.get(`${path}?payout_currency=COP`), wrong(['?payin_currency']))
    expectProblem(
      await corridor.get(`${path}?payin_currency=USDC&payin_currency=USDC&payout_currency=COP`),
      wrong(['?payin_currency']),
    )
    expectProblem(await corridor.get(`${path}?amount=1`), {
      status: 400,
      code: 'unknown_field',
      pointers: ['?amount'],
    })
    expectProblem(await corridor.get(`${path}?payin_currency=usdc&payout_currency=%00`), {
      status: 404,
      code: 'not_found',
    })
  })

  test('a list accepts only cursors of its own', async () => {
    await corridor.order((await corridor.quote(offering.id)).id)
    await corridor.order((await corridor.quote(offering.id)).id)
    const cursorOf = async (list: string, key?: string): Promise<string> => {
      const { headers } = await corridor.get(
        `${list}${list.includes('?') ? '&' : '?'}limit=1`,
        key === undefined ? {} : { key },
      )
      return (
        new URL(
          /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '',
        ).searchParams.get('cursor') ?? ''
      )
    }
    const list = `${corridor.organization}/orders`
    const own = await cursorOf(list)
    const next = await corridor.get<unknown[]>(`${list}?limit=1&cursor=${own}`)
    expect(next.data.length).toBe(1)
    const flipped = (at: number) =>
      own.slice(0, at) + (own[at] === 'A' ? 'B' : 'A') + own.slice(at + 1)
    const [, other] = await corridor.organizations()
    const forged = [
      own.slice(0, -1),
      own.slice(1),
      own.slice(0, 16),
      `${own}A`,
      `${own}=`,
      `${own}%00`,
      flipped(0),
      flipped(20),
      flipped(own.length - 2),
      own.toUpperCase(),
      Buffer.from(own).toString('base64url'),
      await cursorOf('/v1/organizations'),
      await cursorOf('/v1/liquidity-providers'),
      await cursorOf(`${corridor.organization}/external_payment_instruments`),
      await cursorOf(`${list}?status=STEP_1_AWAITING_FUNDING`),
      await cursorOf(`/v1/organizations/${other?.id}/external_payment_instruments`),
    ]
    for (const cursor of forged) {
      expectProblem(await corridor.get(`${list}?limit=1&cursor=${cursor}`), {
        status: 400,
        code: 'invalid_cursor',
      })
    }
    expectProblem(await corridor.get(`/v1/organizations/${other?.id}/orders?cursor=${own}`), {
      status: 400,
      code: 'invalid_cursor',
    })
  })
})

describe('Accept headers', () => {
  test.each([
    'text/html',
    'application/json;q=0',
    'text/event-stream',
    'application/xml, text/*',
    ', ,',
    'json',
  ])('a read with Accept: %s gets 406', async (accept) => {
    expectProblem(await corridor.get(corridor.organization, { headers: { accept } }), {
      status: 406,
      code: 'not_acceptable',
    })
  })
})
