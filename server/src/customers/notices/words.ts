// The words of notices in both languages. They have a reference number, amounts, a status and a link: nothing secret, and no bank
// details. Mails are read, forwarded and kept elsewhere.
import type { OrderStatus } from '../../engine/orders/states.ts'
import type { Language } from '../../platform/languages.ts'
import type { NoticeKind } from './kinds.ts'

export type Told = {
  kind: NoticeKind
  reference: string | null
  payin?: string | undefined
  payout?: string | undefined
  status?: string | undefined
  deadline?: string | undefined
  link: string
}

/** `account` is the link to the page Your account. */
type Home = { desk: string; company: string; account: string }

type Words = {
  titles: Record<NoticeKind, (reference: string) => string>
  statuses: Partial<Record<OrderStatus, string>>
  pay: string
  receive: string
  status: string
  until: string
  why: (home: Home) => string
}

const en: Words = {
  titles: {
    order_needs_funds: (reference) => `Order ${reference} needs funds`,
    order_failed: (reference) => `Order ${reference} failed`,
    order_completed: (reference) => `Order ${reference} is completed`,
    information_requested: (reference) =>
      reference === '' ? 'Information is needed' : `Information is needed for order ${reference}`,
    approval_waits: () => 'An order waits for a second person',
    webhook_disabled: () => 'A webhook endpoint was disabled',
  },
  statuses: {
    STEP_1_AWAITING_FUNDING: 'awaiting funding',
    STEP_4_COMPLETED: 'completed',
    FAILED_FUNDING_EXPIRED: 'the funding expired',
    FAILED_CANCELLED: 'cancelled',
    FAILED_DECLINED_BY_LIQ_PROVIDER: 'the conversion was declined',
    FAILED_REFUND_REQUESTED: 'a refund will be sent',
  },
  pay: 'Pay in',
  receive: 'Pay out',
  status: 'Status',
  until: 'Answer until',
  why: ({ desk, company, account }) =>
    `You chose this mail of ${desk} for the company ${company} on the page Your account, where you can also end it:\n${account}`,
}

const es: Words = {
  titles: {
    order_needs_funds: (reference) => `La orden ${reference} necesita fondos`,
    order_failed: (reference) => `La orden ${reference} falló`,
    order_completed: (reference) => `La orden ${reference} está completada`,
    information_requested: (reference) =>
      reference === ''
        ? 'Se necesita información'
        : `Se necesita información sobre la orden ${reference}`,
    approval_waits: () => 'Una orden espera a una segunda persona',
    webhook_disabled: () => 'Se desactivó un destino de webhooks',
  },
  statuses: {
    STEP_1_AWAITING_FUNDING: 'espera los fondos',
    STEP_4_COMPLETED: 'completada',
    FAILED_FUNDING_EXPIRED: 'venció el plazo de los fondos',
    FAILED_CANCELLED: 'cancelada',
    FAILED_DECLINED_BY_LIQ_PROVIDER: 'la conversión fue rechazada',
    FAILED_REFUND_REQUESTED: 'se enviará un reembolso',
  },
  pay: 'Entrada',
  receive: 'Salida',
  status: 'Estado',
  until: 'Responder hasta',
  why: ({ desk, company, account }) =>
    `Usted eligió este correo de ${desk} para la empresa ${company} en la página Su cuenta, donde también puede terminarlo:\n${account}`,
}

const words: Record<Language, Words> = { en, es }

export const titleOf = (language: Language, { kind, reference }: Told): string =>
  words[language].titles[kind](reference ?? '')

/** Such as `Pay in: 1000.00 USDC`. */
function factLines(language: Language, { payin, payout, status, deadline }: Told): string[] {
  const w = words[language]
  const shown = status !== undefined && isStatus(w, status) ? w.statuses[status] : undefined
  return (
    [
      [w.pay, payin],
      [w.receive, payout],
      [w.status, shown],
      [w.until, deadline],
    ] as const
  ).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
}

const isStatus = ({ statuses }: Words, status: string): status is OrderStatus =>
  Object.hasOwn(statuses, status)

export const mailText = (language: Language, told: Told, home: Home): string =>
  [
    `${titleOf(language, told)}.`,
    '',
    ...factLines(language, told),
    told.link,
    '',
    words[language].why(home),
    '',
  ].join('\n')

/** One line for a chat. */
export const chatText = (language: Language, told: Told): string =>
  [
    `${titleOf(language, told)}.`,
    ...factLines(language, told).map((line) => `${line}.`),
    told.link,
  ].join(' ')
