// The rules of STYLE.md that a program can check.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { errorTable } from '../../src/platform/errors.ts'

const root = join(import.meta.dirname, '../../..')
const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))

type Source = { path: string; text: string; code: string }
const read = (path: string): Source => {
  const text = readFileSync(join(root, path), 'utf8')
  return { path, text, code: withoutComments(text) }
}
const withoutComments = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/^\s*\/\/.*$/gm, '')

// The types of both APIs, the calls of the SDK, and the shapes of answers.
const GENERATED = [
  'sdk/src/answers.ts',
  'sdk/src/openapi.ts',
  'sdk/src/operations.ts',
  'sdk/src/shapes.ts',
  'server/operator-client/openapi.ts',
].map((path) => join(path))

const sources = [
  'embedded-postgres/src',
  'server/src',
  'server/operator-client',
  'cli',
  'sdk/src',
  'mcp/src',
  'console/src',
  'console/build',
]
  .flatMap(filesIn)
  .filter(
    (path) =>
      /\.([jt]s|tsx)$/.test(path) &&
      !/\.(d|test)\.ts$/.test(path) &&
      !path.startsWith(join('cli', 'test')) &&
      !GENERATED.includes(path),
  )
  .map(read)
const tests = [
  'embedded-postgres/test',
  'server/test',
  'cli/test',
  'mcp/test',
  'bench',
  'live-demo',
  'sdk/build',
  'sdk/test',
]
  .flatMap(filesIn)
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
  .map(read)

/** `path:line: text` of each match outside of the allowed files. */
function matchesOutside(
  pattern: RegExp,
  among: readonly Source[],
  allowed: readonly string[] = [],
): string[] {
  return among
    .filter(({ path }) => !allowed.includes(path))
    .flatMap(({ path, code }) =>
      code
        .split('\n')
        .flatMap((line, index) =>
          pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
        ),
    )
}

test('only config.ts reads the environment', () => {
  expect(matchesOutside(/process\.env/, sources, ['server/src/platform/config.ts'])).toEqual([])
})

test('only clock.ts reads the time', () => {
  expect(
    matchesOutside(/Date\.now|new Date\(\)|performance\.now|hrtime/, sources, [
      'server/src/platform/clock.ts',
      'embedded-postgres/src/clock.ts',
      'sdk/src/clock.ts',
      'mcp/src/clock.ts',
      'console/src/parts/clock.ts',
    ]),
  ).toEqual([])
})

test('only files of configured adapters and of operator files load the checks of values at once', () => {
  const late =
    /^server\/src\/(desk\/operator-file\/|outside\/rails\/solana\/|outside\/connectors\/(rail|client|provider|receive)\.ts)/
  expect(
    matchesOutside(/ from 'typebox\/value'/, sources).filter((line) => !late.test(line)),
    'use values.ts: a service without adapters does not need them',
  ).toEqual([])
})

