// Words for every refusal of the service, in both languages. The service says a code, the fields at fault and facts; its
// own sentences are for programmers. A code without words does not compile.
import type { components as Customers } from '@corridor/sdk'
import type { components as Operators } from '../../../server/operator-client/openapi.ts'
import type {
  Fault as IdentityFault,
  Reason,
} from '../../../server/src/parties/identity-providers/refusals.ts'
import { faultWords, type Fault } from './fault-words.ts'
import type { Language } from './amount.ts'
import { TOLD_BY_THE_SERVICE, toldIn } from './told-words.ts'

type ProblemCode = Customers['schemas']['ErrorCode'] | Operators['schemas']['ErrorCode']

/** The document of a refusal, with the facts of its code. */
export type ProblemFacts = {
  code: string
  title?: string
  detail?: string
  request_id?: string
  errors?: readonly Fault[]
} & Readonly<Record<string, unknown>>

/** One or more sentences for a person. */
export function problemWords(problem: ProblemFacts, language: Language): string {
  const { code, errors = [], detail, title } = problem
  if (errors.length > 0)
    return errors.map((fault) => faultWords(fault, problem, language)).join('; ')
  if (code === 'right_missing' && problem['lack'] === 'enterprises') return LIMITED[language]
  const words = isKnown(code) ? WORDS[language][code] : (detail ?? title ?? code)
  const facts = isKnown(code) ? (FACTS[language][code]?.(factsOf(problem)) ?? '') : ''
  // The reason why an act is refused names what only this case has. The service says it in English.
  const reason =
    TOLD_BY_THE_SERVICE.has(code) && detail !== undefined ? ` ${toldIn(detail, language)}` : ''
  return `${words}${facts === '' ? '' : ` ${facts}`}${reason}`
}

const isKnown = (code: string): code is ProblemCode => Object.hasOwn(WORDS.en, code)

type Facts = Readonly<Record<string, string | undefined>>
const factsOf = (problem: ProblemFacts): Facts =>
  Object.fromEntries(
    Object.entries(problem).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  )

