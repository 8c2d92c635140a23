// Verifies webhooks: RSA with SHA-256 over the compact JSON of `payload`, by a public key that the company lists. A
// verified webhook is a hint which payout to look up, and nothing more.
import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { monotonicMs } from '../../platform/clock.ts'
import { fieldsIn, isFields, optionalText } from './answers.ts'
import type { Client } from './client.ts'
import { keyOf } from './keys.ts'
import { originIdIn } from './withdrawals.ts'

const MOST_BYTES = 256 * 1024
// An unknown key id makes us ask for the list, so strangers could make us ask all the time.
const ASK_EVERY_MS = 60_000

type Receive = (headers: Record<string, string>, body: Buffer) => Promise<readonly string[]>

/** Throws if the webhook is not the company's. */
export function openWebhooks(client: Client, keysPath: string): Receive {
  const keys = new Map<string, KeyObject>()
  let asking: { sinceMs: number; done: Promise<void> } | undefined

  async function ask(): Promise<void> {
    const { value } = await client.getPublic(keysPath)
    for (const [id, key] of publicKeysIn(value)) keys.set(id, key)
  }

  async function keyFor(id: string): Promise<KeyObject | undefined> {
    if (!keys.has(id)) {
      if (asking === undefined || monotonicMs() - asking.sinceMs > ASK_EVERY_MS)
        asking = { sinceMs: monotonicMs(), done: ask() }
      await asking.done
    }
    return keys.get(id)
  }

  return async (headers, body) => {
    const signature = headers['x-bitso-webhook-event-signature']
    const keyId = headers['x-bitso-key-id']
    if (signature === undefined || keyId === undefined)
      throw new Error('the webhook has no signature of Bitso')
    if (body.length > MOST_BYTES) throw new Error('the webhook is too large')
    const text = body.toString('utf8')
    fieldsIn(parsed(text), 'the webhook')
    const key = await keyFor(keyId)
    if (key === undefined)
      throw new Error('the webhook is signed with a key that Bitso does not list')
    const bytes = Buffer.from(signature, 'base64')
    const signed = signedForms(text).find((form) => verify('sha256', Buffer.from(form), key, bytes))
    if (signed === undefined) throw new Error('the signature of the webhook is wrong')
    // Read the signed text, not the body: a second `payload` in the body would replace the first.
    const payload = fieldsIn(parsed(signed), 'the payload')
    const name = originIdIn(payload) ?? optionalText(payload, 'external_ref')
    const found = name === null ? null : keyOf(name)
    return found === null ? [] : [found]
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('the webhook is not JSON')
  }
}

// The entries have been seen as key_id and keyId, the key as bare Base64 of its DER form.
function publicKeysIn(value: unknown): readonly (readonly [string, KeyObject])[] {
  const list = isFields(value) ? value['payload'] : value
  if (!Array.isArray(list)) throw new Error("Bitso's list of public keys is not a list")
  return list.filter(isFields).flatMap((entry) => {
    const id = optionalText(entry, 'key_id') ?? optionalText(entry, 'keyId')
    const der = optionalText(entry, 'public_key') ?? optionalText(entry, 'publicKey')
    if (id === null || der === null) return []
    const key = createPublicKey({ key: Buffer.from(der, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'rsa' ? [[id, key] as const] : []
  })
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g

/**
 * The compact JSON of `payload`, in the forms in which JSON libraries write it: as it was sent, and with every character
 * beyond ASCII escaped. It is cut out of the text: parsing and writing it again could change it.
 */
function signedForms(text: string): readonly string[] {
  const tokens = text.match(TOKENS) ?? []
  let depth = 0
  let start = -1
  for (const [index, token] of tokens.entries()) {
    if (token === '{' || token === '[') depth++
    if (token === '}' || token === ']') depth--
    if (start < 0 && depth === 1 && token === '"payload"' && tokens[index + 1] === ':')
      start = index + 2
    else if (start >= 0 && index >= start && depth === 1) {
      const compact = tokens.slice(start, index + 1).join('')
      return [compact, compact.replaceAll(/[^\0-\x7f]/g, escaped)]
    }
  }
  return []
}

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
