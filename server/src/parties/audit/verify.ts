// Verifies the audit trail: recomputes every hash, and compares the end of each chain with its head.
import type { Db } from '../../platform/db/pool.ts'
import {
  chainName,
  DEPLOYMENT,
  faultOf,
  firstHead,
  headFrom,
  type AuditRow,
  type Chain,
  type Head,
} from './chain.ts'
import { HEADS_NOTED, selectAuditAfter, selectAuditHead, selectAuditHeads } from './queries.ts'

/** Two pages are in memory at once, and the detail of an entry may have 200 kB. */
const PAGE = 500

export type Verified = { heads: readonly Head[]; entries: bigint; faults: readonly string[] }

/**
 * Reads the whole trail in pages, while others append to it. `known`: heads that were logged earlier. Each must be an entry
 * of the trail, and so must each head that the chain of the deployment notes. This detects a trail that was truncated, or
 * rewritten by its owner.
 */
export async function verifyAudit(db: Db, known: readonly Head[]): Promise<Verified> {
  const heads: Head[] = []
  const faults: string[] = []
  const noted = new Map<Chain, Head>()
  let entries = 0n
  async function verify(chain: Chain, logged: readonly Head[]): Promise<void> {
    const { last, fault } = await verifyChain(db, chain, logged, noted)
    entries += last.number
    if (last.number > 0n) heads.push(last)
    if (fault !== undefined) faults.push(`${chainName(chain)}: ${fault}`)
  }
  const knownOf = (chain: Chain) => known.filter((head) => head.chain === chain)
  // First, since it notes heads of the others.
  await verify(DEPLOYMENT, knownOf(DEPLOYMENT))
  const stored = await selectAuditHeads(db)
  const chains = new Set([...stored, ...known, ...noted.values()].map(({ chain }) => chain))
  chains.delete(DEPLOYMENT)
  for (const chain of chains) {
    const head = noted.get(chain)
    await verify(chain, [...knownOf(chain), ...(head === undefined ? [] : [head])])
  }
  return { heads, entries, faults }
}

async function verifyChain(
  db: Db,
  chain: Chain,
  logged: readonly Head[],
  noted: Map<Chain, Head>,
): Promise<{ last: Head; fault: string | undefined }> {
  let last = firstHead(chain)
  const unseen = new Map(logged.map((head) => [head.number, head]))
  for (;;) {
    for await (const page of pagesAfter(db, last))
      for (const entry of page) {
        const fault = faultOf(last, entry) ?? differenceOf(unseen.get(entry.number), entry)
        if (fault !== undefined) return { last, fault }
        unseen.delete(entry.number)
        for (const head of headsNotedIn(entry)) noted.set(head.chain, head)
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
    const isAbsent = head === undefined && last.number === 0n
    if (isAbsent || (head?.number === last.number && head.hash.equals(last.hash)))
      return { last, fault: undefined }
    const [appended] =
      head !== undefined && head.number > last.number
        ? await selectAuditAfter(db, chain, last.number, 1)
        : []
    if (appended === undefined)
      return { last, fault: `the chain ends with entry ${last.number}, and its head differs` }
  }
}

/** A later head of a chain stands for the earlier ones: its hash contains theirs. */
function headsNotedIn({ chain, act, detail }: AuditRow): Head[] {
  if (chain !== DEPLOYMENT || act !== HEADS_NOTED) return []
  const { heads }: { heads?: unknown } = JSON.parse(detail)
  if (!Array.isArray(heads)) return []
  return heads.map((text) => headFrom(String(text))).filter((head) => head !== undefined)
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
