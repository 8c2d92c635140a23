// Sentences about a statement of an account that the service cannot read, and about single lines of it. One that begins as another
// one does comes first.
import type { Phrase } from '../parts/bilingual.ts'
import { LINE_PROBLEMS } from './line-problem-words.ts'

const OPTIONS: readonly Phrase[] = [
  [
    '{account} is not an account of a rail or provider. Known: {known}',
    '{account} no es la cuenta de un riel ni de un proveedor. Conocidas: {known}',
  ],
  [
    '{account} is no rail that can tell its movements: send its statement as a file',
    '{account} no es un riel que informe sus movimientos: envíe su extracto como archivo',
  ],
  [
    'columns is missing. It says which column is what, such as {example}',
    'faltan las columnas. Dicen qué es cada una, por ejemplo {example}',
  ],
  [
    'columns has {part}, but expects FIELD:COLUMN with a field of {fields}',
    'las columnas tienen {part}, y se espera CAMPO:COLUMNA con un campo de {fields}',
  ],
  ['columns names no column for the date', 'ninguna columna es la fecha'],
  [
    'columns names either the amount, or both credit and debit',
    'las columnas nombran el monto, o bien crédito y débito',
  ],
  [
    'number is missing: {account} has no bank account in its settings, so name the account that the file is about',
    'falta el número: {account} no tiene cuenta bancaria en su configuración, así que indique la cuenta del archivo',
  ],
  ['{currency} is not a currency of Corridor', '{currency} no es una moneda de Corridor'],
  [
    'tolerance_days is a whole number from 0 to {most}',
    'la tolerancia es un número entero de días de 0 a {most}',
  ],
  [
    'from and to are dates such as 2026-03-31, and come together',
    'desde y hasta son fechas como 2026-03-31, y van juntas',
  ],
  ['from and to are at most {most} days apart', 'entre desde y hasta hay como máximo {most} días'],
  ['from {from} is after to {to}', 'desde ({from}) es posterior a hasta ({to})'],
]

const FILES: readonly Phrase[] = [
  [
    'line {line} is of {day}, outside of {from} to {to}',
    'la línea {line} es del {day}, fuera de {from} a {to}',
  ],
  [
    'the statement has no line with a date: name its first and last day',
    'el extracto no tiene líneas con fecha: indique su primer y último día',
  ],
  ['the file is empty', 'el archivo está vacío'],
  [
    'the file has no line after its first row',
    'el archivo no tiene líneas después de la primera fila',
  ],
  ['the file is not in {encoding}', 'el archivo no está en {encoding}'],
  ['the file is larger than {most} bytes', 'el archivo supera {most} bytes'],
  [
    'the file has no statement of the account {number}. It is about {others}',
    'el archivo no tiene un extracto de la cuenta {number}. Trata de {others}',
  ],
  [
    'the file has no statement (Stmt) in its first {most} characters',
    'el archivo no tiene un extracto (Stmt) en sus primeros {most} caracteres',
  ],
  [
    'the file is a message {message}, but {versions} is expected',
    'el archivo es un mensaje {message}, y se espera {versions}',
  ],
  [
    'the file is not well-formed XML before its statements',
    'el archivo no es XML bien formado antes de sus extractos',
  ],
  ['the file cannot be read: {xml}', 'el archivo no se puede leer: {xml}'],
  [
    'the first row has no column {column}. It has: {columns}',
    'la primera fila no tiene la columna {column}. Tiene: {columns}',
  ],
  ['the first row has two columns {column}', 'la primera fila tiene dos columnas {column}'],
  [
    'a statement has more than {most} characters before or after its entries',
    'un extracto tiene más de {most} caracteres antes o después de sus entradas',
  ],
  ['an entry is longer than {most} characters', 'una entrada supera {most} caracteres'],
  ['there is text between two entries', 'hay texto entre dos entradas'],
  [
    'there are more than {most} characters after a statement that are no other statement',
    'hay más de {most} caracteres después de un extracto que no son otro extracto',
  ],
  [
    'the statement has more than {most} lines: send files of shorter periods',
    'el extracto tiene más de {most} líneas: envíe archivos de períodos más cortos',
  ],
  [
    'the ledger has more than {most} lines in these days: send files of shorter periods',
    'el libro tiene más de {most} líneas en esos días: envíe archivos de períodos más cortos',
  ],
  ['{name} is one of {allowed}', '{name} es uno de {allowed}'],
]

const XML: readonly Phrase[] = [
  ['not well-formed XML', 'no es XML bien formado'],
  ['not well-formed XML{place}', 'no es XML bien formado{place}'],
  ['not a message of ISO 20022', 'no es un mensaje de ISO 20022'],
  ['an empty message', 'es un mensaje vacío'],
  ['larger than {most} bytes', 'supera {most} bytes'],
  ['has more than {most} elements', 'tiene más de {most} elementos'],
  ['has more than {most} attributes', 'tiene más de {most} atributos'],
  ['not in UTF-8', 'no está en UTF-8'],
  ['declares an encoding other than UTF-8', 'declara otra codificación que UTF-8'],
  [
    'has a document type or entities, which are refused',
    'tiene un tipo de documento o entidades, que no se aceptan',
  ],
  ['nested deeper than {most}', 'tiene más de {most} niveles'],
]

const LINES: readonly Phrase[] = [
  ['row {row} {why}', 'fila {row}: {why}'],
  ['has more than {most} columns', 'tiene más de {most} columnas'],
  ['cannot be read as CSV: {message}', 'no se puede leer como CSV: {message}'],
  ['ends within quotes', 'termina dentro de comillas'],
  [
    'is longer than {most} characters: is a quote unclosed?',
    'supera {most} caracteres: ¿falta cerrar unas comillas?',
  ],
  ['has text after a closing quote', 'tiene texto después de unas comillas de cierre'],
  [
    'has a quote inside of a cell that does not begin with one: save the file with quotes doubled and such cells quoted',
    'tiene comillas dentro de una celda que no empieza con ellas: guarde el archivo con comillas dobladas y esas celdas entre comillas',
  ],
]

export const REFUSALS_OF_STATEMENTS: readonly Phrase[] = [
  ...LINES,
  ...LINE_PROBLEMS,
  ...XML,
  ...OPTIONS,
  ...FILES,
]
