// Limits the responses that clients have not read yet, since these stay in memory. Each key may have 16 MiB of unread
// responses in each process. A client that does not read a response in time is disconnected.
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { retryLater } from '../errors.ts'

/** Shorter responses are not counted, since the rate limit bounds them. */
const MIN_COUNTED_BYTES = 16 * 1024
const MAX_UNREAD_BYTES = 16 * 1024 * 1024

export type UnreadResponses = {
  /** Throws rate_limited if the key has too many unread bytes. */
  refuseIfTooMuch(keyId: string): void
  /** Counts a response until it is fully sent or its connection is closed. */
  add(keyId: string, bytes: number, response: ServerResponse): void
}

export function createUnreadResponses(drainTimeoutMs: number): UnreadResponses {
  const unreadBytes = new Map<string, number>()
  // Listen on the connection too: Node emits no "close" on a pipelined response that waits behind another one. Listen
  // once for each connection, for all of its responses.
  const releasesBySocket = new WeakMap<Socket, Set<() => void>>()

  function releasesOf(socket: Socket): Set<() => void> {
    const known = releasesBySocket.get(socket)
    if (known !== undefined) return known
    const releases = new Set<() => void>()
    releasesBySocket.set(socket, releases)
    socket.once('close', () => releases.forEach((release) => release()))
    return releases
  }

  return {
    refuseIfTooMuch(keyId) {
      if ((unreadBytes.get(keyId) ?? 0) < MAX_UNREAD_BYTES) return
      throw retryLater(
        'rate_limited',
        5,
        'Answers to this API key are not being read. Read them, or close their connections.',
      )
    },
    add(keyId, bytes, response) {
      const { socket } = response.req
      if (bytes < MIN_COUNTED_BYTES || socket.destroyed) return
      const releases = releasesOf(socket)
      const timer = setTimeout(() => socket.destroy(), drainTimeoutMs)
      const release = () => {
        if (!releases.delete(release)) return
        clearTimeout(timer)
        const left = (unreadBytes.get(keyId) ?? 0) - bytes
        if (left > 0) unreadBytes.set(keyId, left)
        else unreadBytes.delete(keyId)
      }
      releases.add(release)
      unreadBytes.set(keyId, (unreadBytes.get(keyId) ?? 0) + bytes)
      response.once('close', release)
    },
  }
}
