// Gives the bank each payment file exactly once, whatever crashes. docs/decisions/0043-bank-files.md has the reasoning.
//
// 1. The file is written under a name of its own in the work folder: the part.
// 2. A marker that names the part is created for the payment. Only one marker can exist, so only one part counts.
// 3. The part moves to the outbox, atomically. The bank takes it from there.
//
// Without a marker nothing was delivered. With a marker and its part, nothing was delivered yet, and only this part can
// be. With a marker alone, the file was delivered.
import { createHash, randomUUID } from 'node:crypto'
import type { Instant } from '../../clock.ts'
import type { Exchange } from './exchange.ts'
import { ID_LENGTH, reportedPaymentId } from './identifiers.ts'

/**
 * `content`: a digest of the request, so that a key is never used for another payment. `amountMinor`: markers of earlier
 * versions do not have it.
 */
export type Marker = { key: string; part: string; content: string; amountMinor?: string }

/** `content` tells the request apart from others; it is kept as a digest. `file`: the name in the outbox. */
export type Delivery = {
  id: string
  key: string
  amountMinor: bigint
  content: string
  file: string
  xml: string
}

const MAX_MARKER_BYTES = 4096
const MARKER = '.sent'
const PAYMENT = '.xml'
const IDENTITY_FILE = 'corridor-work-folder'

export function openOutbox(exchange: Exchange) {
  const markerOf = (id: string) => `${id}${MARKER}`

  async function marker(id: string): Promise<Marker | undefined> {
    const bytes = await exchange.read('work', markerOf(id), MAX_MARKER_BYTES)
    return bytes && parseMarker(bytes.toString('utf8'), markerOf(id))
  }

  async function claim(id: string, mine: Marker, xml: string): Promise<Marker> {
    const draft = `${mine.part}.marker`
    await exchange.create('work', mine.part, xml)
    await exchange.create('work', draft, JSON.stringify(mine))
    if (await exchange.renameToNew(draft, markerOf(id))) return mine
    await exchange.remove(draft)
    await exchange.remove(mine.part)
    const first = await marker(id)
    if (first === undefined) throw new Error(`the marker ${markerOf(id)} exists but cannot be read`)
    return first
  }

  return {
    marker,
    /** The identity of the work folder. A new folder gets one, an emptied or exchanged folder has another. */
    async folderIdentity(): Promise<string> {
      const read = async () =>
        (await exchange.read('work', IDENTITY_FILE, MAX_MARKER_BYTES))?.toString('utf8').trim()
      const known = await read()
      if (known !== undefined) return known
      const draft = `${IDENTITY_FILE}.${randomUUID()}`
      await exchange.create('work', draft, `${randomUUID()}\n`)
      if (!(await exchange.renameToNew(draft, IDENTITY_FILE))) await exchange.remove(draft)
      const made = await read()
      if (made === undefined) throw new Error(`${IDENTITY_FILE} of the work folder cannot be read`)
      return made
    },
    /** Delivers the payment as `file`, unless it was delivered before. Returns whether it was new. */
    async deliver({ id, key, amountMinor, content, file, xml }: Delivery): Promise<boolean> {
      const digest = createHash('sha256').update(content).digest('hex')
      const known = await marker(id)
      const part = `${id}.${randomUUID()}.part`
      const mine = { key, part, content: digest, amountMinor: String(amountMinor) }
      const counted = known ?? (await claim(id, mine, xml))
      if (counted.key !== key || counted.content !== digest)
        throw new Error(`the key ${key} was used for a payment with other content`)
      if (await exchange.exists('outbox', file)) return false
      return exchange.deliver(counted.part, file)
    },
    /** The identifiers of payments whose marker, or whose file for the bank, was written since then. */
    async idsSince(since: Instant): Promise<string[]> {
      const idsIn = async (place: 'work' | 'outbox', end: string) =>
        (await exchange.list(place))
          .filter(({ name, modifiedAt }) => name.endsWith(end) && modifiedAt >= since)
          .flatMap(
            ({ name }) => reportedPaymentId(name.slice(0, -end.length).slice(-ID_LENGTH)) ?? [],
          )
      return [...(await idsIn('work', MARKER)), ...(await idsIn('outbox', PAYMENT))]
    },
    /** Whether the bank may have the file. False is certain. */
    async mayBeDelivered(id: string, file: string): Promise<boolean> {
      const known = await marker(id)
      if (known === undefined) return false
      // A server without an atomic rename could have left the part behind.
      return !(await exchange.exists('work', known.part)) || exchange.exists('outbox', file)
    },
  }
}

function parseMarker(text: string, name: string): Marker {
  const parsed: unknown = JSON.parse(text)
  if (
    typeof parsed === 'object' &&
    parsed !== null &&
    'key' in parsed &&
    'part' in parsed &&
    'content' in parsed &&
    typeof parsed.key === 'string' &&
    typeof parsed.part === 'string' &&
    typeof parsed.content === 'string'
  )
    return {
      key: parsed.key,
      part: parsed.part,
      content: parsed.content,
      ...('amountMinor' in parsed && typeof parsed.amountMinor === 'string'
        ? { amountMinor: parsed.amountMinor }
        : {}),
    }
  throw new Error(`${name} of the work folder is damaged`)
}
