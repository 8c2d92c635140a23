// Every command and snippet of the documents runs here against one real sandbox, or is checked as far as it can be.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import Ajv from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { pages } from '../../src/service/docs/pages.ts'
import { parseOperatorFile } from '../../src/desk/operator-file/operator-file.ts'
import { greeting, root, run, startProgram, stopAll, type Env } from '../support/command.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { blocksOf, linesOf, readPage, type Block } from '../support/doc-blocks.ts'
import {
  startSystemPostgres,
  systemPostgres,
  type SystemPostgres,
} from '../support/system-postgres.ts'

// These tests run the blocks of their page, or compare them with files that run.
const OTHER_TESTS: Record<string, { file: string; languages: string[] }> = {
  'docs/connectors.md': { file: 'cli/test/connectors.test.ts', languages: ['sh', 'http', 'text'] },
  'docs/custody.md': { file: 'server/test/outside/custody-hsm.test.ts', languages: ['sh', 'yaml'] },
  'docs/webhooks.md': {
    file: 'server/test/customers/webhooks.test.ts',
    languages: ['js', 'python', 'http'],
  },
  'docs/rails-bank-files.md': {
    file: 'server/test/outside/bank-files.test.ts',
    languages: ['xml'],
  },
  'docs/order-lifecycle.md': {
    file: 'server/test/outside/scenarios.test.ts',
    languages: ['mermaid'],
  },
  'sdk/README.md': { file: 'sdk/test/package.test.ts', languages: ['sh', 'js'] },
}
/** What a program answers or writes, and forms that stand for code. */
const SHOWN = ['', 'text', 'http', 'csv']

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'examples/bank/README.md',
  ...pages.map(({ source }) => source.slice(root.length + 1)),
]
const all = documents.flatMap(blocksOf)
const isElsewhere = ({ page, language }: Block) =>
  OTHER_TESTS[page]?.languages.includes(language) === true
const here = all.filter((block) => !isElsewhere(block) && !SHOWN.includes(block.language))
const isRun = ({ language, attributes }: Block) =>
  (language === 'sh' || language === 'sql') && !attributes.has('not-run')
const ran = here.filter(isRun)
const checked = here.filter((block) => !isRun(block))
const where = ({ page, line }: Block) => `${page}:${line}`

let database: TestDatabase
let postgres: SystemPostgres | undefined
let folder = ''
let env: Env = {}
let table: Map<string, Set<string>>

