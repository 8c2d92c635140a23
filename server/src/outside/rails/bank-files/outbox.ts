// Gives the bank each file exactly once, whatever crashes, and takes payments back that it does not have.
// docs/decisions/0043-bank-files.md and 0158 have the reasoning.
//
// 1. The file is written under a name of its own in the work folder: the part.
// 2. A marker that names the part is created for the payment. Only one marker can exist, so only one part counts.
// 3. The part moves to the outbox, atomically. The bank takes it from there.
//
// Without a marker nothing was delivered. With a marker and its part, nothing was delivered yet, and only this part can
// be. With a marker alone, the file was delivered, unless a note beside it says that it was taken back.
import { createHash, randomUUID } from 'node:crypto'
import { instantAt, toTimestamp, type Instant } from '../../../platform/clock.ts'
import type { Exchange } from './exchange.ts'
import { ID_LENGTH, reportedPaymentId } from './identifiers.ts'
import { readMarker, writeMarker, type Marker } from './marker.ts'

/** `file`: the name in the outbox. */
type PaymentFile = { id: string; file: string }

/** `content` tells the request apart from others; it is kept as a digest. `bytes` makes the file, which may be signed. */
type Delivery = PaymentFile & {
  key: string
  amountMinor?: bigint
  content: string
  bytes: () => Promise<string | Uint8Array>
}

/**
 * `new`: no file was made. `kept`: the bank cannot have it yet. `given`: the bank may have it. `withdrawn`: it never left,
 * and never will. `taken_back`: it left the outbox for the work folder, and the bank may have read it before.
 */
export type Whereabouts = 'new' | 'kept' | 'given' | 'withdrawn' | 'taken_back'

const MAX_MARKER_BYTES = 4096
/** The ends of names in the work folder, after the identifier. `asked`: the marker of a request to cancel. */
const MARKER = '.sent'
const PREPARED = '.prepared'
const ASKED = '.asked'
const WITHDRAWN = '.withdrawn'
const TAKEN_BACK = '.taken-back'
const IDENTITY_FILE = 'corridor-work-folder'

