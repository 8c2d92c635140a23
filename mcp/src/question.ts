// The question to the person before an order is created. order-tools.ts decides when it is asked.
import { cleanText } from './untrusted.ts'

export type Account = { id: string; alias: string; method: string; details: object }

/** Everything that a person decides on. */
export type Terms = {
  organization_id: string
  quote_id: string
  payer_sends: { total: string; fee: string; tax: string; currency: string }
  beneficiary_receives: { total: string; currency: string }
  exchange_rate: string
  pays_from: Account
  pays_to: Account
  estimated_settlement_time: string
  submission_expires_at: string
  funding_expires_at: string
  /** Of the order to be. The caller gave it with the quote. */
  metadata?: Record<string, string>
}

/**
 * One line for each fact. Texts that others wrote are in quotation marks, as JSON writes them, and without what a person could
 * take for such a mark or for a new line. So none of them can end its line or pretend to be another.
 */
export function questionOf(terms: Terms): string {
  const { payer_sends: sends, beneficiary_receives: receives } = terms
  const { currency } = sends
  return [
    'Create this order?',
    `Paid in: ${sends.total} ${currency}, of which fee ${sends.fee} ${currency} and tax ${sends.tax} ${currency}`,
    `Paid out: ${receives.total} ${receives.currency}`,
    `Rate: 1 ${currency} = ${terms.exchange_rate} ${receives.currency}`,
    `Paid to: ${accountInWords(terms.pays_to)}`,
    `Paid from: ${accountInWords(terms.pays_from)}`,
    `The quote ends: ${instantInWords(terms.submission_expires_at)}`,
    `To be funded until: ${instantInWords(terms.funding_expires_at)}`,
    ...Object.entries(terms.metadata ?? {}).map(
      ([key, value]) => `Metadata ${quoted(key)}: ${quoted(cleanText(value))}`,
    ),
  ].join('\n')
}

/** `"Ana", COP bank account: bank account number ****1234, doc type "CC"`. */
function accountInWords({ alias, method, details }: Account): string {
  const facts = Object.entries(details).flatMap(([field, value]) =>
    typeof value === 'string' && value !== ''
      ? [`${spaced(field)} ${quotedUnlessMasked(value)}`]
      : [],
  )
  return `${quoted(alias)}, ${methodInWords(method)}${facts.length === 0 ? '' : `: ${facts.join(', ')}`}`
}

const spaced = (name: string): string => cleanText(name).replaceAll('_', ' ')

const quotedUnlessMasked = (value: string): string =>
  /^\*{4}\w{0,4}$/.test(value) ? value : quoted(value)

/** Marks that look like `"`, and two single ones. */
const LIKE_A_MARK =
  /[\u02ba\u02dd\u02ee\u05f4\u201c-\u201f\u2033\u2036\u275d\u275e\u3003\u301d-\u301f\uff02]|['`\u00b4\u02b9\u02bc\u2018-\u201b\u2032\u2035\uff07]{2,}/gu
/** They could draw a mark, or draw over other lines. No script has more than three on a letter. */
const MARKS_TOO_MANY = /(?<=^|\s)\p{M}+|(?<=\p{M}{3})\p{M}+/gu

/** Many blanks would move the rest to the next line of a window. */
const quoted = (text: string): string =>
  JSON.stringify(
    text
      .replace(/[^\S\n]+/gu, ' ')
      .replace(MARKS_TOO_MANY, '\uFFFD')
      .replace(LIKE_A_MARK, '\uFFFD'),
  )

/** `COP bank account` of `COP_BANK_ACCOUNT`: the first word is the name of a currency or a network. */
function methodInWords(method: string): string {
  const [first = '', ...rest] = method.split('_')
  return [first, ...rest.map((word) => word.toLowerCase())].join(' ')
}

/** `2026-03-02 14:05:30 UTC` of a timestamp of the API. */
const instantInWords = (timestamp: string): string =>
  `${new Date(timestamp).toISOString().slice(0, 19).replace('T', ' ')} UTC`
