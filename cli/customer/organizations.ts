// `corridor orgs`.
import { textIn } from '../client/rows.ts'
import { metadataIn } from './options.ts'
import type { Verb } from './run.ts'
import { listed, record, shortTime, tableOf } from './show.ts'

export const list: Verb = async ({ corridor }, given) =>
  listed((limit) => corridor.organizations.list({ limit, ...metadataIn(given.options) }), given, {
    headings: ['ORGANIZATION', 'STATUS', 'NAME', 'CREATED'],
    cells: (one) => [one.id, one.status.current_status, one.name, shortTime(one.created_at)],
    shrinks: ['NAME'],
    empty: 'There is no organization yet: make one with `corridor orgs create --name NAME …`.',
  })

export const show: Verb = async ({ corridor, organization }, { args }) =>
  record(await corridor.organizations.get(args[0] ?? (await organization())))

export const create: Verb = async ({ corridor }, { options }) => {
  const made = await corridor.organizations.create(
    {
      name: textIn(options, 'name') ?? '',
      contact: {
        email: textIn(options, 'email') ?? '',
        first_name: textIn(options, 'firstName') ?? '',
        last_name: textIn(options, 'lastName') ?? '',
      },
      ...metadataIn(options),
    },
    { idempotencyKey: textIn(options, 'idempotencyKey') },
  )
  const { id, status } = made
  return {
    text: `${id} is ${status.current_status}.\nUse it: \`corridor orgs use ${id}\`.\n`,
    json: made,
  }
}

export const limits: Verb = async ({ corridor, organization }) =>
  tableOf(await corridor.organizations.volumeLimits(await organization()), {
    headings: ['CURRENCY', 'PERIOD', 'LIMIT', 'USED', 'REMAINING', 'UNTIL', 'INSTRUMENT'],
    cells: (one) => [
      one.currency,
      one.period,
      one.limit,
      one.used,
      one.remaining,
      shortTime(one.ends_at),
      one.external_payment_instrument_id ?? 'all',
    ],
    empty: 'The desk sets no limit for what is ordered in a day or a month.',
  })
