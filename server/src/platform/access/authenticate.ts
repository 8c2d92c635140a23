// Identifies the caller by the Authorization header, or by a session of the console: its enterprise, scopes and limits.
// A session stands for an API key. platform/http/guard.ts decides whether the caller may use the organization in the path.
import { BlockList, isIPv6 } from 'node:net'
import { LruMap } from 'toad-cache'
import type { Clock, Instant } from '../clock.ts'
import type { Environment } from '../config.ts'
import { batched } from '../db/batch.ts'
import type { Db } from '../db/pool.ts'
import { publicId, type Uuid } from '../ids.ts'
import { hashKey, isPlausibleKey } from './keys.ts'
import { selectKeysByHashes, updateLastUse, type KeyRow, type Scope } from './queries.ts'
import { updateConsoleSessionsUsed } from './session-queries.ts'
import { hashOfSession } from './sessions.ts'

export type Caller = {
  /** The public identifier, key_... */
  keyId: string
  enterpriseId: Uuid<'ent'>
  /** The one organization the key is bound to, if any. */
  organizationId: Uuid<'org'> | null
  scopes: readonly Scope[]
  allowedAddresses: BlockList | null
}

export type Authenticator = {
  /**
   * The caller, or null unless the key works in this deployment. `mayLookUp` decides whether a key that has never worked
   * in this process may cost a statement. Returns a promise only for a look-up: most keys are cached, and a promise
   * would slow every request down.
   */
  authenticate(
    authorization: string | undefined,
    mayLookUp: () => boolean,
  ): Caller | null | Promise<Caller | null>
  /** Like `authenticate`, for the token of a session of the console. */
  authenticateSession(
    token: string | undefined,
    mayLookUp: () => boolean,
  ): Caller | null | Promise<Caller | null>
  /** An ended session stops working in this process at once. */
  forgetSession(token: string): void
  /** Stores when keys were last used. serve.ts calls it every 30 seconds and when it stops. */
  recordUse(): Promise<void>
}

// A revoked key must stop working within one second in every process. This leaves 100 ms for the query.
const CACHE_MS = 900
const CACHE_KEYS = 10_000

/** Cached by the hash of the key or token; neither is kept itself. `row` is undefined until it is loaded. */
type Cached = { loadedAt: Instant; loading: Promise<KeyRow | null>; row: KeyRow | null | undefined }

export function createAuthenticator(db: Db, clock: Clock, environment: Environment): Authenticator {
  const callers = new WeakMap<KeyRow, Caller>()
  const lastUse = new Map<Uuid<'key'>, Instant>()
  // Batched, so that many concurrent wrong keys cost one statement.
  const keys = remembering((hashes) => selectKeysByHashes(db, hashes))
  const sessions = remembering((hashes) => updateConsoleSessionsUsed(db, hashes, clock.realNow()))

  function remembering(find: (hashes: readonly Buffer[]) => Promise<(KeyRow | null)[]>) {
    const load = batched<Buffer, KeyRow | null>(find)
    const cache = new LruMap<Cached>(CACHE_KEYS)
    // Many wrong keys evict working keys from the cache, but not from here.
    const worked = new LruMap<true>(CACHE_KEYS)

    function look(name: string): Cached {
      const cached: Cached = {
        loadedAt: clock.realNow(),
        loading: load(Buffer.from(name, 'base64')),
        row: undefined,
      }
      cache.set(name, cached)
      cached.loading.then(
        (row) => (cached.row = row),
        () => cache.delete(name),
      )
      return cached
    }

    function admitAs(name: string, row: KeyRow | null): Caller | null {
      const caller = admit(row)
      if (caller !== null) worked.set(name, true)
      return caller
    }

    return {
      forget: (name: string) => cache.delete(name),
      authenticate(
        name: string,
        isPlausible: () => boolean,
        mayLookUp: () => boolean,
      ): Caller | null | Promise<Caller | null> {
        const known = cache.get(name)
        const isFresh = known !== undefined && clock.realNow() - known.loadedAt < CACHE_MS
        if (isFresh && known.row !== undefined) return admit(known.row)
        if (!isPlausible()) return null
        if (!isFresh && worked.get(name) === undefined && !mayLookUp()) return null
        const { loading } = isFresh ? known : look(name)
        return loading.then((row) => admitAs(name, row))
      },
    }
  }

  function admit(row: KeyRow | null): Caller | null {
    if (row === null) return null
    const now = clock.now()
    if (row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= now)) return null
    lastUse.set(row.id, now)
    let caller = callers.get(row)
    if (caller === undefined) callers.set(row, (caller = callerOf(row)))
    return caller
  }

  return {
    authenticate(authorization, mayLookUp) {
      const key = /^Bearer +([\x21-\x7e]+)$/i.exec(authorization ?? '')?.[1]
      if (key === undefined) return null
      const isPlausible = () => isPlausibleKey(key, environment)
      return keys.authenticate(hashKey(key, 'base64'), isPlausible, mayLookUp)
    },
    authenticateSession(token, mayLookUp) {
      const hash = token === undefined ? undefined : hashOfSession(token)
      if (hash === undefined) return null
      return sessions.authenticate(hash.toString('base64'), () => true, mayLookUp)
    },
    forgetSession(token) {
      const hash = hashOfSession(token)
      if (hash !== undefined) sessions.forget(hash.toString('base64'))
    },
    async recordUse() {
      // Every process updates in the same order, so that two of them cannot deadlock.
      const used = [...lastUse].toSorted(([a], [b]) => (a < b ? -1 : 1))
      if (used.length === 0) return
      await updateLastUse(db, used)
      for (const [id, at] of used) if (lastUse.get(id) === at) lastUse.delete(id)
    },
  }
}

function callerOf(row: KeyRow): Caller {
  return {
    keyId: publicId('key', row.id),
    enterpriseId: row.enterprise_id,
    organizationId: row.organization_id,
    scopes: row.scopes,
    allowedAddresses:
      row.allowed_addresses.length === 0 ? null : blockListOf(row.allowed_addresses),
  }
}

function blockListOf(cidrs: readonly string[]): BlockList {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [address = '', bits = ''] = cidr.split('/')
    list.addSubnet(address, Number.parseInt(bits, 10), isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return list
}

export function mayCallFrom(caller: Caller, address: string): boolean {
  if (caller.allowedAddresses === null) return true
  // A proxy may send an IPv4 address mapped into IPv6, or with a port.
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  return caller.allowedAddresses.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}
