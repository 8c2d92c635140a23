// Limits sent answers that clients have not read. They stay in memory until then. So each key may leave 16 MiB unread,
// and a client that does not read in time is disconnected.
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { retryLater } from '../errors.ts'

/** Shorter answers are not counted: the rate limit bounds them well enough. */
const LONG_BYTES = 16 * 1024
const MOST_BYTES_OF_A_KEY = 16 * 1024 * 1024

export type Unread = {
  /** Throws rate_limited when the key has left too many bytes unread. */
  refuseMore(keyId: string): void
  /** Counts an answer until its client has read it. */
  add(keyId: string, bytes: number, response: ServerResponse): void
}

export function createUnread(drainTimeoutMs: number): Unread {
  const bytesOf = new Map<string, number>()
  // Listen once on each connection, for all of its answers: Node emits no "close" on a response that waits behind
  // another one.
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
        'Answers to this API key are not being read. Read them, or close their connections.',
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
