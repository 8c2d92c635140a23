// Words for one field at fault. The code tells what is wrong. In English the service's own sentence names the expected
// form too; in Spanish the sentences that the service has for a form are translated here.
import { groupDigits, type Language } from './amount.ts'
import { nameOfField } from './field-names.ts'

export type Fault = { pointer: string; code?: string; message: string }

/** `Account number: must be …`. */
export const faultWords = (fault: Fault, problem: object, language: Language): string => {
  const field = fieldOf(fault.pointer)
  const words = faultOf(fault, problem, language)
  return field === '' ? words : `${nameOfField(field, language)}: ${words}`
}

/** A person reads the name of the field, not its path. */
export const fieldOf = (pointer: string): string => pointer.split(/[/?]/).at(-1) ?? ''

/** The same for a place under the field itself, which needs no name. */
export function faultOf(fault: Fault, problem: object, language: Language): string {
  if (fault.code === 'amount_out_of_limits') {
    const limits = limitsOf(problem)
    if (limits !== undefined)
      return BETWEEN[language](groupDigits(limits.min, language), groupDigits(limits.max, language))
  }
  const byCode = CODES[language][fault.code ?? '']
  if (byCode !== undefined) return byCode
  if (language === 'en') return fault.message
  return formInSpanish(fault.message) ?? 'no tiene la forma esperada'
}

function limitsOf(problem: object): { min: string; max: string } | undefined {
  const limits = 'limits' in problem ? problem.limits : undefined
  if (typeof limits !== 'object' || limits === null) return undefined
  const { min, max }: { min?: unknown; max?: unknown } = limits
  return typeof min === 'string' && typeof max === 'string' ? { min, max } : undefined
}

const BETWEEN = {
  en: (min: string, max: string) => `must come to a total between ${min} and ${max}`,
  es: (min: string, max: string) => `el total debe estar entre ${min} y ${max}`,
}

const CODES: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    required: 'is needed',
    unknown_field: 'is not known to the service',
    invalid_amount: 'must be an amount such as 1000.00',
    amount_precision: 'has more decimals than the currency',
    amount_not_positive: 'must be greater than zero',
    amount_out_of_limits: 'is outside the limits',
  },
  es: {
    required: 'falta',
    unknown_field: 'el servicio no lo conoce',
    invalid_amount: 'debe ser un monto como 1000,00',
    amount_precision: 'tiene más decimales que la moneda',
    amount_not_positive: 'debe ser mayor que cero',
    amount_out_of_limits: 'está fuera de los límites',
  },
}

/** Undefined for a form without words. */
export function formInSpanish(message: string): string | undefined {
  const known = SPANISH[message]
  if (known !== undefined) return known
  for (const [form, words] of FORMS) {
    const match = form.exec(message)
    if (match !== null) return words(match[1] ?? '')
  }
  return undefined
}

