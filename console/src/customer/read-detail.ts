// Reads the details of an instrument as people write them: an IBAN in groups of four, a CPF with points. Only what cannot
// mean another value is changed. The service checks the result.

type Details = Readonly<Record<string, string>>

/** A separator inside of a number that has none. Letters and digits stay. */
const bare = (text: string): string => text.replace(/[\s.\u2010-\u2015-]/g, '')
const withoutBlanks = (text: string): string => text.replace(/\s/g, '')

const PIX_KEYS: Readonly<Record<string, (key: string) => string>> = {
  CPF: bare,
  CNPJ: (key) => bare(key).replace('/', '').toUpperCase(),
  EMAIL: (key) => withoutBlanks(key).toLowerCase(),
  PHONE: (key) => bare(key).replace(/[()]/g, ''),
  EVP: (key) => withoutBlanks(key).toLowerCase(),
}

const FIELDS: Readonly<Record<string, (typed: string, details: Details) => string>> = {
  address: withoutBlanks,
  iban: (typed) =>
    bare(typed)
      .toUpperCase()
      .replace(/^IBAN:?/, ''),
  bic: (typed) => withoutBlanks(typed).toUpperCase(),
  clabe: bare,
  bank_account_number: bare,
  bank_code: withoutBlanks,
  // The number of a company in Nigeria may have hyphens.
  doc_id: (typed, { doc_type: type }) => (type === undefined ? withoutBlanks(typed) : bare(typed)),
  pix_key: (typed, { pix_key_type: type = '' }) => PIX_KEYS[type]?.(typed) ?? typed.trim(),
}

/** The value of a field for the service. `details`: what the other fields have. */
export const readDetail = (name: string, typed: string, details: Details): string =>
  FIELDS[name]?.(typed, details) ?? typed.trim()
