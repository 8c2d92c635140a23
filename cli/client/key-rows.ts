// The commands of operators on API keys of customers, and their operations.
import { addressOf, type Schemas } from '@corridor/server/operator-client/client.ts'
import { parseTimestamp } from '@corridor/server/platform/clock.ts'
import { nearestFirst } from '@corridor/server/platform/nearest.ts'
import { table } from '../table.ts'
import { RefusedByService } from './refusals.ts'
import { reasonOf, textIn, type Call, type Given, type Row } from './rows.ts'

type Key = Schemas['DeskApiKey']

const enterprises = async (call: Call) =>
  (await call.all('/operator/v1/enterprises', { limit: 200 })).rows

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

const listKeys: Row = {
  async run(call) {
    const { rows: keys } = await call.all('/operator/v1/api_keys', { limit: 200 })
    const names = new Map((await enterprises(call)).map(({ id, name }) => [id, name]))
    const cells = keys
      .toReversed()
      .map((key) => [
        key.id,
        key.status.toLowerCase(),
        key.scopes.join('+'),
        names.get(key.enterprise_id) ?? key.enterprise_id,
        key.organization_id ?? 'all',
        key.expires_at ?? 'never',
        key.allowed_addresses.join(',') || 'any',
        key.last_used_at ?? 'never',
        key.label,
      ])
    const text = cells.length === 0 ? 'There are no keys.\n' : table(HEADINGS, cells)
    return { text, json: keys }
  },
}

export async function enterpriseNamed(call: Call, name: string): Promise<string> {
  const all = await enterprises(call)
  const found = all.find((one) => one.name === name)
  if (found !== undefined) return found.id
  const known = all.map((one) => `"${one.name}"`)
  throw new Error(`there is no enterprise "${name}"; there are: ${nearestFirst(name, known)}`)
}

const createKey: Row = {
  fields: { '/label': '--label' },
  async run(call, given) {
    const { options } = given
    const [organization, expires] = [textIn(options, 'organization'), textIn(options, 'expires')]
    if (expires !== undefined && parseTimestamp(expires) === undefined)
      throw new Error(`--expires ${expires} is not a timestamp such as 2027-01-31T00:00:00Z`)
    const addresses = addressesIn(given)
    const body = {
      label: textIn(options, 'label') ?? '',
      scopes: (textIn(options, 'scopes') ?? '').split(','),
      ...(organization === undefined ? {} : { organization_id: organization }),
      ...(addresses === undefined ? {} : { allowed_addresses: addresses }),
      ...(expires === undefined ? {} : { expires_at: expires }),
      reason: reasonOf(given, 'created at the command line'),
    }
    const enterprise = await enterpriseNamed(call, textIn(options, 'enterprise') ?? '')
    try {
      const path = addressOf('/operator/v1/enterprises/{id}/api_keys', { id: enterprise })
      const { data } = await call.send<Schemas['DeskApiKeyWithSecret']>('POST', path, body)
      const note = `This is ${data.id}. The key above is shown only once.\n`
      return { text: `${data.secret}\n`, json: data, note }
    } catch (error) {
      if (!(error instanceof RefusedByService)) throw error
      if (error.problem.code === 'not_found' && organization !== undefined)
        throw new Error(`the enterprise has no organization ${organization}`, { cause: error })
      error.message = error.message
        .replaceAll('/expires_at', `--expires ${expires ?? ''}`)
        .replaceAll(
          /\/allowed_addresses\/(\d+)/g,
          (_, index: string) => `--addresses: ${addresses?.[Number.parseInt(index, 10)] ?? ''}`,
        )
      throw error
    }
  },
}

/** Undefined without the option. An empty list would be a key that works from anywhere. */
function addressesIn({ options }: Given): string[] | undefined {
  const written = textIn(options, 'addresses')
  const addresses = written?.split(',').flatMap((one) => one.trim() || [])
  if (addresses?.length === 0)
    throw new Error(
      '--addresses is empty: the key would work from anywhere. Give an address, or omit the option.',
    )
  return addresses
}

const revokeKey: Row = {
  async run(call, given) {
    const id = given.args[0] ?? ''
    // Neither send nor print the text: it may be the key itself.
    const known = /^key_[0-9a-z]{26}$/.test(id) ? await keyOf(call, id) : undefined
    if (known === undefined)
      throw new Error(
        'there is no key with that identifier: give one such as key_…, which `corridor keys list` shows',
      )
    if (known.revoked_at !== null)
      return { text: `${id} was revoked already, at ${known.revoked_at}.\n`, json: known }
    const body = { reason: reasonOf(given, 'revoked at the command line') }
    const path = '/operator/v1/api_keys/{api_key_id}/revoke'
    const { data } = await call.act(path, { api_key_id: id }, body)
    const text = `${id} is revoked. It and the keys made by it stop working within a second.\n`
    return { text, json: data }
  },
}

async function keyOf(call: Call, id: string): Promise<Key | undefined> {
  try {
    return await call.read('/operator/v1/api_keys/{api_key_id}', { api_key_id: id })
  } catch (error) {
    if (error instanceof RefusedByService && error.problem.code === 'not_found') return undefined
    throw error
  }
}

export const keyRows: Readonly<Record<string, Row>> = {
  'keys list': listKeys,
  'keys create': createKey,
  'keys revoke': revokeKey,
}
