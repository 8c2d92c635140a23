// `corridor keys create | list | revoke`.
import { createKey, type KeyInput } from '@corridor/server/access/create-key.ts'
import { networksOf } from '@corridor/server/access/networks.ts'
import { selectKeys } from '@corridor/server/access/queries.ts'
import { revokeKey } from '@corridor/server/access/revoke-key.ts'
import { insertAudit, type AuditDetail } from '@corridor/server/audit/queries.ts'
import {
  parseTimestamp,
  toTimestamp,
  toTimestampOrNull,
  type Clock,
} from '@corridor/server/clock.ts'
import { publicId, uuidOf, type Uuid } from '@corridor/server/ids.ts'
import { nearestFirst } from '@corridor/server/operators/nearest.ts'
import {
  selectEnterprises,
  selectEnterprisesByNames,
  selectOrganization,
} from '@corridor/server/organizations/queries.ts'
import type { Db, Pool } from '@corridor/server/db/pool.ts'
import { textIn, type Given } from '../client/rows.ts'
import { table } from '../table.ts'
import { withDatabase } from '../with-database.ts'
import { directActor } from '../client/system-user.ts'

type CreateOptions = {
  enterprise: string
  label: string
  organization?: string
  scopes: string
  expires?: string
  addresses?: string
}

/** The options of the command line, which commander has checked. */
export function createOptions(options: Given['options']): CreateOptions {
  const text = (name: string) => textIn(options, name)
  const [organization, expires, addresses] = ['organization', 'expires', 'addresses'].map(text)
  return {
    enterprise: text('enterprise') ?? '',
    label: text('label') ?? '',
    scopes: text('scopes') ?? '',
    ...(organization === undefined ? {} : { organization }),
    ...(expires === undefined ? {} : { expires }),
    ...(addresses === undefined ? {} : { addresses }),
  }
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
    const input: KeyInput = {
      enterpriseId: enterprise.id,
      organizationId:
        options.organization === undefined
          ? null
          : await organizationIn(db, enterprise.id, options.organization),
      label: options.label,
      scopes: options.scopes.split(',').map((scope) => (scope === 'write' ? 'write' : 'read')),
      allowedAddresses: await requireNetworks(
        db,
        addresses.map((one) => one.trim()),
      ),
      at: clock.now(),
      expiresAt,
    }
    const { id, key } = await createKey(db, config.environment, input, (inside, made) => {
      const { label, scopes } = input
      const after = { label, scopes, organization_id: options.organization ?? null }
      return note(inside, clock, enterprise.id, 'key.create', made, { after })
    })
    process.stdout.write(`${key}\n`)
    process.stderr.write(`This is ${publicId('key', id)}. The key above is shown only once.\n`)
  })

const note = (
  db: Db,
  clock: Clock,
  chain: Uuid<'ent'>,
  act: string,
  id: Uuid<'key'>,
  detail: AuditDetail,
): Promise<void> => {
  const subject = publicId('key', id)
  return insertAudit(db, {
    chain,
    at: clock.realNow(),
    actor: directActor(),
    act,
    subject,
    reason: '',
    detail,
  })
}

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

async function requireNetworks(db: Pool, texts: readonly string[]): Promise<string[]> {
  return (await networksOf(db, texts)).map((one, index) => {
    if ('fault' in one) throw new Error(`--addresses: ${texts[index]} ${one.fault}`)
    return one.network
  })
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

export const listKeysCommand = (asJson: boolean): Promise<void> =>
  withDatabase(async (db, { clock }) => {
    const keys = (await selectKeys(db)).map((key) => ({
      id: publicId('key', key.id),
      state:
        key.revoked_at !== null
          ? 'revoked'
          : key.expires_at !== null && key.expires_at <= clock.now()
            ? 'expired'
            : 'active',
      scopes: key.scopes,
      enterprise: key.enterprise_name,
      organization_id: key.organization_id === null ? null : publicId('org', key.organization_id),
      expires_at: toTimestampOrNull(key.expires_at),
      allowed_addresses: key.allowed_addresses,
      last_used_at: toTimestampOrNull(key.last_used_at),
      label: key.label,
    }))
    const rows = keys.map((key) => [
      key.id,
      key.state,
      key.scopes.join('+'),
      key.enterprise,
      key.organization_id ?? 'all',
      key.expires_at ?? 'never',
      key.allowed_addresses.join(',') || 'any',
      key.last_used_at ?? 'never',
      key.label,
    ])
    const text = keys.length === 0 ? 'There are no keys.\n' : table(HEADINGS, rows)
    process.stdout.write(asJson ? `${JSON.stringify(keys, null, 2)}\n` : text)
  })

export const revokeKeyCommand = (text: string): Promise<void> =>
  withDatabase(async (db, { clock }) => {
    const id = uuidOf('key', text)
    const known = (await selectKeys(db)).find((key) => key.id === id)
    const isRevoked =
      known !== undefined &&
      (await revokeKey({ db, clock }, known.id, (inside) =>
        note(inside, clock, known.enterprise_id, 'key.revoke', known.id, {
          before: { label: known.label },
        }),
      ))
    if (isRevoked) {
      process.stdout.write(
        `${text} is revoked. It and the keys made by it stop working within a second.\n`,
      )
      return
    }
    const revokedAt = known?.revoked_at ?? null
    if (revokedAt === null) {
      // Do not repeat the text: it may be the key itself.
      throw new Error(
        'there is no key with that identifier: give one such as key_…, which `corridor keys list` shows',
      )
    }
    process.stdout.write(`${text} was revoked already, at ${toTimestamp(revokedAt)}.\n`)
  })
