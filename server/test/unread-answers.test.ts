// A caller who asks for much and reads nothing takes a bounded part of the memory, and only his own.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { testService, type TestService } from './support/service.ts'

/** As many as wait at the gate for one organization, of almost half a megabyte each: more than the kernel keeps. */
const PIPELINED = 90

let corridor: TestService
const lines: string[] = []
let path: string
const sockets: Socket[] = []
beforeAll(async () => {
  corridor = await testService({
    worker: false,
    log: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
  })
  path = `${corridor.organization}/orders`
  const offering = await corridor.offering()
  for (let made = 0; made < 200; made++)
    await corridor.order((await corridor.quote(offering.id, '100.00')).id)
})
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()))
afterAll(() => corridor.close())

/** Asks for so many pages at once and reads none of them. */
function askAndStall(count: number): Socket {
  const { hostname, port } = new URL(corridor.url)
  const socket = connect({ host: hostname, port: Number.parseInt(port, 10) })
  sockets.push(socket.pause())
  const key = corridor.sandbox.api_key
  socket.write(
    `GET ${path}?limit=200 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n\r\n`.repeat(
      count,
    ),
  )
  return socket
}

const page = (key?: string) => corridor.get(`${path}?limit=200`, key === undefined ? {} : { key })

test('pages that nobody reads are refused before they fill the memory; others are served', async () => {
  const isRefused = async () => (await page()).text.includes('not being read')
  let isSeen = false
  for (let tries = 0; !isSeen && tries < 600; tries++) {
    if (tries % 20 === 0) askAndStall(PIPELINED)
    await sleep(100)
    isSeen = await isRefused()
  }
  expect(isSeen, 'a refusal that says why').toBe(true)
  const { key } = await corridor.newKey()
  expect((await page(key)).status).toBe(200)

  sockets.splice(0).forEach((socket) => socket.destroy())
  for (let tries = 0; tries < 1200 && (await page()).status !== 200; tries++) await sleep(50)
  expect((await page()).status, 'once their connections are closed').toBe(200)
})

test('a caller who leaves before the body is there says nothing of the database', async () => {
  const { hostname, port } = new URL(corridor.url)
  for (let index = 0; index < 5; index++) {
    const socket = connect({ host: hostname, port: Number.parseInt(port, 10) })
    sockets.push(socket)
    socket.write(
      `POST ${corridor.organization}/quotes HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${corridor.sandbox.api_key}\r\n` +
        'idempotency-key: a\r\ncontent-type: application/json\r\ncontent-length: 200\r\n\r\n{"off',
    )
    await sleep(50)
    socket.resetAndDestroy()
  }
  // Its own answer goes nowhere; the next request shows that the service is past it.
  await sleep(500)
  expect((await page()).status).toBe(200)
  expect(lines.filter((line) => line.includes('cannot serve'))).toEqual([])
})
