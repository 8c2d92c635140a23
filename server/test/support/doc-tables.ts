// The tables of docs/ that follow from declarations. `npm run generate` writes them between their markers, and a test fails
// when they differ. Cells that explain are written by hand: they are kept, by the first cell of their row.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BY_HAND, hasOwnCommand } from '../../../cli/client/by-hand.ts'
import { operationsOf } from '../../../cli/build/operations.ts'
import { queueKinds } from '../../src/desk/queue/kinds.ts'
import { accountKinds } from '../../src/engine/ledger/accounts.ts'
import { eventTypes } from '../../src/engine/events/types.ts'
import type { Abilities, Extent } from '../../src/outside/abilities.ts'
import type { ProviderKind } from '../../src/outside/liquidity/port.ts'
import { providerKinds } from '../../src/outside/liquidity/registry.ts'
import type { RailKind } from '../../src/outside/rails/port.ts'
import { railKinds } from '../../src/outside/rails/registry.ts'
import { SIMULATED_CAN } from '../../src/outside/rails/sandbox/index.ts'
import { scenarios } from '../../src/outside/simulator/scenarios.ts'
import { actNames, actRow } from '../../src/parties/acts/names.ts'
import { roles, rolesWith } from '../../src/parties/operators/roles.ts'
import { customerRights, customerRolesWith } from '../../src/platform/access/customer-roles.ts'
import { currencies, minorUnits } from '../../src/platform/money/currencies.ts'
import { environmentVariables } from '../../src/platform/variables.ts'
import { providerAbilities, railAbilities } from './ability-words.ts'

const root = join(import.meta.dirname, '../../..')

/** The cells of a row after its first one, as the page has them. Throws for a row that nobody has explained. */
type Kept = (first: string) => string[]
type Table = { headings: readonly string[]; rows: (kept: Kept) => string[][] }

const code = (text: string): string => `\`${text}\``
const codes = (texts: readonly string[]): string => texts.map(code).join(', ')
const whoOf = (names: readonly string[]): string =>
  names.length === 0 || names.length === roles.length ? 'everybody' : names.join(', ')

/** The accounts of these kinds belong to something. */
const OWNERS: Readonly<Record<string, string>> = {
  customer: ':{organization}',
  account: ':{number}',
  rail: ':{name}',
  provider: ':{name}',
}

/** By the beginning of their names. */
const ABOUT: [string, RegExp][] = [
  ['[orders](exits.md)', /^order\./],
  ['[deposits](operating.md#unmatched-deposits) and refunds', /^(deposit|refund|reversal)\./],
  ['[entries of rails](exits.md#entries-of-rails)', /^entry\./],
  ['[movements](treasury.md#movements)', /^movement\./],
  ['[accounts](accounts.md#for-operators) at the desk', /^desk_account\./],
  ['[reconciliation](reconciliation.md)', /^difference\./],
  ['[volume limits](order-lifecycle.md#volume-limits)', /^volume_limit\./],
  ['[configuration](configuration.md)', /^(configuration|route)\./],
  ['[halts](operating.md#halts)', /^(halt|resume)$/],
  ['[strays](operating.md#strays)', /^stray\./],
  ['[holds](operating.md#holds)', /^(enterprise|organization|instrument)\.(hold|release)$/],
  ['[compliance](compliance.md)', /^(organization|instrument)\.verify$|^information_request\./],
  ['the [queue](queue.md)', /^queue\./],
  ['[webhook endpoints](webhooks.md#operators)', /^webhook_endpoint\./],
  ['[users](operator-api.md#the-first-admin) and operator keys', /^(user|operator_key)\./],
  ['[keys of customers](operator-api.md#keys-of-customers)', /^key\./],
  [
    '[admins of customers](operator-api.md#a-customer-who-is-locked-out)',
    /^enterprise\.invite-admin$/,
  ],
  ['[funding accounts](operating.md#pools-of-funding-accounts)', /^account\./],
]

function actRows(): string[][] {
  const left = actNames.filter((name) => !ABOUT.some(([, pattern]) => pattern.test(name)))
  if (left.length > 0)
    throw new Error(`doc-tables.ts does not say what ${left.join(', ')} are about`)
  return ABOUT.map(([about, pattern]) => {
    const names = actNames.filter((name) => pattern.test(name))
    const [withAmount, without] = [true, false].map((has) =>
      codes(names.filter((name) => actRow(name).hasAmount === has)),
    )
    return [about, withAmount ?? '', without ?? '']
  })
}

function actsByRole(): string[][] {
  const byRoles = Map.groupBy(actNames, (name) => whoOf(rolesWith(actRow(name).right)))
  return [...byRoles].map(([who, names]) => [who, codes(names)])
}

function commandRows(): string[][] {
  const operations = operationsOf(readFileSync(join(root, 'operator-openapi.json'), 'utf8'))
  const shown = ({ method, path }: { method: string; path: string }) =>
    code(`${method} ${path.replace('/operator/v1/', '')}`)
  const named = (id: string) => {
    const found = operations.find((one) => one.id === id)
    if (found === undefined) throw new Error(`by-hand.ts names ${id}, which is no operation`)
    return found
  }
  const rowOf = (words: string, used: ReturnType<typeof named>[]): string[] => [
    code(words),
    used.map(shown).join(', '),
    whoOf(used[0]?.roles.split(', ').filter((one) => one !== '') ?? []),
  ]
  return [
    ...operations.filter(({ id }) => hasOwnCommand(id)).map((one) => rowOf(one.words, [one])),
    ...Object.entries(BY_HAND).map(([words, { operations: own, also = [] }]) =>
      rowOf(words, [...own, ...also].map(named)),
    ),
  ].toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
}

