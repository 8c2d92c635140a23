// The words of the exits of an order: what each does to the money, what nobody can undo, and why others are not open.
import { bilingual } from '../parts/language.tsx'
import type { Closed, Exit } from './exits.ts'

type About = { reference: string; payin: string; payout: string }
type ExitWords = { label: (about: About) => string; after: (about: About) => string; final: string }

const en: Readonly<Record<Exit, ExitWords>> = {
  release: {
    label: ({ reference }) => `Release ${reference}`,
    after: () =>
      'All checks run again, and the worker goes on. It is refused while a hold lasts. No posting.',
    final: 'You cannot undo what the worker fills or pays out afterwards.',
  },
  'accept-loss': {
    label: ({ reference }) => `Accept a loss on ${reference}`,
    after: ({ payin, payout }) =>
      `${payin} is converted if the desk loses at most the amount. The customer gets ${payout}.`,
    final: 'You cannot undo a fill. Its loss is posted to fx_result.',
  },
  provider: {
    label: ({ reference }) => `Fill ${reference} at another provider`,
    after: ({ payin }) =>
      `${payin} is converted there, and only this provider is asked. No posting.`,
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
    final: 'You cannot undo the record. An answer of the rail that contradicts it is not applied.',
  },
  'mark-refund': {
    label: ({ reference }) => `Record the outcome of a refund of ${reference}`,
    after: () => 'The ledger gets the postings that the answer of the rail would have caused.',
    final: 'You cannot undo the record. An answer of the rail that contradicts it is not applied.',
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
    after: () => 'Nothing is filled, paid out or refunded until it is unfrozen. No posting.',
    final: 'You cannot stop what is in flight already. Its outcome is recorded.',
  },
  unfreeze: {
    label: ({ reference }) => `Unfreeze ${reference}`,
    after: () => 'It goes on by itself, unless it is parked. No posting.',
    final: 'You cannot undo what the worker does afterwards.',
  },
}

const es: Readonly<Record<Exit, ExitWords>> = {
  release: {
    label: ({ reference }) => `Liberar ${reference}`,
    after: () =>
      'Se repiten todas las verificaciones y la orden sigue. Se rechaza mientras dure una retención. Sin asiento.',
    final: 'No se puede deshacer lo que se convierta o pague después.',
  },
  'accept-loss': {
    label: ({ reference }) => `Aceptar una pérdida en ${reference}`,
    after: ({ payin, payout }) =>
      `Se convierten ${payin} si la mesa pierde como máximo el monto. El cliente recibe ${payout}.`,
    final: 'No se puede deshacer la conversión. Su pérdida se asienta en fx_result.',
  },
  provider: {
    label: ({ reference }) => `Convertir ${reference} con otro proveedor`,
    after: ({ payin }) =>
      `Se convierten ${payin} allí, y solo se consulta a ese proveedor. Sin asiento.`,
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
      'No se puede deshacer el registro. Una respuesta del riel que lo contradiga no se aplica.',
  },
  'mark-refund': {
    label: ({ reference }) => `Registrar el resultado de un reembolso de ${reference}`,
    after: () => 'El libro recibe los asientos que habría causado la respuesta del riel.',
    final:
      'No se puede deshacer el registro. Una respuesta del riel que lo contradiga no se aplica.',
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
    after: () => 'Nada se convierte, paga ni reembolsa hasta descongelarla. Sin asiento.',
    final: 'No se puede detener lo que ya está en curso. Su resultado se registra.',
  },
  unfreeze: {
    label: ({ reference }) => `Descongelar ${reference}`,
    after: () => 'Sigue por sí sola, salvo que esté apartada. Sin asiento.',
    final: 'No se puede deshacer lo que se haga después.',
  },
}

const closedEn: Readonly<Record<Closed, string>> = {
  frozen: 'It is frozen: unfreeze it first.',
  not_frozen: 'It is not frozen.',
  not_parked: 'It is not parked: the worker goes on by itself.',
  fill_unknown: 'The outcome of a fill is not known. Release it, so that the worker asks.',
  payout_unknown: 'The outcome of a payout is not known. Release it, so that the worker asks.',
  lacks_money: 'It lacks money that was taken back.',
  not_for_slippage: 'It is not parked for slippage before its fill.',
  not_unfilled: 'It is filled, or parked for another reason.',
  already_failed: 'It has failed already: a refund sends its money back.',
  retried: 'Another order took over its money.',
  cannot_end: 'In this status nothing can be ended.',
  holds_no_payout: 'The desk holds no payout of it.',
  no_waiting_refund: 'No refund waits for a destination.',
  no_kept_refund: 'The order keeps no small refund.',
  no_unknown_payout: 'It has no payout whose outcome is unknown.',
  no_unknown_refund: 'It has no refund whose outcome is unknown.',
  freeze_first: 'Freeze it first, so that nothing is sent meanwhile.',
  no_payout_in_flight: 'It has no payout in flight.',
  no_refund_in_flight: 'It has no refund in flight.',
}
const closedEs: Readonly<Record<Closed, string>> = {
  frozen: 'Está congelada: descongélela primero.',
  not_frozen: 'No está congelada.',
  not_parked: 'No está apartada: sigue por sí sola.',
  fill_unknown: 'No se conoce el resultado de una conversión. Libérela para que se consulte.',
  payout_unknown: 'No se conoce el resultado de un pago. Libérela para que se consulte.',
  lacks_money: 'Le falta dinero que fue revertido.',
  not_for_slippage: 'No está apartada por deslizamiento antes de la conversión.',
  not_unfilled: 'Ya se convirtió, o está apartada por otro motivo.',
  already_failed: 'Ya falló: un reembolso devuelve su dinero.',
  retried: 'Otra orden tomó su dinero.',
  cannot_end: 'En este estado nada se puede terminar.',
  holds_no_payout: 'La mesa no tiene ningún pago suyo.',
  no_waiting_refund: 'Ningún reembolso espera un destino.',
  no_kept_refund: 'La orden no guarda reembolsos pequeños.',
  no_unknown_payout: 'No tiene un pago de resultado desconocido.',
  no_unknown_refund: 'No tiene un reembolso de resultado desconocido.',
  freeze_first: 'Congélela primero, para que nada se envíe entretanto.',
  no_payout_in_flight: 'No tiene un pago en camino.',
  no_refund_in_flight: 'No tiene un reembolso en camino.',
}

export const exitTexts = bilingual({ exit: en, closed: closedEn }, { exit: es, closed: closedEs })
