// The example connector is killed at every point of a scenario: before, within and after each write of its memory, and
// after each answer. No key is executed twice, and nothing that it acknowledged is lost.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '../../src/platform/clock.ts'
import { ConnectorError } from '../../src/outside/connectors/errors.ts'
import { openConnectorProvider } from '../../src/outside/connectors/provider.ts'
import { openConnectorRail } from '../../src/outside/connectors/rail.ts'
import { openConnectorScreener } from '../../src/outside/connectors/screener.ts'
import type { SendRequest } from '../../src/outside/rails/port.ts'
import type { Question } from '../../src/outside/screener-port.ts'
import { startConnector, type ExampleConnector } from '../support/connector.ts'

const nobody = { order: null }

const PRELOAD = join(import.meta.dirname, '../support/kill-at.ts')
const MOST_STEPS = 100
const memory = [
  { fact: 'money', place: 'bank', currency: 'MXN', amount: '10000.00' },
  { fact: 'money', place: 'exchange', currency: 'USDC', amount: '10000.00' },
]
  .map((fact) => `${JSON.stringify(fact)}\n`)
  .join('')

const payment = (key: string): SendRequest => ({
  key,
  method: 'MXN_CLABE',
  currency: 'MXN',
  amountMinor: 100_000n,
  details: { clabe: '032180000118359719', account_holder_name: 'Lucía Hernández' },
  reference: 'CO-1',
})
const conversion = { payinCurrency: 'USDC', payinMinor: 100_000_000n, payoutCurrency: 'MXN' }

const question: Question = {
  key: 'dep_1',
  subject: 'deposit',
  rail: 'bank',
  currency: 'MXN',
  amountMinor: 5000n,
  accounts: ['T1'],
  names: [],
  documents: [],
}

/** Repeats a call that fails because the connector died, after a start. A second kill hits the recovery itself. */
function survivor(connector: ExampleConnector, again: string) {
  let kills = 0
  return {
    kills: () => kills,
    async surely<T>(call: () => Promise<T>): Promise<T> {
      for (;;) {
        try {
          return await call()
        } catch (error) {
          // Only a killed process breaks a connection: fetch throws a TypeError then.
          const isKilled =
            error instanceof TypeError ||
            (error instanceof ConnectorError && error.fault === 'unreachable')
          if (!isKilled || kills > 2) throw error
          kills += 1
          const env: Record<string, string> = kills === 1 ? { KILL_AT: again } : {}
          await connector.restart(env).catch(() => connector.restart())
        }
      }
    },
  }
}

