// Several requests on one connection: each gets its own answer, and no refused request has an effect.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { bytesOf, expectProblem, json, rawHttp } from '../support/raw-http.ts'
import { testService } from '../support/service.ts'

const corridor = await forFile(testService({ worker: false }))

const { open, authorization, get } = rawHttp(() => corridor)

describe('one connection', () => {
  const right = () =>
    bytesOf(
      'POST',
      `${corridor.organization}/offerings`,
      [authorization(), json, `Idempotency-Key: ${randomUUID()}`],
      '{}',
    )

  test('stays open after refusals that leave the start of the next request clear', async () => {
    const connection = open()
    const orders = `${corridor.organization}/orders`
    const refused: [string, number][] = [
      [get([]), 401],
      [bytesOf('POST', orders, [json], '{"quote_id":"x"}'), 401],
      [get([authorization()], '/v1/nothing'), 404],
      [bytesOf('POST', orders, [authorization(), json, 'Idempotency-Key: a'], '{'), 400],
      [bytesOf('POST', orders, [authorization(), json], '{}'), 400],
      [
        bytesOf(
          'POST',
          orders,
          [authorization(), 'Content-Type: text/plain', 'Idempotency-Key: a'],
          'GET / HTTP/1.1\r\n\r\n',
        ),
        415,
      ],
      [bytesOf('POST', orders, [authorization(), 'Idempotency-Key: a'], 'no type'), 415],
      [bytesOf('PUT', orders, [authorization(), json], '{}'), 405],
      [get([authorization(), 'Accept: text/html']), 406],
      [
        bytesOf('POST', orders, [authorization(), json, 'Idempotency-Key: a'], '{"quote_id":"x"}'),
        404,
      ],
    ]
    for (const [bytes, status] of refused) {
      connection.send(bytes)
      expect((await connection.answer())?.status).toBe(status)
    }
    connection.send(get())
    expect((await connection.answer())?.status).toBe(200)
    connection.destroy()
  })

  test('answers pipelined requests in order', async () => {
    const connection = open()
    connection.send(get() + get([]) + right() + get([authorization()], '/v1/nothing') + get())
    const statuses: (number | undefined)[] = []
    for (let count = 0; count < 5; count++) statuses.push((await connection.answer())?.status)
    expect(statuses).toEqual([200, 401, 201, 404, 200])
    connection.destroy()
  })

  test('never parses a refused body as the next request', async () => {
    const smuggled = `${get()}${' '.repeat(66_000)}`
    const connection = open()
    connection.send(
      bytesOf(
        'POST',
        `${corridor.organization}/offerings`,
        [authorization(), json, `Idempotency-Key: ${randomUUID()}`],
        smuggled,
      ),
    )
    expectProblem(await connection.answer(), 413, 'body_too_large')
    const chunked = open()
    chunked.send(
      bytesOf('POST', `${corridor.organization}/offerings`, [
        authorization(),
        json,
        `Idempotency-Key: ${randomUUID()}`,
        'Transfer-Encoding: chunked',
      ]),
    )
    for (let count = 0; count < 70; count++) chunked.send(`400\r\n${' '.repeat(1024)}\r\n`)
    expectProblem(await chunked.answer(), 413, 'body_too_large')
    await sleep(200)
    expect(connection.rest() + chunked.rest()).toBe('')
    connection.destroy()
    chunked.destroy()
  })

  test('never gives the refusal of a later request to an earlier one that may have had an effect', async () => {
    const before = await corridor.database.owner.query(
      'select count(*)::int as count from offering_batches',
    )
    const connection = open()
    connection.send(`${right()}\0garbage\r\n\r\n`)
    const first = await connection.answer()
    if (first !== undefined) expect(first.status).toBe(201)
    await connection.closed()
    await sleep(100)
    const after = await corridor.database.owner.query(
      'select count(*)::int as count from offering_batches',
    )
    if (first !== undefined) expect(after.rows[0].count).toBe(before.rows[0].count + 1)
  })

  test('can break off inside a request without harm to others', async () => {
    const whole = right()
    for (const length of [1, 10, 60, whole.length - 1, whole.length]) {
      const connection = open()
      connection.send(whole.slice(0, length))
      await sleep(5)
      connection.destroy()
    }
    const halfClosed = open()
    halfClosed.socket.end(whole.slice(0, -1))
    await halfClosed.closed()
    expect((await corridor.get('/v1/organizations')).status).toBe(200)
  })

  test('accepts a chunked body and a request without a length', async () => {
    const head = (extra: string) =>
      bytesOf('POST', `${corridor.organization}/offerings`, [
        authorization(),
        json,
        `Idempotency-Key: ${randomUUID()}`,
        extra,
      ])
    const connection = open()
    connection.send(`${head('Transfer-Encoding: chunked')}1\r\n{\r\n1\r\n}\r\n0\r\n\r\n`)
    expect((await connection.answer())?.status).toBe(201)
    connection.send(head('Content-Length: 0'))
    expect((await connection.answer())?.status).toBe(201)
    connection.destroy()
  })
})
