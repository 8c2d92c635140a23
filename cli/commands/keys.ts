// `corridor keys create | list | revoke`.
import { createKey } from '@corridor/server/access/create-key.ts'
import { selectKeys, updateKeyRevoked } from '@corridor/server/access/queries.ts'
import { parseTimestamp, toTimestamp } from '@corridor/server/clock.ts'
import { publicId, uuidOf, type Uuid } from '@corridor/server/ids.ts'
import { nearestFirst } from '@corridor/server/operators/nearest.ts'
import {
  selectEnterprises,
  selectEnterprisesByNames,
  selectOrganization,
} from '@corridor/server/organizations/queries.ts'
import { rows, type Pool } from '@corridor/server/db/pool.ts'
import { statement } from '@corridor/server/db/statement.ts'
import { isIP } from 'node:net'
import { table } from '../table.ts'
import { withDatabase } from '../with-database.ts'

type CreateOptions = {
  enterprise: string
  label: string
  organization?: string
  scopes: string
  expires?: string
  addresses?: string
}

export const createKeyCommand = (options: CreateOptions): Promise<void> =>
  withDatabase(async (db, { config, clock }) => {
    const [enterprise] = await selectEnterprisesByNames(db, [options.enterprise])
    if (enterprise === undefined) {
      const names = (await selectEnterprises(db)).map((one) => `"${one.name}"`)
      throw new Error(
        `there is no enterprise "${options.enterprise}"; there are: ${nearestFirst(options.enterprise, names)}`,
      )
    }
    const expiresAt = options.expires === undefined ? null : parseTimestamp(options.expires)
    if (expiresAt === undefined)
      throw new Error(
        `--expires ${options.expires} is not a timestamp such as 2027-01-31T00:00:00Z`,
      )
    if (expiresAt !== null && expiresAt <= clock.now()) {
      throw new Error(
        `--expires ${options.expires} is in the past: it is ${toTimestamp(clock.now())} now. Give a later instant.`,
      )
    }
    if (options.label.length < 1 || options.label.length > 200)
      throw new Error('--label must have 1 to 200 characters')
    const addresses = (options.addresses ?? '').split(',').filter((part) => part.trim() !== '')
    if (options.addresses !== undefined && addresses.length === 0) {
      throw new Error(
        '--addresses is empty: the key would work from anywhere. Give an address, or omit the option.',
      )
    }
    const { id, key } = await createKey(db, config.environment, {
      enterpriseId: enterprise.id,
      organizationId:
        options.organization === undefined
          ? null
          : await organizationIn(db, enterprise.id, options.organization),
      label: options.label,
      scopes: options.scopes.split(',').map((scope) => (scope === 'write' ? 'write' : 'read')),
      allowedAddresses: await Promise.all(addresses.map((one) => networkOf(db, one.trim()))),
      at: clock.now(),
      expiresAt,
    })
    process.stdout.write(`${key}\n`)
    process.stderr.write(`This is ${publicId('key', id)}. The key above is shown only once.\n`)
  })

async function organizationIn(
  db: Pool,
  enterpriseId: Uuid<'ent'>,
  text: string,
): Promise<Uuid<'org'>> {
  const id = uuidOf('org', text)
  const organization = id === undefined ? undefined : await selectOrganization(db, id)
  if (organization?.enterprise_id !== enterpriseId)
    throw new Error(`the enterprise has no organization ${text}`)
  return organization.id
}

const NETWORK_OF = statement(
  'network_of',
  ['most'],
  `select network($1::inet)::text as network, host($1::inet) = host(network($1::inet)) as whole`,
)

async function networkOf(db: Pool, text: string): Promise<string> {
  const [address = '', bits] = text.split('/')
  const family = isIP(address)
  const most = family === 6 ? 128 : 32
  if (
    family === 0 ||
    (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number.parseInt(bits, 10) <= most))
  ) {
    throw new Error(`--addresses: ${text} is neither an address nor a network such as 10.0.0.0/8`)
  }
  // Let PostgreSQL apply the mask. Its cidr type refuses a network with bits beyond the mask.
  const [meant] = await rows<{ network: string; whole: boolean }>(db, NETWORK_OF, [
    `${address}/${bits ?? most}`,
  ])
  if (meant?.whole !== true)
    throw new Error(`--addresses: ${text} has bits beyond its mask; is ${meant?.network} meant?`)
  return meant.network
}

const HEADINGS = [
  'KEY',
  'STATE',
  'SCOPES',
  'ENTERPRISE',
  'ORGANIZATION',
  'EXPIRES',
  'ADDRESSES',
  'LAST USED',
  'LABEL',
]

export const listKeysCommand = (): Promise<void> =>
  withDatabase(async (db, { clock }) => {
    const keys = (await selectKeys(db)).map((key) => [
      publicId('key', key.id),
      key.revoked_at !== null
        ? 'revoked'
        : key.expires_at !== null && key.expires_at <= clock.now()
          ? 'expired'
          : 'active',
      key.scopes.join('+'),
      key.enterprise_name,
      key.organization_id === null ? 'all' : publicId('org', key.organization_id),
      key.expires_at === null ? 'never' : toTimestamp(key.expires_at),
      key.allowed_addresses.length === 0 ? 'any' : key.allowed_addresses.join(','),
      key.last_used_at === null ? 'never' : toTimestamp(key.last_used_at),
      key.label,
    ])
    process.stdout.write(keys.length === 0 ? 'There are no keys.\n' : table(HEADINGS, keys))
  })

export const revokeKeyCommand = (text: string): Promise<void> =>
  withDatabase(async (db, { clock }) => {
    const id = uuidOf('key', text)
    if (id !== undefined && (await updateKeyRevoked(db, id, clock.now()))) {
      process.stdout.write(`${text} is revoked. It stops working within a second.\n`)
      return
    }
    const revokedAt = (await selectKeys(db)).find((key) => key.id === id)?.revoked_at ?? null
    if (revokedAt === null) {
      // Do not repeat the text: it may be the key itself.
      throw new Error(
        'there is no key with that identifier: give one such as key_…, which `corridor keys list` shows',
      )
    }
    process.stdout.write(`${text} was revoked already, at ${toTimestamp(revokedAt)}.\n`)
  })
