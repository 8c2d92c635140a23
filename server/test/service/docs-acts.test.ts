// Pages that list acts or kinds name every one that the code has.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actNames, actRow } from '../../src/parties/acts/names.ts'
import { providerKinds } from '../../src/outside/liquidity/registry.ts'
import { queueKinds } from '../../src/desk/queue/kinds.ts'
import { railKinds } from '../../src/outside/rails/registry.ts'
import { screenerKinds } from '../../src/rules/screening/registry.ts'
import { root } from '../support/command.ts'

test('the page of approvals lists each act once, with or without an amount', () => {
  const page = readFileSync(join(root, 'docs/approvals.md'), 'utf8')
  const [, table = ''] = /## Acts\n[^]*?\n(\|[^]*?)\n\n/.exec(page) ?? []
  const namesIn = (column: number) =>
    table
      .split('\n')
      .flatMap((line) => [...(line.split('|')[column] ?? '').matchAll(/`([^`]+)`/g)])
      .map(([, name]) => name)
      .toSorted()
  expect(namesIn(2)).toEqual(actNames.filter((name) => actRow(name).hasAmount).toSorted())
  expect(namesIn(3)).toEqual(actNames.filter((name) => !actRow(name).hasAmount).toSorted())
})

test('the page of the operator file names each kind of provider, rail and screener', () => {
  const page = readFileSync(join(root, 'docs/operator-file.md'), 'utf8')
  for (const [section, kinds] of [
    ['liquidity_providers', providerKinds],
    ['rails', railKinds],
    ['screening', screenerKinds],
  ] as const) {
    const [, rows = ''] = page.split(`### \`${section}[]\``)
    const row = rows.split('\n').find((line) => line.startsWith('| `kind` |')) ?? ''
    for (const kind of kinds.keys()) expect(row, section).toContain(`\`${kind}\``)
  }
})

test('the page of the queue names each kind of item', () => {
  const page = readFileSync(join(root, 'docs/queue.md'), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| `'))
  const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)])
  expect(named.map(([, kind]) => kind).toSorted()).toEqual([...queueKinds].toSorted())
})
