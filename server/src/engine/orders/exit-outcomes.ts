// Pure rules for what an operator decides about one order: an accepted loss, another provider, a freeze.
import { formatAmount } from '../../platform/money/decimal.ts'
import type { Decision } from './outcomes.ts'
import { noteOf } from './notes.ts'
import type { OrderRow } from './queries.ts'

/** `reason`: the operator's; null if the service releases the order itself. */
export const onReleased = (reason: string | null = null): Decision => ({
  events: [],
  parking: 'released',
  note: reason === null ? { action: 'released', reason, offer: null } : noteOf('released', reason),
})

export const onLossAccepted = (
  { payout_currency: currency }: OrderRow,
  acceptedLossMinor: bigint,
  reason: string,
): Decision => ({
  ...onReleased(),
  acceptedLossMinor,
  note: noteOf(
    'loss_accepted',
    `up to ${formatAmount(acceptedLossMinor, currency)} ${currency}: ${reason}`,
  ),
})

export const onProviderChosen = (chosenProvider: string, reason: string): Decision => ({
  ...onReleased(),
  chosenProvider,
  note: noteOf('provider_chosen', `${chosenProvider}: ${reason}`),
})

export const onFrozen = (reason: string): Decision => ({
  events: [],
  freezing: 'frozen',
  note: noteOf('frozen', reason),
})

export const onUnfrozen = (reason: string): Decision => ({
  events: [],
  freezing: 'unfrozen',
  note: noteOf('unfrozen', reason),
})
