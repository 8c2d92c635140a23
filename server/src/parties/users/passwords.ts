// Hashes passwords with Argon2id (RFC 9106). The hash contains its parameters and salt, so that they can be raised.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** Kilobytes, rounds and lanes: 19 MiB, about 20 ms. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_BYTES = 32
const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

export const LENGTH_OF_PASSWORDS = { least: 12, most: 200 }

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await tagOf(password, salt, COST)
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(salt)}$${bare(tag)}`
}

/** Takes as long for an unknown user, whose hash is null. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = FORM.exec(hash ?? NOBODY) ?? []
  if (memory === undefined || passes === undefined || parallelism === undefined)
    throw new Error('a password hash has an unknown form')
  const cost = {
    memory: Number.parseInt(memory, 10),
    passes: Number.parseInt(passes, 10),
    parallelism: Number.parseInt(parallelism, 10),
  }
  const computed = await tagOf(password, Buffer.from(salt ?? '', 'base64'), cost)
  return timingSafeEqual(computed, Buffer.from(tag ?? '', 'base64')) && hash !== null
}

const tagOf = (password: string, nonce: Buffer, cost: typeof COST): Promise<Buffer> =>
  derive('argon2id', {
    // The same password typed on another keyboard has the same bytes.
    message: Buffer.from(password.normalize('NFKC')),
    nonce,
    tagLength: TAG_BYTES,
    ...cost,
  })

const bare = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

const NOBODY = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${bare(Buffer.alloc(16))}$${bare(Buffer.alloc(TAG_BYTES))}`
