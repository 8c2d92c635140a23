// The form of a stray in the operator API.
import Type from 'typebox'
import { toTimestamp, toTimestampOrNull } from '../../platform/clock.ts'
import {
  choice,
  count,
  exact,
  identifier,
  nullable,
  timestamp,
} from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { formatUnits } from '../../platform/money/units.ts'
import type { StrayRow } from './queries.ts'

const words = (description: string, example: string) =>
  Type.String({ description, examples: [example] })

/** The queue shows these too. */
export const strayFacts = {
  status: choice(
    ['OPEN', 'RETURNING', 'RETURNED', 'DISMISSED', 'GONE'],
    'OPEN: an operator decides. RETURNING: the return is under way. GONE: the address does not hold it any more.',
    { title: 'StrayStatus', example: 'OPEN' },
  ),
  stopped_at: nullable(
    timestamp('An instant.'),
    'Since when nothing is sent for its return. Null: it was not stopped.',
  ),
  rail: words('The rail.', 'evm:base'),
  account: words('The deposit address.', '0x52908400098527886E0F7030069857D2E4169EE7'),
  order_id: identifier('ord', 'The order that shows the address.'),
  asset: words('`native` for the coin of the chain, or the contract or mint.', 'native'),
  symbol: words('Its name in the settings of the rail. It is no currency of the desk.', 'ETH'),
  amount: words('How much of it is there.', '0.25'),
  problem: nullable(
    words('A text.', 'displaced'),
    'Why the last return moved nothing, or cannot be sent now. Null without a problem.',
  ),
  contradicted_key: nullable(
    words('A key.', 'stray:0123456789abcdef0123456789abcdef:1'),
    'The return whose recorded outcome its rail contradicts. Null for none.',
  ),
}

export const straySchema = exact(
  {
    id: identifier('str', 'The stray.'),
    ...strayFacts,
    seen_at: timestamp('When it was first seen.'),
    ended_at: nullable(timestamp('An instant.'), 'When it ended. Null: it did not.'),
    attempts: count('How often its return was tried.', 1),
    reference: nullable(
      words('A transaction.', '0x5c504ed432cb51138bcf09aa5e8a410d'),
      'Of its return.',
    ),
  },
  { title: 'Stray', description: 'A coin or token at a deposit address that is no deposit.' },
)

export const strayFactsView = (row: StrayRow) => ({
  status: row.status,
  stopped_at: toTimestampOrNull(row.stopped_at),
  rail: row.rail,
  account: row.account,
  order_id: publicId('ord', row.order_id),
  asset: row.asset,
  symbol: row.symbol,
  amount: formatUnits(BigInt(row.units), row.decimals),
  problem: row.problem,
  contradicted_key: row.contradicted_key,
})

export const strayView = (row: StrayRow) => ({
  id: publicId('str', row.id),
  ...strayFactsView(row),
  seen_at: toTimestamp(row.seen_at),
  ended_at: toTimestampOrNull(row.ended_at),
  attempts: row.attempt,
  reference: row.reference,
})
