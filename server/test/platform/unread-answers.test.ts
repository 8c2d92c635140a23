// A caller that requests much and reads nothing gets a bounded part of the memory, and harms only itself.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { testService } from '../support/service.ts'

/** As many as the gate queues for one organization. Each answer has almost 0.5 MB, more than the kernel buffers. */
const PIPELINED = 90

const lines: string[] = []
const sockets: Socket[] = []
const corridor = await forFile(
  testService({
    worker: false,
    log: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
  }),
)
const path = `${corridor.organization}/orders`
const offering = await corridor.offering()
for (let made = 0; made < 200; made++)
  await corridor.order((await corridor.quote(offering.id, '100.00')).id)
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()))

/** Requests a number of pages at once and reads none. */
function requestAndStall(count: number): Socket {
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

test('unread pages are refused before they fill the memory; other callers are served', async () => {
  const isRefused = async () => (await page()).text.includes('not being read')
  let isSeen = false
  for (let tries = 0; !isSeen && tries < 600; tries++) {
    if (tries % 20 === 0) requestAndStall(PIPELINED)
    await sleep(100)
    isSeen = await isRefused()
  }
  expect(isSeen, 'a refusal states the reason').toBe(true)
  const { key } = await corridor.newKey()
  expect((await page(key)).status).toBe(200)

  sockets.splice(0).forEach((socket) => socket.destroy())
  for (let tries = 0; tries < 1200 && (await page()).status !== 200; tries++) await sleep(50)
  expect((await page()).status, 'once their connections are closed').toBe(200)
})

test('a caller that disconnects before its body arrives causes no database error in the log', async () => {
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
  // The interrupted request has no answer; the next request shows that the service is past it.
  await sleep(500)
  expect((await page()).status).toBe(200)
  expect(lines.filter((line) => line.includes('request failed'))).toEqual([])
})
