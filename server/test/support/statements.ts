// server/statements/*.sql: the full text of every statement, one file per folder, for reading and EXPLAIN. Parameter
// types come from the database, descriptions from the comment of the function that uses the statement.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { rows, type Db } from '../../src/platform/db/pool.ts'
import { allStatements, type Statement } from '../../src/platform/db/statement.ts'

const root = join(import.meta.dirname, '../../..')

const HEAD = `-- Made by \`npm run generate\`. Run this file in psql on a migrated database, then for example
-- \`explain execute NAME(...)\`. A change belongs into the TypeScript that is named above each statement.
`

type Source = { path: string; text: string }

/** All statements. Imports every module that has some first. */
export async function everyStatement(): Promise<readonly Statement[]> {
  for (const { path } of sources()) await import(join(root, path))
  return allStatements()
}

const sources = (): Source[] =>
  ['server/src', 'cli/commands']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(
      ({ text }) =>
        /\b(statement\(|(oneRow|oneOwned|allRows|anyRow|countRows|write)[<(]|(ofOrders|sealedColumn|listing|operatorListing|inBothOrders|boundedReading|exportedRows)(<[^>]*>)?\()/.test(
          text,
        ) &&
        !/function (statement|listing|operatorListing|inBothOrders|boundedReading)\b/.test(text),
    )

/** The content of each file by name. The connection keeps every statement prepared. */
export async function statementFiles(db: Db): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  const all = sources()
  // By file, not by the order of imports, so that only a change of a statement changes these files.
  const placed = (await everyStatement())
    .map((statement) => ({ statement, ...placeOf(statement.name, all) }))
    .toSorted((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0))
  for (const { statement, path, what } of placed) {
    const folder = path.startsWith('cli/') ? 'cli' : (path.split('/').at(-2) ?? '')
    const types = await parameterTypes(db, statement)
    const before = files.get(folder) ?? HEAD
    files.set(
      folder,
      `${before}\n${what.map((line) => `-- ${line}\n`).join('')}${asPrepare(statement, types)}`,
    )
  }
  return files
}

async function parameterTypes(db: Db, { name, text, parameters }: Statement): Promise<string[]> {
  await db.query(`prepare "${name}" as ${text}`)
  const [prepared] = await rows<{ types: string[] }>(
    db,
    {
      name: 'prepared_parameters',
      text: `select parameter_types::text[] as types from pg_prepared_statements where name = $1`,
    },
    [name],
  )
  const types = prepared?.types ?? []
  if (types.length !== parameters.length)
    throw new Error(`${name} takes ${types.length} parameters and names ${parameters.length}`)
  return types
}

const asPrepare = ({ name, text, parameters }: Statement, types: readonly string[]): string => {
  const list = types.map(
    (type, index) =>
      `  ${type}${index < types.length - 1 ? ',' : ''} -- $${index + 1} ${parameters[index]}\n`,
  )
  const head = list.length === 0 ? '' : ` (\n${list.join('')})`
  return `prepare ${quoted(name)}${head} as\n${leftAligned(text.trim())};\n`
}

export const quoted = (name: string): string => (/^\w+$/.test(name) ? name : `"${name}"`)

// In the source only the first line follows the quotation mark, so the others are indented more.
function leftAligned(text: string): string {
  const indents = [...text.matchAll(/\n( *)\S/g)].map(([, indent = '']) => indent.length)
  return text.replaceAll(`\n${' '.repeat(Math.min(80, ...indents))}`, '\n')
}

/** The file of a statement, and the exported function that has or first uses it, with its comment. */
function placeOf(name: string, all: readonly Source[]): { path: string; what: string[] } {
  const written = [`'${name}'`, `ofOrders('${name.slice('select_'.length, -'_of_orders'.length)}'`]
  if (name.includes(' ')) written.push(`'${name.split(' ')[0]}'`)
  if (/_(of_other_keys|sealed_anew)$/.test(name)) written.push('sealedColumn(')
  for (const { path, text } of all) {
    const at = Math.max(...written.map((part) => text.indexOf(part)))
    if (at === -1) continue
    const [constant] = text.slice(0, at).match(/\w+(?= =[^=]*$)/) ?? ['']
    const isFunction = text.includes(`export const ${constant} = `)
    const used = isFunction ? at : Math.max(at, text.indexOf(constant, at))
    const above = text
      .slice(0, used)
      .match(
        /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?export (?:async )?(?:function|const) (\w+)(?:(?!\n\}\n|\nexport )[\s\S])*$/,
      )
    const [, comment = '', user = ''] = above ?? []
    const [sentence = ''] = comment
      .replaceAll(/\s*\n \*\s*/g, ' ')
      .trim()
      .split(/(?<=\.) /)
    return {
      path,
      what: [sentence.trim(), user === '' ? path : `${user} in ${path}`].filter(Boolean),
    }
  }
  throw new Error(`no source has the statement ${name}`)
}
