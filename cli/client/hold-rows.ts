// The commands on holds and halts, and their operations.
import { table } from '../table.ts'
import { act, inPath, listText, pages, reasonOf, textIn, type Row } from './rows.ts'

/** The end of the path of the enterprise, organization or instrument. */
function heldThing(id: string): string {
  if (id.startsWith('ent_')) return `/enterprises/${inPath(id)}`
  return id.startsWith('org_') ? `/organizations/${inPath(id)}` : `/instruments/${inPath(id)}`
}

type Changed = { changed?: string[]; enterprise_id?: string; organization_ids?: string[] }

const hold = (verb: 'hold' | 'release', words: string): Row =>
  act<Changed>({
    noun: 'enterprise, organization or instrument',
    path: (_id, { args }) => `${heldThing(args[0] ?? '')}/${verb}`,
    said: ({ changed, enterprise_id, organization_ids = [] }, { args }) => {
      const ids = changed ?? [enterprise_id ?? args[0] ?? '', ...organization_ids]
      return `${ids.join('\n')}\n${words}: ${ids.length}\n`
    },
  })

type Holds = {
  organizations: {
    id: string
    name: string
    enterprise_name: string
    status: string
    since: string
  }[]
  instruments: {
    id: string
    organization_id: string
    enterprise_name: string
    method: string
    status: string
    since: string
    is_account_held: boolean
    elsewhere: string[]
  }[]
}

const OF_ORGANIZATIONS = ['ORGANIZATION', 'STATUS', 'SINCE', 'ENTERPRISE', 'NAME']
const OF_INSTRUMENTS = [
  'INSTRUMENT',
  'STATUS',
  'SINCE',
  'ENTERPRISE',
  'ORGANIZATION',
  'METHOD',
  'REASON',
  'SAME ACCOUNT IN OTHER ENTERPRISES',
]

const holds: Row = {
  async run(call) {
    const { data } = await call<Holds>('GET', '/holds')
    const organizations = data.organizations.map((one) => [
      one.id,
      one.status,
      one.since,
      one.enterprise_name,
      one.name,
    ])
    const instruments = data.instruments.map((one) => [
      one.id,
      one.status,
      one.since,
      one.enterprise_name,
      one.organization_id,
      one.method,
      one.is_account_held ? 'account on hold' : 'awaits release',
      one.elsewhere.join(', '),
    ])
    const tables = [
      ...(organizations.length === 0 ? [] : [table(OF_ORGANIZATIONS, organizations)]),
      ...(instruments.length === 0 ? [] : [table(OF_INSTRUMENTS, instruments)]),
    ]
    return { text: tables.join('\n') || 'Nothing is on hold.\n', json: data }
  },
}

type Halt = {
  id: string
  what: string
  rail: string | null
  provider: string | null
  cause: string
  actor: string
  reason: string
  halted_at: string
  read_at: string | null
  lists_sends: boolean | null
  lists_fills: boolean | null
  unknown_sends: number
  unknown_fills: number
}
type Send = { reference: string; key: string | null; amount: string | null; currency: string }
type Fill = {
  reference: string
  key: string | null
  payin_currency: string
  sold_amount: string | null
  payout_currency: string
  delivered_amount: string | null
}

const textOfHalt = ({ what, rail, provider }: Pick<Halt, 'what' | 'rail' | 'provider'>): string =>
  rail !== null ? `${what} over ${rail}` : provider !== null ? `${what} at ${provider}` : what

/** After a restore: whether the rail or provider was read again, and what it did compared. */
function compared(halt: Halt): string {
  const { what, read_at, lists_sends, lists_fills, unknown_sends, unknown_fills } = halt
  if (read_at === null) return 'not read yet'
  const lists = lists_sends ?? lists_fills
  const unknown = `${unknown_sends + unknown_fills} unknown ${what}`
  if (lists === null) return `${unknown} so far, more may come to light`
  return lists ? unknown : 'compare its statement'
}

const money = (amount: string | null, currency: string) => `${amount ?? 'unknown'} ${currency}`

const HALTS = {
  headings: ['WHAT', 'RAIL', 'PROVIDER', 'SINCE', 'BY', 'REASON', 'SINCE THE RESTORE'],
  cells: (one: Halt) => [
    one.what,
    one.rail ?? 'all',
    one.provider ?? 'all',
    one.halted_at,
    one.actor,
    one.reason,
    one.cause === 'restore' ? compared(one) : '',
  ],
  empty: 'Nothing is halted.',
}

const sendCells = (one: Send) => [one.reference, one.key ?? '', money(one.amount, one.currency)]
const fillCells = (one: Fill) => [
  one.reference,
  one.key ?? '',
  money(one.sold_amount, one.payin_currency),
  money(one.delivered_amount, one.payout_currency),
]

const listHalts: Row = {
  async run(call) {
    const halts = await pages<Halt>(call, '/halts')
    let text = listText(HALTS, halts)
    for (const halt of halts) {
      if (halt.unknown_sends > 0) {
        const sends = await pages<Send>(call, `/halts/${halt.id}/unknown-sends`)
        text += `\nSent over ${halt.rail}, and unknown to the database:\n`
        text += table(['REFERENCE', 'KEY', 'AMOUNT'], sends.map(sendCells))
      }
      if (halt.unknown_fills > 0) {
        const fills = await pages<Fill>(call, `/halts/${halt.id}/unknown-fills`)
        text += `\nConverted at ${halt.provider}, and unknown to the database:\n`
        text += table(['REFERENCE', 'KEY', 'SOLD', 'BOUGHT'], fills.map(fillCells))
      }
    }
    return { text, json: halts }
  },
}

const halt: Row = {
  async run(call, given) {
    const { args, options } = given
    const asked = { what: args[0], rail: options['rail'], provider: options['provider'] }
    const { data } = await call<Halt>('POST', '/halts', { ...asked, reason: reasonOf(given) })
    const text = `${textOfHalt(data)} are halted; every process stops within a second\n`
    return { text, json: data }
  },
}

const resume: Row = {
  async run(call, given) {
    const { args, options } = given
    const reason = reasonOf(given)
    const asked = {
      what: args[0] ?? '',
      rail: textIn(options, 'rail') ?? null,
      provider: textIn(options, 'provider') ?? null,
    }
    const wanted = textOfHalt(asked)
    const present = (await pages<Halt>(call, '/halts')).filter((one) => textOfHalt(one) === wanted)
    if (present.length === 0)
      throw new Error(`${wanted} are not halted; \`corridor halts\` shows what is`)
    const ended: Halt[] = []
    const named = textIn(options, 'of-no-order')?.split(',')
    for (const { id, cause } of present) {
      const names = named !== undefined && cause === 'restore' ? { of_no_order: named } : {}
      ended.push((await call<Halt>('POST', `/halts/${id}/resume`, { reason, ...names })).data)
    }
    const others = (await pages<Halt>(call, '/halts')).map(textOfHalt)
    const still = others.length === 0 ? '' : `; still halted: ${others.join(', ')}`
    return { text: `${wanted} are resumed${still}\n`, json: ended }
  },
}

export const holdRows: Readonly<Record<string, Row>> = {
  'holds list': holds,
  'holds place': hold('hold', 'on hold'),
  'holds release': hold('release', 'released'),
  halt,
  resume,
  halts: listHalts,
}