test('the server exports exactly the entry points that the command line uses', () => {
  const offered: { exports: Record<string, string> } = JSON.parse(
    readFileSync(join(root, 'server/package.json'), 'utf8'),
  )
  const used = sources
    .filter(({ path }) => path.startsWith('cli'))
    .flatMap(({ code }) => [...code.matchAll(/'@corridor\/server\/([^']+)'/g)])
    .map((match) => match[1] ?? '')
  expect(offered.exports).toEqual(
    Object.fromEntries(
      [...new Set(used)].map((path) => [
        `./${path}`,
        `./${path.startsWith('operator-client/') ? '' : 'src/'}${path}`,
      ]),
    ),
  )
})

test('no text is parsed as a binary floating point number', () => {
  expect(matchesOutside(/\bNumber\(|parseFloat\(/, sources)).toEqual([])
})

test('types are not bypassed', () => {
  expect(
    matchesOutside(
      /\bany\b[,;>)\]]|: any\b|as any|as unknown as|@ts-|eslint-disable|oxlint-disable/,
      [...sources, ...tests],
    ).filter((line) => !line.includes('tidy.test.ts')),
  ).toEqual([])
})

test('no debugging output, open notes or disabled checks remain', () => {
  expect(
    matchesOutside(/console\.|debugger|TODO|FIXME|test\.only|describe\.only/, [
      ...sources,
      ...tests,
    ]).filter((line) => !line.includes('tidy.test.ts')),
  ).toEqual([])
})

test('each table is written by one folder', () => {
  const writers = new Map<string, Set<string>>()
  for (const { path, code } of sources) {
    for (const match of code.matchAll(
      /\b(?:insert into|update|delete from)\s+(?:only\s+)?([a-z_]+(?:\.[a-z_]+)?)\s+(?:\(|set\b|[a-z]+\s*\n?\s*set\b|where\b|using\b|as\b)/g,
    )) {
      const table = match[1] ?? ''
      if (table === 'set') continue
      writers.set(
        table,
        (writers.get(table) ?? new Set()).add(path.split('/').slice(0, 4).join('/')),
      )
    }
  }
  expect(writers.size).toBeGreaterThan(8)
  expect(
    [...writers]
      // The statement that inserts an event queues its deliveries.
      .filter(([table, folders]) => folders.size > (table === 'webhook_deliveries' ? 2 : 1))
      .map(([table, folders]) => `${table}: ${[...folders].join(', ')}`),
  ).toEqual([])
})

test('only transition.ts changes the status of an order, also for an operator; a retry changes two, and sends of before a restore take two steps', () => {
  // The one statement that writes it, and its batching function.
  expect(matchesOutside(/\bstatus = coalesce\(i\.status,/, sources)).toEqual([
    expect.stringMatching(/^server\/src\/engine\/orders\/changes\.ts:/),
  ])
  const callers = (name: string) =>
    [
      ...new Set(
        matchesOutside(new RegExp(`\\b${name}\\(`), sources).map((line) => line.split(':')[0]),
      ),
    ].toSorted()
  expect(callers('changeOrders')).toEqual([
    'server/src/engine/marks/sent-before.ts',
    'server/src/engine/orders/audited.ts',
    'server/src/engine/orders/changes.ts',
    'server/src/engine/orders/retry-order.ts',
    'server/src/engine/orders/shared-statements.ts',
  ])
  expect(callers('deps\\.changeOrder')).toEqual(['server/src/engine/orders/transition.ts'])
})

// Each feature names what its functions need: see STYLE.md.
test('deps.ts imports the features, and no feature imports deps.ts', () => {
  const atTheTop = ['api.ts', 'operator-api.ts', 'serve.ts', 'worker.ts'].map(
    (name) => `server/src/service/${name}`,
  )
  const inside = sources.filter(({ path }) => path.startsWith('server/src'))
  expect(matchesOutside(/from '(\.\.?\/)+deps\.ts'/, inside, atTheTop)).toEqual([])
})

test('parts of deps are overridden when they are opened, never later', () => {
  expect(matchesOutside(/\bdeps(\.\w+)+ = /, [...sources, ...tests])).toEqual([])
})

test('every error code is thrown somewhere', () => {
  const elsewhere = sources
    .filter(({ path }) => path !== 'server/src/platform/errors.ts')
    .map(({ code }) => code)
    .join('\n')
  expect(Object.keys(errorTable).filter((code) => !elsewhere.includes(`'${code}'`))).toEqual([])
})

describe('files', () => {
  const all = [...sources, ...tests]

  test('are imported or started by something', () => {
    const started = [
      'cli/corridor.js',
      'sdk/build/generate.ts',
      'sdk/build/run.ts',
      'bench/run.ts',
      'live-demo/run.ts',
      'bench/evm-payouts.ts',
      'bench/life.ts',
      'bench/service.ts',
      'bench/desk-operators.ts',
      'server/test/support/generate.ts',
      'server/test/proof/run.ts',
      'console/build/prepare.js',
      'console/build/run.js',
      'console/src/main.tsx',
    ]
    const everything =
      all.map(({ text }) => text).join('\n') + readFileSync(join(root, 'vitest.config.ts'), 'utf8')
    const dead = all
      .map(({ path }) => path)
      .filter((path) => !/\.(test|d)\.ts$/.test(path) && !started.includes(path))
      .filter((path) => !everything.includes(`/${path.split('/').at(-1)}`))
    expect(dead).toEqual([])
  })

  test('export only what other files use', () => {
    const users = new Map<string, Set<string>>()
    for (const { path, code } of all)
      for (const [word] of code.matchAll(/\w+/g))
        users.set(word, (users.get(word) ?? new Set()).add(path))
    const unused = sources.flatMap(({ path, code }) =>
      [...code.matchAll(/^export (?:async )?(?:function|const|class|type) (\w+)/gm)]
        .map((match) => match[1] ?? '')
        .filter((name) => users.get(name)?.size === 1)
        // A type may be exported because an exported signature uses it.
        .filter((name) => [...code.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length < 2)
        .map((name) => `${path}: ${name}`),
    )
    expect(unused).toEqual([])
  })

  test('begin with a comment on what they decide', () => {
    const silent = sources
      .filter(({ text }) => !/^(#!.*\n)?\/\/ /.test(text))
      .map(({ path }) => path)
    expect(silent).toEqual([])
  })

  test('are short enough to have one subject', () => {
    expect(
      sources.filter(({ text }) => text.split('\n').length > 360).map(({ path }) => path),
    ).toEqual([])
  })

  test('are kebab-case', () => {
    const paths = ['embedded-postgres', 'server', 'cli', 'bench', 'docs', 'sdk', 'mcp']
      .flatMap(filesIn)
      .filter((path) => !/results\//.test(path))
    expect(
      paths.filter(
        (path) =>
          path.endsWith('.ts') &&
          !path.endsWith('.d.ts') &&
          !/^[a-z0-9-]+(\.test)?\.ts$/.test(path.split('/').at(-1) ?? ''),
      ),
    ).toEqual([])
  })

  test('of the documentation link only to existing targets', () => {
    const documents = [
      'README.md',
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'STYLE.md',
      'CHANGELOG.md',
      'embedded-postgres/README.md',
      'sdk/README.md',
      ...filesIn('docs').filter((path) => path.endsWith('.md')),
    ]
    const broken = documents.flatMap((path) =>
      [
        ...readFileSync(join(root, path), 'utf8').matchAll(
          /\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)]*)?\)/g,
        ),
      ]
        .map((match) => join(path, '..', match[1] ?? ''))
        .filter((target) => !exists(target))
        .map((target) => `${path} -> ${target}`),
    )
    expect(broken).toEqual([])
  })
})

function exists(path: string): boolean {
  try {
    return readFileSync(join(root, path)) !== undefined
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EISDIR'
  }
}