beforeAll(async () => {
  database = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'corridor-docs-'))
  for (const name of readdirSync(root))
    if (name !== '.corridor') symlinkSync(join(root, name), join(folder, name))
  const tools = join(folder, '.tools')
  mkdirSync(tools)
  const program = (name: string, text: string) =>
    writeFileSync(join(tools, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  // The real npx looks for the same program first, and takes a second.
  program('npx', 'exec "$@"')
  const curl = execFileSync('sh', ['-c', 'command -v curl'], { encoding: 'utf8' }).trim()
  program(
    'curl',
    // Some versions of curl refuse both ways to fail at once.
    `case $1 in -*f*) fail= ;; *) fail=--fail-with-body ;; esac
${curl} $fail --show-error --max-time 60 "$@"; status=$?
case $status in 0|28) ;; *) echo "$status: curl $*" >> ${join(tools, 'failed')};; esac
exit $status`,
  )
  // A code of the authenticator app, where the real program is not installed.
  program(
    'oathtool',
    `cd ${join(root, 'server')} && exec node -e 'import("otplib").then(({ generate }) => generate({ secret: process.argv.at(-1) })).then((code) => process.stdout.write(code))' -- "$@"`,
  )
  env = {
    PATH: `${tools}:${join(root, 'node_modules/.bin')}:${join(root, 'sdk/node_modules/.bin')}:${process.env['PATH']}`,
    PORT: await freePort(),
    DATABASE_URL: database.url,
    CORRIDOR_SANDBOX_STEP_MS: '100',
  }
  const dataDir = { CORRIDOR_DATA_DIR: join(folder, '.corridor') }
  const corridor = join(root, 'node_modules/.bin/corridor')
  await startProgram(corridor, ['serve'], { ...env, ...dataDir }, greeting)
  writeFileSync(
    join(folder, 'desk.yaml'),
    readFileSync(join(root, 'server/sandbox.yaml'), 'utf8').replace('bps: 70', 'bps: 65'),
  )
})
afterAll(async () => {
  await stopAll()
  await postgres?.stop()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return String(port)
}

test(`${ran.length} snippets run, ${checked.length} are checked, ${all.filter(isElsewhere).length} are run by other tests`, () => {
  for (const [page, { file }] of Object.entries(OTHER_TESTS))
    expect(readFileSync(join(root, file), 'utf8'), file).toContain(basename(page))
  for (const block of checked.filter(({ language }) => language === 'sh'))
    expect(block.attributes.get('not-run')?.length, where(block)).toBeGreaterThan(10)
})

describe('the commands run one after the other', () => {
  const runnable = [...new Set(ran.map(({ page }) => page))].filter(
    (page) => page !== 'docs/backups.md',
  )
  test.each(runnable)('of %s', (page) => runPage(page, {}))

  test.skipIf('reason' in systemPostgres)(
    'of docs/backups.md, on the PostgreSQL of the system',
    async () => {
      postgres = await startSystemPostgres()
      const settings = join(folder, 'corridor.env')
      const urlOf = (login: string, name: string) => postgres?.urlOf(login, name) ?? ''
      await postgres.admin(
        'create role corridor_owner login createrole',
        'create role corridor_app login',
        'create database corridor owner corridor_owner',
      )
      const urls = {
        DATABASE_URL: urlOf('corridor_app', 'corridor'),
        DATABASE_OWNER_URL: urlOf('corridor_owner', 'corridor'),
        CORRIDOR_DATA_DIR: join(folder, '.restored'),
      }
      writeFileSync(
        settings,
        Object.entries(urls)
          .map(([name, url]) => `${name}='${url}'\n`)
          .join(''),
      )
      expect(await run(['migrate'], { ...env, ...urls })).toMatchObject({ status: 0 })
      // The commands create logins and database as on a new server, where nothing has these names.
      await runPage('docs/backups.md', {
        '/etc/corridor/corridor.env': settings,
        'postgres://postgres@127.0.0.1:5432/postgres': urlOf('postgres', 'postgres'),
        'psql "$ADMIN_URL" --set=ON_ERROR_STOP=1 <<': `psql "$ADMIN_URL" -q -c 'drop database corridor' -c 'drop role corridor_app' -c 'drop owned by corridor_owner' -c 'drop role corridor_owner' -c 'drop role corridor_service'\npsql "$ADMIN_URL" --set=ON_ERROR_STOP=1 <<`,
      })
    },
  )
})

async function runPage(page: string, replaced: Record<string, string>): Promise<void> {
  const at = join(folder, '.tools/at')
  const failed = join(folder, '.tools/failed')
  writeFileSync(failed, '')
  const parts = blocksOf(page)
    .filter((block) => !isElsewhere(block) && (isRun(block) || block.attributes.has('file')))
    .map((block) => `echo ${block.line} > ${at}\n${scriptOf(block)}`)
  let script = `set -eu\n${parts.join('\n')}`
  for (const [from, to] of Object.entries(replaced)) script = script.replaceAll(from, to)
  const { status, said } = await runInGroup(script)
  const line = readFileSync(at, 'utf8').trim()
  expect(readFileSync(failed, 'utf8'), `${page}, near line ${line}\n${said}`).toBe('')
  expect(status, `${page}, in the block of line ${line}\n${said}`).toBe(0)
}

/** Runs the script in a process group of its own, which ends with it. A command that does not end fails after 4 minutes. */
async function runInGroup(script: string): Promise<{ status: number | null; said: string }> {
  const child = spawn('sh', ['-c', script], {
    cwd: folder,
    // Nobody is signed in or logged in at the beginning of a page.
    env: { HOME: folder, ...env, CORRIDOR_CONFIG_DIR: mkdtempSync(join(folder, '.config-')) },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const endGroup = () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL')
    } catch {
      // Nothing of the group is left.
    }
  }
  const timer = setTimeout(endGroup, 240_000)
  const [status] = await once(child, 'exit')
  clearTimeout(timer)
  endGroup()
  return { status, said }
}

function scriptOf({ text, language, attributes }: Block): string {
  const file = attributes.get('file')
  if (file !== undefined)
    return `mkdir -p "$(dirname ${file})"\ncat > ${file} <<'END-OF-BLOCK'\n${text}END-OF-BLOCK\n`
  if (language === 'sql')
    return `psql "$DATABASE_URL" --quiet --set=ON_ERROR_STOP=1 <<'END-OF-BLOCK'\nbegin;\n${text}rollback;\nEND-OF-BLOCK\n`
  const until = attributes.get('until')
  if (until === undefined) return text
  return `${text.trimEnd()} > .tools/out 2>&1 &
until grep -q '${until}' .tools/out; do kill -0 $! || { cat .tools/out; exit 1; }; sleep 0.1; done
kill $!
`
}

describe('a command that cannot run here', () => {
  beforeAll(async () => {
    table = await commandTable()
  })
  test.each(
    checked.filter(({ language }) => language === 'sh').map((block) => [where(block), block]),
  )('%s names programs, options and files that exist', (_where, block) => {
    execFileSync('sh', ['-n'], { input: block.text, stdio: ['pipe', 'ignore', 'pipe'] })
    for (const line of linesOf(block)) expectKnown(line)
    for (const [path] of block.text.matchAll(
      /\b(?:operations|server|examples|docs|cli)\/[\w./-]+/g,
    ))
      expect(() => readFileSync(join(root, path)), path).not.toThrow()
  })

  test('and every command that a text mentions exist', () => {
    for (const page of documents)
      for (const [, command = ''] of readPage(page).matchAll(/`((?:npx )?corridor [a-z][^`]*)`/g))
        expectKnown(command, page)
  })
})

/** Expects that the command, or its group, exists with these options. */
function expectKnown(line: string, page = ''): void {
  const words = /(?:^|npx |\bcorridor )corridor ((?:[a-z][a-z-]*(?: |$))+)/
    .exec(line)?.[1]
    ?.trim()
    .split(' ')
  if (words === undefined) return
  const command = [3, 2, 1]
    .map((count) => words.slice(0, count).join(' '))
    .find((name) => table.has(name))
  expect(command, `${page}: corridor ${words.join(' ')}`).toBeDefined()
  const known = table.get(command ?? '') ?? new Set()
  for (const [, option = ''] of line.split(' -- ')[0]?.matchAll(/ --([a-z][a-z-]+)/g) ?? [])
    expect(known.has(option), `${page}: ${line}: --${option}`).toBe(true)
}

/** The options of each command, as the completion of the shell has them. */
async function commandTable(): Promise<Map<string, Set<string>>> {
  const { stdout } = await run(['completion', 'fish'])
  const [, paths = ''] = /__corridor_paths (.*)$/m.exec(stdout) ?? []
  const commands = new Map(
    [...paths.matchAll(/'([^']+)'/g)].map(([, path = '']) => [path, new Set<string>()]),
  )
  for (const [, path = '', option = ''] of stdout.matchAll(
    /__corridor_at ([^']*)'.* -l ([a-z-]+)/g,
  ))
    commands.get(path)?.add(option)
  return commands
}

const dataBlocks = (language: string) =>
  here
    .filter((block) => block.language === language)
    .map((block): [string, Block] => [where(block), block])

describe('the data', () => {
  test.each(dataBlocks('yaml'))('of %s is a part of an operator file', (_where, block) => {
    const { text, page } = block
    const kind = block.attributes.get('settings-of')
    const rail = { name: 'bank:example', kind, settings: parse(text) }
    const file = kind === undefined ? text : stringify({ rails: [rail] })
    parseOperatorFile(file, page, dirname(join(root, page)))
  })

  const description = (name: string) => JSON.parse(readPage(name))
  const ajv = new Ajv.Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'openapi', ...description('openapi.json') })
  ajv.addSchema({ $id: 'operator', ...description('operator-openapi.json') })
  ajv.addSchema({ $id: 'connector', ...description('connector-openapi.json') })
  test.each(dataBlocks('json'))('of %s has the form that the API describes', (_where, block) => {
    const value: unknown = JSON.parse(block.text)
    const [of = '', name] = block.attributes.get('schema')?.split('#') ?? []
    if (name === undefined) return
    const validate = ajv.getSchema(`${of}#/components/schemas/${name}`)
    expect(validate?.(value), JSON.stringify(validate?.errors)).toBe(true)
  })
})
