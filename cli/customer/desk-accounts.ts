// `corridor accounts`: what an organization has at the desk, and what came to it and left it.
import type { Schemas } from '@corridor/sdk'
import { textIn } from '../client/rows.ts'
import { metadataIn } from './options.ts'
import type { Verb } from './run.ts'
import { listed, money, record, shortTime } from './show.ts'

export const open: Verb = async ({ corridor, organization }, { options }) => {
  const body = {
    alias: textIn(options, 'alias') ?? '',
    currency: textIn(options, 'currency') ?? '',
    ...metadataIn(options),
  }
  const asked: Schemas['NewAccount'] = JSON.parse(JSON.stringify(body))
  const json = await corridor.accounts.open(await organization(), asked, {
    idempotencyKey: textIn(options, 'idempotencyKey'),
  })
  const next = 'Offerings to it and from it: `corridor offerings list`.\n'
  return { text: `${json.id} is the account ${json.account_number}.\n${next}`, json }
}

export const list: Verb = async ({ corridor, organization }, given) => {
  const id = await organization()
  return listed((limit) => corridor.accounts.list(id, { limit }), given, {
    headings: ['ACCOUNT', 'NUMBER', 'STATUS', 'AVAILABLE', 'ALIAS'],
    cells: (one) => [
      one.id,
      one.account_number,
      one.status.current_status,
      money(one.available, one.currency),
      one.alias,
    ],
    shrinks: ['ALIAS'],
    empty: 'There is no account: open one with `corridor accounts open`.',
  })
}

export const show: Verb = async ({ corridor, organization }, { args }) =>
  record(await corridor.accounts.get(await organization(), args[0] ?? ''))

export const lines: Verb = async ({ corridor, organization }, given) => {
  const [id, account] = [await organization(), given.args[0] ?? '']
  const { currency } = await corridor.accounts.get(id, account)
  return listed((limit) => corridor.accounts.lines(id, account, { limit }), given, {
    headings: ['LINE', 'KIND', 'AMOUNT', 'BALANCE', 'ORDER', 'WHEN'],
    cells: (one) => [
      String(one.number),
      one.kind,
      money(one.amount, currency),
      money(one.balance, currency),
      one.order_id,
      shortTime(one.created_at),
    ],
    empty: 'Nothing came to it yet.',
  })
}
