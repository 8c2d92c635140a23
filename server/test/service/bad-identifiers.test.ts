// Unknown and malformed identifiers: each gets the answer of an unknown one.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { expectProblem, operationsOf } from '../support/operations.ts'
import { testService } from '../support/service.ts'

const corridor = await forFile(testService({ worker: false }))
const offering = await corridor.offering()

const { instruments, quotes, orders, everything, refusedAndForgotten } = operationsOf(() => ({
  corridor,
  offering,
}))

describe('identifiers', () => {
  /** Malformed variants of an identifier. `unknown` is well formed and names nothing. */
  const variants = (id: string): Record<string, string> => {
    const [prefix = '', suffix = ''] = id.split('_')
    return {
      'upper case': id.toUpperCase(),
      'an upper-case suffix': `${prefix}_${suffix.toUpperCase()}`,
      'another prefix': `key_${suffix}`,
      'no prefix': suffix,
      'a UUID': randomUUID(),
      short: id.slice(0, -1),
      long: `${id}0`,
      'over-long': 'x'.repeat(3000),
      'a letter of no alphabet': `${id.slice(0, -1)}u`,
      'past 128 bits': `${prefix}_8${suffix.slice(1)}`,
      NUL: `${id}%00`,
      'NUL inside': `${id.slice(0, 10)}%00${id.slice(11)}`,
      'only NUL': '%00',
      unicode: '%C3%BCn%C3%AF',
      'full-width digits': `${prefix}_%EF%BC%90${suffix.slice(1)}`,
      'bad UTF-8': '%FF',
      'half an escape': '%',
      'a slash, escaped': `${id}%2F..`,
      'a blank': `${id}%20`,
      __proto__: '__proto__',
      constructor: 'constructor',
      SQL: "'%20or%20'1'='1",
      '-1': '-1',
      unknown: `${id.slice(0, -20)}${'0'.repeat(20)}`,
    }
  }
  const names = Object.keys(variants('org_01jqe8m2x4fv5s0t6w7y8z9abc')).filter(
    (name) => name !== 'unknown',
  )

  async function paths(): Promise<
    { method: string; path: (id: string) => string; id: string; body?: unknown }[]
  > {
    const quote = await corridor.quote(offering.id)
    const order = await corridor.order(quote.id)
    const instrument = offering.payin.external_payment_instrument.id
    const { organization, sandbox } = corridor
    const unused = { quote_id: (await corridor.quote(offering.id)).id }
    const ofOrganization = (rest: string, method = 'GET', body?: unknown) => ({
      method,
      path: (id: string) => `/v1/organizations/${id}${rest}`,
      id: sandbox.organization_id,
      body,
    })
    const of = (kind: string, id: string, rest = '', method = 'GET', body?: unknown) => ({
      method,
      path: (other: string) => `${organization}/${kind}/${other}${rest}`,
      id,
      body,
    })
    return [
      ofOrganization(''),
      ofOrganization('/configured-routes'),
      ofOrganization('/external_payment_instruments'),
      ofOrganization('/external_payment_instruments', 'POST', await instruments.body()),
      ofOrganization(`/external_payment_instruments/${instrument}`),
      ofOrganization(`/external_payment_instruments/${instrument}`, 'DELETE'),
      ofOrganization('/offerings', 'POST', {}),
      ofOrganization(`/offerings/${offering.id}`),
      ofOrganization('/quotes', 'POST', await quotes.body()),
      ofOrganization(`/quotes/${quote.id}`),
      ofOrganization('/orders', 'POST', unused),
      ofOrganization('/orders'),
      ofOrganization(`/orders/${order.id}`),
      ofOrganization(`/orders/${order.id}/simulate-demo-funding`, 'POST', {}),
      of('external_payment_instruments', instrument),
      of('external_payment_instruments', instrument, '', 'DELETE'),
      of('offerings', offering.id),
      of('quotes', quote.id),
      of('orders', order.id),
      of('orders', order.id, '/simulate-demo-funding', 'POST', {}),
    ]
  }

  test.each(names)(
    'a malformed identifier in a path (%s) gets the same bytes as an unknown one',
    async (name) => {
      const known = await paths()
      const before = await everything()
      for (const { method, path, id, body } of known) {
        const answerTo = async (wrong: string) => {
          const reply = await corridor.call(method, path(wrong), {
            body,
            headers: { 'x-request-id': 'same' },
          })
          expect(reply.status, `${method} ${path(wrong)}`).toBe(404)
          expectProblem(reply, { status: 404, code: 'not_found' })
          expect(reply.problem.instance).toBe(path(wrong))
          const headers = Object.fromEntries(
            [...reply.headers].filter(
              ([header]) => !/^(date|content-length|ratelimit-(remaining|reset))$/.test(header),
            ),
          )
          return { text: reply.text.replace(JSON.stringify(path(wrong)), '"PATH"'), headers }
        }
        expect(await answerTo(variants(id)[name] ?? ''), `${method} ${path(name)}`).toEqual(
          await answerTo(variants(id)['unknown'] ?? ''),
        )
      }
      expect(await everything()).toEqual(before)
    },
  )

  test.each([quotes, orders])(
    'a malformed identifier in the body of $name gets the answer of an unknown one',
    async (operation) => {
      const path = await operation.path()
      const field = operation === quotes ? 'offering_id' : 'quote_id'
      const right = await operation.body()
      const texts = new Set<string>()
      for (const wrong of [
        ...Object.values(variants(offering.id)),
        '',
        ' ',
        'ü',
        '\ufeff',
        '\u202e',
      ]) {
        const reply = await corridor.post(
          path,
          { ...right, [field]: wrong },
          { headers: { 'x-request-id': 'same' } },
        )
        expectProblem(reply, { status: 404, code: 'not_found' })
        texts.add(reply.text)
      }
      expect(texts.size).toBe(1)
    },
  )

  test('an unknown identifier leaves the idempotency key free', async () => {
    await refusedAndForgotten(quotes, (right) => ({ body: { ...right, offering_id: 'off_1' } }), {
      status: 404,
      code: 'not_found',
    })
    await refusedAndForgotten(orders, () => ({ body: { quote_id: 'qt_1' } }), {
      status: 404,
      code: 'not_found',
    })
  })

  test.each([
    'NOBODY',
    '__proto__',
    'constructor',
    '%00',
    'ALPHA%00',
    'alpha',
    '%F0%9F%92%B8',
    'x'.repeat(3000),
    '%',
  ])('a provider name %s names no provider', async (name) => {
    expectProblem(await corridor.get(`/v1/liquidity-providers/${name}/exchange-rate`), {
      status: 404,
      code: 'not_found',
    })
  })
})
