// Prepares data of the API for a model: texts are bounded and have no invisible characters, and account numbers and
// parts of URLs that may be secret are masked.

const LONGEST_TEXT = 500
/** Characters of one answer. More would crowd out the conversation. */
const LONGEST_ANSWER = 80_000

/**
 * Characters that hide text from the person who reads along: control, formatting and private ones, separators of lines,
 * blank letters, and variation selectors, which can carry any bytes. One after an emoji only chooses its style.
 */
const INVISIBLE =
  /(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]|([^\P{C}\n]|[\p{Zl}\p{Zp}\u2800]|\p{Default_Ignorable_Code_Point})/gu

/** Fields of instrument details that name no account and no person's number. */
const OPEN_DETAILS = new Set([
  'bank_code',
  'bank_name',
  'bic',
  'account_type',
  'doc_type',
  'chain',
  'pix_key_type',
  'account_holder_first_name',
  'account_holder_last_name',
  'account_holder_name',
  'account_holder_business_name',
  'legal_entity_name',
])

export type Masking = { showDetails: boolean }

/** A copy for a model. */
export function cleaned(value: unknown, masking: Masking): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map((one) => cleaned(one, masking))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      if (key === 'details' && isInstrument(value) && isRecord(one) && !masking.showDetails)
        return [key, maskedDetails(one)]
      if (key === 'url' && typeof one === 'string') return [key, cleanText(withoutSecrets(one))]
      return [cleanText(key), cleaned(one, masking)]
    }),
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isInstrument = ({ id }: Record<string, unknown>): boolean =>
  typeof id === 'string' && id.startsWith('epi_')

export function cleanText(text: string): string {
  const visible = text.replace(INVISIBLE, (one, hidden) => (hidden === undefined ? one : '\uFFFD'))
  const left = visible.length - LONGEST_TEXT
  return left <= 0
    ? visible
    : `${visible.slice(0, LONGEST_TEXT).toWellFormed()}… [${left} more characters]`
}

const maskedDetails = (details: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(details).map(([field, value]) => [
      field,
      typeof value !== 'string'
        ? value
        : OPEN_DETAILS.has(field)
          ? cleanText(value)
          : masked(value),
    ]),
  )

/** The last four characters of a long number, none of a short one. */
function masked(number: string): string {
  if (number === '') return ''
  return number.length < 8 ? '****' : `****${cleanText(number.slice(-4))}`
}

/** Paths and queries of webhooks often have a secret that lets its owner send to the receiver. */
const withoutSecrets = (text: string): string =>
  URL.canParse(text) ? `${new URL(text).origin}/****` : '****'

/** Null if the answer is too long for a model. */
export function boundedJson(value: object): string | null {
  const text = JSON.stringify(value)
  return text.length > LONGEST_ANSWER ? null : text
}
