// The live demo is a test too: the last line of its output says what happened.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { noAnvil } from '../server/test/support/anvil.ts'

test.skipIf(noAnvil !== undefined)(
  'a live deployment takes USDC on two chains to two banks, and every balance agrees',
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      join(import.meta.dirname, 'run.ts'),
      '--json',
    ])
    expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? ''), stdout).toEqual({
      orders: [
        {
          route: 'USDC on Base to MXN',
          status: 'STEP_4_COMPLETED',
          seconds: expect.any(Number),
        },
        {
          route: 'USDC on Solana to COP',
          status: 'STEP_4_COMPLETED',
          seconds: expect.any(Number),
        },
      ],
      ledger_verified: true,
      differences: 0,
    })
  },
)
