// Matches lines that share an identifier. Lines that share one, directly or through others, form a group; the two sides of
// a group are compared as a whole.
import type { LedgerLine, StatementLine } from './lines.ts'
import type { Difference, Open } from './open.ts'
import { STEP } from './steps.ts'

type Line = StatementLine | LedgerLine
type Group = { there: StatementLine[]; here: LedgerLine[] }

export function* matchByKeys(
  open: Open,
  keysOf: (line: Line) => readonly string[],
): Generator<void, void> {
  const groups = yield* groupsOf(open, keysOf)
  let done = 0
  for (const group of groups) {
    if (group.there.length > 0 && group.here.length > 0) settle(open, group)
    if (++done % STEP === 0) yield
  }
}

function* groupsOf(
  open: Open,
  keysOf: (line: Line) => readonly string[],
): Generator<void, Iterable<Group>> {
  const parents: number[] = []
  const find = (node: number): number => {
    let at = node
    while (parents[at] !== at) {
      const above = parents[parents[at] ?? at] ?? at
      parents[at] = above
      at = above
    }
    return at
  }
  const nodes = new Map<string, number>()
  const first = (keys: readonly string[]): number | undefined => {
    let root: number | undefined
    for (const key of keys) {
      let node = nodes.get(key)
      if (node === undefined) {
        node = parents.length
        parents.push(node)
        nodes.set(key, node)
      }
      if (root === undefined) root = node
      else parents[find(node)] = find(root)
    }
    return root
  }
  let done = 0
  const members: { node: number; line: Line }[] = []
  for (const lines of [open.there, open.here])
    for (const line of lines) {
      const node = first(keysOf(line))
      if (node !== undefined) members.push({ node, line })
      if (++done % STEP === 0) yield
    }
  const groups = new Map<number, Group>()
  for (const { node, line } of members) {
    if (++done % STEP === 0) yield
    const root = find(node)
    let group = groups.get(root)
    if (group === undefined) groups.set(root, (group = { there: [], here: [] }))
    if ('key' in line) group.there.push(line)
    else group.here.push(line)
  }
  return groups.values()
}

function settle(open: Open, group: Group): void {
  const foreign = group.there.filter(({ currency }) => currency !== open.currency)
  if (foreign.length > 0) return differ(open, 'different_currency', group)
  if (takeIfEqual(open, group.there, group.here)) return
  const rest = pairEqual(open, group)
  if (rest.there.length === 0 || rest.here.length === 0) return
  if (takeIfEqual(open, rest.there, rest.here)) return
  // The other side books fees in lines of their own. Other rules find those.
  const withoutFees = rest.here.filter(({ posting }) => posting !== FEE)
  if (withoutFees.length > 0 && takeIfEqual(open, rest.there, withoutFees)) return
  differ(open, 'different_amount', rest)
}

const FEE = 'send_fee'

function takeIfEqual(
  open: Open,
  there: readonly StatementLine[],
  here: readonly LedgerLine[],
): boolean {
  if (sumOf(there) !== sumOf(here)) return false
  if (areNear(open, there, here)) take(open, there, here)
  else differ(open, 'different_date', { there, here })
  return true
}

/** Both sides begin and end on near days. A group may have a hundred thousand lines: do not compare each with each. */
function areNear({ toleranceDays }: Open, there: readonly Line[], here: readonly Line[]): boolean {
  const [a, b] = [there, here].map((lines) =>
    lines.reduce(
      ({ first, last }, { day }) => ({ first: Math.min(first, day), last: Math.max(last, day) }),
      { first: Infinity, last: -Infinity },
    ),
  )
  if (a === undefined || b === undefined) return false
  return Math.abs(a.first - b.first) <= toleranceDays && Math.abs(a.last - b.last) <= toleranceDays
}

/** Matches equal amounts of a group one to one. Returns the others. */
function pairEqual(open: Open, { there, here }: Group): Group {
  const byAmount = Map.groupBy(here, ({ minor }) => minor)
  const rest = there.filter((one) => {
    const same = byAmount.get(one.minor)?.[0]
    if (same === undefined || Math.abs(one.day - same.day) > open.toleranceDays) return true
    byAmount.get(one.minor)?.shift()
    take(open, [one], [same])
    return false
  })
  return { there: rest, here: here.filter((one) => open.here.has(one)) }
}

export const sumOf = (lines: readonly Line[]): bigint =>
  lines.reduce((sum, { minor }) => sum + minor, 0n)

export function take(
  open: Open,
  there: readonly StatementLine[],
  here: readonly LedgerLine[],
): void {
  remove(open, there, here)
  open.matches.push({ there, here })
}

function differ(
  open: Open,
  kind: Difference['kind'],
  { there, here }: { there: readonly StatementLine[]; here: readonly LedgerLine[] },
): void {
  remove(open, there, here)
  open.differences.push({ kind, there, here })
}

function remove(open: Open, there: readonly StatementLine[], here: readonly LedgerLine[]): void {
  for (const line of there) open.there.delete(line)
  for (const line of here) open.here.delete(line)
}
