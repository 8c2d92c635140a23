// Answers that were sent and that their readers have not taken yet. They stay in memory until then, so each key may
// leave so many bytes unread, and a reader who has not taken an answer in time is cut off.
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { retryLater } from '../errors.ts'

/** Shorter answers are not counted: the limits of requests bound them well enough. */
const LONG_BYTES = 16 * 1024
const MOST_BYTES_OF_A_KEY = 16 * 1024 * 1024

export type Unread = {
  /** Throws rate_limited where the readers of a key have left too much. */
  refuseMore(keyId: string): void
  /** An answer of so many bytes is on its way. */
  add(keyId: string, bytes: number, response: ServerResponse): void
}

export function createUnread(drainTimeoutMs: number): Unread {
  const bytesOf = new Map<string, number>()
  // One listener for each connection, however many answers wait on it: a response whose turn has not come is not
  // told that its connection has closed.
  const waiting = new WeakMap<Socket, Set<() => void>>()

  function waitingOn(socket: Socket): Set<() => void> {
    const known = waiting.get(socket)
    if (known !== undefined) return known
    const ends = new Set<() => void>()
    waiting.set(socket, ends)
    socket.once('close', () => ends.forEach((end) => end()))
    return ends
  }

  return {
    refuseMore(keyId) {
      if ((bytesOf.get(keyId) ?? 0) < MOST_BYTES_OF_A_KEY) return
      throw retryLater(
        'rate_limited',
        5,
        'Answers to this key are not being read. Read them, or close their connections.',
      )
    },
    add(keyId, bytes, response) {
      const { socket } = response.req
      if (bytes < LONG_BYTES || socket.destroyed) return
      const ends = waitingOn(socket)
      const timer = setTimeout(() => socket.destroy(), drainTimeoutMs)
      const end = () => {
        if (!ends.delete(end)) return
        clearTimeout(timer)
        const left = (bytesOf.get(keyId) ?? 0) - bytes
        if (left > 0) bytesOf.set(keyId, left)
        else bytesOf.delete(keyId)
      }
      ends.add(end)
      bytesOf.set(keyId, (bytesOf.get(keyId) ?? 0) + bytes)
      response.once('close', end)
    },
  }
}
