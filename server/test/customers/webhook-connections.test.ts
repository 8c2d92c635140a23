// Kept connections to webhook receivers: their reuse, their end, and what receivers see. Requests go to real receivers on
// loopback, because the dialer ignores the address.
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { createTargets, type Targets } from '../../src/platform/outgoing/target.ts'
import { dialerTo } from '../support/dialer.ts'

const PUBLIC = '93.184.215.14'
const OTHER = '93.184.215.15'
const cleanups: (() => void)[] = []
afterEach(() => cleanups.splice(0).forEach((end) => end()))

const OK = 'HTTP/1.1 204 No Content\r\n\r\n'
type Answer = (socket: Socket, request: { text: string; ofSocket: number; ofAll: number }) => void

/** Opens a receiver that answers on raw connections, and targets that connect to it. */
async function openRawReceiver(
  answer: Answer = (socket) => void socket.write(OK),
  resolve: () => readonly string[] = () => [PUBLIC],
) {
  const requests: string[] = []
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    let ofSocket = 0
    socket.on('error', () => undefined)
    // Each request is small and arrives whole, head and body, on loopback.
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString()
      if (!text.endsWith('{}')) return
      requests.push(text)
      answer(socket, { text, ofSocket: ++ofSocket, ofAll: requests.length })
      text = ''
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { dial, dialed } = dialerTo(port)
  const targets = createTargets(
    { environment: 'live', webhookTargets: 'public' },
    { resolve: () => Promise.resolve(resolve()), dial },
  )
  cleanups.push(() => {
    targets.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const isOpen = () => sockets.filter((socket) => !socket.closed && !socket.readableEnded).length
  return { targets, requests, dialed, open: isOpen }
}

const post = (targets: Targets, url = 'https://receiver.example/hook', endMs = 10_000) =>
  targets.post(url, {}, '{}', endMs).then(({ status }) => status)

test('sequential requests share a connection, and concurrent requests do not', async () => {
  const { targets, dialed, requests } = await openRawReceiver()
  for (let count = 0; count < 5; count++) expect(await post(targets)).toBe(204)
  expect(dialed).toEqual([PUBLIC])
  await Promise.all([post(targets), post(targets), post(targets)])
  expect(dialed).toHaveLength(3)
  expect(requests).toHaveLength(8)
})

test('endpoints with different hosts or ports have separate connections', async () => {
  const { targets, dialed } = await openRawReceiver()
  await post(targets)
  await post(targets, 'https://receiver.example/other-path')
  expect(dialed).toHaveLength(1)
  await post(targets, 'https://other.example/hook')
  await post(targets, 'https://receiver.example:8443/hook')
  expect(dialed).toHaveLength(3)
})

test('a name with a new address keeps its open connection, and the next connection is checked again', async () => {
  const answers = [[PUBLIC], [OTHER], ['127.0.0.1']]
  const { targets, dialed, requests } = await openRawReceiver(
    (socket, { text }) => {
      // The receiver announces the last request of each connection.
      if (text.includes('/last'))
        socket.write('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n')
      else socket.write(OK)
    },
    () => answers.shift() ?? [],
  )
  await post(targets)
  await post(targets, 'https://receiver.example/last')
  expect(dialed).toEqual([PUBLIC])
  await post(targets, 'https://receiver.example/last')
  expect(dialed).toEqual([PUBLIC, OTHER])
  await expect(post(targets)).rejects.toMatchObject({ code: 'address_not_allowed' })
  expect([dialed.length, requests.length]).toEqual([2, 3])
})

test('a request is repeated on a new connection, in the same attempt, when the receiver closes the kept one', async () => {
  const { targets, dialed, requests } = await openRawReceiver((socket, { ofSocket }) => {
    if (ofSocket === 1) socket.write(OK)
    else socket.destroy()
  })
  await post(targets)
  expect(await post(targets)).toBe(204)
  expect([dialed.length, requests.length]).toEqual([2, 3])
})

test('an attempt fails when the receiver closes a new connection', async () => {
  const { targets, requests } = await openRawReceiver((socket) => socket.destroy())
  await expect(post(targets)).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(requests).toHaveLength(1)
})

test('unrequested data from a receiver closes the connection and answers no request', async () => {
  const { targets, dialed } = await openRawReceiver((socket, { ofAll }) => {
    socket.write(OK)
    if (ofAll === 1) setTimeout(() => socket.write('HTTP/1.1 410 Gone\r\n\r\n'), 20)
  })
  expect(await post(targets)).toBe(204)
  await sleep(300)
  expect(await post(targets)).toBe(204)
  expect(dialed).toHaveLength(2)
})

test('an overlong or late answer closes its connection', async () => {
  const { targets, dialed } = await openRawReceiver((socket, { ofAll }) => {
    if (ofAll === 1)
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 9000\r\n\r\n${'x'.repeat(9000)}`)
    else if (ofAll > 2) socket.write(OK)
  })
  expect(await post(targets)).toBe(200)
  await expect(post(targets, undefined, 300)).rejects.toThrow()
  expect(await post(targets)).toBe(204)
  expect(dialed).toHaveLength(3)
})

test('an idle connection is closed within seconds, and all are closed at the end', async () => {
  const { targets, open } = await openRawReceiver()
  await Promise.all(Array.from({ length: 20 }, () => post(targets)))
  expect(open()).toBe(20)
  await expect.poll(open).toBe(0)
  await post(targets)
  expect(open()).toBe(1)
  targets.close()
  await expect.poll(open).toBe(0)
})

test('many receivers leave no more than 128 idle connections', async () => {
  const { targets, dialed, open } = await openRawReceiver()
  const urls = Array.from({ length: 160 }, (_, index) => `https://receiver-${index}.example/`)
  for (let at = 0; at < urls.length; at += 40)
    await Promise.all(urls.slice(at, at + 40).map((url) => post(targets, url)))
  expect(dialed).toHaveLength(160)
  await expect.poll(open).toBeLessThanOrEqual(128)
})
