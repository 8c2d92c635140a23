// `corridor events`: the newest events, events from the oldest or from a cursor on, or the stream of new ones.
import type { Corridor, Event, EventFilter } from '@corridor/sdk'
import { textIn, type Given } from '../client/rows.ts'
import { jsonText, printable } from '../table.ts'
import { followed } from './follow.ts'
import type { Verb } from './run.ts'
import { chosen, tableOf, wholeNumber } from './show.ts'
import { eventTypes } from './words.ts'

const PAGE = 50
const LARGEST_PAGE = 200

function filterOf({ options }: Given) {
  const type = chosen(eventTypes, textIn(options, 'type'))
  const order = textIn(options, 'order')
  const cursor = textIn(options, 'cursor')
  return {
    ...(type === undefined ? {} : { type }),
    ...(order === undefined ? {} : { order_id: order }),
    ...(cursor === undefined ? {} : { cursor }),
  }
}

export const list: Verb = async ({ corridor, organization }, given) => {
  const id = await organization()
  const { options } = given
  const filter = filterOf(given)
  if (options['follow'] === true) {
    await followed(corridor, id, filter, (event) => {
      process.stdout.write(options['json'] === true ? jsonText(event) : `${lineOf(event)}\n`)
    })
    return undefined
  }
  const most = options['all'] === true ? Infinity : wholeNumber(options['limit'], '--limit', PAGE)
  const isOldestFirst = options['oldest'] === true || filter.cursor !== undefined
  const { rows, cursor } = isOldestFirst
    ? await read(corridor, id, filter, most)
    : await newest(corridor, id, filter, most)
  const shown = await tableOf(rows, {
    headings: ['AT', 'TYPE', 'ABOUT', 'FACTS'],
    cells: (one) => [one.created_at, one.type, aboutOf(one), factsOf(one)],
    shrinks: ['FACTS'],
    empty: 'No event was found.',
  })
  return { ...shown, note: `What comes later: --cursor ${cursor ?? ''}\n` }
}

type Found = { rows: Event[]; cursor: string | undefined }
type Query = EventFilter & { sort?: 'newest_first' }

async function read(
  corridor: Corridor,
  organization: string,
  query: Query,
  most: number,
): Promise<Found> {
  const rows: Event[] = []
  let { cursor } = query
  for (let isMore = true; isMore && rows.length < most; ) {
    const limit = Math.min(most - rows.length, LARGEST_PAGE)
    const asked = { ...query, limit, ...(cursor === undefined ? {} : { cursor }) }
    const page = await corridor.events.list(organization, asked).page()
    rows.push(...page.data)
    cursor = page.cursor ?? cursor
    isMore = page.data.length === limit
  }
  return { rows, cursor }
}

/** The cursor is that of the newest event, behind which later ones come. */
async function newest(
  corridor: Corridor,
  organization: string,
  filter: EventFilter,
  most: number,
): Promise<Found> {
  const query = { ...filter, sort: 'newest_first' } as const
  const { rows: first, cursor } = await read(corridor, organization, query, 1)
  if (cursor === undefined || first.length === 0) return { rows: first, cursor }
  const { rows } = await read(corridor, organization, { ...query, cursor }, most - 1)
  return { rows: [...first, ...rows], cursor }
}

export const lineOf = (event: Event): string =>
  printable(`${event.created_at}  ${event.type.padEnd(24)}  ${aboutOf(event)}  ${factsOf(event)}`)

const aboutOf = ({ order_id: order, data }: Event): string =>
  order ??
  ('external_payment_instrument_id' in data
    ? data.external_payment_instrument_id
    : 'organization_id' in data
      ? data.organization_id
      : '')

/** The facts of the event without the ids that each has. */
function factsOf({ data }: Event): string {
  const { amount, currency, ...rest }: Record<string, unknown> = { ...data }
  const facts = Object.entries(rest)
    .filter(([name, value]) => value !== null && !/_id$|_number$/.test(name))
    .map(([, value]) => (typeof value === 'string' ? value : JSON.stringify(value)))
  return [
    ...(amount === undefined ? [] : [`${String(amount)} ${String(currency)}`]),
    ...facts,
  ].join(', ')
}
