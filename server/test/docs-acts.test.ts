// The page of approvals names every act that a rule can cover.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actNames, actRow } from '../src/acts/names.ts'
import { root } from './support/command.ts'

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
