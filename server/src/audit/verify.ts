// Verifies the audit trail: recomputes every hash, and compares the end of each chain with its head.
import type { Db } from '../db/pool.ts'
import { publicId, uuidOf } from '../ids.ts'
import { DEPLOYMENT, faultOf, firstHead, type Chain, type Head } from './chain.ts'
import { selectAuditAfter, selectAuditHeads } from './queries.ts'

const PAGE = 2000

export type Verified = { heads: readonly Head[]; entries: bigint; faults: readonly string[] }

/**
 * Reads the whole trail in pages. `known` are heads that were logged earlier: each must be an entry of the trail. So a
 * trail whose end was cut off, or that its owner wrote anew, is found.
 */
export async function verifyAudit(db: Db, known: readonly Head[]): Promise<Verified> {
  const heads = await selectAuditHeads(db)
  const chains = new Set([...heads, ...known].map(({ chain }) => chain))
  const faults: string[] = []
  let entries = 0n
  for (const chain of chains) {
    const stored = heads.find((head) => head.chain === chain)
    const logged = known.filter((head) => head.chain === chain)
    const { last, fault } = await verifyChain(db, chain, logged)
    entries += last.number
    if (fault !== undefined) faults.push(`${chainName(chain)}: ${fault}`)
    else if (stored?.number !== last.number || !stored.hash.equals(last.hash))
      faults.push(
        `${chainName(chain)}: the chain ends with entry ${last.number}, and its head differs`,
      )
  }
  return { heads, entries, faults }
}

export const chainName = (chain: Chain): string =>
  chain === DEPLOYMENT ? 'deployment' : publicId('ent', chain)

/** `deployment:17:9f86…` or `ent_…:17:9f86…`: the chain, the number and the hash of its last entry. */
export const headText = ({ chain, number, hash }: Head): string =>
  `${chainName(chain)}:${number}:${hash.toString('hex')}`

/** Reads the text of a head. Undefined for any other text. */
export function headFrom(text: string): Head | undefined {
  const [, name = '', number = '', hex = ''] =
    /^(deployment|ent_\w+):([1-9]\d{0,17}):([0-9a-f]{64})$/.exec(text) ?? []
  const chain = name === 'deployment' ? DEPLOYMENT : uuidOf('ent', name)
  if (chain === undefined) return undefined
  return { chain, number: BigInt(number), hash: Buffer.from(hex, 'hex') }
}

async function verifyChain(
  db: Db,
  chain: Chain,
  logged: readonly Head[],
): Promise<{ last: Head; fault: string | undefined }> {
  let last = firstHead(chain)
  let fault: string | undefined
  const unseen = new Map(logged.map((head) => [head.number, head]))
  for (;;) {
    const page = await selectAuditAfter(db, chain, last.number, PAGE)
    for (const entry of page) {
      fault = faultOf(last, entry)
      const seen = unseen.get(entry.number)
      if (fault === undefined && seen !== undefined && !seen.hash.equals(entry.hash))
        fault = `entry ${entry.number} differs from the head that was logged`
      if (fault !== undefined) return { last, fault }
      unseen.delete(entry.number)
      last = entry
    }
    if (page.length < PAGE) break
  }
  const [missing] = unseen.keys()
  if (missing !== undefined)
    fault = `the head that was logged has the number ${missing}, but the chain ends with entry ${last.number}`
  return { last, fault }
}
