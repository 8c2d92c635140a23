// Sentences of refusals about acts, people, the queue, statements, versions of the configuration and halts. One that begins as
// another one does comes first.
import type { Phrase } from '../parts/bilingual.ts'

const ACTS_AND_PEOPLE: readonly Phrase[] = [
  [
    '{act} needs an approval, and this key has no known creator: create a new key, and revoke this one',
    '«{act}» necesita una aprobación, y no se conoce al creador de esta clave: cree una clave nueva y revoque esta',
  ],
  [
    '{act} of {subject} already waits for an approval',
    '«{act}» de {subject} ya espera una aprobación',
  ],
  [
    'you proposed this act, so somebody else must approve or reject it. You can withdraw it',
    'usted propuso este acto, así que otra persona debe aprobarlo o rechazarlo. Usted puede retirarlo',
  ],
  [
    'only {login}, who proposed it, can withdraw it; others can reject it',
    'solo {login}, que lo propuso, puede retirarlo; los demás pueden rechazarlo',
  ],
  [
    'nobody knows who created this key, so it cannot decide. Use a new key',
    'nadie sabe quién creó esta clave, así que no puede decidir. Use una clave nueva',
  ],
  [
    'the creator of this key was disabled, so it cannot decide',
    'el creador de esta clave fue desactivado, así que la clave no puede decidir',
  ],
  [
    '{id} is {status}, so nothing is left to decide',
    '{id}: {status}, así que no queda nada que decidir',
  ],
  ['{id} has lapsed: {why}', '{id} caducó: {why}'],
  ['{id} was decided or expired meanwhile', '{id} se decidió o venció entretanto'],
  ['{login} lost the right to propose it', '{login} perdió el derecho de proponerlo'],
  [
    '{login} now has the role {role}, which lacks the right',
    '{login} ahora tiene el rol {role}, que no tiene el derecho',
  ],
  ['{login} no longer sees the enterprise', '{login} ya no ve la empresa'],
  ['{login} was revoked or has expired', '{login} fue revocada o venció'],
  ['{login} was disabled', '{login} fue desactivado'],
  ['its subject has changed since {id} was proposed', 'su objeto cambió desde que se propuso {id}'],
  ['{subject} has changed since {id} was proposed', '{subject} cambió desde que se propuso {id}'],
  ['the person has changed: send it again', 'la persona cambió: envíelo de nuevo'],
  [
    'a key that {login} made cannot enable {user}',
    'una clave que creó {login} no puede activar a {user}',
  ],
  [
    '{login} made keys that work: {keys}. Say with "keys" whether to "revoke" them or to "take_over" their acts as yours',
    '{login} creó claves que funcionan: {keys}. Indique si se revocan o si sus actos pasan a ser de usted',
  ],
  ['{login} was admitted or reset meanwhile', '{login} fue admitido o restablecido entretanto'],
  [
    'An operator key has no passkeys: sign in as a user.',
    'una clave de operador no tiene llaves de acceso: ingrese como usuario',
  ],
]