/** What the kind itself tells, beside its adapter. */
const OF_KINDS = {
  holidays: 'knows holidays of its bank from its settings; every rail can have a bank calendar',
  sandboxOnly: 'only in a sandbox',
}

const canOf = ({
  can,
  sandboxOnly,
  ...kind
}:
  | Pick<RailKind, 'can' | 'sandboxOnly' | 'holidays'>
  | Pick<ProviderKind, 'can' | 'sandboxOnly'>) => ({
  ...can,
  ...('holidays' in kind && kind.holidays !== undefined && { holidays: 'yes' as const }),
  ...(sandboxOnly && { sandboxOnly: 'yes' as const }),
})

const decimals = (): string[][] =>
  [...Map.groupBy(currencies, minorUnits)]
    .toSorted(([a], [b]) => a - b)
    .map(([digits, names]) => [String(digits), names.join(', ')])

const EXTENTS: Readonly<Record<Extent, string>> = {
  yes: 'yes',
  setting: 'with a setting',
  other_side: 'if the connector does',
}

/** A row for each ability, and a column for each kind. */
function abilityTable(
  abilities: Readonly<Record<string, string>>,
  kinds: readonly (readonly [string, Abilities<string>])[],
): Table {
  return {
    headings: ['A kind', ...kinds.map(([kind]) => code(kind))],
    rows: () =>
      Object.entries(abilities).map(([ability, words]) => [
        words,
        ...kinds.map(([, can]) => {
          const extent = can[ability]
          return extent === undefined ? '–' : EXTENTS[extent]
        }),
      ]),
  }
}

const railTable = abilityTable({ ...railAbilities, ...OF_KINDS }, [
  ['simulated', { ...SIMULATED_CAN, sandboxOnly: 'yes' }],
  ...[...railKinds].map(([name, kind]) => [name, canOf(kind)] as const),
])
const providerTable = abilityTable(
  { ...providerAbilities, sandboxOnly: OF_KINDS.sandboxOnly },
  [...providerKinds].map(([name, kind]) => [name, canOf(kind)] as const),
)

const tables: Readonly<Record<string, Readonly<Record<string, Table>>>> = {
  'adapters.md': { rails: railTable, providers: providerTable },
  'approvals.md': {
    acts: { headings: ['About', 'With an amount', 'Without an amount'], rows: actRows },
    'roles of acts': { headings: ['Roles', 'Acts'], rows: actsByRole },
  },
  'people.md': {
    'roles of people': {
      headings: ['Right', 'Roles', 'What it allows'],
      rows: (kept) =>
        customerRights.map((right) => [
          code(right),
          codes(customerRolesWith(right)),
          kept(code(right)).at(-1) ?? '',
        ]),
    },
  },
  'command-line.md': {
    commands: { headings: ['Command', '`/operator/v1/…`', 'Roles'], rows: commandRows },
  },
  'settings.md': {
    settings: {
      headings: ['Variable', 'Default', 'Meaning'],
      rows: (kept) =>
        Object.entries(environmentVariables).map(([name, value]) => {
          const fallback = String(value)
          const meaning = kept(code(name)).at(-1) ?? ''
          return [code(name), fallback === '' ? '' : code(fallback), meaning]
        }),
    },
  },
  'webhooks.md': {
    events: {
      headings: ['Type', 'When'],
      rows: (kept) => eventTypes.map((type) => [code(type), ...kept(code(type))]),
    },
  },
  'ledger.md': {
    accounts: {
      headings: ['Account', 'Normal side', 'What it holds'],
      rows: () =>
        Object.entries(accountKinds).map(([kind, { side, meaning }]) => [
          code(`${kind}${OWNERS[kind] ?? ''}`),
          side,
          meaning,
        ]),
    },
  },
  'queue.md': {
    kinds: {
      headings: ['Kind', 'An item', 'Facts'],
      rows: (kept) => queueKinds.map((kind) => [code(kind), ...kept(code(kind))]),
    },
  },
  'money.md': { decimals: { headings: ['Decimals', 'Currencies'], rows: decimals } },
  'sandbox.md': {
    scenarios: {
      headings: ['Scenario', 'Payin total', 'Outcome'],
      rows: () =>
        scenarios.map(({ name, cents, outcome }) => [code(name), `1911.${cents}`, outcome]),
    },
  },
}

export const pagesWithTables = Object.keys(tables).map((name) => ({
  path: join(root, 'docs', name),
  tables: tables[name] ?? {},
}))

/** The text of a page with its tables as they follow from the declarations. */
export function withTables(text: string, named: Readonly<Record<string, Table>>): string {
  return Object.entries(named).reduce((page, [name, { headings, rows }]) => {
    const [begin, end] = [`<!-- begin: ${name} -->\n`, '<!-- end -->']
    const [before, rest, ...others] = page.split(begin)
    const [inside, ...after] = rest?.split(end) ?? []
    if (before === undefined || inside === undefined || after.length === 0 || others.length > 0)
      throw new Error(`a page has no markers ${begin.trim()} and ${end}`)
    const present = new Map(
      inside.split('\n').map((line) => {
        const [first = '', ...cells] = line
          .split(/(?<!\\)\|/)
          .slice(1, -1)
          .map((one) => one.trim())
        return [first, cells] as const
      }),
    )
    const kept: Kept = (first) => {
      const cells = present.get(first)
      if (cells?.at(-1)) return cells
      throw new Error(`nobody has explained ${first}: add a row between the markers of "${name}"`)
    }
    const lines = [headings, headings.map(() => '---'), ...rows(kept)]
      .map((row) => `| ${row.join(' | ')} |\n`.replaceAll('|  |', '| |'))
      .join('')
    return [
      before,
      begin,
      lines,
      [end, ...after.map((one, at) => (at === 0 ? one : end + one))].join(''),
    ].join('')
  }, text)
}
