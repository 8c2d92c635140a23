// Sentences of problems in an operator file: of its form, of routes, of what customers have, and of the rest of the desk. One
// that begins as another one does comes first.
import type { Phrase } from '../parts/bilingual.ts'

const FORM: readonly Phrase[] = [
  ['the key {key} occurs twice', 'la clave {key} está dos veces'],
  [
    'a key must be text, not a list, a mapping or an alias',
    'una clave debe ser texto, no una lista, un mapa ni un alias',
  ],
  ['{keys} is missing', 'falta {keys}'],
  [
    '{key} is not a known key; known keys here: {known}',
    'no hay una clave {key}; claves conocidas aquí: {known}',
  ],
  [
    '{field} must be text; put numbers in quotes, such as "10.00"',
    '{field} debe ser texto; escriba los números entre comillas, como "10.00"',
  ],
  [
    '{field} must be one of the documented values, such as {value}',
    '{field} debe ser uno de los valores documentados, como {value}',
  ],
  ['{field} must have at least {count} items', '{field} debe tener al menos {count} elementos'],
  ['{field} must have at most {count} items', '{field} debe tener como máximo {count} elementos'],
  ['{field} must have at most {count} keys', '{field} debe tener como máximo {count} claves'],
  [
    '{file} describes {nothing}, so there is nothing to apply.',
    'el archivo no describe nada que se pueda aplicar.',
  ],
  [
    'Add {keys}: docs/operator-file.md explains the keys, server/sandbox.yaml is an example.',
    'Agregue una de estas claves: {keys}. Las explica docs/operator-file.md; server/sandbox.yaml es un ejemplo.',
  ],
  ['... and {count} more', '… y {count} más'],
  ['{name} is described twice', '{name} está descrito dos veces'],
  ['{name} is named twice', '{name} se nombra dos veces'],
  [
    'unknown currency {currency}; known currencies: {known}',
    'moneda desconocida {currency}; monedas conocidas: {known}',
  ],
  ['unknown currency {currency}', 'moneda desconocida {currency}'],
  [
    '{typed} is not an amount of {currency} above zero, such as "10.00"',
    '{typed} no es un monto de {currency} mayor que cero, como "10.00"',
  ],
  [
    '{typed} is not an amount of {currency} such as "10.00"',
    '{typed} no es un monto de {currency}, como "10.00"',
  ],
  [
    'unknown timezone {zone}; expected an IANA name such as America/Bogota',
    'zona horaria desconocida {zone}; se espera un nombre de IANA como America/Bogota',
  ],
  [
    'day of week {day} is not 0 (Sunday) to 6 (Saturday)',
    'el día de la semana {day} no es de 0 (domingo) a 6 (sábado)',
  ],
  ['start_time {time} is not HH:MM', 'start_time {time} no es HH:MM'],
  ['end_time {time} is not HH:MM', 'end_time {time} no es HH:MM'],
]