const english: Readonly<Record<ProblemCode, string>> = {
  invalid_json: 'This page sent a request that the service cannot read. Load the page again.',
  duplicate_json_key: 'This page sent a request that the service cannot read. Load the page again.',
  json_too_deep: 'What you entered is nested too deeply.',
  invalid_request: 'Something you entered does not have the expected form.',
  unknown_field: 'This page sent a field that the service does not know. Load the page again.',
  invalid_amount: 'An amount is no plain number such as 1000.00.',
  idempotency_key_missing: 'This page sent an incomplete request. Load the page again.',
  idempotency_key_invalid: 'This page sent an incomplete request. Load the page again.',
  duplicate_header: 'This page sent a request that the service cannot read. Load the page again.',
  invalid_cursor: 'The list has changed. Load the page again.',
  unauthenticated: 'Your session has ended. Sign in again.',
  insufficient_scope: 'Your API key may only read.',
  organization_not_permitted: 'Your API key belongs to another organization.',
  api_key_too_broad: 'Your API key may not grant or manage more than it has.',
  sandbox_key_required: 'This needs an API key of the sandbox.',
  address_not_allowed: 'Your API key may not be used from this address.',
  not_found: 'It does not exist, or is not yours to see.',
  method_not_allowed: 'The service does not offer this. Load the page again.',
  not_acceptable: 'The service cannot answer this page. Load the page again.',
  request_timeout: 'The request took too long to arrive. Try again.',
  quote_expired: 'The quote has expired. Ask for a new one.',
  quote_already_used: 'The quote was already used for an order.',
  order_not_awaiting_funding: 'The order no longer waits for funds.',
  funding_not_simulated: 'This order is funded over a real rail: send the money as shown.',
  order_not_cancellable: 'The order can no longer be cancelled.',
  order_not_retryable: 'The order cannot be retried.',
  order_not_refundable: 'The order cannot be refunded.',
  receipt_not_available: 'The order has no receipt yet.',
  insufficient_funds: 'The account does not have the money for this order.',
  account_not_empty: 'The account is not empty: pay it out first.',
  account_not_available: 'The desk has not opened accounts in this currency to your company.',
  accounts_halted: 'The desk has halted what accounts pay. Try again later.',
  retry_not_covered: 'The money that is held does not cover the new quote.',
  offering_unavailable: 'This offering can no longer be quoted. Look at the offerings again.',
  route_disabled: 'This route is switched off at present.',
  market_closed: 'The market is closed.',
  organization_not_active: 'The organization is on hold: nothing new can be begun.',
  instrument_not_active: 'One of the instruments is on hold or archived.',
  exposure_limit_reached: 'Your orders that wait for funds have reached the limit of this route.',
  volume_limit_reached: 'The order would exceed a limit of a day or a month.',
  instrument_in_use: 'An open order or refund needs this instrument.',
  too_many_instruments: 'The organization has as many instruments as it may have.',
  too_many_organizations: 'The enterprise has as many organizations as it may have.',
  too_many_api_keys: 'The enterprise has as many API keys as it may have. Revoke one first.',
  api_key_not_active: 'The API key has ended and cannot be rotated.',
  external_reference_taken: 'Another order has this reference of yours.',
  idempotency_in_progress: 'The same request is still under way. Wait a moment.',
  webhook_endpoint_disabled: 'The endpoint is disabled. Enable it first.',
  too_many_webhook_endpoints:
    'There are as many webhook endpoints as there may be. Delete one first.',
  information_request_not_open: 'The request can no longer be answered.',
  too_many_documents: 'There are as many documents as the request takes.',
  document_too_large: 'The document is larger than the request allows.',
  statement_unreadable: 'The statement cannot be read.',
  body_too_large: 'What you entered is larger than 64 KiB.',
  unsupported_media_type:
    'This page sent a request that the service cannot read. Load the page again.',
  too_many_offerings: 'More than 500 offerings would result. Archive instruments or routes first.',
  amount_out_of_limits: 'The amount is outside the limits of the route.',
  amount_precision: 'The amount has more decimals than its currency.',
  amount_not_positive: 'The amount must be greater than zero.',
  invalid_details: 'The details do not fit this kind of account.',
  invalid_answer: 'The answer does not fit the request.',
  invalid_document: 'The content of the document is not of its type.',
  idempotency_key_reused: 'This was sent before with other contents. Load the page again.',
  url_not_allowed: 'Webhooks may not be sent to this address.',
  rate_limited: 'Too many requests. Wait a moment.',
  headers_too_large: 'The request is too large. Sign out and in again.',
  internal_error: 'The service failed. Try again, and quote the request if it lasts.',
  funding_account_unavailable: 'No account is free for the funds of this order. Try again later.',
  quotes_halted:
    'The desk gives no new quotes at present. Orders that exist go on, and nothing was changed. Try again later.',
  rate_unavailable: 'There is no fresh rate at present. Try again in a minute.',
  instrument_busy: 'The instrument cannot be archived at this moment. Try again.',
  database_unavailable: 'The service cannot reach its database. Try again in a moment.',
  shutting_down: 'The service is being restarted. Try again in a moment.',
  sign_in_failed: 'The login, the password or the code is wrong.',
  code_wrong: 'The code is wrong, or was used before.',
  passkey_refused: 'The passkey cannot be added.',
  enrolment_failed: 'The token or the code is wrong, or the token has expired.',
  not_signed_in: 'Your session has ended. Sign in again.',
  not_admitted: 'Another admin must admit you first.',
  right_missing: 'Your role may not do this.',
  label_taken: 'Another key has this label.',
  role_not_permitted: 'Your role may not do this.',
  person_required: 'Only a person who signed in may do this, not an API key.',
  key_sign_in_off: 'Your company does not let API keys sign in here. Sign in as a person.',
  admission_needed: 'Another admin must admit you first.',
  admission_closed:
    'You cannot admit this person: you made the link, nobody has used it yet, or the person used another one since.',
  identity_refused: 'Nobody was signed in.',
  identity_provider_required: 'Your company asks you to sign in with its provider.',
  identity_provider_failed: 'Your company’s provider could not sign you in.',
  second_admin_missing:
    'Your company has one admin who can sign in. Make somebody else an admin first.',
  last_admin: 'No admin would be left who can sign in. Make somebody else an admin first.',
  too_many_people: 'The company has reached its limit of people.',
  approval_required: 'An order of this amount needs a second person: send it for approval.',
  own_request: 'You prepared this: somebody else must decide.',
  not_own_request: 'Only the person who prepared it can withdraw it.',
  order_request_not_pending: 'Somebody decided about it, or it expired.',
  quote_differs: 'The quote has other amounts than what was prepared.',
  login_taken: 'Another user has this login.',
  act_refused: 'This act is not open now.',
  act_already_done: 'This was carried out already.',
}

