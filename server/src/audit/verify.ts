// Verifies the audit trail: recomputes every hash, and compares the end of each chain with its head.
import type { Db } from '../db/pool.ts'
import { publicId, uuidOf } from '../ids.ts'
import { DEPLOYMENT, faultOf, firstHead, type AuditRow, type Chain, type Head } from './chain.ts'
import { selectAuditAfter, selectAuditHead, selectAuditHeads } from './queries.ts'

/** Two pages are in memory at once, and the detail of an entry may have 200 kB. */
const PAGE = 500

export type Verified = { heads: readonly Head[]; entries: bigint; faults: readonly string[] }

/**
 * Reads the whole trail in pages, while others append to it. `known`: heads that were logged earlier. Each must be an entry
 * of the trail. This detects a trail that was truncated, or rewritten by its owner.
 */
export async function verifyAudit(db: Db, known: readonly Head[]): Promise<Verified> {
  const stored = await selectAuditHeads(db)
  const chains = new Set([...stored, ...known].map(({ chain }) => chain))
  const heads: Head[] = []
  const faults: string[] = []
  let entries = 0n
  for (const chain of chains) {
    const logged = known.filter((head) => head.chain === chain)
    const { last, fault } = await verifyChain(db, chain, logged)
    entries += last.number
    heads.push(last)
    if (fault !== undefined) faults.push(`${chainName(chain)}: ${fault}`)
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
  const unseen = new Map(logged.map((head) => [head.number, head]))
  for (;;) {
    for await (const page of pagesAfter(db, last))
      for (const entry of page) {
        const fault = faultOf(last, entry) ?? differenceOf(unseen.get(entry.number), entry)
        if (fault !== undefined) return { last, fault }
        unseen.delete(entry.number)
        // Keep only the head of the entry, so that its page can be freed.
        last = { chain, number: entry.number, hash: entry.hash }
      }
    const [missing] = unseen.keys()
    if (missing !== undefined)
      return {
        last,
        fault: `entry ${missing} was logged as a head, but the chain ends with entry ${last.number}`,
      }
    // The head is read after the entries, so it is ahead only if others have appended meanwhile.
    const head = await selectAuditHead(db, chain)
    if (head?.number === last.number && head.hash.equals(last.hash))
      return { last, fault: undefined }
    const [appended] =
      head !== undefined && head.number > last.number
        ? await selectAuditAfter(db, chain, last.number, 1)
        : []
    if (appended === undefined)
      return { last, fault: `the chain ends with entry ${last.number}, and its head differs` }
  }
}

/** The database reads the next page while the caller works on one. */
async function* pagesAfter(db: Db, { chain, number }: Head): AsyncGenerator<readonly AuditRow[]> {
  let reading = selectAuditAfter(db, chain, number, PAGE)
  for (;;) {
    const page = await reading
    const end = page.at(-1)
    if (end === undefined) return
    reading =
      page.length < PAGE ? Promise.resolve([]) : selectAuditAfter(db, chain, end.number, PAGE)
    // The caller may stop before it awaits this page. An unhandled rejection would end the process.
    reading.catch(() => undefined)
    yield page
  }
}

const differenceOf = (logged: Head | undefined, { number, hash }: Head): string | undefined =>
  logged === undefined || logged.hash.equals(hash)
    ? undefined
    : `entry ${number} differs from its logged head`
