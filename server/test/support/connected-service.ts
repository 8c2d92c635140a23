// A service whose route between USDC and Mexican pesos converts at the example connector, and pays pesos in and out over it.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { root } from './command.ts'
import { startConnector, type ExampleConnector } from './connector.ts'
import { statusOf } from './orders.ts'
import { untilOpen } from './rails.ts'
import type { Replace } from '../../src/service/deps.ts'
import { newSecrets } from '../../src/platform/config.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { backupsOf } from './restored-database.ts'
import { testService, type ManualClock, type TestService } from './service.ts'

export const SHARED_CLABE = '646180000000000012'

/** The connector with money and rates, and the file of an operator who uses it. `secret`: signs its nudges. */
export async function startConnectedWorld(secret: string) {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-connected-'))
  const connector = await startConnector()
  const money = (place: string, currency: string, amount: string) =>
    connector.control('POST', '/money', { place, currency, amount })
  await money('bank', 'MXN', '10000000.00')
  await money('exchange', 'USDC', '1000000.00')
  await money('exchange', 'MXN', '1000000.00')
  await connector.control('POST', '/rates', { pair: 'MXN/USDC', rate: '0.05' })
  writeFileSync(join(folder, 'events'), secret)
  const file = operatorFile(folder, connector)
  return {
    connector,
    env: { CORRIDOR_SANDBOX_FILE: file, CORRIDOR_SECRETS: newSecrets() },
    async close(): Promise<void> {
      await connector.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** `secret`: signs the nudges of the connector. */
export async function startConnectedService(options: {
  log?: Logger
  secret: string
  replace?: Replace
  /** For a service that is started again on it. */
  database?: TestDatabase
  clock?: ManualClock
}) {
  const world = await startConnectedWorld(options.secret)
  const { connector, env } = world
  const corridor = await testService({
    env,
    ...(options.database === undefined ? {} : { database: options.database }),
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.log === undefined ? {} : { log: options.log }),
    ...(options.replace === undefined ? {} : { replace: options.replace }),
  })
  await untilOpen(corridor.deps.rails)
  return {
    connector,
    corridor,
    env,
    /** Waits for the status. The clock of the business advances only with `isTicking`. */
    reaches: (id: string, status: string, isTicking: boolean) =>
      reaches(corridor, id, status, isTicking),
    async close(): Promise<void> {
      await corridor.close()
      await world.close()
    },
  }
}

/** The demo world, but the route to Mexico converts and pays out through the connector. */
function operatorFile(folder: string, connector: ExampleConnector): string {
  const [[id, key] = []] = Object.entries(connector.settings['public_keys'] ?? {})
  const settings = `
      url: ${connector.url}
      signing_key: ${String(connector.settings['signing_key'])}
      signing_key_id: corridor-1
      public_keys: { ${id}: '${key}' }
      events_secret: file:${join(folder, 'events')}`
  const provider = `  - name: EXAMPLE
    kind: connector
    settings:${settings}
    trading_pairs:
      - { payin_currency: USDC, payout_currency: MXN, hours: *always }
      - { payin_currency: MXN, payout_currency: USDC, hours: *always }

`
  const rails = `
rails:
  - name: bank:example
    kind: connector
    settings:${settings}
      serves: [{ method: MXN_CLABE, currencies: [MXN] }]
      shared_accounts:
        MXN_CLABE: { clabe: '${SHARED_CLABE}', account_holder_name: Corridor Desk }
`
  const route = `          - name: MXN to USDC
            payin_currency: MXN
            payout_currency: USDC
            liquidity_provider: EXAMPLE
            payin_limits: { min: '100.00', max: '100000.00' }
            cost_tiers: [{ min: '0.00', max: '100000.00', bps: 60 }]
            max_slippage_bps: 300
`
  const text = readFileSync(join(root, 'server/sandbox.yaml'), 'utf8')
    .replace('          - name: USDC to BRL\n', `${route}          - name: USDC to BRL\n`)
    .replace('  - name: BETA\n', `${provider}  - name: BETA\n`)
    .replace(/(payout_currency: MXN\n\s+liquidity_provider: )ALPHA/, '$1EXAMPLE')
  const path = join(folder, 'world.yaml')
  writeFileSync(path, text + rails)
  return path
}

/** Waits for the status. The clock of the business advances only with `isTicking`. */
export async function reaches(
  corridor: TestService,
  id: string,
  status: string,
  isTicking = true,
): Promise<void> {
  for (let tries = 0; tries < 2000; tries++) {
    if ((await statusOf(corridor, id)) === status) return
    if (isTicking) corridor.clock.advance(1000)
    await sleep(50)
  }
  throw new Error(`order ${id} is ${await statusOf(corridor, id)}, not ${status}`)
}

/** A service over the example connector, on a database that is backed up and restored. */
export async function restorableConnectedService(clock: ManualClock) {
  const database = await testDatabase()
  const backups = await backupsOf(database)
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const world = await startConnectedService({ secret, database, clock })
  return {
    ...world,
    database,
    backups,
    /** Starts a service again, on this database or a copy of it. */
    async again(on = database): Promise<TestService> {
      const corridor = await testService({ database: on, clock, env: world.env })
      await untilOpen(corridor.deps.rails)
      return corridor
    },
    async close(): Promise<void> {
      await world.connector.close()
      await backups.close()
      await database.close()
    },
  }
}
export type RestorableConnectedService = Awaited<ReturnType<typeof restorableConnectedService>>