const spanish: Readonly<Record<ProblemCode, string>> = {
  invalid_json: 'Esta página envió una solicitud ilegible. Vuelva a cargar la página.',
  duplicate_json_key: 'Esta página envió una solicitud ilegible. Vuelva a cargar la página.',
  json_too_deep: 'Lo ingresado tiene demasiados niveles.',
  invalid_request: 'Algo de lo ingresado no tiene la forma esperada.',
  unknown_field: 'Esta página envió un campo que el servicio no conoce. Vuelva a cargarla.',
  invalid_amount: 'Un monto no es un número simple como 1000,00.',
  idempotency_key_missing: 'Esta página envió una solicitud incompleta. Vuelva a cargarla.',
  idempotency_key_invalid: 'Esta página envió una solicitud incompleta. Vuelva a cargarla.',
  duplicate_header: 'Esta página envió una solicitud ilegible. Vuelva a cargar la página.',
  invalid_cursor: 'La lista cambió. Vuelva a cargar la página.',
  unauthenticated: 'Su sesión terminó. Ingrese de nuevo.',
  insufficient_scope: 'Su clave solo permite leer.',
  organization_not_permitted: 'Su clave pertenece a otra organización.',
  api_key_too_broad: 'Su clave no puede otorgar ni administrar más de lo que tiene.',
  sandbox_key_required: 'Esto necesita una clave del sandbox.',
  address_not_allowed: 'Su clave no se puede usar desde esta dirección.',
  not_found: 'No existe, o no puede verlo.',
  method_not_allowed: 'El servicio no ofrece esto. Vuelva a cargar la página.',
  not_acceptable: 'El servicio no puede responder a esta página. Vuelva a cargarla.',
  request_timeout: 'La solicitud tardó demasiado en llegar. Inténtelo de nuevo.',
  quote_expired: 'La cotización venció. Pida una nueva.',
  quote_already_used: 'La cotización ya se usó para una orden.',
  order_not_awaiting_funding: 'La orden ya no espera fondos.',
  funding_not_simulated:
    'Los fondos de esta orden llegan por un medio de pago real: envíe el dinero como se indica.',
  order_not_cancellable: 'La orden ya no se puede cancelar.',
  order_not_retryable: 'La orden no se puede reintentar.',
  order_not_refundable: 'La orden no se puede reembolsar.',
  receipt_not_available: 'La orden aún no tiene recibo.',
  insufficient_funds: 'La cuenta no tiene el dinero de esta orden.',
  account_not_empty: 'La cuenta no está vacía: retire primero su saldo.',
  account_not_available: 'La mesa no ha abierto cuentas en esta moneda a su empresa.',
  accounts_halted: 'La mesa ha detenido lo que pagan las cuentas. Inténtelo más tarde.',
  retry_not_covered: 'El dinero retenido no cubre la nueva cotización.',
  offering_unavailable: 'Esta oferta ya no se puede cotizar. Mire las ofertas de nuevo.',
  route_disabled: 'Esta ruta está desactivada por ahora.',
  market_closed: 'El mercado está cerrado.',
  organization_not_active: 'La organización está retenida: no se puede iniciar nada nuevo.',
  instrument_not_active: 'Uno de los instrumentos está retenido o archivado.',
  exposure_limit_reached: 'Sus órdenes que esperan fondos alcanzaron el límite de esta ruta.',
  volume_limit_reached: 'La orden superaría un límite diario o mensual.',
  instrument_in_use: 'Una orden o un reembolso abierto necesita este instrumento.',
  too_many_instruments: 'La organización tiene el máximo de instrumentos.',
  too_many_organizations: 'La empresa tiene el máximo de organizaciones.',
  too_many_api_keys: 'La empresa tiene el máximo de claves. Revoque una primero.',
  api_key_not_active: 'La clave terminó y no se puede rotar.',
  external_reference_taken: 'Otra orden tiene esa referencia suya.',
  idempotency_in_progress: 'La misma solicitud sigue en curso. Espere un momento.',
  webhook_endpoint_disabled: 'El punto de entrega está desactivado. Actívelo primero.',
  too_many_webhook_endpoints: 'Hay el máximo de puntos de entrega. Elimine uno primero.',
  information_request_not_open: 'La solicitud ya no se puede responder.',
  too_many_documents: 'La solicitud ya tiene todos los documentos que admite.',
  document_too_large: 'El documento es más grande de lo que admite la solicitud.',
  statement_unreadable: 'El extracto no se puede leer.',
  body_too_large: 'Lo ingresado supera 64 KiB.',
  unsupported_media_type: 'Esta página envió una solicitud ilegible. Vuelva a cargar la página.',
  too_many_offerings: 'Resultarían más de 500 ofertas. Archive antes instrumentos o rutas.',
  amount_out_of_limits: 'El monto está fuera de los límites de la ruta.',
  amount_precision: 'El monto tiene más decimales que su moneda.',
  amount_not_positive: 'El monto debe ser mayor que cero.',
  invalid_details: 'Los datos no corresponden a este tipo de cuenta.',
  invalid_answer: 'La respuesta no corresponde a la solicitud.',
  invalid_document: 'El contenido del documento no es de su tipo.',
  idempotency_key_reused: 'Esto ya se envió con otro contenido. Vuelva a cargar la página.',
  url_not_allowed: 'No se pueden enviar webhooks a esta dirección.',
  rate_limited: 'Demasiadas solicitudes. Espere un momento.',
  headers_too_large: 'La solicitud es demasiado grande. Salga e ingrese de nuevo.',
  internal_error: 'El servicio falló. Inténtelo de nuevo y, si persiste, cite la solicitud.',
  funding_account_unavailable:
    'No hay una cuenta libre para los fondos de esta orden. Inténtelo más tarde.',
  quotes_halted:
    'La mesa no cotiza por ahora. Las órdenes existentes siguen y nada cambió. Inténtelo más tarde.',
  rate_unavailable: 'No hay una tasa reciente. Inténtelo en un minuto.',
  instrument_busy: 'El instrumento no se puede archivar en este momento. Inténtelo de nuevo.',
  database_unavailable: 'El servicio no llega a su base de datos. Inténtelo en un momento.',
  shutting_down: 'El servicio se está reiniciando. Inténtelo en un momento.',
  sign_in_failed: 'El usuario, la contraseña o el código son incorrectos.',
  code_wrong: 'El código es incorrecto o ya se usó.',
  passkey_refused: 'No se puede agregar la llave de acceso.',
  enrolment_failed: 'El token o el código son incorrectos, o el token venció.',
  not_signed_in: 'Su sesión terminó. Ingrese de nuevo.',
  not_admitted: 'Otro administrador debe admitirlo primero.',
  right_missing: 'Su rol no puede hacer esto.',
  label_taken: 'Otra clave tiene esta etiqueta.',
  role_not_permitted: 'Su rol no permite esto.',
  person_required: 'Solo puede hacerlo una persona que inició sesión, no una clave de API.',
  key_sign_in_off: 'Su empresa no permite entrar aquí con claves de API. Entre como persona.',
  admission_needed: 'Otro administrador debe admitirlo antes.',
  admission_closed:
    'Usted no puede admitir a esta persona: creó el enlace, nadie lo ha usado aún, o la persona usó otro desde entonces.',
  identity_refused: 'No se inició ninguna sesión.',
  identity_provider_required: 'Su empresa pide entrar con su proveedor.',
  identity_provider_failed: 'El proveedor de su empresa no pudo darle entrada.',
  second_admin_missing:
    'Su empresa tiene un solo administrador que puede entrar. Nombre antes a otro.',
  last_admin: 'No quedaría ningún administrador que pueda entrar. Nombre antes a otro.',
  too_many_people: 'La empresa llegó a su límite de personas.',
  approval_required: 'Una orden de este monto necesita una segunda persona: envíela a aprobación.',
  own_request: 'Usted la preparó: otra persona debe decidir.',
  not_own_request: 'Solo puede retirarla quien la preparó.',
  order_request_not_pending: 'Alguien ya decidió, o venció.',
  quote_differs: 'La cotización tiene otros montos que los preparados.',
  login_taken: 'Otro usuario tiene este nombre de ingreso.',
  act_refused: 'Este acto no está abierto ahora.',
  act_already_done: 'Esto ya se llevó a cabo.',
}

