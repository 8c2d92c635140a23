// Why an act is not open, by the codes of the service. The page does not build while a code has no words.
import type { Schemas } from '../../../server/operator-client/client.ts'
import { bilingual, type Phrase } from '../parts/bilingual.ts'

export const closedTexts = bilingual<Readonly<Record<Schemas['ClosedCode'], Phrase>>>({
  awaits_approval: ['It waits for a second person already.', 'Ya espera a una segunda persona.'],
  ended: ['It has ended: nothing is left to decide.', 'Ya terminó: no queda nada que decidir.'],
  frozen: ['It is frozen: unfreeze it first.', 'Está congelada: descongélela primero.'],
  not_frozen: ['It is not frozen.', 'No está congelada.'],
  not_parked: [
    'It is not parked: the worker goes on by itself.',
    'No está en espera: sigue por sí sola.',
  ],
  fill_unknown: [
    'The outcome of a fill is not known. Release it, so that the worker asks.',
    'No se conoce el resultado de una conversión. Libérela para que se consulte.',
  ],
  payout_unknown: [
    'The outcome of a payout is not known. Release it, so that the worker asks.',
    'No se conoce el resultado de un pago. Libérela para que se consulte.',
  ],
  contested: [
    'It may have been sent in the time that a restore lost: wait for the comparison, or record it.',
    'Puede haberse enviado en el tiempo que perdió una restauración: espere la comparación, o regístrelo.',
  ],
  lacks_money: ['It lacks money that was taken back.', 'Le falta dinero que fue revertido.'],
  on_hold: [
    'Its organization or an instrument is on hold: end the hold first.',
    'Su organización o un instrumento está retenido: termine antes la retención.',
  ],
  not_for_slippage: [
    'It is not parked for slippage before its fill.',
    'No está en espera por deslizamiento antes de la conversión.',
  ],
  not_unfilled: [
    'It is filled, or parked for another reason.',
    'Ya se convirtió, o está en espera por otro motivo.',
  ],
  already_failed: [
    'It has failed already: a refund sends its money back.',
    'Ya falló: un reembolso devuelve su dinero.',
  ],
  retried: ['Another order took over its money.', 'Otra orden tomó su dinero.'],
  cannot_end: ['In this status nothing can be ended.', 'En este estado nada se puede terminar.'],
  holds_no_payout: ['The desk holds no payout of it.', 'La mesa no tiene ningún pago suyo.'],
  came_back_in_part: [
    'Only a part of the payout came back so far. Wait for the whole.',
    'Solo volvió una parte del pago. Espere el resto.',
  ],
  no_waiting_refund: ['No refund waits for a destination.', 'Ningún reembolso espera un destino.'],
  no_kept_refund: ['The order keeps no small refund.', 'La orden no guarda reembolsos pequeños.'],
  no_unknown_payout: [
    'It has no payout whose outcome is unknown.',
    'No tiene un pago de resultado desconocido.',
  ],
  no_unknown_refund: [
    'It has no refund whose outcome is unknown.',
    'No tiene un reembolso de resultado desconocido.',
  ],
  freeze_first: [
    'Freeze it first, so that nothing is sent meanwhile.',
    'Congélela primero, para que nada se envíe entretanto.',
  ],
  no_payout_in_flight: ['It has no payout in flight.', 'No tiene un pago en camino.'],
  no_refund_in_flight: ['It has no refund in flight.', 'No tiene un reembolso en camino.'],
  being_cancelled: [
    'The rail was asked to cancel it, and has not ended it yet.',
    'Se pidió al riel que lo cancele, y aún no lo terminó.',
  ],
  owes_nothing: [
    'Its payer owes nothing that this settles.',
    'Su pagador no debe nada que esto salde.',
  ],
  not_in_suspense: ['It is not in suspense.', 'No está en suspenso.'],
  held_by_screening: ['Screening holds it.', 'El screening lo retiene.'],
  not_held: ['Screening does not hold it.', 'El screening no lo retiene.'],
  rejected_by_screening: [
    'A list rejected it. Correct the list, then release it.',
    'Una lista lo rechazó. Corrija la lista y libérelo después.',
  ],
  screening_unanswered: ['The screeners have not answered yet.', 'El screening aún no respondió.'],
  on_its_way_back: ['It is on its way back.', 'Está volviendo.'],
  not_on_its_way_back: ['It is not on its way back.', 'No está volviendo.'],
  contradicted: [
    'Its rail contradicts a recorded outcome: decide which is right.',
    'Su riel contradice un resultado registrado: decida cuál vale.',
  ],
  not_contradicted: [
    'No rail contradicts a recorded outcome.',
    'Ningún riel contradice un resultado registrado.',
  ],
  stop_first: [
    'It may be sent at any time: stop its return first.',
    'Puede enviarse en cualquier momento: detenga antes su devolución.',
  ],
  invalid_entry: [
    'It is invalid, so it cannot be taken up.',
    'No es válida, así que no se puede procesar.',
  ],
  not_of_this_kind: [
    'An entry of this kind does not take this act.',
    'Una entrada de este tipo no admite este acto.',
  ],
  archived: ['It is archived.', 'Está archivada.'],
  already_on_hold: ['It is on hold already.', 'Ya está en retención.'],
  not_on_hold: ['It is not on hold.', 'No está en retención.'],
  already_enabled: ['It is enabled already.', 'Ya está activado.'],
  already_disabled: ['It is disabled already.', 'Ya está desactivado.'],
  disabled_by_customer: [
    'Its customer disabled it, so only the customer enables it.',
    'Su cliente lo desactivó, así que solo el cliente lo activa.',
  ],
  enable_first: ['It is disabled: enable it first.', 'Está desactivado: actívelo primero.'],
  other_state: ['Its state does not allow this.', 'Su estado no lo permite.'],
  not_enrolled: ['The user has not enrolled yet.', 'El usuario aún no se registró.'],
  already_admitted: ['The user was admitted before.', 'El usuario ya fue admitido.'],
  own_admission: ['Another admin admits you.', 'Otro administrador lo admite a usted.'],
  own_invitation: [
    'You gave the enrolment token, so another admin admits the user.',
    'Usted entregó el token de inscripción, así que otro administrador admite al usuario.',
  ],
  not_read_again: [
    'After the restore, the rail or provider was not read again yet.',
    'Tras la restauración, aún no se volvió a leer el riel o el proveedor.',
  ],
})
