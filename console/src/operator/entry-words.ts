// Why an entry of a rail waits. English pages show the sentence of the service, which has the facts. Spanish pages show
// words for its code, and the sentence where the code does not say it.
import type { Language } from '../parts/amount.ts'
import type { Schemas } from '../../../server/operator-client/client.ts'

type Code = Schemas['EntryProblemCode']

/** The type requires words for every code. */
const SPANISH: Readonly<Record<Code, (problem: string) => string>> = {
  unknown_send: () => 'no se conoce el pago o reembolso que volvió',
  send_not_settled: () => 'volvió un pago que no consta como liquidado',
  other_rail: () => 'el pago que volvió se envió por otro riel',
  more_than_sent: () => 'volvió más de lo que se envió, o en otra moneda',
  unknown_deposit: () => 'no se conoce el depósito que se revierte',
  changed_meanwhile: () => 'el depósito cambió al mismo tiempo; se intenta de nuevo',
  compared_after_restore: () => 'espera a que la orden se compare después de una restauración',
  deposit_goes_back: () => 'el depósito ya va de vuelta a quien lo pagó',
  unreadable: (problem) => `el riel lo informó en una forma que no se entiende (${problem})`,
  other: (problem) => problem,
}

export const entryProblemWords = (
  { problem, problem_code: code }: { problem: string | null; problem_code: Code | null },
  language: Language,
): string => {
  if (problem === null) return ''
  return language === 'en' || code === null ? problem : SPANISH[code](problem)
}