const WORDS = { en: english, es: spanish }

/** Why nobody entered with the company's identity provider. */
const IDENTITY: Readonly<Record<Language, Readonly<Record<Reason | IdentityFault, string>>>> = {
  en: {
    no_provider: 'No company of this name signs in with a provider.',
    expired: 'The sign-in is too old, or began in another window. Begin again.',
    declined: 'The provider refused it, or you did.',
    no_login: 'The provider did not say who you are. Tell your admin.',
    unverified: 'The provider has not verified your mail address.',
    unknown_person:
      'Nobody with this account has an open invitation here. Ask your admin to invite or reset you, or link the account on the page Your account.',
    already_linked: 'The account is linked to a person already, or you to another account.',
    unreachable: 'It does not answer. Try again later.',
    wrong_issuer: 'It calls itself by another address than your company set. Tell your admin.',
    wrong_client: 'It does not know Corridor, or not with this secret. Tell your admin.',
    wrong_audience: 'Its answer was for another application. Tell your admin.',
    wrong_signature: 'Its signature is wrong. Tell your admin.',
    wrong_clock: 'Its clock differs from that of this service. Tell your admin.',
    wrong_answer: 'Its answer cannot be used. Tell your admin.',
  },
  es: {
    no_provider: 'Ninguna empresa con este nombre entra con un proveedor.',
    expired: 'El inicio de sesión venció o empezó en otra ventana. Empiece de nuevo.',
    declined: 'El proveedor lo rechazó, o usted.',
    no_login: 'El proveedor no dijo quién es usted. Avise a su administrador.',
    unverified: 'El proveedor no ha verificado su correo.',
    unknown_person:
      'Nadie con esta cuenta tiene una invitación abierta aquí. Pida a su administrador que lo invite o restablezca, o vincule la cuenta en la página Su cuenta.',
    already_linked: 'La cuenta ya está vinculada a una persona, o usted a otra cuenta.',
    unreachable: 'No responde. Intente más tarde.',
    wrong_issuer:
      'Se presenta con otra dirección que la fijada por su empresa. Avise a su administrador.',
    wrong_client: 'No conoce a Corridor, o no con este secreto. Avise a su administrador.',
    wrong_audience: 'Su respuesta era para otra aplicación. Avise a su administrador.',
    wrong_signature: 'Su firma no es correcta. Avise a su administrador.',
    wrong_clock: 'Su reloj difiere del de este servicio. Avise a su administrador.',
    wrong_answer: 'Su respuesta no se puede usar. Avise a su administrador.',
  },
}

