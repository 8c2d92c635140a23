// What the service states on pages of operators: codes of refusals, and sentences where an operator may also write a reason.
// The service stores them in English. A page that has no words for a text shows it as it is: it is of a bank, a connector or a
// person. A test reads the sources of the service for codes and sentences without words.
import type { Language } from '../parts/amount.ts'
import type { Phrase } from '../parts/bilingual.ts'
import { sentencesIn } from './sentences.ts'

/** Why a provider declined, or a rail rejected, cancelled or took back. The last ones are of ISO 20022. */
const CODES: Readonly<Record<string, Phrase>> = {
  quote_expired: ['the quote had expired', 'la cotización había vencido'],
  refused: ['refused for good', 'rechazado definitivamente'],
  no_liquidity: ['no liquidity', 'sin liquidez'],
  low_balance: ['the balance does not suffice', 'el saldo no alcanza'],
  failed: ['failed there', 'falló allí'],
  returned: ['came back', 'volvió'],
  simulated: ['simulated', 'simulado'],
  cancelled: ['cancelled', 'cancelado'],
  cancelled_on_chain: ['cancelled on the chain', 'cancelado en la cadena'],
  authorization_cancelled: ['cancelled on the chain', 'cancelado en la cadena'],
  authorization_expired: ['not executed in time', 'no se ejecutó a tiempo'],
  beneficiary_blacklisted: [
    'the issuer of the token blocks the beneficiary',
    'el emisor del token bloquea al beneficiario',
  ],
  no_such_account: ['there is no such account at the desk', 'no existe esa cuenta en la mesa'],
  beneficiary_is_the_desk: ['the account belongs to the desk', 'la cuenta pertenece a la mesa'],
  beneficiary_is_a_token_account: [
    'the address is a token account or a token',
    'la dirección es una cuenta de token o un token',
  ],
  beneficiary_is_a_program: ['the address is a program', 'la dirección es un programa'],
  beneficiary_token_account_has_another_owner: [
    'the token account of the address belongs to somebody else',
    'la cuenta de token de la dirección es de otro',
  ],
  beneficiary_token_account_is_frozen: [
    'the token account of the address is frozen',
    'la cuenta de token de la dirección está congelada',
  ],
  displaced: [
    'another transaction of the address took its place',
    'otra transacción de la dirección ocupó su lugar',
  ],
  reverted: ['the chain executed nothing of it', 'la cadena no ejecutó nada de ella'],
  rail_receives_only: ['the rail only receives', 'el riel solo recibe'],
  reorganized: [
    'a reorganization of the chain removed it',
    'una reorganización de la cadena lo retiró',
  ],
  taken_back: ['taken back before the bank read it', 'retirado antes de que el banco lo leyera'],
  withdrawn: ['withdrawn before it was sent', 'retirado antes de enviarse'],
  recorded_by_operator: ['an operator recorded it', 'lo registró un operador'],
  AC01: ['AC01: wrong account number', 'AC01: número de cuenta equivocado'],
  AC04: ['AC04: the account is closed', 'AC04: la cuenta está cerrada'],
  AC06: ['AC06: the account is blocked', 'AC06: la cuenta está bloqueada'],
  AM04: ['AM04: the funds do not suffice', 'AM04: fondos insuficientes'],
  AM05: ['AM05: duplicate', 'AM05: duplicado'],
  CANC: ['CANC: cancelled', 'CANC: cancelado'],
  RJCT: ['RJCT: rejected', 'RJCT: rechazado'],
  RR04: ['RR04: for regulatory reasons', 'RR04: por razones regulatorias'],
}

/** Facts in braces: those of `FORMS` must look like it, so that a sentence of a person is not taken for one of these. */
const SENTENCES: readonly Phrase[] = [
  ['listed in line {line}', 'figura en la línea {line} de la lista'],
  ['unknown sender', 'remitente desconocido'],
  ['unknown payer', 'pagador desconocido'],
  ['the payer is not the customer', 'el pagador no es el cliente'],
  ['blocked by the issuer of {currency}', 'bloqueado por el emisor de {currency}'],
  ['the nodes contradict each other', 'los nodos se contradicen'],
  ['the organization is not verified', 'la organización no está verificada'],
  ['the instrument is not verified', 'el instrumento no está verificado'],
  ['up to {amount}: {reason}', 'hasta {amount}: {reason}'],
  ['{id} of {amount} was taken back: {code}', 'se revirtió {id} de {amount}: {code}'],
  ['{id} to {other}: {reason}', '{id} a {other}: {reason}'],
  ['{key}, sent before the restore: {reason}', '{key}, enviado antes de la restauración: {reason}'],
  [
    '{key}, sent before the restore by a retry: {reason}',
    '{key}, enviado antes de la restauración por un reintento: {reason}',
  ],
  [
    '{key}, converted before the restore: {reason}',
    '{key}, convertido antes de la restauración: {reason}',
  ],
  ['{key} went back too, so its payer owes it', '{key} también volvió, así que su pagador lo debe'],
  [
    'the database was restored or failed over: what was sent meanwhile may be unknown',
    'la base de datos se restauró o pasó a su réplica: puede no conocerse lo que se envió entretanto',
  ],
  [
    'the database was restored or failed over: what was converted meanwhile may be unknown',
    'la base de datos se restauró o pasó a su réplica: puede no conocerse lo que se convirtió entretanto',
  ],
  [
    'another service on a copy of this database works with the {side} since {at}: stop one of the two, see docs/backups.md',
    'otro servicio con una copia de esta base de datos trabaja con {side} desde {at}: detenga uno de los dos, vea docs/backups.md',
  ],
]

const FORMS: Readonly<Record<string, string>> = {
  line: '\\d+',
  currency: '[A-Z]{3,5}',
  amount: '[\\d.]+ [A-Z]{3,5}',
  id: '[a-z]+_\\w{26}',
  other: '[a-z]+_\\w{26}',
}

const known = sentencesIn(SENTENCES, FORMS)

/** A reason of screening is followed by those of other screeners, each after a semicolon and its name. */
export function statedWords(text: string, language: Language): string {
  const phrase = Object.hasOwn(CODES, text) ? CODES[text] : undefined
  if (phrase !== undefined) return phrase[language === 'en' ? 0 : 1]
  if (language === 'en') return text
  const words = (fact: string, name: string) =>
    name === 'code' ? statedWords(fact, language) : fact
  return known(text, language, words) ?? text
}

/** The reasons of several screeners: `reason; screener: reason`. */
export const screenedWords = (text: string, language: Language): string =>
  text
    .split('; ')
    .map((part, index) => {
      const at = index === 0 ? -1 : part.indexOf(': ')
      const [name, reason] = at < 0 ? ['', part] : [part.slice(0, at + 2), part.slice(at + 2)]
      return name + statedWords(reason, language)
    })
    .join('; ')
