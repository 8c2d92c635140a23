// Identifies the caller by the Authorization header, or by a session of the console: its enterprise, scopes and limits.
// A session stands for an API key or for a user of the enterprise. platform/http/guard.ts decides whether the caller may use
// the organization in the path.
import { BlockList, isIPv6 } from 'node:net'
import { LruMap } from 'toad-cache'
import type { Clock, Instant } from '../clock.ts'
import type { Environment } from '../config.ts'
import { batched } from '../db/batch.ts'
import type { Db } from '../db/pool.ts'
import { publicId, type Uuid } from '../ids.ts'
import { hashKey, isPlausibleKey } from './keys.ts'
import { selectKeysByHashes, updateLastUse, type CallingKey, type Scope } from './queries.ts'
import type { Bound } from './bounds.ts'
import { isReader, type CustomerRole } from './customer-roles.ts'
import { updateConsoleSessionsUsed } from './session-queries.ts'
import { hashOfSession } from './sessions.ts'

/** The user that a session stands for. Read anew for each request, so that an ended one is out at once. */
export type UserSession = {
  session_id: Uuid<'ses'>
  id: Uuid<'usr'>
  login: string
  role: CustomerRole
  enterprise_id: Uuid<'ent'>
  /** The user used a link, and no second admin has admitted the user yet. */
  awaits_admission: boolean
  bounds: Bound[] | null
}

export type Caller = {
  /** The public identifier of the key or of the user: key_... or usr_... */
  id: string
  /** Null for a caller with a key, or with a session that stands for one. */
  user: UserSession | null
  enterpriseId: Uuid<'ent'>
  /** The one organization the key is bound to, if any. */
  organizationId: Uuid<'org'> | null
  scopes: readonly Scope[]
  allowedAddresses: BlockList | null
  /** From which amounts an order of this caller needs a second person. */
  bounds: readonly Bound[]
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
type Cached = {
  loadedAt: Instant
  loading: Promise<CallingKey | null>
  row: CallingKey | null | undefined
}

/** `findUsers`: the user of each session with one of these hashes, in order. */
export function createAuthenticator(
  db: Db,
  clock: Clock,
  environment: Environment,
  findUsers: (hashes: readonly Buffer[]) => Promise<(UserSession | null)[]>,
): Authenticator {
  const callers = new WeakMap<CallingKey, Caller>()
  const lastUse = new Map<Uuid<'key'>, Instant>()
  // Batched, so that many concurrent wrong keys cost one statement.
  const keys = remembering(clock, admit, (hashes) => selectKeysByHashes(db, hashes))
  const sessions = remembering(clock, admit, (hashes) =>
    updateConsoleSessionsUsed(db, hashes, clock.realNow()),
  )
  const loadUser = batched<Buffer, UserSession | null>(findUsers)
  // Strangers behind the same address keep out nobody whose session worked.
  const usersWorked = new LruMap<true>(CACHE_KEYS)

  async function authenticateUser(hash: Buffer, mayLookUp: () => boolean): Promise<Caller | null> {
    const name = hash.toString('base64')
    if (usersWorked.get(name) === undefined && !mayLookUp()) return null
    const user = await loadUser(hash)
    if (user === null) return null
    usersWorked.set(name, true)
    return callerOfUser(user)
  }

  function admit(row: CallingKey | null): Caller | null {
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
      if (token === undefined) return null
      const ofUser = hashOfSession(token, 'user')
      if (ofUser !== undefined) return authenticateUser(ofUser, mayLookUp)
      const hash = hashOfSession(token)
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

/** Finds keys or sessions by their hashes. Those found lately are not looked for again. */
function remembering(
  clock: Clock,
  admit: (row: CallingKey | null) => Caller | null,
  find: (hashes: readonly Buffer[]) => Promise<(CallingKey | null)[]>,
) {
  const load = batched<Buffer, CallingKey | null>(find)
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

  function admitAs(name: string, row: CallingKey | null): Caller | null {
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

function callerOf(row: CallingKey): Caller {
  return {
    id: publicId('key', row.id),
    user: null,
    enterpriseId: row.enterprise_id,
    organizationId: row.organization_id,
    bounds: row.bounds ?? [],
    scopes: row.scopes,
    allowedAddresses:
      row.allowed_addresses.length === 0 ? null : blockListOf(row.allowed_addresses),
  }
}

const callerOfUser = (user: UserSession): Caller => ({
  id: publicId('usr', user.id),
  user,
  enterpriseId: user.enterprise_id,
  organizationId: null,
  bounds: user.bounds ?? [],
  scopes: isReader(user.role) ? ['read'] : ['read', 'write'],
  allowedAddresses: null,
})

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
