// Sentences of refusals about deposits, strays, orders and movements. One that begins as another one does comes first.
import type { Phrase } from '../parts/bilingual.ts'
import { STRAY_FAULTS } from './stray-problem-words.ts'

const DEPOSITS: readonly Phrase[] = [
  [
    '{order} cannot be recorded as settled: it has not come to its account at the desk. Release or unfreeze the order, so that it does',
    '{order} no se puede registrar como liquidado: no llegó a su cuenta en la mesa. Libere o descongele la orden para que llegue',
  ],
  ['{id} was assigned by somebody else meanwhile', 'otra persona asignó {id} entretanto'],
  [
    '{id} is in {currency}, but {order} takes {wanted}; to assign and refund it, use `corridor deposits assign` with --wrong-asset',
    '{id} está en {currency}, pero {order} recibe {wanted}; para asignarlo y reembolsarlo, use `corridor deposits assign` con --wrong-asset',
  ],
  [
    '{id} cannot be assigned: {why}; see `corridor deposits held`',
    '{id} no se puede asignar: {why}; vea `corridor deposits held`',
  ],
  ['the screeners do not answer', 'el screening no responde'],
  ['screening holds it', 'el screening lo retiene'],
  ['{id} was decided meanwhile: read it again', '{id} se decidió entretanto: léalo de nuevo'],
  [
    '{id} may have gone back in the time that the restore lost: its return cannot be withdrawn. The worker sends it under the same key once the halts have ended, see `corridor halts`',
    '{id} puede haber vuelto en el tiempo que perdió la restauración: su devolución no se puede retirar. Se envía con la misma clave cuando terminen las pausas, vea `corridor halts`',
  ],
  [
    '{id} was being sent meanwhile: read it again',
    '{id} se estaba enviando entretanto: léalo de nuevo',
  ],
  [
    '{id} is being looked up by a worker: try again in a minute',
    'se está consultando {id}: inténtelo de nuevo en un minuto',
  ],
  ['give one of from_account and movement_id', 'indique una cuenta o un movimiento, no ambos'],
  [
    '{movement} is not a sent or settled movement of the same amount to {account}',
    '{movement} no es un movimiento enviado o liquidado del mismo monto a {account}',
  ],
  ['{movement} has another deposit as its arrival', 'la llegada de {movement} ya es otro depósito'],
  [
    '{id} cannot leave suspense: it changed, it is for an order, its rail says that it went back, or screening holds it; see `corridor deposits held`',
    '{id} no puede salir de suspenso: cambió, es de una orden, su riel dice que volvió, o el screening lo retiene; vea `corridor deposits held`',
  ],
  [
    '{id} was returned before the restore: {rail} lists {key}. Record it with `corridor deposits return`',
    '{id} se devolvió antes de la restauración: {rail} lista {key}. Regístrelo con `corridor deposits return`',
  ],
  [
    '{id} may have been returned in the time that the restore lost: wait until the rails are compared, see `corridor halts`',
    '{id} puede haberse devuelto en el tiempo que perdió la restauración: espere a que se comparen los rieles, vea `corridor halts`',
  ],
  [
    '{rail} lists {key} with another amount than {id}: ask the rail',
    '{rail} lista {key} con otro monto que {id}: pregunte al riel',
  ],
  [
    '{id} may have been paid out in the time that the restore lost: {rail} lists {key}. Record that with `corridor orders sent-before`, or name it with `{command}`',
    '{id} puede haberse pagado en el tiempo que perdió la restauración: {rail} lista {key}. Regístrelo con `corridor orders sent-before`, o indíquelo con `{command}`',
  ],
  [
    '{id} has no sender that can be paid: its rail told none, or only a name. Give method and details',
    '{id} no tiene un remitente al que se pueda pagar: su riel no dio ninguno, o solo un nombre. Indique método y datos',
  ],
  ['details.{field} {form}', 'el dato {field} {form}'],
  [
    'method {method} cannot be paid in {currency}: no rail pays out to it',
    'el método {method} no se puede pagar en {currency}: ningún riel paga a él',
  ],
  [
    'the account is one of the desk or of the chain itself: name that of the sender',
    'la cuenta es de la mesa o de la cadena misma: indique la del remitente',
  ],
  [
    'give all of method, details and evidence, or none of them',
    'indique método, datos y prueba, o ninguno de los tres',
  ],
  [
    '{id} does not wait any more, or a worker takes it up just now: read it again',
    '{id} ya no espera, o se está procesando ahora: léala de nuevo',
  ],
  [
    '{id} is recorded already: {rail} has a deposit {transaction}',
    '{id} ya está registrada: {rail} tiene un depósito {transaction}',
  ],
  ['key is required for a return', 'una devolución necesita su clave'],
  [
    'key {key} is no payout, refund or returned deposit of this deployment',
    'la clave {key} no es de ningún pago, reembolso ni depósito devuelto de esta instalación',
  ],
  [
    'deposit_id {deposit} is no deposit over {rail} that could be taken back',
    '{deposit} no es un depósito por {rail} que se pueda revertir',
  ],
  [
    '{id} is a return: its rail tells transaction, currency and amount',
    '{id} es una devolución: su riel da transacción, moneda y monto',
  ],
  ['{id} has no amount', '{id} no tiene monto'],
  [
    '{id} is invalid: give transaction, account, currency and amount',
    '{id} no es válida: indique transacción, cuenta, moneda y monto',
  ],
]

