// The identifier of a payment in the bank's files: MsgId, PmtInfId and EndToEndId. Keys are longer than the 35 characters
// of these fields, so the identifier is a digest of the key.
import { createHash } from 'node:crypto'

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const ID_LENGTH = 26

/** 130 bits of SHA-256 in Crockford's base32. It has one case only, because banks change cases. */
export function paymentId(key: string): string {
  const digest = createHash('sha256').update(`corridor/bank-files/1/${key}`).digest()
  return Array.from(digest.subarray(0, ID_LENGTH), (byte) => CROCKFORD.charAt(byte & 31)).join('')
}

/** The identifier as a bank reported it: some banks add blanks or change the case. Undefined for any other text. */
export function reportedPaymentId(text: string | undefined): string | undefined {
  const id = text?.replaceAll(/\s/g, '').toUpperCase()
  return id !== undefined && /^[0-9A-HJKMNP-TV-Z]{26}$/.test(id) ? id : undefined
}

/** The identifier of the request to cancel a payment. */
export const cancellationId = (id: string): string => paymentId(`cancel/${id}`)
