// The check of connectors finds each broken promise: the example connector with one defect planted in its source.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkConnector } from '../../src/outside/connectors/check/run.ts'
import { clientSettingsOf } from '../../src/outside/connectors/settings.ts'
import { root } from '../support/command.ts'
import { startConnector } from '../support/connector.ts'

type Edit = { file: string; find: string; replace: string }
const memory = [
  { fact: 'money', place: 'bank', currency: 'MXN', amount: '10000.00' },
  { fact: 'money', place: 'exchange', currency: 'USDC', amount: '10000.00' },
  ...['T1', 'T2'].map((transaction) => ({
    fact: 'movement',
    movement: {
      kind: 'deposit',
      transaction,
      index: 0,
      account: '646180000000000012',
      currency: 'MXN',
      amount: '1.00',
    },
  })),
]
  .map((fact) => `${JSON.stringify(fact)}\n`)
  .join('')

/** The failed steps, of a connector with one defect. */
async function failedSteps(edits: readonly Edit[]): Promise<string[]> {
  const source = mkdtempSync(join(tmpdir(), 'corridor-planted-'))
  try {
    cpSync(join(root, 'examples/connector'), source, { recursive: true })
    for (const edit of edits) {
      const file = join(source, edit.file)
      const text = readFileSync(file, 'utf8')
      expect(text.split(edit.find), 'the text occurs once').toHaveLength(2)
      writeFileSync(
        file,
        text.replace(edit.find, () => edit.replace),
      )
    }
    const connector = await startConnector({ source, memory })
    try {
      const { environment: _, ...settings } = clientSettingsOf(connector.settings, {
        environment: 'sandbox',
        secret: connector.secret,
      })
      const results = await checkConnector(
        { settings, amount: '10.00', restart: () => connector.restart() },
        () => undefined,
      )
      return results
        .filter(({ outcome }) => outcome === 'failed')
        .map(({ about, step }) => `${about}: ${step}`)
    } finally {
      await connector.close()
    }
  } finally {
    rmSync(source, { recursive: true, force: true })
  }
}

test('the example connector keeps every promise', async () => {
  expect(await failedSteps([])).toEqual([])
})

