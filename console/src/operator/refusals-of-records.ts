// Sentences of refusals to record what was sent: by an operator with evidence, or before a restore.
import type { Phrase } from '../parts/bilingual.ts'

export const REFUSALS_OF_RECORDS: readonly Phrase[] = [
  [
    '{id} cannot be recorded as rejected: the rail {rail} says that {key} was settled. {why}',
    '{id} no se puede registrar como rechazado: el riel {rail} dice que {key} se liquidó. {why}',
  ],
  [
    'Release or unfreeze the order, so that the worker records it',
    'Libere o descongele la orden, para que se registre',
  ],
  ['Wait until the worker records it', 'Espere a que se registre'],
  [
    "{id} cannot be recorded as rejected: the rail {rail} says that it has {key} and has not decided. Cancel it, or wait for the rail's outcome",
    '{id} no se puede registrar como rechazado: el riel {rail} dice que tiene {key} y no ha decidido. Cancélelo, o espere el resultado del riel',
  ],
  [
    '{why}. Cancel it, or wait until the rail says that it ended, after {at}',
    '{why}. Cancélelo, o espere a que el riel diga que terminó, después de {at}',
  ],
  [
    '{why}. Cancel it. The evidence counts from {at}, if nothing is sent for the order until then',
    '{why}. Cancélelo. La prueba cuenta desde {at}, si hasta entonces no se envía nada para la orden',
  ],
  [
    '{id} cannot be recorded as rejected: {key} can still be executed ({why})',
    '{id} no se puede registrar como rechazado: {key} aún puede ejecutarse ({why})',
  ],
  ['the rail {rail} does not answer', 'el riel {rail} no responde'],
  ['the rail {rail} cannot tell', 'el riel {rail} no lo puede decir'],
  [
    'the bank may have its file, or a worker may give it to the bank',
    'el banco puede tener su archivo, o aún puede entregarse al banco',
  ],
  ['it was paid in {reference}', 'se pagó en {reference}'],
  [
    'whoever has the authorization can use it until it ends or is cancelled',
    'quien tenga la autorización puede usarla hasta que termine o se cancele',
  ],
  [
    '{id} is {status}: a conversion is recorded alone for a funded order only. For an order that ended, record its payout',
    '{id}: {status}. Una conversión se registra sola solo para una orden con fondos. Para una orden que terminó, registre su pago',
  ],
  [
    '{id} has a fill whose outcome is not known: end the halt of its provider first',
    '{id} tiene una conversión de resultado desconocido: termine antes la pausa de su proveedor',
  ],
  [
    '{id} was converted and ended: book what was sent as movements',
    '{id} se convirtió y terminó: asiente lo enviado como movimientos',
  ],
  [
    '{id} is {status}: book what was sent as movements',
    '{id}: {status}. Asiente lo enviado como movimientos',
  ],
  [
    'no provider lists the conversion {reference} without a key: see the list of `corridor halts`',
    'ningún proveedor lista la conversión {reference} sin clave: vea la lista de `corridor halts`',
  ],
  [
    '{provider} lists {reference} with another pair, or has not executed it yet',
    '{provider} lista {reference} con otro par, o aún no la ejecutó',
  ],
  [
    '{provider} lists {key}, which sold more than {id} has: ask the provider',
    '{provider} lista {key}, que vendió más de lo que tiene {id}: pregunte al proveedor',
  ],
  [
    '{id} was not converted, and no provider lists its fill: end the halts and let the service convert it and send under the same key. A conversion without a key needs its name: `--fill`',
    '{id} no se convirtió, y ningún proveedor lista su conversión: termine las pausas y deje que el servicio la convierta y envíe con la misma clave. Una conversión sin clave necesita su nombre: `--fill`',
  ],
  [
    '{id} has the payout {key}: the service asks the rail for it, or record its outcome with `corridor orders mark`',
    '{id} tiene el pago {key}: el servicio lo consulta al riel, o registre su resultado con `corridor orders mark`',
  ],
  [
    '{id} has the refund {key}: the service asks the rail for it, or record its outcome with `corridor orders mark`',
    '{id} tiene el reembolso {key}: el servicio lo consulta al riel, o registre su resultado con `corridor orders mark`',
  ],
  ['{key} is not the next payout of {id}', '{key} no es el siguiente pago de {id}'],
  [
    '{id} has {earlier} listed too, which was sent before {key}: record it first',
    'para {id} también se lista {earlier}, que se envió antes que {key}: regístrelo primero',
  ],
  ['{id} has a payout that did not come back', '{id} tiene un pago que no volvió'],
  [
    '{id} has a refund that was sent too: record {key} first',
    '{id} tiene un reembolso que también se envió: registre antes {key}',
  ],
  [
    '{id} lacks {amount} of its deposit: wait until its rail is read, or assign the deposit to it',
    'a {id} le faltan {amount} de su depósito: espere a que se lea su riel, o asígnele el depósito',
  ],
  [
    '{id} has no deposit like that of {key}: assign it first',
    '{id} no tiene un depósito como el de {key}: asígnelo primero',
  ],
  [
    '{id} is {status} and owes no refund like {key}: assign its deposit first',
    '{id}: {status}, y no debe un reembolso como {key}. Asígnele antes su depósito',
  ],
  [
    '{id} owes {amount}, and {sent} were sent under {key}: assign its deposits first',
    '{id} debe {amount}, y se enviaron {sent} con {key}: asígnele antes sus depósitos',
  ],
  [
    '{id} has written {key} off: book what was sent as a movement',
    '{id} dio de baja {key}: asiente lo enviado como movimiento',
  ],
  [
    '{key} is of a retry of {id}, which has no money for a retry now',
    '{key} es de un reintento de {id}, que ahora no tiene dinero para reintentar',
  ],
  [
    '{key} is no key of a payout, refund or fill of {id}, or of the return of a deposit that it has: see the list of `corridor halts`',
    '{key} no es clave de un pago, reembolso o conversión de {id}, ni de la devolución de un depósito suyo: vea la lista de `corridor halts`',
  ],
  [
    '{id} has changed, or a worker holds its lease: read it again in a minute',
    '{id} cambió, o se está procesando: léala de nuevo en un minuto',
  ],
  [
    '{key} is listed {count} times: by {list}. It was sent twice, or the rail is wrong: ask the rail',
    '{key} se lista {count} veces: {list}. Se envió dos veces, o el riel se equivoca: pregunte al riel',
  ],
  [
    '{rail} lists {key} as {reference}, not as {typed}',
    '{rail} lista {key} como {reference}, no como {typed}',
  ],
  [
    'no rail lists {key} after a restore: name the rail and the reference',
    'ningún riel lista {key} tras una restauración: indique el riel y la referencia',
  ],
  [
    '{rail} sent {amount} under {key}, and the order would send {own}: ask the rail, and book the difference as a movement',
    '{rail} envió {amount} con {key}, y la orden enviaría {own}: pregunte al riel, y asiente la diferencia como movimiento',
  ],
  [
    '{id} has no payout or refund {key} that its rail contradicts. Known: {known}',
    '{id} no tiene un pago o reembolso {key} que su riel contradiga. Conocidos: {known}',
  ],
  [
    '{id} has {key} decided as {status} already: it can only be taken back, with {other}',
    '{id} ya tiene {key} decidido ({status}): solo puede revertirse, con {other}',
  ],
  [
    '{id} has {key} in flight, which may pay the same money: cancel it, or record its outcome first',
    '{id} tiene {key} en camino, que puede pagar el mismo dinero: cancélelo, o registre antes su resultado',
  ],
]
