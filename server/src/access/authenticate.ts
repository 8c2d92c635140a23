// Who calls: from the Authorization header to an enterprise, scopes and bindings. What an organization
// in the path means for the caller is decided in http/guard.ts.
import { timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import { LruMap } from 'toad-cache'
import type { Clock, Instant } from '../clock.ts'
import type { Environment } from '../config.ts'
import { batched } from '../db/batch.ts'
import type { Db } from '../db/pool.ts'
import { publicId, type Uuid } from '../ids.ts'
import { hashKey, isPlausibleKey } from './keys.ts'
import { selectKeysByHashes, updateLastUse, type KeyRow, type Scope } from './queries.ts'

export type Caller = {
  /** As `corridor keys list` shows it. */
  keyId: string
  enterpriseId: Uuid<'ent'>
  /** The one organization the key is bound to, if any. */
  organizationId: Uuid<'org'> | null
  scopes: readonly Scope[]
  allowedAddresses: BlockList | null
}

export type Authenticator = {
  /**
   * Null for anything but a working key of this deployment. `mayLookUp` is asked before a statement is spent on a
   * key that has not worked in this process before. A promise only where the key has to be looked up: most requests
   * come with a known one, and each promise on their way costs all of them time.
   */
  authenticate(
    authorization: string | undefined,
    mayLookUp: () => boolean,
  ): Caller | null | Promise<Caller | null>
  /** Writes down when keys were last used; serve.ts asks for it now and then, and at the end. */
  recordUse(): Promise<void>
}

// A revoked key must stop within one second on every node; 100 ms are left for the query itself.
const CACHE_MS = 900
const CACHE_KEYS = 10_000

/** By the hash of a key; the key itself is not kept. The row is undefined until it is loaded. */
type Cached = { loadedAt: Instant; loading: Promise<KeyRow | null>; row: KeyRow | null | undefined }

export function createAuthenticator(db: Db, clock: Clock, environment: Environment): Authenticator {
  // Shared by callers of one moment: a crowd with wrong keys costs a statement, not one each.
  const find = batched<Buffer, KeyRow | null>((hashes) => selectKeysByHashes(db, hashes))
  const cache = new LruMap<Cached>(CACHE_KEYS)
  const callers = new WeakMap<KeyRow, Caller>()
  const lastUse = new Map<Uuid<'key'>, Instant>()
  // The cache forgets working keys when many wrong ones are tried. This does not.
  const worked = new LruMap<true>(CACHE_KEYS)

  async function load(name: string): Promise<KeyRow | null> {
    const secretHash = Buffer.from(name, 'base64')
    const row = await find(secretHash)
    return row !== null && timingSafeEqual(row.secret_hash, secretHash) ? row : null
  }

  function look(name: string): Cached {
    const cached: Cached = { loadedAt: clock.realNow(), loading: load(name), row: undefined }
    cache.set(name, cached)
    cached.loading.then(
      (row) => (cached.row = row),
      () => cache.delete(name),
    )
    return cached
  }

  function admit(name: string, row: KeyRow | null): Caller | null {
    if (row === null) return null
    const now = clock.now()
    if (row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= now)) return null
    lastUse.set(row.id, now)
    let caller = callers.get(row)
    if (caller === undefined) {
      callers.set(row, (caller = callerOf(row)))
      worked.set(name, true)
    }
    return caller
  }

  return {
    authenticate(authorization, mayLookUp) {
      const key = /^Bearer +([\x21-\x7e]+)$/i.exec(authorization ?? '')?.[1]
      if (key === undefined) return null
      const name = hashKey(key, 'base64')
      const known = cache.get(name)
      const isFresh = known !== undefined && clock.realNow() - known.loadedAt < CACHE_MS
      if (isFresh && known.row !== undefined) return admit(name, known.row)
      if (!isPlausibleKey(key, environment)) return null
      if (!isFresh && worked.get(name) === undefined && !mayLookUp()) return null
      const { loading } = isFresh ? known : look(name)
      return loading.then((row) => admit(name, row))
    },
    async recordUse() {
      // In one order for every process, or two of them could wait for each other's rows.
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
  // As a proxy may write it: mapped into IPv6, or with its port.
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  return caller.allowedAddresses.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}
