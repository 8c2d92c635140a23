// Refused fields: amounts, types, lengths, details of instruments, external references.
import { describe, expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { operationsOf, WALLET, type Operation } from '../support/operations.ts'
import { testService } from '../support/service.ts'

const corridor = await forFile(testService({ worker: false }))
const offering = await corridor.offering()

const { organizations, instruments, quotes, orders, simulation, refusedAndForgotten } =
  operationsOf(() => ({ corridor, offering }))

describe('amounts', () => {
  const malformed: unknown[] = [
    1,
    1000.5,
    1e21,
    null,
    true,
    [],
    ['1.00'],
    {},
    '1e999999',
    '1E5',
    'NaN',
    'Infinity',
    '-Infinity',
    '+1',
    ' 1',
    '1 ',
    '1\n',
    '\t1',
    '0x10',
    '1_0',
    '0b1',
    '\u0661\u0660',
    '\uff11\uff10',
    '\u0967',
    '1,5',
    '1,000.00',
    '1.000,00',
    '.5',
    '5.',
    '.',
    '01',
    '00',
    '-0',
    '-1',
    '- 1',
    '',
    ' ',
    '1.2.3',
    '1000.00 USDC',
    '$1',
    '1n',
    'null',
    '1000000000000000000',
    '1.0000000000000000001',
    '9'.repeat(5000),
    '\u22121',
    '1\u00a0000',
    '\u200b1',
    '1/2',
    '½',
  ]
  for (const side of ['payin_amount', 'payout_amount']) {
    test.each(malformed)(`${side} %j is refused as malformed`, (amount) =>
      refusedAndForgotten(quotes, () => ({ body: { offering_id: offering.id, [side]: amount } }), {
        status: 400,
        code: 'invalid_amount',
        pointers: [`/${side}`],
      }),
    )

    test.each(['0', '0.0', '0.00'])(`${side} %s is refused as not positive`, (amount) =>
      refusedAndForgotten(quotes, () => ({ body: { offering_id: offering.id, [side]: amount } }), {
        status: 422,
        code: 'amount_not_positive',
        pointers: [`/${side}`],
      }),
    )
  }

  test.each([
    ['payin_amount', '1000.0000001'],
    ['payin_amount', '1000.000000000000000001'],
    ['payout_amount', '4000000.001'],
  ])('%s %s is refused: more decimals than the currency has', (side, amount) =>
    refusedAndForgotten(quotes, () => ({ body: { offering_id: offering.id, [side]: amount } }), {
      status: 422,
      code: 'amount_precision',
      pointers: [`/${side}`],
    }),
  )

  test('an amount with trailing zeros is accepted', async () => {
    const reply = await corridor.post(`${corridor.organization}/quotes`, {
      offering_id: offering.id,
      payin_amount: '1000.000000',
    })
    expect(reply.status).toBe(201)
  })

  test.each([
    ['payin_amount', '9.999999'],
    ['payin_amount', '0.000001'],
    ['payin_amount', '250000.000001'],
    ['payin_amount', '1000000000000.000000'],
    ['payin_amount', '999999999999999999'],
    ['payin_amount', '999999999999999999.99'],
    ['payout_amount', '1.00'],
    ['payout_amount', '999999999999999999.99'],
    ['payout_amount', '9999999999999999.99'],
  ])('%s %s is refused outside the limits, and the answer states them', async (side, amount) => {
    await refusedAndForgotten(
      quotes,
      () => ({ body: { offering_id: offering.id, [side]: amount } }),
      {
        status: 422,
        code: 'amount_out_of_limits',
        pointers: [`/${side}`],
      },
    )
    const refused = await corridor.post(`${corridor.organization}/quotes`, {
      offering_id: offering.id,
      [side]: amount,
    })
    expect(refused.problem['limits']).toEqual(offering.payin.limits)
  })

  test.each(['10.00', '250000.00'])('an amount at the limit, %s, is accepted', async (amount) => {
    expect((await corridor.quote(offering.id, amount)).payin.total).toBe(amount)
  })
})

describe('faulty fields', () => {
  test.each<[Operation, (right: object) => object, string]>([
    [quotes, () => ({ payin_amount: '1000.00' }), '/offering_id'],
    [quotes, () => ({ payin_amount: '1000.00', offering_id: 1 }), '/offering_id'],
    [quotes, () => ({ payin_amount: '1000.00', offering_id: null }), '/offering_id'],
    [quotes, () => ({ offering_id: offering.id }), '/payin_amount'],
    [quotes, (right) => ({ ...right, payout_amount: '1.00' }), '/payin_amount'],
    [orders, () => ({}), '/quote_id'],
    [orders, () => ({ quote_id: ['a'] }), '/quote_id'],
    [organizations, (right) => ({ ...right, name: '' }), '/name'],
    [organizations, (right) => ({ ...right, name: 'x'.repeat(201) }), '/name'],
    [organizations, (right) => ({ ...right, name: 'a\nb' }), '/name'],
    [organizations, (right) => ({ ...right, contact: 'me' }), '/contact'],
    [
      organizations,
      (right) => ({ ...right, contact: { email: 'nobody', first_name: 'A', last_name: 'B' } }),
      '/contact/email',
    ],
    [
      organizations,
      (right) => ({ ...right, contact: { email: 'a@b.example', first_name: 'A' } }),
      '/contact/last_name',
    ],
    [instruments, (right) => ({ ...right, alias: 5 }), '/alias'],
    [instruments, (right) => ({ ...right, currency: 'usdc' }), '/currency'],
    [instruments, (right) => ({ ...right, method: 'CASH' }), '/method'],
    [instruments, (right) => ({ ...right, details: 'x' }), '/details'],
    [simulation, () => ({ request_id: 7 }), '/request_id'],
    [simulation, () => ({ request_id: 'x'.repeat(256) }), '/request_id'],
  ])('a fault in the body of $name is reported at its field', (operation, change, pointer) =>
    refusedAndForgotten(operation, (right) => ({ body: change(right) }), {
      status: 400,
      code: 'invalid_request',
      pointers: [pointer],
    }),
  )

  test('a fault inside an object is reported with the whole path', () =>
    refusedAndForgotten(
      organizations,
      (right) => ({
        body: {
          ...right,
          contact: { email: 'a@b.example', first_name: 'A', last_name: 'B', fax: '1' },
        },
      }),
      {
        status: 400,
        code: 'unknown_field',
        pointers: ['/contact/fax'],
      },
    ))

  test.each([
    [{ currency: 'COP' }, '/currency'],
    [{ details: { address: 'x' } }, '/details/address'],
    [{ details: {} }, '/details/address'],
  ])('an instrument field that does not fit the method is reported: %j', (change, pointer) =>
    refusedAndForgotten(instruments, (right) => ({ body: { ...right, ...change } }), {
      status: 422,
      code: 'invalid_details',
      pointers: [pointer],
    }),
  )

  test('an unknown field of the details is reported', async () => {
    const bad = await corridor.post(`${corridor.organization}/external_payment_instruments`, {
      alias: 'a',
      currency: 'USDC',
      method: 'SOLANA_ADDRESS',
      details: { address: WALLET, memo: 'x' },
    })
    expect(bad.problem.errors?.map((error) => error.pointer)).toEqual(['/details/memo'])
  })
})

describe('external references', () => {
  test.each([
    ['empty', ''],
    ['too long', 'x'.repeat(129)],
    ['a line break', 'a\nb'],
    ['DEL', 'a\u007f'],
    ['a C1 control', 'a\u0085'],
    ['a number', 7],
    ['an object', {}],
  ])('a reference is refused when it is or has: %s', (_what, reference) =>
    refusedAndForgotten(
      orders,
      (right) => ({ body: { ...right, external_reference_id: reference } }),
      {
        status: 400,
        code: 'invalid_request',
        pointers: ['/external_reference_id'],
      },
    ),
  )

  test.each([
    ['one character', 'x'],
    ['128 characters', 'y'.repeat(128)],
    ['128 emoji', '\u{1f4b8}'.repeat(128)],
    ['other scripts', 'Счёт 42 / 請求書'],
    ['SQL', "'; drop table orders; --"],
  ])('a reference is stored unchanged and found again: %s', async (_what, reference) => {
    const { data } = await corridor.post<{ id: string; external_reference_id: string }>(
      `${corridor.organization}/orders`,
      {
        ...(await orders.body()),
        external_reference_id: reference,
      },
    )
    expect(data.external_reference_id).toBe(reference)
    const found = await corridor.get<{ id: string }[]>(
      `${corridor.organization}/orders?external_reference_id=${encodeURIComponent(reference)}`,
    )
    expect(found.data.map((order) => order.id)).toEqual([data.id])
  })

  test('a reference can be used once', async () => {
    const first = await corridor.post(`${corridor.organization}/orders`, {
      ...(await orders.body()),
      external_reference_id: 'invoice-1',
    })
    expect(first.status).toBe(201)
    await refusedAndForgotten(
      orders,
      (right) => ({ body: { ...right, external_reference_id: 'invoice-1' } }),
      {
        status: 409,
        code: 'external_reference_taken',
      },
    )
  })
})