const ROUTES: readonly Phrase[] = [
  [
    '{organization} has no route {route} to enable or disable; its routes: {known}',
    '{organization} no tiene una ruta {route} que activar o desactivar; sus rutas: {known}',
  ],
  [
    'unknown liquidity provider {provider}; known providers: {known}',
    'proveedor de liquidez desconocido {provider}; proveedores conocidos: {known}',
  ],
  [
    '{provider} does not trade {payin} to {payout}; it trades {pairs}',
    '{provider} no cambia {payin} a {payout}; cambia {pairs}',
  ],
  ['no rail serves {served}; {rails}', 'ningún riel atiende {served}; {rails}'],
  ['no rail is configured for them', 'no hay un riel configurado para ello'],
  ['rails serve {known}', 'los rieles atienden {known}'],
  [
    'the rail that serves {served} only receives; give it a payer, and a plain token an authorizer',
    'el riel que atiende {served} solo recibe; dele un pagador, y a un token simple un authorizer',
  ],
  [
    'the route {route} lacks {keys}: describe the whole route, or give only its name and `disabled` to enable or disable it',
    'a la ruta {route} le falta {keys}: descríbala entera, o indique solo su nombre y `disabled` para activarla o desactivarla',
  ],
  [
    'give either liquidity_provider or liquidity_providers, not both',
    'indique liquidity_provider o liquidity_providers, no ambos',
  ],
  [
    'max_open_total {total} is below payin_limits.max {max}',
    'max_open_total {total} es menor que payin_limits.max {max}',
  ],
  [
    'funding_minutes is shorter than submission_minutes',
    'funding_minutes es más corto que submission_minutes',
  ],
  [
    '{type} is not a method; known methods: {known}',
    '{type} no es un método; métodos conocidos: {known}',
  ],
  [
    'max_slippage_bps {bps}, its default, exceeds the smallest fee of the route {route}, {fee} bps: an order may be filled at a loss. Set max_slippage_bps to {most} or less to park such orders',
    'max_slippage_bps {bps}, su valor por defecto, supera la menor comisión de la ruta {route}, {fee} bps: una orden puede convertirse con pérdida. Ponga max_slippage_bps en {most} o menos para poner en espera tales órdenes',
  ],
  [
    'max_slippage_bps {bps} exceeds the smallest fee of the route {route}, {fee} bps: an order may be filled at a loss. Set max_slippage_bps to {most} or less to park such orders',
    'max_slippage_bps {bps} supera la menor comisión de la ruta {route}, {fee} bps: una orden puede convertirse con pérdida. Ponga max_slippage_bps en {most} o menos para poner en espera tales órdenes',
  ],
  ['payin_limits.min must be greater than zero', 'payin_limits.min debe ser mayor que cero'],
  [
    'payin_limits.max {max} is below payin_limits.min {min}',
    'payin_limits.max {max} es menor que payin_limits.min {min}',
  ],
  ['payin_limits.max must be at most {most}', 'payin_limits.max debe ser como máximo {most}'],
  [
    'tax_bps must be from 0 to 10000, in basis points of the fee',
    'tax_bps debe ser de 0 a 10000, en puntos básicos de la comisión',
  ],
  ['there must be at least one cost tier', 'debe haber al menos un tramo de costo'],
  ['cost tier {number} begins below zero', 'el tramo de costo {number} empieza bajo cero'],
  [
    'cost tier {number} ends before it begins',
    'el tramo de costo {number} termina antes de empezar',
  ],
  [
    'cost tier {number} ends above {most}, the largest amount',
    'el tramo de costo {number} termina sobre {most}, el monto máximo',
  ],
  [
    'cost tier {number} has negative basis points',
    'el tramo de costo {number} tiene puntos básicos negativos',
  ],
  [
    'cost tier {number} takes more than 99 % in fee and tax',
    'el tramo de costo {number} cobra más del 99 % entre comisión e impuesto',
  ],
  ['cost tier {number} overlaps {tier}', 'el tramo de costo {number} se superpone con {tier}'],
  [
    'cost tier {number} leaves a gap after {tier}',
    'el tramo de costo {number} deja un hueco tras {tier}',
  ],
  [
    'cost tier {number} covers no amount beyond {tier}',
    'el tramo de costo {number} no cubre ningún monto más allá de {tier}',
  ],
  ['the tier before, which ends at {end}', 'el tramo anterior, que termina en {end}'],
  [
    'the first cost tier begins at {begin}, above payin_limits.min {min}',
    'el primer tramo de costo empieza en {begin}, sobre payin_limits.min {min}',
  ],
  [
    'the last cost tier ends at {end}, below payin_limits.max {max}',
    'el último tramo de costo termina en {end}, bajo payin_limits.max {max}',
  ],
]

