// Why an operator file, or a version that waited for its instant, was refused: each problem with its place in the file. Adapters
// judge their own settings, and the YAML parser its syntax: their texts stay in English.
import type { Language } from '../parts/amount.ts'
import { formInSpanish } from '../parts/fault-words.ts'
import { CONFIGURATION_PROBLEMS } from './configuration-problems.ts'
import { sentencesIn } from './sentences.ts'

const sentence = sentencesIn(CONFIGURATION_PROBLEMS)

/** `a, b and 3 more`, or `none`. */
export function knownWords(list: string, language: Language): string {
  if (language === 'en') return list
  return list === 'none' ? 'ninguno' : list.replace(/ and (\d+) more$/, ' y $1 más')
}

const PLACE = /^(?:.*?):(\d+):(\d+): (.*)$/s

const TYPES: Readonly<Record<string, string>> = {
  'must be a mapping': 'debe ser un mapa',
  'must be a list': 'debe ser una lista',
  'must be of type integer': 'debe ser un número entero',
  'must be of type number': 'debe ser un número',
  'must be of type boolean': 'debe ser true o false',
}

/** Undefined if no sentence has this form. */
export function reasonInSpanish(reason: string): string | undefined {
  const words = (fact: string, name: string): string => {
    if (name === 'known') return knownWords(fact, 'es')
    if (name === 'pairs') return knownWords(fact, 'es').replaceAll(' to ', ' a ')
    if (name === 'served') return fact.replace(' with ', ' con ')
    if (name === 'field' && fact === 'the file') return 'el archivo'
    return ['rails', 'tier'].includes(name) ? (reasonInSpanish(fact) ?? fact) : fact
  }
  const known = sentence(reason, 'es', words)
  if (known !== undefined) return known
  const [, field = '', form = ''] = /^(the file|\S+) (.+)$/s.exec(reason) ?? []
  const spanish = formInSpanish(form) ?? TYPES[form]
  return spanish === undefined ? undefined : `${words(field, 'field')} ${spanish}`
}

/** One line for each problem. */
export function configurationProblems(text: string, language: Language): string[] {
  return text.split('\n').map((line) => {
    const [, row, column, placed] = PLACE.exec(line) ?? []
    const reason = placed ?? line
    const told =
      language === 'en' ? reason : (reasonInSpanish(reason) ?? `el servicio dice «${reason}»`)
    if (placed === undefined) return told
    return language === 'en'
      ? `line ${row}, column ${column}: ${told}`
      : `línea ${row}, columna ${column}: ${told}`
  })
}

const FAULTS = 'has faults: '
const BEYOND = /^must describe routes only; `([^`]*)` on the server changes (.*)$/

/** What is wrong with a file that an operator sent; undefined if the message is about the field alone. */
export function fileFaults(message: string, language: Language): string | undefined {
  if (message.startsWith(FAULTS)) {
    const problems = configurationProblems(message.slice(FAULTS.length), language)
    const head = language === 'en' ? 'The file has faults:' : 'El archivo tiene errores:'
    return [head, ...problems].join('\n')
  }
  const [, command, keys] = BEYOND.exec(message) ?? []
  if (command === undefined) return undefined
  return language === 'en'
    ? `The file may describe routes only. \`${command}\` on the server changes ${keys}.`
    : `El archivo solo puede describir rutas. \`${command}\` en el servidor cambia ${keys}.`
}
