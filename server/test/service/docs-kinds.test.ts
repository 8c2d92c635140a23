// Pages that list kinds name every one that the code has.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { providerKinds } from '../../src/outside/liquidity/registry.ts'
import { railKinds } from '../../src/outside/rails/registry.ts'
import { screenerKinds } from '../../src/rules/screening/registry.ts'
import { root } from '../support/command.ts'

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