async function scenario(step: number): Promise<number> {
  const connector = await startConnector({
    nodeArgs: ['--import', PRELOAD],
    env: { KILL_AT: String(step) },
    memory,
  })
  const world = {
    clock: systemClock,
    environment: 'sandbox' as const,
    secret: connector.secret,
  }
  const serves = [{ method: 'MXN_CLABE', currencies: ['MXN'] }]
  const rail = openConnectorRail('bank', { ...connector.settings, serves }, world)
  const provider = openConnectorProvider({ settings: connector.settings, pairs: [] }, world)
  const screener = openConnectorScreener('vendor', connector.settings, world)
  const { surely, kills } = survivor(connector, step % 5 === 0 ? String(1 + (step % 7)) : '')
  try {
    const accounts = await surely(async () => rail.openAccounts?.('pool:1', 'MXN_CLABE', 'MXN', 2))
    const account = accounts?.[0]?.['clabe']
    await surely(() =>
      connector.control('POST', '/deposits', {
        account,
        currency: 'MXN',
        amount: '50.00',
        transaction: 'T1',
      }),
    )
    const firm = await surely(() => provider.firmQuote('ord_1:fill:1', conversion))
    const fill = { key: 'ord_1:fill:1', ...conversion, payoutMinor: firm.payoutMinor }
    const filled = await surely(async () => {
      const known = await provider.lookUp(fill.key, firm.token)
      return known.state === 'unknown' ? provider.execute(fill, firm.token) : known
    })
    // As the service does: look up, and send only if the connector never received the key.
    const send = (key: string) =>
      surely(async () => {
        const prepared = await rail.prepare(payment(key))
        const known = await rail.lookUp(key, prepared)
        return known.state === 'unknown' ? rail.send(payment(key), prepared) : known
      })
    await surely(() => connector.control('POST', '/sends', { mode: 'hold' }))
    expect((await send('ord_1:payout:1')).state).toBe('pending')
    await surely(() => connector.control('POST', '/sends', { mode: 'pay' }))
    const settled = [await send('ord_1:payout:1'), await send('ord_2:payout:1')]
    await surely(() =>
      connector.control('POST', '/returns', { key: 'ord_1:payout:1', transaction: 'T2' }),
    )

    await surely(() => connector.control('POST', '/listed', { text: 'T1', status: 'held' }))
    const screened = await surely(() => screener.ask(question, 1, nobody))
    // The decision stays although the list has changed.
    await surely(() => connector.control('POST', '/listed', { text: 'T1', status: 'clear' }))

    const at = `killed at step ${step}, ${kills()} times`
    expect(
      await surely(async () => rail.openAccounts?.('pool:1', 'MXN_CLABE', 'MXN', 2)),
      at,
    ).toEqual(accounts)
    expect(await surely(() => provider.execute(fill, firm.token)), at).toEqual(filled)
    expect(screened, at).toEqual({ answer: 'hold', reason: 'listed' })
    expect(await surely(() => screener.ask(question, 1, nobody)), at).toEqual(screened)
    expect(filled, at).toMatchObject({ state: 'filled', deliveredMinor: 182_500n })
    expect(
      settled.map(({ state }) => state),
      at,
    ).toEqual(['settled', 'settled'])
    expect([await send('ord_1:payout:1'), await send('ord_2:payout:1')], at).toEqual(settled)
    const { balances, movements } = await surely(() =>
      connector.control<{ balances: object; movements: { transaction: string }[] }>('GET', '/book'),
    )
    // 10000 + 50 - 1000 - 1000 + 1000, and 10000 - 100 converted at 18.25.
    expect(balances, at).toEqual({
      'bank/MXN': '9050.00',
      'exchange/USDC': '9900.000000',
      'exchange/MXN': '1825.00',
    })
    expect(
      movements.map(({ transaction }) => transaction),
      at,
    ).toEqual(['T1', 'T2'])
    const executed = connector
      .memory()
      .trim()
      .split('\n')
      .map((line): { fact: string; key?: string } => JSON.parse(line))
      .filter(({ fact }) => fact === 'fill' || fact === 'paid')
      .map(({ fact, key }) => `${fact} ${key}`)
    expect(executed, at).toEqual([
      'fill ord_1:fill:1',
      'paid ord_1:payout:1',
      'paid ord_2:payout:1',
    ])
    return kills()
  } finally {
    await rail.close?.()
    await provider.close?.()
    await screener.close?.()
    await connector.close()
  }
}

test('a connector that is killed at any step executes each key once and forgets nothing', async () => {
  let killedAt = 0
  // The last run comes to its end without a kill.
  for (let step = 1; step === killedAt + 1 && step <= MOST_STEPS; step += 1)
    if ((await scenario(step)) > 0) killedAt = step
  expect(killedAt).toBeGreaterThan(40)
  expect(killedAt).toBeLessThan(MOST_STEPS)
}, 1_800_000)

test('a memory whose last line is half written starts; one with a broken line in between does not', async () => {
  const half = await startConnector({ memory: `${memory}{"fact":"mon` })
  expect(half.memory()).toBe(memory)
  await half.close()
  await expect(startConnector({ memory: `${memory}{"fact":\n${memory}` })).rejects.toThrow(/JSON/)
})
