// A statement may be uploaded over a slow line. Senders that stall or trickle are ended, and keep neither the places of
// others nor memory. Every other request keeps its limit of time.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { newPerson, openDesk, type Person } from '../support/desk.ts'
import { expectProblem, json, rawHttp } from '../support/raw-http.ts'

/** Of every other request, and a busy machine. */
const REQUEST_MS = 20_000
const PATIENCE_MS = 120_000

const people = new Map<string, Person>()
const names = ['slow', 'stalls', 'trickles', 'goes', 'other', 'large']
const desk = await forFile(openDesk())
const { corridor } = desk
for (const name of names) people.set(name, await newPerson(desk, name, 'treasurer'))

const { open, authorization } = rawHttp(() => corridor)

const query = new URLSearchParams({
  account: 'rail:sandbox',
  currency: 'COP',
  reason: 'a test',
  columns: 'date:Fecha,amount:Valor,reference:Ref',
}).toString()

/** Begins an upload in chunks, as this person. */
function upload(who: string) {
  const connection = open()
  connection.send(
    [
      `POST /operator/v1/reconciliations?${query} HTTP/1.1`,
      'Host: corridor',
      `Authorization: Bearer ${people.get(who)?.token}`,
      'Content-Type: text/csv',
      'Transfer-Encoding: chunked',
      '',
      '',
    ].join('\r\n'),
  )
  const send = (text: string) =>
    connection.send(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`)
  return { ...connection, send, end: () => connection.send('0\r\n\r\n') }
}

const statement = (reference: string) => `Fecha,Valor,Ref\n2026-03-02,1.50,${reference}\n`
/** The statement is whole: nobody else is kept out. */
const reconcile = (who: string, reference: string) =>
  corridor.call('POST', `/operator/v1/reconciliations?${query}`, {
    key: people.get(who)?.token ?? null,
    idempotencyKey: null,
    rawBody: statement(reference),
    headers: { 'content-type': 'text/csv' },
  })

/** Both uploads that a person may have at once. One that a try to upload kept out is begun again. */
async function bothUploads(who: string) {
  const accepted = new Set<ReturnType<typeof upload>>()
  const tryAnother = async () => {
    while (accepted.size < 2) {
      const sender = upload(who)
      accepted.add(sender)
      sender.socket.once('data', () => accepted.delete(sender))
      sender.send('Fecha,Valor,')
    }
    return (await reconcile(who, 'X')).status
  }
  await expect.poll(tryAnother).toBe(429)
  return [...accepted]
}

describe.concurrent('an upload', () => {
  test(
    'over a slow line is taken, though it lasts longer than any other request',
    async () => {
      const sender = upload('slow')
      const from = Date.now()
      sender.send(statement('SLOW-1'))
      // A blank row of 60,000 characters in a second, which is 469 kbit/s.
      while (Date.now() - from < REQUEST_MS + 15_000) {
        sender.send(`${' '.repeat(60_000)}\n`)
        await sleep(1000)
      }
      sender.end()
      expect((await sender.answer({ withinMs: PATIENCE_MS }))?.status).toBe(201)
      sender.destroy()
    },
    3 * PATIENCE_MS,
  )

  test.each([
    ['that stalls', 'stalls', 0],
    ['that trickles', 'trickles', 100],
  ])(
    '%s is ended with an answer, and keeps no turn of others meanwhile',
    async (_what, who, bytes) => {
      const from = Date.now()
      const senders = await bothUploads(who)
      const trickling = setInterval(() => {
        if (bytes > 0) for (const sender of senders) sender.send(' '.repeat(bytes))
      }, 1000)
      expect((await reconcile('other', `BESIDE-${who}`)).status).toBe(201)
      for (const sender of senders) {
        const answer = await sender.answer({ withinMs: PATIENCE_MS })
        expectProblem(answer, 408, 'request_timeout')
        expect(answer.problem['detail']).toMatch(/32 KiB/)
      }
      expect(Date.now() - from).toBeGreaterThan(REQUEST_MS)
      clearInterval(trickling)
      expect((await reconcile(who, `AFTER-${who}`)).status).toBe(201)
      for (const sender of senders) await sender.closed()
    },
    3 * PATIENCE_MS,
  )
})

describe('another upload', () => {
  test(
    'whose sender is gone gives its place back at once',
    async () => {
      const senders = await bothUploads('goes')
      const from = Date.now()
      for (const sender of senders) sender.destroy()
      await expect
        .poll(async () => (await reconcile('goes', 'GONE-1')).status, { timeout: PATIENCE_MS })
        .toBe(201)
      expect(Date.now() - from).toBeLessThan(REQUEST_MS)
    },
    3 * PATIENCE_MS,
  )

  test(
    'that is too large is refused while it arrives, and its sender reads why',
    async () => {
      const sender = upload('large')
      sender.send('Fecha,Valor,Ref\n')
      const megabyte = `${`${' '.repeat(1023)}\n`.repeat(1024)}`
      let answered = false
      const answer = sender.answer({ withinMs: PATIENCE_MS }).finally(() => (answered = true))
      for (let sent = 0; sent < 140 && !answered; sent += 1) {
        sender.send(megabyte)
        while (sender.socket.writableLength > 8 * 1024 * 1024 && !answered) await sleep(5)
        await sleep(0)
      }
      const refused = await answer
      expectProblem(refused, 422, 'statement_unreadable')
      expect(refused.problem['detail']).toMatch(/larger than 134217728 bytes/)
      sender.destroy()
    },
    3 * PATIENCE_MS,
  )

  test(
    'by nobody who signed in is refused at once',
    async () => {
      const sender = upload('nobody')
      sender.send('Fecha,Valor,')
      expectProblem(await sender.answer({ withinMs: PATIENCE_MS }), 401, 'not_signed_in')
      sender.destroy()
    },
    PATIENCE_MS,
  )
})

test(
  '200 other requests whose bodies stall are ended in the same time, and others are answered',
  async () => {
    const stalled = Array.from({ length: 200 }, () => {
      const connection = open()
      connection.send(
        [
          `POST ${corridor.organization}/offerings HTTP/1.1`,
          'Host: corridor',
          authorization(),
          json,
          `Idempotency-Key: ${randomUUID()}`,
          'Content-Length: 1000',
          '',
          '{',
        ].join('\r\n'),
      )
      return connection
    })
    const from = Date.now()
    await sleep(500)
    const heldBytes = process.memoryUsage().heapUsed
    for (let asked = 0; asked < 10; asked += 1) {
      expect((await corridor.get('/v1/organizations')).status).toBe(200)
      expect((await reconcile('other', `STALLED-${asked}`)).status).toBe(201)
    }
    for (const connection of stalled) {
      expectProblem(await connection.answer({ withinMs: PATIENCE_MS }), 408, 'request_timeout')
      await connection.closed()
    }
    expect(Date.now() - from).toBeGreaterThan(REQUEST_MS - 5000)
    expect(process.memoryUsage().heapUsed - heldBytes).toBeLessThan(64 * 1024 * 1024)
  },
  3 * PATIENCE_MS,
)
