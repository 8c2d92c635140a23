// The words of the exits of an order: what each does to the money, and what nobody can undo. closed-words.ts says why others are
// not open.
import { bilingual } from '../parts/language.tsx'
import type { Schemas } from './api.ts'

type OrderAct<Name> = Name extends `order.${infer Exit}` ? Exit : never
/** The end of the path of an act on an order. A send before a restore is recorded from the list of unknown sends. */
export type Exit = Exclude<OrderAct<Schemas['ActName']>, 'sent-before'>

type About = { reference: string; payin: string; payout: string }
type ExitWords = { label: (about: About) => string; after: (about: About) => string; final: string }

const en: Readonly<Record<Exit, ExitWords>> = {
  release: {
    label: ({ reference }) => `Release ${reference}`,
    after: () =>
      'All checks run again, and the worker goes on. It is refused while a hold lasts. The ledger stays as it is.',
    final: 'You cannot undo what the worker fills or pays out afterwards.',
  },
  'accept-loss': {
    label: ({ reference }) => `Accept a loss on ${reference}`,
    after: ({ payin, payout }) =>
      `${payin} is converted if the desk loses at most the amount. The customer gets ${payout}.`,
    final: 'You cannot undo a fill. The ledger shows its loss as a result of rates.',
  },
  provider: {
    label: ({ reference }) => `Fill ${reference} at another provider`,
    after: ({ payin }) =>
      `${payin} is converted there, and only this provider is asked. The ledger stays as it is.`,
    final: 'You cannot undo a fill at that provider.',
  },
  'pay-again': {
    label: ({ payout }) => `Pay ${payout} again`,
    after: ({ payout }) => `${payout} is sent to the same instrument once more.`,
    final: 'You cannot undo a payout that the rail has taken.',
  },
  'pay-elsewhere': {
    label: ({ payout }) => `Pay ${payout} elsewhere`,
    after: ({ payout }) => `${payout} is sent to the chosen instrument of the organization.`,
    final: 'You cannot undo a payout that the rail has taken.',
  },
  'redirect-refund': {
    label: ({ reference }) => `Redirect a refund of ${reference}`,
    after: () => 'The refund is sent to the chosen instrument of the organization.',
    final: 'You cannot undo a refund that the rail has taken.',
  },
  'send-kept': {
    label: ({ reference }) => `Send the kept refunds of ${reference}`,
    after: () => 'The small refunds that were kept are sent together, in one refund.',
    final: 'You cannot undo a refund that the rail has taken.',
  },
  'mark-payout': {
    label: ({ payout }) => `Record the outcome of the payout of ${payout}`,
    after: () => 'The ledger gets the postings that the answer of the rail would have caused.',
    final: 'You cannot undo the record. If the rail contradicts it later, a person decides.',
  },
  'mark-refund': {
    label: ({ reference }) => `Record the outcome of a refund of ${reference}`,
    after: () => 'The ledger gets the postings that the answer of the rail would have caused.',
    final: 'You cannot undo the record. If the rail contradicts it later, a person decides.',
  },
  'decide-send': {
    label: ({ reference }) => `Decide between the record and the rail for ${reference}`,
    after: () =>
      'If it was not sent, it counts as money that came back. If it was sent, the order is completed while its refund is unsent; what left twice is owed by the payer.',
    final: 'You cannot undo the decision. The postings follow it.',
  },
  'cancel-payout': {
    label: ({ payout }) => `Cancel the payout of ${payout}`,
    after: ({ payin }) =>
      `Nothing is sent any more, and the rail is asked not to execute it. If the rail confirms, ${payin} goes back to the payer.`,
    final: 'You cannot cancel a payout that the rail has executed before.',
  },
  'cancel-refund': {
    label: ({ reference }) => `Cancel a refund of ${reference}`,
    after: () =>
      'Nothing is sent any more, and the rail is asked not to execute it. If the rail confirms, the refund waits for another destination.',
    final: 'You cannot cancel a refund that the rail has executed before.',
  },
  refund: {
    label: ({ payin }) => `Refund ${payin}`,
    after: ({ payin }) => `The order ends, and ${payin} goes back to the payer.`,
    final: 'You cannot undo the end of the order. The beneficiary is not paid.',
  },
  fail: {
    label: ({ reference }) => `End ${reference}`,
    after: ({ payin }) =>
      `The order ends. Before its fill the customer decides about ${payin}; after it the money goes back.`,
    final: 'You cannot undo the end of the order. The beneficiary is not paid.',
  },
  freeze: {
    label: ({ reference }) => `Freeze ${reference}`,
    after: () =>
      'Nothing is filled, paid out or refunded until it is unfrozen. The ledger stays as it is.',
    final: 'You cannot stop what is in flight already. Its outcome is recorded.',
  },
  unfreeze: {
    label: ({ reference }) => `Unfreeze ${reference}`,
    after: () => 'It goes on by itself, unless it is parked. The ledger stays as it is.',
    final: 'You cannot undo what the worker does afterwards.',
  },
}