/** The words of the service about a form. A test finds missing ones. */
export const SPANISH: Readonly<Record<string, string>> = {
  'must be one line of text with a visible character, without control or invisible characters':
    'debe ser una línea de texto, sin caracteres invisibles',
  'must not have control characters': 'no debe tener caracteres de control',
  'must be an e-mail address such as treasury@acme.example':
    'debe ser un correo electrónico como treasury@acme.example',
  'must be a decimal string such as "1000.00": digits, at most one point, no sign, blank or exponent':
    'debe ser un monto como 1000,00',
  'must have a name of 1 to 40 letters, digits, _, - or .':
    'debe tener un nombre de 1 a 40 letras, cifras, _, - o .',
  'must be 1 to 50 small letters, digits or _, the first one a letter':
    'debe tener de 1 a 50 minúsculas, dígitos o _, y empezar con una letra',
  'must be a currency code of 3 to 5 capital letters such as USDC':
    'debe ser un código de moneda de 3 a 5 mayúsculas como USDC',
  'must be two capital letters of ISO 3166 such as CO':
    'debe ser un país de dos mayúsculas como CO',
  'must be a month such as 2026-03': 'debe ser un mes como 2026-03',
  'must be letters, digits or . _ : -, as a request id is':
    'debe tener letras, dígitos o . _ : -, como un ID de solicitud',
  'must be a date such as 1984-03-02': 'debe ser una fecha como 1984-03-02',
  'must be a whole number from 1 to 200': 'debe ser un número entero de 1 a 200',
  'must be an address or a network such as 203.0.113.0/24':
    'debe ser una dirección o una red como 203.0.113.0/24',
  'must be small letters, digits or _, the first one a letter, and optionally a colon and a second part, such as evm:base':
    'debe ser el nombre de un riel como evm:base',
  'must be 1 to 32 capital letters, digits or _, the first one a letter, such as ALPHA':
    'debe ser el nombre de un proveedor como ALPHA',
  'must be 1 to 100 small letters, digits or . _ @ + -, the first one a letter or a digit, such as ben':
    'debe ser un nombre de ingreso en minúsculas como ben',
  'must be the six digits of the authenticator app': 'deben ser los seis dígitos de la aplicación',
  'must be base64url without padding': 'debe ser base64url sin relleno',
  'must be +55, the area code and 8 or 9 digits': 'debe ser +55, el código de área y 8 o 9 dígitos',
  'must be 0x and 40 hexadecimal digits, in one case or with the EIP-55 checksum':
    'debe ser 0x y 40 dígitos hexadecimales, con las mayúsculas de EIP-55 o sin mezclarlas',
  'must be the number of the bank in digits, such as 1007':
    'debe ser el número del banco en dígitos, como 1007',
  'must be 10 or 11 digits for a TI': 'debe tener 10 u 11 dígitos para una TI',
  'must be 3 to 10 digits for a CC': 'debe tener de 3 a 10 dígitos para una CC',
  'must be 3 to 10 digits for a CE': 'debe tener de 3 a 10 dígitos para una CE',
  'must be 4 to 20 digits': 'debe tener de 4 a 20 dígitos',
  'must be 4 to 20 letters or digits for a PA': 'debe tener de 4 a 20 letras o dígitos para un PA',
  'must be 4 to 20 letters, digits, - or /': 'debe tener de 4 a 20 letras, dígitos, - o /',
  'must be a BIC of 8 or 11 characters in upper case':
    'debe ser un BIC de 8 u 11 caracteres en mayúsculas',
  'must be a BVN or NIN of 11 digits': 'debe ser un BVN o NIN de 11 dígitos',
  'must be a CLABE of 18 digits, the last one its check digit':
    'debe ser una CLABE de 18 dígitos con su dígito de control',
  'must be a CNPJ of 14 characters with its check digits':
    'debe ser un CNPJ de 14 caracteres con sus dígitos de control',
  'must be a CPF of 11 digits with its check digits':
    'debe ser un CPF de 11 dígitos con sus dígitos de control',
  'must be a NIT that ends in its check digit': 'debe ser un NIT con su dígito de verificación',
  'must be a NUBAN of 10 digits': 'debe ser un NUBAN de 10 dígitos',
  'must be a base58 Solana address of 32 bytes': 'debe ser una dirección de Solana en base58',
  'must be a random key: a UUID in lower case':
    'debe ser una clave aleatoria: un UUID en minúsculas',
  'must be an account of its own: this address belongs to the desk or to the chain itself':
    'debe ser una cuenta propia: esta dirección es de la mesa o de la cadena misma',
  'must be a string': 'debe ser un texto',
  'must be the number of an account': 'debe ser el número de una cuenta',
  'must be an IBAN without spaces, with its check digits':
    'debe ser un IBAN sin espacios, con sus dígitos de control',
  'must be an e-mail address in lower case, of at most 77 characters':
    'debe ser un correo electrónico en minúsculas, de 77 caracteres como máximo',
  'must not begin or end with spaces': 'no debe empezar ni terminar con espacios',
  'must not have control or invisible characters': 'no debe tener caracteres invisibles',
  'must not be empty': 'no debe estar vacío',
  'must not have a value twice': 'no debe repetir un valor',
  'is not of the documented form': 'no tiene la forma esperada',
}

const FORMS: readonly (readonly [RegExp, (value: string) => string])[] = [
  [/^must be one of (.*)$/, (values) => `debe ser uno de ${values}`],
  [/^must have at least (\d+) characters$/, (count) => `debe tener al menos ${count} caracteres`],
  [/^must have at most (\d+) characters$/, (count) => `debe tener como máximo ${count} caracteres`],
  [/^must be at least (\S+)$/, (limit) => `debe ser al menos ${limit}`],
  [/^must be at most (\S+)$/, (limit) => `debe ser como máximo ${limit}`],
  [/^must be an identifier such as (\S+)$/, (id) => `debe ser un identificador como ${id}`],
  [/^must be an ISO 8601 instant/, () => 'debe ser un instante como 2026-03-02T00:00:00Z'],
  [
    /^must be (\d+ to \d+) digits/,
    (digits) => `debe tener ${digits.replace(' to ', ' a ')} dígitos`,
  ],
]