const CUSTOMERS: readonly Phrase[] = [
  [
    'organization {organization} does not exist, and a new one needs a contact; existing organizations: {known}',
    'la organización {organization} no existe, y una nueva necesita un contacto; organizaciones existentes: {known}',
  ],
  [
    'give either the id of an organization, or its name and contact, not both',
    'indique el id de una organización, o su nombre y contacto, no ambos',
  ],
  [
    'an organization needs a name, or the id of one that the API created',
    'una organización necesita un nombre, o el id de una que creó la API',
  ],
  ['there is no {id} here', 'aquí no hay {id}'],
  [
    '{instrument} differs in {fields}, but an instrument cannot change. Give the new one another alias, and set this one to ARCHIVED',
    '{instrument} difiere en {fields}, pero un instrumento no puede cambiar. Dé otro alias al nuevo, y ponga este en ARCHIVED',
  ],
  [
    '{name} differs in {key}, which cannot change. Disable this route and create one with another name',
    '{name} difiere en {key}, que no puede cambiar. Desactive esta ruta y cree una con otro nombre',
  ],
  [
    '{instrument} belongs to an account on hold. Release the hold first, or omit the status',
    '{instrument} es de una cuenta retenida. Termine antes la retención, u omita el estado',
  ],
  [
    '{instrument} is ARCHIVED and cannot be reactivated',
    '{instrument} está en ARCHIVED y no se puede reactivar',
  ],
  [
    '{instrument} cannot be {status}: the file sets another instrument of the same account to {wanted}',
    '{instrument} no puede estar en {status}: el archivo pone otro instrumento de la misma cuenta en {wanted}',
  ],
  [
    '{rail} has accounts in {currencies}: it must stay of kind accounts and keep these currencies',
    '{rail} tiene cuentas en {currencies}: debe seguir siendo de tipo accounts y conservar esas monedas',
  ],
  [
    '{instrument} cannot be archived: its account has {amount}',
    '{instrument} no se puede archivar: su cuenta tiene {amount}',
  ],
  [
    '{instrument} cannot be archived: {orders} open orders and {refunds} open refunds need it, one of order {order}',
    '{instrument} no se puede archivar: lo necesitan {orders} órdenes y {refunds} reembolsos abiertos, uno de la orden {order}',
  ],
  [
    'an entry with an id needs a status or volume_limits, and no other key: the API created this instrument',
    'una entrada con id necesita status o volume_limits, y ninguna otra clave: la API creó este instrumento',
  ],
  [
    'an instrument needs an alias, a currency, a method and details, or an id and a status',
    'un instrumento necesita alias, moneda, método y detalles, o id y estado',
  ],
  ['month {month} is below day {day}', 'month {month} es menor que day {day}'],
]

