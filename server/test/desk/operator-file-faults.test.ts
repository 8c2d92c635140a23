// Faults of operator files found without a database: each is reported with file, line and reason.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseOperatorFile, readOperatorFile } from '../../src/desk/operator-file/operator-file.ts'
import { changed, type Bad } from '../support/operator-world.ts'

const folder = mkdtempSync(join(tmpdir(), 'corridor-operator-file-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each<Bad>([
  [
    'an unknown key',
    'liquidity_provider: ALPHA',
    'provider: ALPHA',
    25,
    /provider is not a known key/,
  ],
  [
    'an amount with too many decimals',
    "{ min: '5.00', max",
    "{ min: '5.0000001', max",
    26,
    /5\.0000001 is not an amount of USDC/,
  ],
  [
    'an unknown currency',
    'payout_currency: MXN',
    'payout_currency: XXX',
    24,
    /unknown currency XXX/,
  ],
  [
    'a gap between tiers',
    "min: '500.00', max",
    "min: '600.00', max",
    27,
    /cost tier 2 leaves a gap after the tier before, which ends at 500\.00/,
  ],
  ['an unknown method', 'method: SOLANA_ADDRESS', 'method: PIGEON', 10, /method .*SOLANA_ADDRESS/],
  [
    'details that fail their check digit',
    "'032180000118359719'",
    "'032180000118359710'",
    15,
    /details\.clabe /,
  ],
  [
    'two instruments of one name',
    'alias: Supplier',
    'alias: Wallet',
    12,
    /Wallet is described twice/,
  ],
  [
    'a name given twice in one entry',
    'currency: USDC\n',
    'currency: USDC\n            currency: USDC\n',
    10,
    /the key \w+ occurs twice/,
  ],
  [
    'a list as a key',
    'currency: USDC\n',
    '? [currency]\n            : USDC\n',
    9,
    /a key must be text, not a list/,
  ],
  [
    'an unknown kind of provider',
    '\nenterprises:',
    '\nliquidity_providers: [{ name: BANK, kind: real, trading_pairs: [{ payin_currency: USDC, payout_currency: COP, hours: [] }] }]\nenterprises:',
    2,
    /unknown kind \S+; known kinds: .*simulated/,
  ],
  [
    'an unknown status',
    'status: ARCHIVED',
    'status: DELETED',
    20,
    /status must be one of ACTIVE, COMPLIANCE_HOLD, ARCHIVED/,
  ],
])('%s is refused', (_what, from, to, line, reason) => {
  const path = join(folder, 'world.yaml')
  writeFileSync(path, changed(from, to))
  const read = () => readOperatorFile(path)
  expect(read).toThrow(`${relative('', path)}:${line}:`)
  expect(read).toThrow(reason)
})

// Without the check this takes longer than anybody waits: each level is written out as text once more.
test.each([
  ['keys', '? '.repeat(400)],
  ['lists in mappings', '{['.repeat(200) + ']: 1}'.repeat(200)],
])('%s within keys are refused before they are read', (_what, text) => {
  expect(() => parseOperatorFile(text, 'file', '/')).toThrow('a key must be text')
})