const identityWords =
  (language: Language) =>
  ({ reason, fault }: Facts): string => {
    const words: Readonly<Record<string, string>> = IDENTITY[language]
    return words[reason ?? fault ?? ''] ?? ''
  }

/** The role has the right, so the usual words would be false. */
const LIMITED: Readonly<Record<Language, string>> = {
  en: 'It concerns all enterprises, and you see chosen ones only.',
  es: 'Afecta a todas las empresas, y usted ve solo algunas.',
}

type FactWords = Partial<Record<ProblemCode, (facts: Facts) => string>>
const FACTS: Readonly<Record<Language, FactWords>> = {
  en: {
    identity_refused: identityWords('en'),
    identity_provider_failed: identityWords('en'),
    insufficient_funds: ({ missing, currency = '' }) =>
      missing === undefined ? '' : `${missing} ${currency} is missing.`,
    retry_not_covered: ({ held, needed }) => `It is ${held}, and ${needed} is needed.`,
    market_closed: ({ opens_at: at }) => (at === undefined ? '' : `It opens at ${utc(at)}.`),
    exposure_limit_reached: ({ remaining, currency = '' }) =>
      remaining === undefined ? '' : `${remaining} ${currency} is left of it.`,
    too_many_offerings: ({ would_result: count }) => `There would be ${count}.`,
  },
  es: {
    identity_refused: identityWords('es'),
    identity_provider_failed: identityWords('es'),
    insufficient_funds: ({ missing, currency = '' }) =>
      missing === undefined ? '' : `Faltan ${missing} ${currency}.`,
    retry_not_covered: ({ held, needed }) => `Son ${held} y se necesitan ${needed}.`,
    market_closed: ({ opens_at: at }) => (at === undefined ? '' : `Abre a las ${utc(at)}.`),
    exposure_limit_reached: ({ remaining, currency = '' }) =>
      remaining === undefined ? '' : `Quedan ${remaining} ${currency}.`,
    too_many_offerings: ({ would_result: count }) => `Serían ${count}.`,
  },
}

const utc = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`