const DESK: readonly Phrase[] = [
  [
    'kind {kind} works only in a sandbox; this is a live deployment',
    'kind {kind} solo funciona en un sandbox; esta es una instalación real',
  ],
  ['unknown kind {kind}; known kinds: {known}', 'kind desconocido {kind}; se conocen: {known}'],
  ['max_hour {hour} is below max_send {send}', 'max_hour {hour} es menor que max_send {send}'],
  ['the rail {rail} does not serve {currency}', 'el riel {rail} no atiende {currency}'],
  ['unknown act {act}; known acts: {known}', 'acto desconocido {act}; actos conocidos: {known}'],
  [
    '{act} moves no amount, so that the rule can have no from',
    '{act} no mueve un monto, así que la regla no puede tener from',
  ],
  [
    '{role} cannot approve {act}; roles that can: {known}',
    '{role} no puede aprobar {act}; roles que pueden: {known}',
  ],
  [
    'no rule covers {acts}: one admin alone could create a second user or enter as a customer',
    'ninguna regla cubre {acts}: un administrador solo podría crear un segundo usuario o entrar como cliente',
  ],
  [
    'there is no enterprise {enterprise}; enterprises: {known}',
    'no hay una empresa {enterprise}; empresas: {known}',
  ],
  ['there must be at least one year of holidays', 'debe haber al menos un año de feriados'],
  ['{year} is not a year such as 2026', '{year} no es un año como 2026'],
  ['the years between {before} and {year} are missing', 'faltan los años entre {before} y {year}'],
  ['{day} is not a day of {year} such as "12-25"', '{day} no es un día de {year} como "12-25"'],
  ['{day} is there twice', '{day} está dos veces'],
  [
    'contact must be a mail address such as desk@example.com, or a link that begins with https://',
    'contact debe ser un correo como desk@example.com, o un enlace que empiece con https://',
  ],
  [
    'mark must be a PNG in base64, such as `base64 -w0 mark.png` prints it',
    'mark debe ser un PNG en base64, como lo imprime `base64 -w0 mark.png`',
  ],
  [
    'mark has {width} × {height} pixels; it must have at most {most} × {more}',
    'mark tiene {width} × {height} píxeles; debe tener como máximo {most} × {more}',
  ],
  [
    'mark cannot be read: save it again as a PNG without interlacing',
    'mark no se puede leer: guárdelo de nuevo como PNG sin entrelazado',
  ],
  [
    'is no account: it has neither letters nor digits',
    'no es una cuenta: no tiene letras ni dígitos',
  ],
  ['must have at least 3 letters or digits', 'debe tener al menos 3 letras o dígitos'],
  ['there is no rail {rail}; rails: {known}', 'no hay un riel {rail}; rieles: {known}'],
  [
    'there is no rail {rail}; known rails: {known}',
    'no hay un riel {rail}; rieles conocidos: {known}',
  ],
  [
    '{account} is no account that money comes from; known: {known}',
    '{account} no es una cuenta de la que venga dinero; se conocen: {known}',
  ],
  ['the pair {pair} is described twice', 'el par {pair} está descrito dos veces'],
  [
    'payin and payout currency are the same, which only a provider of kind par takes',
    'las monedas de entrada y de pago son la misma, lo que solo admite un proveedor de kind par',
  ],
  [
    'a provider of kind par pays out the currency that it takes',
    'un proveedor de kind par paga la moneda que recibe',
  ],
  [
    '{provider} does not trade {currency}; it trades {known}',
    '{provider} no cambia {currency}; cambia {known}',
  ],
  [
    '{currency} is no payin currency of {provider}; its payin currencies: {known}',
    '{currency} no es una moneda de entrada de {provider}; las suyas: {known}',
  ],
  ['{rail} is the name of the simulated rail', '{rail} es el nombre del riel simulado'],
  [
    '{rail} and {other} both serve {what}; an instrument must have exactly one rail',
    '{rail} y {other} atienden {what}; un instrumento debe tener exactamente un riel',
  ],
  [
    'there is no bank calendar {calendar}; known calendars: {known}',
    'no hay un calendario bancario {calendar}; calendarios conocidos: {known}',
  ],
  [
    '{kind} must be kept for {least} days or more in a live deployment, not {days}',
    '{kind} debe guardarse {least} días o más en una instalación real, no {days}',
  ],
  ['the list {list} {reason}', 'la lista {list} no se puede usar ({reason})'],
  [
    'no rail has this key as its setting `payer`; keys of rails: {known}',
    'ningún riel tiene esta clave como su `payer`; claves de rieles: {known}',
  ],
  [
    'smallest_deposit {deposit} is above smallest_refund {refund}: a deposit between them could be sent back, but is not credited',
    'smallest_deposit {deposit} es mayor que smallest_refund {refund}: un depósito entre ambos se podría devolver, pero no se acredita',
  ],
  [
    'refund_fee {fee} is not below smallest_refund {refund}: such a refund would send nothing',
    'refund_fee {fee} no es menor que smallest_refund {refund}: tal reembolso no enviaría nada',
  ],
  [
    'smallest_deposit {deposit} is below a hundredth of smallest_refund {refund}: with `below: collect` it must be at least that',
    'smallest_deposit {deposit} es menor que un centésimo de smallest_refund {refund}: con `below: collect` debe ser al menos eso',
  ],
]

export const CONFIGURATION_PROBLEMS: readonly Phrase[] = [...FORM, ...ROUTES, ...CUSTOMERS, ...DESK]
