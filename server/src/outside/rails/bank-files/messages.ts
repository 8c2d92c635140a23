// The versions of ISO 20022 messages: which ones are written and read, and how the older ones differ.

/** The messages that banks take. The first one is the default. */
export const PAYMENT_MESSAGES = ['pain.001.001.09', 'pain.001.001.03'] as const
export const CANCEL_MESSAGES = [
  'camt.055.001.08',
  'camt.055.001.01',
  'camt.056.001.08',
  'camt.056.001.01',
  'none',
] as const

export type PaymentMessage = (typeof PAYMENT_MESSAGES)[number]
export type CancelMessage = Exclude<(typeof CANCEL_MESSAGES)[number], 'none'>

/** The versions of 2009 name a bank BIC, and have dates without a choice of date or time. */
export const isOf2009 = (message: PaymentMessage | CancelMessage): boolean =>
  message === 'pain.001.001.03' || message.endsWith('.01')

/** `kind`: the message without its version. Undefined if the version is not read. */
export function kindOfMessage(message: string): keyof typeof READ | 'ignored' | undefined {
  if (IGNORED.test(message)) return 'ignored'
  return KINDS.find((kind) => READ[kind].some((version) => message === `${kind}.001.${version}`))
}

const READ = {
  'camt.053': ['02', '04', '06', '08'],
  'camt.054': ['02', '04', '06', '08'],
  'pain.002': ['03', '10'],
  'camt.029': ['03', '09'],
} as const
const KINDS = ['camt.053', 'camt.054', 'pain.002', 'camt.029'] as const
// Reports of the day before they are booked, receipts of files, and our own messages.
const IGNORED = /^(camt\.05[256]|admi|pain\.001)\./

/** Returns a text such as `camt.053.001.02, .04, .06 or .08`. */
export const versionsRead = (kind: (typeof KINDS)[number]): string => {
  const [first = '', ...more] = READ[kind]
  const last = more.pop()
  return [`${kind}.001.${first}`, ...more.map((version) => `.${version}`)]
    .join(', ')
    .concat(last === undefined ? '' : ` or .${last}`)
}

export const allVersionsRead = (): string => KINDS.map(versionsRead).join('; ')
