// Everything about one order that decides which acts of an operator are open. open-exits.ts has the rules.
import type { Db } from '../../platform/db/pool.ts'
import { publicId, type Uuid } from '../../platform/ids.ts'
import { selectInstrument } from '../../parties/instruments/queries.ts'
import { selectOrganization } from '../../parties/organizations/queries.ts'
import { selectCancellations, type CancellationRow } from '../cancellations/queries.ts'
import { selectFills, type FillRow } from '../fills/queries.ts'
import { selectContest, type Contest } from '../halts/contested.ts'
import {
  isContradictedSend,
  isUpheld,
  selectMarks,
  type ContradictedSend,
} from '../marks/queries.ts'
import { selectPayouts, type PayoutRow } from '../payouts/queries.ts'
import { selectRefunds, type RefundRow } from '../refunds/queries.ts'
import { selectReturns, type ReturnRow } from '../returns/queries.ts'
import type { OrderRow } from './queries.ts'

export type OrderFacts = {
  order: OrderRow
  /** All lists: oldest first. */
  fills: readonly FillRow[]
  payouts: readonly PayoutRow[]
  refunds: readonly RefundRow[]
  returns: readonly ReturnRow[]
  cancellations: readonly CancellationRow[]
  contest: Contest
  contradicted: readonly ContradictedSend[]
  /** These, and those of which a person decided that the record stands. */
  decidable: readonly ContradictedSend[]
  /** The organization, or an instrument that the order may pay to or from, if it is not ACTIVE. */
  inactive: readonly Inactive[]
}

type Inactive = { id: Uuid; named: string; status: string }

export async function selectOrderFacts(db: Db, order: OrderRow): Promise<OrderFacts> {
  const [fills, payouts, refunds, returns, cancellations, contest, marks] = await Promise.all([
    selectFills(db, [order]),
    selectPayouts(db, [order]),
    selectRefunds(db, [order]),
    selectReturns(db, [order]),
    selectCancellations(db, [order]),
    selectContest(db, order),
    selectMarks(db, [order]),
  ])
  const inactive = await selectInactive(db, order, payouts.at(-1))
  const contradicted = marks.filter(isContradictedSend)
  const decidable = [...contradicted, ...marks.filter(isUpheld)]
  return {
    order,
    fills,
    payouts,
    refunds,
    returns,
    cancellations,
    contest,
    contradicted,
    decidable,
    inactive,
  }
}

async function selectInactive(
  db: Db,
  { organization_id: organizationId, payin_instrument_id, payout_instrument_id }: OrderRow,
  latest: PayoutRow | undefined,
): Promise<Inactive[]> {
  const ids = new Set([payin_instrument_id, payout_instrument_id])
  if (latest?.instrument_id != null) ids.add(latest.instrument_id)
  const [organization, ...instruments] = await Promise.all([
    selectOrganization(db, organizationId),
    ...[...ids].map((id) => selectInstrument(db, { organizationId, id })),
  ])
  return [
    ...(organization === undefined || organization.status === 'ACTIVE'
      ? []
      : [inactive(organization, `organization ${publicId('org', organizationId)}`)]),
    ...instruments.flatMap((one) =>
      one === undefined || one.status === 'ACTIVE'
        ? []
        : [inactive(one, `instrument ${publicId('epi', one.id)}`)],
    ),
  ]
}

const inactive = ({ id, status }: { id: Uuid; status: string }, named: string): Inactive => ({
  id,
  named,
  status,
})
