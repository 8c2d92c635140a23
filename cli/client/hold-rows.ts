// The commands on holds and halts, which are several operations.
import { addressOf, type Schemas } from '@corridor/server/operator-client/client.ts'
import { table } from '../table.ts'
import { listText, reasonOf, textIn, type Row } from './rows.ts'

function heldThing(id: string): string {
  if (id.startsWith('ent_')) return 'enterprises'
  return id.startsWith('org_') ? 'organizations' : 'instruments'
}

type Changed = Partial<Schemas['Changed'] & Schemas['EnterpriseHold']>

const hold = (verb: 'hold' | 'release', words: string): Row => ({
  noun: 'enterprise, organization or instrument',
  async run(call, line) {
    const [id = ''] = line.args
    const address = addressOf(`/operator/v1/${heldThing(id)}/{id}/${verb}`, { id })
    const { data } = await call.send<Changed>('POST', address, { reason: reasonOf(line) })
    const { changed, enterprise_id, organization_ids = [] } = data
    const ids = changed ?? [enterprise_id ?? id, ...organization_ids]
    return { text: `${ids.join('\n')}\n${words}: ${ids.length}\n`, json: data }
  },
})

type Halt = Schemas['Halt']
type Send = Schemas['UnknownSend']
type Fill = Schemas['UnknownFill']

const textOfHalt = ({
  what,
  rail,
  provider,
}: Pick<Halt, 'rail' | 'provider'> & { what: string }): string =>
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
    const { rows: halts } = await call.all('/operator/v1/halts')
    let text = listText(HALTS, halts)
    for (const halt of halts) {
      if (halt.unknown_sends > 0) {
        const path = '/operator/v1/halts/{halt_id}/unknown-sends'
        const sends = await call.read(path, { halt_id: halt.id })
        text += `\nSent over ${halt.rail}, and unknown to the database:\n`
        text += table(['REFERENCE', 'KEY', 'AMOUNT'], sends.map(sendCells))
      }
      if (halt.unknown_fills > 0) {
        const path = '/operator/v1/halts/{halt_id}/unknown-fills'
        const fills = await call.read(path, { halt_id: halt.id })
        text += `\nConverted at ${halt.provider}, and unknown to the database:\n`
        text += table(['REFERENCE', 'KEY', 'SOLD', 'BOUGHT'], fills.map(fillCells))
      }
    }
    return { text, json: halts }
  },
}

const RESUME = '/operator/v1/halts/{halt_id}/resume'

const resume: Row = {
  async run(call, line) {
    const { args, options } = line
    const reason = reasonOf(line)
    const named = textIn(options, 'ofNoOrder')?.split(',')
    const ended = textIn(options, 'halt')
    if (ended !== undefined) {
      const body = { reason, of_no_order: named ?? [] }
      const { data } = await call.act(RESUME, { halt_id: ended }, body)
      return { text: `${data.unknown_sends} sends of ${ended} are still unknown\n`, json: data }
    }
    const asked = {
      what: args[0] ?? '',
      rail: textIn(options, 'rail') ?? null,
      provider: textIn(options, 'provider') ?? null,
    }
    const wanted = textOfHalt(asked)
    const present = (await call.read('/operator/v1/halts')).filter(
      (one) => textOfHalt(one) === wanted,
    )
    if (present.length === 0)
      throw new Error(`${wanted} are not halted; \`corridor halts\` shows what is`)
    const resumed: Halt[] = []
    for (const { id: halt_id, cause } of present) {
      const names = named !== undefined && cause === 'restore' ? { of_no_order: named } : {}
      resumed.push((await call.act(RESUME, { halt_id }, { reason, ...names })).data)
    }
    const others = (await call.read('/operator/v1/halts')).map(textOfHalt)
    const still = others.length === 0 ? '' : `; still halted: ${others.join(', ')}`
    return { text: `${wanted} are resumed${still}\n`, json: resumed }
  },
}

export const holdRows: Readonly<Record<string, Row>> = {
  'holds place': hold('hold', 'on hold'),
  'holds release': hold('release', 'released'),
  resume,
  halts: listHalts,
}
