// The published form of an offering: a snapshot of its creation, which never changes.
import { type Static } from 'typebox'
import { toTimestamp } from '../../platform/clock.ts'
import type { Catalogue } from '../catalogue.ts'
import { limitsView, orderType, settlementTime, tiersView } from '../routes/view.ts'
import {
  bounds,
  costTiers,
  decimal,
  exact,
  identifier,
  timestamp,
} from '../../platform/http/schemas.ts'
import { danglingReference } from '../../platform/errors.ts'
import { publicId } from '../../platform/ids.ts'
import { instrumentSchema, instrumentView } from '../../parties/instruments/view.ts'
import { formatRate, parseRate } from '../../platform/money/decimal.ts'
import { providerSchema } from '../../outside/providers/view.ts'
import type { OfferingRow } from './queries.ts'

export const offeringHours = exact(
  {
    open_utc: timestamp('The start, inclusive.'),
    close_utc: timestamp('The end, exclusive.'),
  },
  {
    title: 'OfferingHours',
    description:
      'The hours in which the route and the provider both trade on the UTC day of creation. Start and end are equal on a closed day.',
  },
)

export const offeringSchema = exact(
  {
    id: identifier('off', 'The offering.'),
    order_type: orderType,
    payin: exact(
      {
        external_payment_instrument: instrumentSchema,
        limits: bounds,
        indicative_cost_tiers: costTiers,
      },
      { title: 'OfferingPayin', description: 'The paying instrument, the limits and the costs.' },
    ),
    payout: exact(
      { external_payment_instrument: instrumentSchema },
      { title: 'OfferingPayout', description: 'The instrument of the beneficiary.' },
    ),
    indicative_exchange_rate: decimal('Payout currency per unit of payin currency.', '4237.25'),
    current_day_hours_of_operation: offeringHours,
    liquidity_provider: providerSchema,
    estimated_settlement_time: settlementTime,
    created_at: timestamp('When it was created.'),
  },
  {
    title: 'Offering',
    description:
      'A route with two instruments that fit it, and its prices at creation. It never changes.',
  },
)
export type OfferingJson = Static<typeof offeringSchema>

export async function offeringView(catalogue: Catalogue, row: OfferingRow): Promise<OfferingJson> {
  const { organization_id: organizationId } = row
  const payin = await catalogue.instrument(
    { organizationId, id: row.payin_instrument_id },
    row.payin_instrument_version,
  )
  const payout = await catalogue.instrument(
    { organizationId, id: row.payout_instrument_id },
    row.payout_instrument_version,
  )
  const missing = payin === undefined ? row.payin_instrument_id : row.payout_instrument_id
  if (payin === undefined || payout === undefined)
    throw danglingReference(publicId('off', row.id), publicId('epi', missing))
  return {
    id: publicId('off', row.id),
    order_type: row.order_type,
    payin: {
      external_payment_instrument: instrumentView(payin, row.payin_instrument_version),
      limits: limitsView(row),
      indicative_cost_tiers: tiersView(row.cost_tiers, row.payin_currency),
    },
    payout: { external_payment_instrument: instrumentView(payout, row.payout_instrument_version) },
    indicative_exchange_rate: formatRate(parseRate(row.indicative_exchange_rate)),
    current_day_hours_of_operation: {
      open_utc: toTimestamp(row.open_at),
      close_utc: toTimestamp(row.close_at),
    },
    liquidity_provider: { name: row.provider_name, trading_pairs: row.trading_pairs },
    estimated_settlement_time: row.estimated_settlement_time,
    created_at: toTimestamp(row.created_at),
  }
}