test.each<[string, Edit | Edit[], string]>([
  [
    'believes every signature',
    {
      file: 'signatures.ts',
      find: 'return isRight ? undefined',
      replace: 'return isRight || !isRight ? undefined',
    },
    'signatures: refuses a signature of another key',
  ],
  [
    'does not look at the time of a signature',
    { file: 'signatures.ts', find: '> WINDOW_S', replace: '> Infinity' },
    'signatures: refuses a signature of ten minutes ago',
  ],
  [
    'takes requests of the other environment',
    { file: 'signatures.ts', find: 'tagged !== tag', replace: 'tagged === ""' },
    'signatures: refuses a request for the other environment',
  ],
  [
    'does not compare the digest with the body',
    [
      {
        file: 'signatures.ts',
        find: "if (request.headers['content-digest'] !== digestOf(request.body)) return 'bad_digest'\n",
        replace: '',
      },
      {
        file: 'signatures.ts',
        find: '`"content-digest": ${digestOf(request.body)}`',
        replace: '`"content-digest": ${String(request.headers[\'content-digest\'])}`',
      },
    ],
    'payments: refuses a body that was changed on the way',
  ],
  [
    'executes every request',
    {
      file: 'exchange.ts',
      find: 'if (known !== undefined) {\n    requireSame',
      replace: 'if (false) {\n    requireSame',
    },
    'conversions: executes once for 20 parallel requests with one key',
  ],
  [
    'believes that the same key is the same request',
    { file: 'answers.ts', find: 'known.body !== body', replace: 'known.body === ""' },
    'payments: refuses a known key with another body with 409, and changes nothing',
  ],
  [
    'forgets with its process',
    { file: 'memory.ts', find: 'written < line.length', replace: 'written < 0' },
    'payments: tells the same after a restart',
  ],
  [
    'says that an executed key is unknown',
    {
      file: 'bank.ts',
      find: 'if (known === undefined) throw',
      replace: 'if (known !== undefined) throw',
    },
    'payments: executes once if a proxy turns the answer into a 500',
  ],
  [
    'answers a plain 404 for an unknown key',
    {
      file: 'bank.ts',
      find: "throw new Refusal(404, 'unknown_key', { key })",
      replace: "throw new Refusal(404, 'not_found')",
    },
    'payments: says that it never received a key',
  ],
  [
    'forgets a cancellation before the payment comes',
    { file: 'bank.ts', find: 'if (book.cancelled.has(key)) return', replace: 'if (false) return' },
    'cancellations: cancels a key that it never received, and refuses it afterwards',
  ],
  [
    'says of an executed payment that it is cancelled',
    { file: 'bank.ts', find: "status: 'too_late' }", replace: "status: 'cancelled', code: 'x' }" },
    'cancellations: says that it is too late for a payment that was executed',
  ],
  [
    'cancels although it pays',
    {
      file: 'bank.ts',
      find: "else if (status === undefined && !book.cancelled.has(key)) book.record({ fact: 'cancelled', key })",
      replace: '',
    },
    'cancellations: executes or cancels for 20 parallel requests of both, never both',
  ],
  [
    'remembers cancellations only until it ends',
    {
      file: 'book.ts',
      find: 'memory.facts.forEach(apply)',
      replace: "memory.facts.filter(({ fact }) => fact !== 'cancelled').forEach(apply)",
    },
    'cancellations: remembers cancellations after a restart',
  ],
  [
    'moves its cursor by time instead of position',
    {
      file: 'bank.ts',
      find: 'const from = Number(cursor)',
      replace: 'const from = Number(cursor) - 1',
    },
    'movements: gives the same movements again from an old cursor',
  ],
  [
    'opens other accounts for the same key',
    {
      file: 'bank.ts',
      find: 'return ok({ key, accounts: known.accounts })',
      replace: 'return ok({ key, accounts: known.accounts.toReversed() })',
    },
    'accounts: opens accounts once for each key',
  ],
  [
    'stops a party without a reason',
    {
      file: 'screener.ts',
      find: "if (worst === 'clear' || worst === 'pending') return { key, status: worst }",
      replace: "return { key, status: 'held' }",
    },
    'screening: decides once for 20 parallel requests with one key',
  ],
  [
    'decides by chance',
    [
      {
        file: 'screener.ts',
        find: 'const WORST_FIRST =',
        replace: 'let turns = 0\nconst WORST_FIRST =',
      },
      {
        file: 'screener.ts',
        find: 'return ok(known.answer)\n  const answer = answerAbout(book, key, body)',
        replace:
          "return ok({ key, status: ['clear', 'held'][(turns += 1) % 2], reason: 'x' })\n  const answer = answerAbout(book, key, body)",
      },
    ],
    'screening: decides once for 20 parallel requests with one key',
  ],
  [
    'screens with a word of its own',
    {
      file: 'screener.ts',
      find: 'return { key, status: worst }',
      replace: "return { key, status: 'ok' }",
    },
    'screening: has only statuses that Corridor knows',
  ],
  [
    'screens a body that was changed',
    [
      {
        file: 'screener.ts',
        find: 'if (known !== undefined) requireSameBody(key, known, spelled)\n',
        replace: '',
      },
    ],
    'screening: refuses a known key with another body with 409, and changes nothing',
  ],
  [
    'lists payments without those that it keeps pending or paid first',
    {
      file: 'lists.ts',
      find: 'let position = Number(cursor)',
      replace: 'let position = Number(cursor) + 1',
    },
    'payments: lists each of its payments once, also in small pages',
  ],
  [
    'lists all conversions whatever the time',
    { file: 'lists.ts', find: '>= sinceMs', replace: '>= 0' },
    'conversions: lists each of its conversions once, also in small pages',
  ],
  [
    'remembers the last claim instead of the newest',
    {
      file: 'claim.ts',
      find: '|| isNewer(given',
      replace: '|| isNewer(given, given) || !isNewer(given',
    },
    'claims: remembers the newest claim, and tells it to the owner of an older one',
  ],
  [
    'states a payout that is not that of its rate',
    { file: 'money.ts', find: ') / scale', replace: ') / scale + 5n' },
    'conversions: gives a firm quote whose payout is that of its rate',
  ],
])('a connector that %s fails the step for it', async (_name, edits, step) => {
  expect(await failedSteps([edits].flat())).toContain(step)
})
