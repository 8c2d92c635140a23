// `corridor travel-rule`: whether a wallet needs a record of originator and beneficiary, and the giving of one.
import type { Schemas } from '@corridor/sdk'
import { textIn } from '../client/rows.ts'
import { lines } from '../table.ts'
import { objectIn } from './read-fields.ts'
import type { Verb } from './run.ts'
import { shortTime } from './show.ts'

const EXAMPLE = 'docs/compliance.md#travel-rule has an example.'

export const show: Verb = async ({ corridor, organization }, { args }) => {
  const id = args[0] ?? ''
  const [{ currency }, json] = await Promise.all([
    corridor.instruments.get(await organization(), id),
    corridor.instruments.travelRule(await organization(), id),
  ])
  const { required_from: from, record } = json
  const text = lines([
    ['Instrument', json.external_payment_instrument_id],
    ['Needs a record', from === null ? 'no' : `for transfers from ${from} ${currency} on`],
    ['Record', record === null ? 'none' : `${record.id}, given ${shortTime(record.recorded_at)}`],
  ])
  return from !== null && record === null
    ? {
        text,
        json,
        note: `Give one: \`corridor travel-rule give ${id} --record FILE\`. ${EXAMPLE}\n`,
      }
    : { text, json }
}

export const give: Verb = async ({ corridor, organization }, { args, options }) => {
  const file = textIn(options, 'record') ?? ''
  const json = await corridor.instruments.giveTravelRuleRecord(
    await organization(),
    args[0] ?? '',
    contentOf(await objectIn(file, EXAMPLE)),
    { idempotencyKey: textIn(options, 'idempotencyKey') },
  )
  return { text: `${json.id} is the record of ${json.external_payment_instrument_id}.\n`, json }
}

/** The service checks the content, and says what is wrong with it. */
const contentOf = (content: object): Schemas['TravelRuleContent'] =>
  JSON.parse(JSON.stringify(content))
