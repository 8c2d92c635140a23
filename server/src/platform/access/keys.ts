// The format of an API key: `ck_sandbox_` or `ck_live_`, 32 random base62 characters, and 6 characters with the CRC32
// of the text before them. The checksum refuses a mistyped key without a query.
import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Environment } from '../config.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const prefixOf = (environment: Environment): string => `ck_${environment}_`

export function generateKey(environment: Environment): string {
  const secret = Array.from({ length: 32 }, () => BASE62[randomInt(62)]).join('')
  const body = prefixOf(environment) + secret
  return body + checksum(body)
}

/** Well formed, of this environment, and with a matching checksum. */
export function isPlausibleKey(text: string, environment: Environment): boolean {
  return (
    text.startsWith(prefixOf(environment)) &&
    /^ck_[a-z]+_[0-9A-Za-z]{38}$/.test(text) &&
    checksum(text.slice(0, -6)) === text.slice(-6)
  )
}

/** SHA-256, 32 bytes. Only this hash of a key is stored. */
export function hashKey(key: string): Buffer
export function hashKey(key: string, encoding: 'base64'): string
export function hashKey(key: string, encoding: 'base64' | 'buffer' = 'buffer'): Buffer | string {
  return hash('sha256', key, encoding)
}

function checksum(body: string): string {
  let rest = crc32(body)
  let digits = ''
  for (let position = 0; position < 6; position++) {
    digits = BASE62.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}
