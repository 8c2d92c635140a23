// Words for what the operator API names by identifiers: statuses, outcomes, reasons, postings. An identifier that this page
// does not know is shown as it is.
import { useMethodName } from '../customer/details.ts'
import { moneyTexts } from '../customer/money-words.ts'
import { bilingual, useText } from '../parts/language.tsx'
import { State } from '../parts/status.tsx'
import { shapeOfStatus } from './words.ts'

const en: Readonly<Record<string, string>> = {
  PENDING: 'waiting',
  APPROVED: 'approved',
  REJECTED: 'rejected',
  WITHDRAWN: 'withdrawn',
  LAPSED: 'lapsed',
  EXPIRED: 'expired',
  PROPOSED: 'proposed',
  SENT: 'sent',
  SETTLED: 'settled',
  PROCESSED: 'arrived',
  RETURNED: 'came back',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  INVITED: 'invited',
  ACTIVE: 'active',
  DISABLED: 'disabled',
  OPEN: 'open',
  ANSWERED: 'answered',
  CLOSED: 'closed',
  asking: 'no answer yet',
  hold: 'held',
  reject: 'rejected',
  settled: 'settled',
  rejected: 'rejected',
  compliance_hold: 'on hold',
  slippage: 'worse rate',
  attempts: 'failed attempts',
  outflow_limit: 'beyond a cap',
  liquidity: 'limits or balance',
  customer: 'the customer disabled it',
  operator: 'an operator disabled it',
  gone: 'it answered 410 Gone',
  failing: 'no request was accepted for five days',
  simulated: 'simulated',
  fill: 'conversion',
  deposit_reversed: 'deposit taken back',
}
const es: Readonly<Record<string, string>> = {
  PENDING: 'en espera',
  APPROVED: 'aprobado',
  REJECTED: 'rechazado',
  WITHDRAWN: 'retirado',
  LAPSED: 'caducado',
  EXPIRED: 'vencido',
  PROPOSED: 'propuesto',
  SENT: 'enviado',
  SETTLED: 'liquidado',
  PROCESSED: 'llegó',
  RETURNED: 'volvió',
  FAILED: 'falló',
  CANCELLED: 'cancelado',
  INVITED: 'invitado',
  ACTIVE: 'activo',
  DISABLED: 'desactivado',
  OPEN: 'abierta',
  ANSWERED: 'respondida',
  CLOSED: 'cerrada',
  pending: 'pendiente',
  effective: 'vigente',
  withdrawn: 'retirada',
  refused: 'rechazada',
  asking: 'aún sin respuesta',
  clear: 'sin hallazgos',
  hold: 'retenido',
  reject: 'rechazado',
  settled: 'liquidado',
  rejected: 'rechazado',
  released: 'liberado',
  compliance_hold: 'retenida',
  slippage: 'tasa peor',
  attempts: 'intentos fallidos',
  outflow_limit: 'sobre un tope',
  liquidity: 'límites o saldo',
  screening: 'screening',
  customer: 'la desactivó el cliente',
  operator: 'la desactivó un operador',
  gone: 'respondió 410 Gone',
  failing: 'no aceptó ninguna solicitud en cinco días',
  simulated: 'simulado',
  unmatched: 'sin orden',
  quotes: 'cotizaciones',
  fills: 'conversiones',
  sends: 'envíos',
  fill: 'conversión',
  deposit_reversed: 'depósito retirado',
}
const texts = bilingual({ word: [en, es] })

/** The word for an identifier. */
export function useWord(): (name: string) => string {
  const t = useText(texts)
  const money = useText(moneyTexts)
  const methodName = useMethodName()
  const maps: readonly Readonly<Record<string, string>>[] = [
    t.word,
    money.posting,
    money.reason,
    money.short,
  ]
  return (name) => maps.find((map) => Object.hasOwn(map, name))?.[name] ?? methodName(name)
}

export function Status({ status }: { status: string }) {
  return <State word={useWord()(status)} shape={shapeOfStatus(status)} />
}
