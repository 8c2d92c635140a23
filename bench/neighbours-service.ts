// The service measured by neighbours.ts, as a process of its own: the sandbox's world, and the flooding organization
// with the most offerings allowed.
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKey } from '../server/src/customers/api-keys/create-key.ts'
import type { Deps } from '../server/src/service/deps.ts'
import { publicId } from '../server/src/platform/ids.ts'
import { applyFile } from '../server/src/desk/operator-file/apply-file.ts'
import { readOperatorFile } from '../server/src/desk/operator-file/operator-file.ts'
import {
  selectEnterprises,
  selectOrganizations,
} from '../server/src/parties/organizations/queries.ts'
import { prepareSandbox } from '../server/src/service/sandbox/prepare.ts'
import { startService } from '../server/src/service/serve.ts'
import { serveCalls } from './children.ts'
import { benchConfig } from './settings.ts'

const PAYIN_INSTRUMENTS = 25
const PAYOUT_INSTRUMENTS = 20
const [databaseUrl = '', dir = '', enterprise = ''] = process.argv.slice(2)
const readyMessage: Record<string, string> = {}
const service = await startService(
  // The default limit of a deployment.
  { ...benchConfig(databaseUrl, dir, 'neighbours'), rateLimitPerSecond: 5000 },
  { http: true, worker: false },
  {
    onDatabase: async (deps) => {
      Object.assign(
        readyMessage,
        await (await prepareSandbox(deps)).publish(''),
        await addFlood(deps),
      )
    },
  },
)
serveCalls({ ...readyMessage, url: service.url }, async () => ({}), service.stop)

async function addFlood(deps: Deps): Promise<Record<string, string>> {
  const path = join(dir, 'flood.yaml')
  writeFileSync(path, JSON.stringify(floodFile()))
  const { secrets, environment } = deps.config
  const at = deps.clock.now()
  await applyFile(deps.db, { secrets, environment, autoRelease: true, at }, readOperatorFile(path))
  const found = (await selectEnterprises(deps.db)).find(({ name }) => name === enterprise)
  if (found === undefined) throw new Error(`there is no enterprise ${enterprise}`)
  const organizations = await selectOrganizations(deps.db, found.id, null, null, null)
  const flood = organizations.find(({ name }) => name === 'Flood')
  if (flood === undefined) throw new Error('the flooding organization was not created')
  const { key } = await createKey(deps.db, environment, {
    enterpriseId: found.id,
    organizationId: null,
    label: 'flood',
    scopes: ['read', 'write'],
    allowedAddresses: [],
    at,
    expiresAt: null,
  })
  return { flood_key: key, flood_organization_id: publicId('org', flood.id) }
}

// JSON is valid YAML.
function floodFile() {
  return {
    enterprises: [
      {
        name: enterprise,
        organizations: [
          {
            name: 'Flood',
            contact: { email: 'desk@flood.example', first_name: 'Noa', last_name: 'Diaz' },
            instruments: [
              ...Array.from({ length: PAYIN_INSTRUMENTS }, (_, index) => ({
                alias: `Wallet ${index}`,
                currency: 'USDC',
                method: 'SOLANA_ADDRESS',
                details: { address: base58(randomBytes(32)) },
              })),
              ...Array.from({ length: PAYOUT_INSTRUMENTS }, (_, index) => ({
                alias: `Account ${index}`,
                currency: 'COP',
                method: 'COP_BANK_ACCOUNT',
                details: {
                  bank_account_number: String(23_145_678_000 + index),
                  bank_code: '007',
                  legal_entity_name: 'Flood SAS',
                  doc_type: 'NIT',
                  doc_id: '9001234568',
                  physical_address: 'Carrera 7 71-21, Bogota',
                  account_type: 'SAVINGS',
                },
              })),
            ],
            routes: [
              {
                name: 'USDC to COP',
                payin_currency: 'USDC',
                payout_currency: 'COP',
                liquidity_provider: 'ALPHA',
                payin_limits: { min: '10.00', max: '100000.00' },
                cost_tiers: [{ min: '0.00', max: '100000.00', bps: 60 }],
              },
            ],
          },
        ],
      },
    ],
  }
}

function base58(bytes: Buffer): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let text = ''
  for (let rest = BigInt(`0x${bytes.toString('hex')}`); rest > 0n; rest /= 58n)
    text = alphabet.charAt(Number(rest % 58n)) + text
  return text
}
