// Pages of movements that a hostile connector may send, read by a whole service: what can be read is recorded once, and the
// rest is kept with its problem.
import { expect, test } from 'vitest'
import { systemClock } from '../../src/platform/clock.ts'
import type { ConnectorClient } from '../../src/outside/connectors/client.ts'
import { openConnectorRail } from '../../src/outside/connectors/rail.ts'
import { fixedRails } from '../../src/outside/rails/registry.ts'
import { watchRails } from '../../src/engine/entries/watch-rails.ts'
import { forFile } from '../support/for-file.ts'
import { testService } from '../support/service.ts'

const corridor = await forFile(testService({ worker: false }))

type Page = { cursor: string; movements: unknown[]; read_up_to?: string }
/** The service polls a connector that has these pages, in turn. */
async function polls(name: string, ...pages: Page[]): Promise<void> {
  const settings = {
    url: 'https://connector.example',
    signing_key: 'env:KEY',
    signing_key_id: 'corridor-1',
    public_keys: { 'connector-1': 'gTl3Dqh9F19Wo1Rmw0x+zMuNipG07jeiXfYPW4/Js5Q=' },
    serves: [{ method: 'MXN_CLABE', currencies: ['MXN'] }],
  }
  // The client checks the form of a page; the movements are checked one by one.
  const client = {
    call: async () => pages.shift(),
    lookUp: async () => null,
    close: () => undefined,
  } as ConnectorClient
  const world = { clock: systemClock, environment: 'sandbox', secret: () => '' } as const
  const rail = openConnectorRail(name, settings, world, client)
  const rails = fixedRails([rail])
  const count = pages.length
  for (let turn = 0; turn < count; turn += 1) await watchRails({ ...corridor.deps, rails })
}
const entriesOf = async (name: string) =>
  await corridor.sql<{ kind: string; transaction: string }>`select kind, transaction
      from rail_entries where rail = ${name} order by kind, transaction`
const depositsOf = async (name: string) =>
  (
    await corridor.database.owner.query<{ transaction: string; amount_minor: string; at: string }>(
      `select transaction, amount_minor::text, received_at::text as at from deposits where rail = $1 order by transaction`,
      [name],
    )
  ).rows

const deposit = (transaction: string, more: object = {}) => ({
  kind: 'deposit',
  transaction,
  index: 0,
  account: '646180000000000012',
  currency: 'MXN',
  amount: '10.00',
  ...more,
})

test('one deposit told twice on a page, with two amounts, counts once', async () => {
  const movements = [deposit('T1'), deposit('T1', { amount: '99.00' }), deposit('T2')]
  await polls('twice', { cursor: '3', movements })
  expect(await depositsOf('twice')).toMatchObject([
    { transaction: 'T1', amount_minor: '1000' },
    { transaction: 'T2' },
  ])
})

test('a cursor that repeats brings no deposit twice, and later pages are read', async () => {
  const first = { cursor: 'same', movements: [deposit('T1')] }
  await polls('repeats', first, first, first, { cursor: 'next', movements: [deposit('T2')] })
  expect(await depositsOf('repeats')).toHaveLength(2)
})

test('a page of nothing but movements that cannot be read stops no deposit', async () => {
  const movements = Array.from({ length: 499 }, (_, place) =>
    deposit(`T${place}`, { amount: '-1' }),
  )
  await polls('bad', { cursor: '500', movements: [...movements, deposit('good')] })
  expect(await depositsOf('bad')).toMatchObject([{ transaction: 'good' }])
  expect((await entriesOf('bad')).filter(({ kind }) => kind === 'invalid')).toHaveLength(499)
})

test('instants that cannot be are bounded by the report', async () => {
  const at = (text: string) => ({ received_at: text })
  await polls('times', {
    cursor: '1',
    movements: [
      deposit('ahead', at('9999-12-31T23:59:59Z')),
      deposit('first', at('0001-01-01T00:00:00Z')),
      deposit('leap', at('2024-02-29T23:59:59.999-12:00')),
    ],
  })
  const found = await depositsOf('times')
  expect(found).toHaveLength(3)
  for (const one of found.filter(({ transaction }) => transaction !== 'leap'))
    expect(Math.abs(Date.parse(one.at) - corridor.deps.clock.now())).toBeLessThan(600_000)
})

test('the largest amounts are added up', async () => {
  const movements = Array.from({ length: 30 }, (_, place) =>
    deposit(`T${place}`, { amount: '9999999999999999.99' }),
  )
  await polls('sums', { cursor: '1', movements })
  expect(await depositsOf('sums')).toHaveLength(30)
})

test('a reversal of itself, and a return of nothing, stop nothing', async () => {
  await polls('odd', {
    cursor: '1',
    movements: [
      { kind: 'reversal', transaction: 'R', index: 0, of_transaction: 'R', of_index: 0, code: 'x' },
      { ...deposit('B'), kind: 'return', key: 'ord_nobody:payout:1', code: 'x' },
      deposit('good'),
    ],
  })
  expect(await depositsOf('odd')).toMatchObject([{ transaction: 'good' }])
})