const STRAYS: readonly Phrase[] = [
  ['{id} was stopped or has ended meanwhile', '{id} se detuvo o terminó entretanto'],
  ['{id} has ended meanwhile', '{id} terminó entretanto'],
  ['{id} was decided meanwhile', '{id} se decidió entretanto'],
  [
    'the rail {rail} is not configured, or is not open now',
    'el riel {rail} no está configurado, o no está abierto ahora',
  ],
  [
    '{id} cannot be returned: {count} of its keys were used before',
    '{id} no se puede devolver: {count} de sus claves ya se usaron',
  ],
  [
    '{id} cannot be returned yet: the database was restored, and a return that was decided before may still be executed. Try again: the rail {rail} says when none can any more, at the latest at {at}',
    '{id} aún no se puede devolver: la base de datos se restauró, y una devolución decidida antes aún puede ejecutarse. Inténtelo de nuevo: el riel {rail} dice cuándo ya no puede ninguna, a más tardar a las {at}',
  ],
  [
    '{id} changed meanwhile, or the address is on hold: look at it again',
    '{id} cambió entretanto, o la dirección está retenida: mírelo de nuevo',
  ],
  [
    'screening of the address has no answer yet: try again',
    'el screening de la dirección aún no respondió: inténtelo de nuevo',
  ],
  [
    'screening does not clear the address: {status}',
    'el screening no aprueba la dirección: {status}',
  ],
  ...STRAY_FAULTS,
]

const ORDERS: readonly Phrase[] = [
  ['{typed} is not the id of an instrument', '{typed} no es el identificador de un instrumento'],
  [
    '{id} was parked by screening: release it with --reason, after a review',
    'el screening puso en espera {id}: libérela con un motivo, después de revisarla',
  ],
  [
    '{id} cannot lose {typed}: expected a positive amount of {currency} up to {most}, with no more decimals than {same} has',
    '{id} no puede perder {typed}: se espera un monto positivo de {currency} hasta {most}, con los decimales de {same} como máximo',
  ],
  [
    '{id} cannot be filled at {provider}: no configured provider of that name converts {payin} to {payout}',
    '{id} no se puede convertir con {provider}: ningún proveedor configurado con ese nombre convierte {payin} a {payout}',
  ],
  [
    '{id} cannot be filled at {provider}, which has declined it for good',
    '{id} no se puede convertir con {provider}, que la rechazó definitivamente',
  ],
  [
    '{id} has its {send} {key} on the rail {rail}, which cannot cancel: wait for its outcome, or record it with evidence',
    '{id} tiene {send} {key} en el riel {rail}, que no puede cancelar: espere su resultado, o regístrelo con una prueba',
  ],
  [
    '{id} cannot be refunded there: the organization has no such instrument for {currency}',
    '{id} no se puede reembolsar allí: la organización no tiene tal instrumento para {currency}',
  ],
  [
    '{id} cannot be refunded to {instrument}: its account belongs to the desk',
    '{id} no se puede reembolsar a {instrument}: su cuenta pertenece a la mesa',
  ],
  [
    '{id} has a payer who owes {amount} and would get the money twice: settle that first with `corridor deposits set-off`, `received` or `write-off`',
    'el pagador de {id} debe {amount} y recibiría el dinero dos veces: sáldelo antes con `corridor deposits set-off`, `received` o `write-off`',
  ],
  [
    '{id} cannot be paid to {instrument}: the organization has no such instrument for {currency}',
    '{id} no se puede pagar a {instrument}: la organización no tiene tal instrumento para {currency}',
  ],
  [
    '{id} cannot be paid to {instrument}: no rail pays out to it',
    '{id} no se puede pagar a {instrument}: ningún riel paga a él',
  ],
  [
    '{id} cannot be paid to {instrument}: its account belongs to the desk',
    '{id} no se puede pagar a {instrument}: su cuenta pertenece a la mesa',
  ],
  ['{id} cannot be paid to {instrument}', '{id} no se puede pagar a {instrument}'],
  ['{id} is being tried already', '{id} ya se está intentando'],
]

const MOVEMENTS: readonly Phrase[] = [
  [
    '{field} {account} is not an account of the desk. Known: {known}',
    '{account} ({field}) no es una cuenta de la mesa. Conocidas: {known}',
  ],
  [
    'from_account and to_account name the same account',
    'la cuenta de origen y la de destino son la misma',
  ],
  [
    '{deposit} of the same amount was booked from {account}, and would count twice: cancel the movement or record that it failed; if it is other money, send not_a_deposit',
    '{deposit} del mismo monto se asentó desde {account} y contaría dos veces: cancele el movimiento o registre que falló; si es otro dinero, indique que no es un depósito',
  ],
  [
    '{deposit} in suspense has the same amount, and would count twice: `{command}` settles the movement; if it is other money, send not_a_deposit',
    '{deposit} en suspenso tiene el mismo monto y contaría dos veces: `{command}` liquida el movimiento; si es otro dinero, indique que no es un depósito',
  ],
  ['currency {currency} is not a currency of Corridor', '{currency} no es una moneda de Corridor'],
  ['{currency} is not a currency of Corridor', '{currency} no es una moneda de Corridor'],
  [
    'amount {typed} is not a positive amount of {currency}, such as 700.00',
    '{typed} no es un monto positivo de {currency}, como 700.00',
  ],
  [
    '{typed} is not a positive amount of {currency}, such as 1000.00',
    '{typed} no es un monto positivo de {currency}, como 1000.00',
  ],
  ['{typed} is not a date such as 2027-01-31', '{typed} no es una fecha como 2027-01-31'],
  ['{id} has changed: read it again', '{id} cambió: vuelva a leer'],
]

export const REFUSALS_OF_MONEY: readonly Phrase[] = [
  ...DEPOSITS,
  ...STRAYS,
  ...ORDERS,
  ...MOVEMENTS,
]