const es: Readonly<Record<Exit, ExitWords>> = {
  release: {
    label: ({ reference }) => `Liberar ${reference}`,
    after: () =>
      'Se repiten todas las verificaciones y la orden sigue. Se rechaza mientras dure una retención. El libro no cambia.',
    final: 'No se puede deshacer lo que se convierta o pague después.',
  },
  'accept-loss': {
    label: ({ reference }) => `Aceptar una pérdida en ${reference}`,
    after: ({ payin, payout }) =>
      `Se convierten ${payin} si la mesa pierde como máximo el monto. El cliente recibe ${payout}.`,
    final:
      'No se puede deshacer la conversión. El libro muestra su pérdida como resultado de tasas.',
  },
  provider: {
    label: ({ reference }) => `Convertir ${reference} con otro proveedor`,
    after: ({ payin }) =>
      `Se convierten ${payin} allí, y solo se consulta a ese proveedor. El libro no cambia.`,
    final: 'No se puede deshacer la conversión con ese proveedor.',
  },
  'pay-again': {
    label: ({ payout }) => `Pagar ${payout} otra vez`,
    after: ({ payout }) => `Se envían ${payout} otra vez al mismo instrumento.`,
    final: 'No se puede deshacer un pago que el riel haya tomado.',
  },
  'pay-elsewhere': {
    label: ({ payout }) => `Pagar ${payout} a otro destino`,
    after: ({ payout }) => `Se envían ${payout} al instrumento elegido de la organización.`,
    final: 'No se puede deshacer un pago que el riel haya tomado.',
  },
  'redirect-refund': {
    label: ({ reference }) => `Redirigir un reembolso de ${reference}`,
    after: () => 'El reembolso se envía al instrumento elegido de la organización.',
    final: 'No se puede deshacer un reembolso que el riel haya tomado.',
  },
  'send-kept': {
    label: ({ reference }) => `Enviar los reembolsos guardados de ${reference}`,
    after: () => 'Los reembolsos pequeños guardados se envían juntos, en un solo reembolso.',
    final: 'No se puede deshacer un reembolso que el riel haya tomado.',
  },
  'mark-payout': {
    label: ({ payout }) => `Registrar el resultado del pago de ${payout}`,
    after: () => 'El libro recibe los asientos que habría causado la respuesta del riel.',
    final:
      'No se puede deshacer el registro. Si el riel lo contradice después, decide una persona.',
  },
  'mark-refund': {
    label: ({ reference }) => `Registrar el resultado de un reembolso de ${reference}`,
    after: () => 'El libro recibe los asientos que habría causado la respuesta del riel.',
    final:
      'No se puede deshacer el registro. Si el riel lo contradice después, decide una persona.',
  },
  'decide-send': {
    label: ({ reference }) => `Decidir entre el registro y el riel para ${reference}`,
    after: () =>
      'Si no se envió, cuenta como dinero que volvió. Si se envió, la orden se completa mientras su reembolso no se haya enviado; lo que salió dos veces lo debe el pagador.',
    final: 'No se puede deshacer la decisión. Los asientos la siguen.',
  },
  'cancel-payout': {
    label: ({ payout }) => `Cancelar el pago de ${payout}`,
    after: ({ payin }) =>
      `No se envía nada más y se pide al riel que no lo ejecute. Si el riel confirma, ${payin} vuelven al pagador.`,
    final: 'No se puede cancelar un pago que el riel haya ejecutado antes.',
  },
  'cancel-refund': {
    label: ({ reference }) => `Cancelar un reembolso de ${reference}`,
    after: () =>
      'No se envía nada más y se pide al riel que no lo ejecute. Si el riel confirma, el reembolso espera otro destino.',
    final: 'No se puede cancelar un reembolso que el riel haya ejecutado antes.',
  },
  refund: {
    label: ({ payin }) => `Reembolsar ${payin}`,
    after: ({ payin }) => `La orden termina y ${payin} vuelven al pagador.`,
    final: 'No se puede deshacer el fin de la orden. No se paga al beneficiario.',
  },
  fail: {
    label: ({ reference }) => `Terminar ${reference}`,
    after: ({ payin }) =>
      `La orden termina. Antes de la conversión el cliente decide sobre ${payin}; después el dinero vuelve.`,
    final: 'No se puede deshacer el fin de la orden. No se paga al beneficiario.',
  },
  freeze: {
    label: ({ reference }) => `Congelar ${reference}`,
    after: () => 'Nada se convierte, paga ni reembolsa hasta descongelarla. El libro no cambia.',
    final: 'No se puede detener lo que ya está en curso. Su resultado se registra.',
  },
  unfreeze: {
    label: ({ reference }) => `Descongelar ${reference}`,
    after: () => 'Sigue por sí sola, salvo que esté en espera. El libro no cambia.',
    final: 'No se puede deshacer lo que se haga después.',
  },
}

export const exitTexts = bilingual({ exit: [en, es] })

export const EXITS = Object.keys(en).filter((exit): exit is Exit => Object.hasOwn(en, exit))