export function openOutbox(exchange: Exchange) {
  const isKept = (name: string) => exchange.exists('work', name)

  async function marker(id: string, end = MARKER): Promise<Marker | undefined> {
    const bytes = await exchange.read('work', `${id}${end}`, MAX_MARKER_BYTES)
    return bytes && readMarker(bytes.toString('utf8'), `${id}${end}`)
  }

  /** The marker that counts: mine, or that of the one who came first. */
  async function claim(id: string, end: string, mine: Marker): Promise<Marker> {
    const draft = `${id}.${randomUUID()}.part.marker`
    await exchange.create('work', draft, writeMarker(mine))
    if (await exchange.renameToNew(draft, `${id}${end}`)) return mine
    await exchange.remove(draft)
    const first = await marker(id, end)
    if (first === undefined) throw new Error(`the marker ${id}${end} exists but cannot be read`)
    return first
  }

  /** Gives the bank the file of a marker once. Returns whether it was new. */
  async function give(end: string, delivery: Delivery): Promise<boolean> {
    const { id, key, amountMinor, file } = delivery
    const content = digestOf(delivery.content)
    let counted = await marker(id, end)
    if (counted === undefined) {
      const part = `${id}.${randomUUID()}.part`
      await exchange.create('work', part, await delivery.bytes())
      const amount = amountMinor === undefined ? {} : { amountMinor: String(amountMinor) }
      counted = await claim(id, end, { key, part, content, ...amount })
      if (counted.part !== part) await exchange.remove(part)
    }
    if (counted.withdrawn === true) return false
    if (counted.key !== key || counted.content !== content)
      throw new Error(`the key ${key} was used for a payment with other content`)
    if (await exchange.exists('outbox', file)) return false
    const from = { place: 'work', name: counted.part } as const
    return exchange.move(from, { place: 'outbox', name: file })
  }

  async function whereabouts({ id, file }: PaymentFile): Promise<Whereabouts> {
    const known = await marker(id)
    if (known === undefined) return 'new'
    if (await isKept(`${id}${TAKEN_BACK}`)) return 'taken_back'
    if (known.withdrawn === true || (await isKept(`${id}${WITHDRAWN}`))) return 'withdrawn'
    // A server without an atomic rename could have left the part behind.
    const isDelivered = !(await isKept(known.part)) || (await exchange.exists('outbox', file))
    return isDelivered ? 'given' : 'kept'
  }

  return {
    marker: (id: string) => marker(id),
    whereabouts,
    /** The identity of the work folder, which ends with when it was new. An emptied or exchanged folder has another. */
    folderIdentity: (now: Instant) => folderIdentity(exchange, now),
    /** Notes that a payment was prepared here. An older copy of the folder lacks the note. */
    async notePrepared(id: string): Promise<void> {
      const name = `${id}${PREPARED}`
      if (await isKept(name)) return
      try {
        await exchange.create('work', name, '')
      } catch (error) {
        if (!(await isKept(name))) throw error
      }
    },
    wasPrepared: (id: string): Promise<boolean> => isKept(`${id}${PREPARED}`),
    /** Delivers the payment as `file`, unless it was delivered or taken back before. Returns whether it was new. */
    deliver: (delivery: Delivery): Promise<boolean> => give(MARKER, delivery),
    /** Delivers a request to cancel a payment, once. */
    ask: (delivery: Delivery): Promise<boolean> => give(ASKED, delivery),
    /** From now on the file is not delivered. It is taken out of the outbox if it is still there. */
    async takeBack({ id, file, key }: PaymentFile & { key: string }): Promise<Whereabouts> {
      const part = `${id}.${randomUUID()}.part`
      const counted =
        (await marker(id)) ?? (await claim(id, MARKER, { key, part, content: '', withdrawn: true }))
      const into = (end: string) => ({ place: 'work', name: `${id}${end}` }) as const
      // A part beside its file is left over: it must not be delivered after the file was taken back.
      if (await exchange.exists('outbox', file)) await exchange.remove(counted.part)
      else await exchange.move({ place: 'work', name: counted.part }, into(WITHDRAWN))
      await exchange.move({ place: 'outbox', name: file }, into(TAKEN_BACK))
      return whereabouts({ id, file })
    },
    /** The payments whose marker, or whose file for the bank, was written since then. `bornAt`: when the folder was new. */
    givenSince: (since: Instant) => givenSince(exchange, since),
  }
}

async function folderIdentity(exchange: Exchange, now: Instant): Promise<string> {
  const read = async () =>
    (await exchange.read('work', IDENTITY_FILE, MAX_MARKER_BYTES))?.toString('utf8').trim()
  const known = await read()
  if (known !== undefined) return known
  const draft = `${IDENTITY_FILE}.${randomUUID()}`
  await exchange.create('work', draft, `${randomUUID()} ${toTimestamp(now)}\n`)
  if (!(await exchange.renameToNew(draft, IDENTITY_FILE))) await exchange.remove(draft)
  const made = await read()
  if (made === undefined) throw new Error(`${IDENTITY_FILE} of the work folder cannot be read`)
  return made
}

async function givenSince(
  exchange: Exchange,
  since: Instant,
): Promise<{ ids: string[]; bornAt: Instant | undefined }> {
  const work = await exchange.list('work')
  const outbox = await exchange.list('outbox')
  const names = new Set(work.map(({ name }) => name))
  const ids = [
    ...work.flatMap((file) =>
      file.name.endsWith(MARKER) ? [{ ...file, id: file.name.slice(0, -MARKER.length) }] : [],
    ),
    ...outbox.flatMap((file) => {
      const [, id] = PAYMENT_FILE.exec(file.name) ?? []
      return id === undefined ? [] : [{ ...file, id }]
    }),
  ]
    .filter(({ modifiedAt, id }) => modifiedAt >= since && !names.has(`${id}${WITHDRAWN}`))
    .flatMap(({ id }) => reportedPaymentId(id.slice(-ID_LENGTH)) ?? [])
  const born = work.find(({ name }) => name === IDENTITY_FILE)
  return { ids, bornAt: born && instantAt(born.modifiedAt) }
}

/** The identifier ends the name before the first dot, whatever is added for encrypted files. */
const PAYMENT_FILE = /^([\w-]+)\.xml(?:\.[\w.-]+)?$/

const digestOf = (content: string): string => createHash('sha256').update(content).digest('hex')
