// The words of receipts and statements in both languages, and how each language writes amounts.
import { formatAmount } from '../../platform/money/decimal.ts'
import type { InstrumentMethod } from '../../outside/methods/methods.ts'
import type { Language } from '../../platform/languages.ts'

const en = {
  paymentReceipt: 'Payment receipt',
  refundReceipt: 'Refund receipt',
  sandbox: 'Sandbox: a simulation. No money moved.',
  contact: (contact: string) => `Questions: ${contact}`,
  order: 'Order',
  company: 'Company',
  customer: 'Customer',
  reference: 'Your reference',
  created: 'Created',
  completed: 'Completed',
  refunded: 'Refunded',
  paidIn: 'Paid in',
  from: 'From',
  to: 'To',
  account: 'Account',
  accountName: 'Account name',
  methods: {
    SOLANA_ADDRESS: 'Solana address',
    COP_BANK_ACCOUNT: 'Bank account in Colombia',
    NGN_BANK_ACCOUNT: 'Bank account in Nigeria',
    MXN_CLABE: 'CLABE',
    BRL_PIX: 'Pix key',
    EVM_ADDRESS: 'EVM address',
    IBAN: 'IBAN',
    DESK_ACCOUNT: 'Account at the desk',
  } satisfies Record<InstrumentMethod, string>,
  endingIn: 'ending in',
  erased: 'details erased',
  total: 'Total',
  received: 'Received',
  transaction: 'Transaction',
  converted: 'Converted',
  fee: 'Fee',
  tax: 'Tax on the fee',
  net: 'Amount converted',
  rate: 'Exchange rate',
  paidOut: 'Paid out',
  amount: 'Amount',
  settled: 'Settled',
  trace: "Bank's trace or transaction",
  cameBack: 'Came back',
  processed: 'Processed',
  statement: 'Statement of orders',
  month: 'Month',
  orders: 'Orders',
  createdIn: (month: string) => `created in ${month} (UTC) and funded, as they are now`,
  underWay: 'Under way',
  tooManyLines: 'too many for a line each: export the list of orders',
  completedPair: (payin: string, payout: string) => `Completed, ${payin} to ${payout}`,
  feesInIt: 'Fees in it',
  taxInIt: 'Tax on fees in it',
  receivedAnd: (amount: string, standing: string) =>
    `received ${amount}, ${standing.toLowerCase()}`,
  paidFor: (paid: string, received: string, fee: string) => `${paid} to ${received}, fee ${fee}`,
}

const es: typeof en = {
  paymentReceipt: 'Recibo de pago',
  refundReceipt: 'Recibo de reembolso',
  sandbox: 'Sandbox: una simulación. No se movió dinero.',
  contact: (contact) => `Preguntas: ${contact}`,
  order: 'Orden',
  company: 'Empresa',
  customer: 'Cliente',
  reference: 'Su referencia',
  created: 'Creada',
  completed: 'Completada',
  refunded: 'Reembolsada',
  paidIn: 'Entrada',
  from: 'De',
  to: 'Para',
  account: 'Cuenta',
  accountName: 'Nombre de la cuenta',
  methods: {
    SOLANA_ADDRESS: 'Dirección de Solana',
    COP_BANK_ACCOUNT: 'Cuenta bancaria en Colombia',
    NGN_BANK_ACCOUNT: 'Cuenta bancaria en Nigeria',
    MXN_CLABE: 'CLABE',
    BRL_PIX: 'Clave Pix',
    EVM_ADDRESS: 'Dirección EVM',
    IBAN: 'IBAN',
    DESK_ACCOUNT: 'Cuenta en la mesa',
  },
  endingIn: 'termina en',
  erased: 'datos borrados',
  total: 'Total',
  received: 'Recibido',
  transaction: 'Transacción',
  converted: 'Conversión',
  fee: 'Comisión',
  tax: 'Impuesto sobre la comisión',
  net: 'Monto convertido',
  rate: 'Tasa de cambio',
  paidOut: 'Salida',
  amount: 'Monto',
  settled: 'Liquidado',
  trace: 'Referencia del banco o transacción',
  cameBack: 'Volvió',
  processed: 'Procesado',
  statement: 'Extracto de órdenes',
  month: 'Mes',
  orders: 'Órdenes',
  createdIn: (month) => `creadas en ${month} (UTC) y con fondos, tal como están ahora`,
  underWay: 'En curso',
  tooManyLines: 'demasiadas para una línea cada una: exporte la lista de órdenes',
  completedPair: (payin, payout) => `Completadas, ${payin} a ${payout}`,
  feesInIt: 'Comisiones incluidas',
  taxInIt: 'Impuesto sobre comisiones incluido',
  receivedAnd: (amount, standing) => `recibido ${amount}, ${standing.toLowerCase()}`,
  paidFor: (paid, received, fee) => `${paid} a ${received}, comisión ${fee}`,
}

export type DocumentWords = typeof en & {
  language: Language
  /** `1,000.00 USDC`, or `1.000,00 USDC`. */
  money: (minor: bigint, currency: string) => string
  /** Groups the digits of a decimal string. */
  figure: (text: string) => string
}

const MARKS = { en: [',', '.'], es: ['.', ','] } as const

function inLanguage(language: Language, words: typeof en): DocumentWords {
  const [group, point] = MARKS[language]
  const figure = (text: string): string => {
    const [whole = '', ...fraction] = text.split('.')
    return [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, group), ...fraction].join(point)
  }
  const money = (minor: bigint, currency: string): string =>
    `${figure(formatAmount(minor, currency))} ${currency}`
  return { ...words, language, figure, money }
}

export const documentWords: Readonly<Record<Language, DocumentWords>> = {
  en: inLanguage('en', en),
  es: inLanguage('es', es),
}
