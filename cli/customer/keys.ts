// `corridor keys` of customers: keys that allow no more than the key of the profile.
import { textIn, type Given, type Output } from '../client/rows.ts'
import { UsageError } from './refused.ts'
import type { Verb } from './run.ts'
import { chosen, filters, listed, record, shortTime, times, wholeNumber } from './show.ts'
import { scopes } from './words.ts'

export const list: Verb = async ({ corridor }, given) =>
  listed((limit) => corridor.keys.list({ limit }), given, {
    headings: [
      'KEY',
      'STATUS',
      'SCOPES',
      'ORGANIZATION',
      'EXPIRES',
      'ADDRESSES',
      'LAST USED',
      'LABEL',
    ],
    cells: (one) => [
      one.id,
      one.status,
      one.scopes.join('+'),
      one.organization_id ?? 'all',
      shortTime(one.expires_at) ?? 'never',
      one.allowed_addresses.join(' ') || 'any',
      shortTime(one.last_used_at) ?? 'never',
      one.label,
    ],
    shrinks: ['LABEL', 'ADDRESSES'],
    empty: 'The key of this profile sees no key.',
  })

/** The API has one of the filters besides the times. */
function filterIn({ args: [requestId], options }: Given) {
  const given = filters(options, { key: 'api_key_id', ...times })
  if (requestId !== undefined) return { ...given, request_id: requestId }
  return options['refused'] === true ? { ...given, refused: 'true' as const } : given
}

export const requests: Verb = async ({ corridor }, given) =>
  listed((limit) => corridor.keys.requests({ ...filterIn(given), limit }), given, {
    headings: ['AT', 'REQUEST', 'OPERATION', 'STATUS', 'WHY', 'WHERE', 'CREATED', 'MS', 'KEY'],
    cells: (one) => [
      shortTime(one.at) ?? '',
      one.request_id,
      one.operation,
      String(one.status),
      one.error_code ?? '',
      one.error_pointers.join(' '),
      one.created_id ?? '',
      String(one.took_ms),
      one.api_key_id,
    ],
    shrinks: ['WHERE', 'REQUEST'],
    empty: 'No request is in the log of the last seven days.',
  })

export const show: Verb = async ({ corridor }, { args }) =>
  record(await corridor.keys.get(args[0] ?? ''))

const commas = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

function scopesIn(text: string): (typeof scopes)[number][] {
  return commas(text).map((part) => {
    const found = chosen(scopes, part)
    if (found !== undefined) return found
    throw new UsageError('--scopes must be read, write or read,write')
  })
}

/** The key is the only text on the standard output. */
const withSecret = (json: { id: string; secret: string | null }, rest = ''): Output => ({
  text: `${json.secret ?? ''}\n`,
  json,
  note:
    json.secret === null
      ? `This is a repetition: only the first answer had the secret of ${json.id}. Revoke it, and create another key.\n`
      : `This is ${json.id}. The key above is shown only once.${rest}\n`,
})

export const create: Verb = async ({ corridor }, { options }) => {
  const [organization, addresses, expires] = ['organization', 'addresses', 'expires'].map((name) =>
    textIn(options, name),
  )
  if (addresses !== undefined && commas(addresses).length === 0)
    throw new UsageError('--addresses is empty: give an address, or leave the option out')
  return withSecret(
    await corridor.keys.create(
      {
        label: textIn(options, 'label') ?? '',
        scopes: scopesIn(textIn(options, 'scopes') ?? 'read,write'),
        ...(organization === undefined ? {} : { organization_id: organization }),
        ...(addresses === undefined ? {} : { allowed_addresses: commas(addresses) }),
        ...(expires === undefined ? {} : { expires_at: expires }),
      },
      { idempotencyKey: textIn(options, 'idempotencyKey') },
    ),
  )
}

export const rotate: Verb = async ({ corridor, profile }, { args, options }) => {
  const [id = ''] = args
  const seconds =
    options['overlap'] === '0' ? 0 : wholeNumber(options['overlap'], '--overlap', 86_400)
  return withSecret(
    await corridor.keys.rotate(
      id,
      { overlap_seconds: seconds },
      { idempotencyKey: textIn(options, 'idempotencyKey') },
    ),
    ` ${id} works for another ${seconds} seconds. If this profile has it, log in again: \`corridor login --profile ${profile.name ?? 'NAME'}\`.`,
  )
}

export const revoke: Verb = async ({ corridor }, { args }: Given) => {
  const json = await corridor.keys.revoke(args[0] ?? '')
  return { text: `${json.id} is ${json.status}, and so are the keys made by it.\n`, json }
}