const DESK: readonly Phrase[] = [
  [
    'somebody else works on the item; assign it instead',
    'otra persona trabaja en el asunto; asígnelo en su lugar',
  ],
  [
    'there is no user {login}, or the user is disabled',
    'no hay un usuario {login}, o está desactivado',
  ],
  [
    '{login} has the role {role}, which does not work on the queue',
    '{login} tiene el rol {role}, que no trabaja en la cola',
  ],
  ['{login} does not see the enterprise of the item', '{login} no ve la empresa del asunto'],
  [
    '{account} is not another account of the desk. Known: {known}',
    '{account} no es otra cuenta de la mesa. Conocidas: {known}',
  ],
  ['{id} was closed meanwhile', '{id} se cerró entretanto'],
  [
    'other statements of the account are being reconciled: repeat the request',
    'se están conciliando otros extractos de la cuenta: repita la solicitud',
  ],
  [
    'the statement has {count} differences, more than the limit of {most}: check account, currency, columns and signs',
    'el extracto tiene {count} diferencias, más que el límite de {most}: revise cuenta, moneda, columnas y signos',
  ],
  [
    'there are more than {count} organizations: run `corridor export --direct` on the server',
    'hay más de {count} organizaciones: ejecute `corridor export --direct` en el servidor',
  ],
  ['{at} is not later than now', '{at} no es posterior a ahora'],
  ['there is no version {number}', 'no hay una versión {number}'],
  ['version {number} is not pending', 'la versión {number} no espera su instante'],
  [
    'version {number} becomes effective earlier and would be refused: {problem}',
    'la versión {number} entra en vigor antes y sería rechazada: {problem}',
  ],
  [
    'version {number} was created meanwhile: look at it first',
    'entretanto se creó la versión {number}: mírela primero',
  ],
  ['version {number} is {status}', 'estado de la versión {number}: {status}'],
  [
    'nothing became effective after version {number}',
    'nada entró en vigor después de la versión {number}',
  ],
  [
    'nothing became effective for routes after version {number}',
    'nada entró en vigor para rutas después de la versión {number}',
  ],
  [
    '{file} must be an absolute path, because another machine may apply a version that waits',
    '{file} debe ser una ruta absoluta, porque otra máquina puede aplicar una versión que espera',
  ],
  [
    'hold_order needs an order_id: a request without an order holds none',
    'hold_order necesita un order_id: una solicitud sin orden no congela ninguna',
  ],
  ['ask for at least one field or document', 'pida al menos un dato o un documento'],
  [
    'the name {name} occurs twice: give each its own name',
    'el nombre {name} está dos veces: dé a cada uno el suyo',
  ],
  [
    '{id} was just answered or closed: read it again',
    '{id} se acaba de responder o cerrar: léala de nuevo',
  ],
  [
    '{id} has no answer, or its answer was erased',
    '{id} no tiene respuesta, o su respuesta se borró',
  ],
  ['{id} was erased', '{id} se borró'],
  ['{id} has no travel rule record', '{id} no tiene un registro de travel rule'],
  ['{id} is already retired', '{id} ya está fuera de uso'],
  ['{id} is already {status}', '{id} ya tiene este estado: {status}'],
  [
    '{typed} is not above the usual limit of {usual}',
    '{typed} no supera el límite habitual de {usual}',
  ],
  ['the limit of {id} has changed: read it again', 'el límite de {id} cambió: léalo de nuevo'],
]

const HALTS: readonly Phrase[] = [
  ['{halt} are already halted', 'ya están en pausa {halt}'],
  ['quotes over {rail}', 'las cotizaciones por {rail}'],
  ['quotes at {provider}', 'las cotizaciones con {provider}'],
  ['fills at {provider}', 'las conversiones con {provider}'],
  ['sends over {rail}', 'los pagos y reembolsos por {rail}'],
  [
    'a halt names a rail or a provider, not both: halt each of them',
    'una pausa nombra un riel o un proveedor, no ambos: pause cada uno',
  ],
  [
    'fills do not use a rail: name a provider, or halt sends on the rail',
    'las conversiones no usan un riel: nombre un proveedor, o pause los pagos y reembolsos por el riel',
  ],
  [
    'sends do not use a provider: name a rail, or halt fills at the provider',
    'los pagos y reembolsos no usan un proveedor: nombre un riel, o pause las conversiones con el proveedor',
  ],
  ['there is no rail {rail}; known are {known}', 'no hay un riel {rail}; se conocen {known}'],
  [
    'there is no provider {provider}; known are {known}',
    'no hay un proveedor {provider}; se conocen {known}',
  ],
  [
    '{reference} is no send that the rail lists and nobody has named: see `corridor halts`',
    '{reference} no es un envío que el riel liste y que nadie haya indicado: vea `corridor halts`',
  ],
  [
    'the rail lists sends without a key, such as {references}: record each with `corridor orders sent-before KEY --reference REFERENCE`, or name it with `--of-no-order` if no order of the database made or owes it',
    'el riel lista envíos sin clave, como {references}: registre cada uno con `corridor orders sent-before KEY --reference REFERENCE`, o indíquelo con `--of-no-order` si ninguna orden de la base de datos lo hizo ni lo debe',
  ],
  [
    'the fills stay halted: the conversion {reference} can be that of {known}, which would be converted again. Record it with `{command}`, or freeze the orders if it is not theirs',
    'las conversiones siguen en pausa: la conversión {reference} puede ser la de {known}, que se convertiría otra vez. Regístrela con `{command}`, o congele las órdenes si no es suya',
  ],
]

export const REFUSALS_OF_DESK: readonly Phrase[] = [...ACTS_AND_PEOPLE, ...DESK, ...HALTS]
