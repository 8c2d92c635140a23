// Finds what is to be told since the last round, from committed events and rows, and queues a notice for each person or chat that
// chose its kind. No statement of an order does anything for it.
import { formatAmount } from '../../platform/money/decimal.ts'
import { later, toTimestamp, type Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/pool.ts'
import { newUuid, publicId, uuidOf, type Uuid } from '../../platform/ids.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { selectEventsOfMany, type EventRow } from '../../engine/events/queries.ts'
import { kindOfEvent, type NoticeKind } from './kinds.ts'
import {
  insertNotices,
  MOST_WAITING,
  selectDisabledEndpoints,
  selectWaitingRequests,
  type NewNotice,
  type NoticeFacts,
} from './queries.ts'
import { keepPositions, selectActiveTargets, type Position } from './target-queries.ts'

export type GatherDeps = { db: Db; clock: Clock; config: Pick<Config, 'mail'>; metrics: Metrics }

/** Organizations whose events are read in one statement, and events of each. */
const PART = 50
const MOST_EVENTS = 100
/** Looked at again in each round. What was disabled before a longer pause of the worker is not told. */
const DISABLED_WITHIN_MS = 3_600_000

type Target = Awaited<ReturnType<typeof selectActiveTargets>>[number]

type Happened = Pick<NewNotice, 'organization_id' | 'order_id' | 'kind' | 'source' | 'facts'> & {
  enterprise_id: Uuid<'ent'>
  isFor?: (target: Target) => boolean
}

/** Returns whether there may be more at once. */
export async function gather(deps: GatherDeps): Promise<boolean> {
  const { db, clock, config } = deps
  const targets = await selectActiveTargets(db, config.mail !== null)
  if (targets.length === 0) return false
  const readers = Map.groupBy(targets, ({ enterprise_id: id }) => id)
  const enterprises = [...readers.keys()]
  const positions = await keepPositions(db, enterprises)
  let hasMore = false
  // A worker that was away for long finds much, and must not hold all of it in memory.
  for (let from = 0; from < positions.length; from += PART) {
    const part = positions.slice(from, from + PART)
    const events = await selectEventsOfMany(
      db,
      part.map((position) => [position.organization_id, position]),
      MOST_EVENTS,
    )
    hasMore ||= events.length >= MOST_EVENTS
    const homes = new Map(part.map((one) => [one.organization_id, one.enterprise_id]))
    const happened = events.flatMap((event) => ofEvent(event, homes))
    await queue(deps, readers, happened, lastOf(events))
  }
  const others = [
    ...(await ofRequests(db, enterprises)),
    ...(await ofEndpoints(db, enterprises, clock)),
  ]
  await queue(deps, readers, others, [])
  return hasMore
}

/** Queues what readers chose, and notes up to where events were read. */
async function queue(
  { db, clock, metrics }: GatherDeps,
  readers: ReadonlyMap<Uuid<'ent'>, readonly Target[]>,
  happened: readonly Happened[],
  moved: readonly Omit<Position, 'enterprise_id'>[],
): Promise<void> {
  const notices: NewNotice[] = []
  let left = 0
  for (const [enterprise, ofEnterprise] of Map.groupBy(happened, (one) => one.enterprise_id)) {
    const told = readers.get(enterprise) ?? []
    let room = MOST_WAITING
    for (const one of ofEnterprise)
      for (const target of told.filter((each) => isToldOf(each, one)))
        if (room-- > 0) notices.push(noticeFor(target, one, newUuid('ntc', clock.realNow())))
        else left += 1
  }
  if (notices.length + moved.length === 0) return
  const { dropped } = await insertNotices(db, notices, moved)
  if (dropped + left > 0) metrics.notices.inc({ way: 'any', outcome: 'no_room' }, dropped + left)
}

const isToldOf = (target: Target, { kind, isFor }: Happened): boolean =>
  target.kinds.includes(kind) && isFor?.(target) !== false

const noticeFor = (
  { id, enterprise_id }: Target,
  { organization_id, order_id, kind, source, facts }: Happened,
  noticeId: Uuid<'ntc'>,
): NewNotice => ({
  id: noticeId,
  target_id: id,
  enterprise_id,
  organization_id,
  order_id,
  kind,
  source,
  facts,
})

function ofEvent(event: EventRow, homes: ReadonlyMap<Uuid<'org'>, Uuid<'ent'>>): Happened[] {
  const kind = kindOfEvent(event.type)
  const home = homes.get(event.organization_id)
  if (kind === undefined || home === undefined) return []
  return [
    {
      enterprise_id: home,
      organization_id: event.organization_id,
      order_id: event.order_id ?? orderIn(event.data),
      kind,
      source: publicId('evt', event.id),
      facts: factsOf(event.data),
      isFor: ({ since }) => event.created_at >= since,
    },
  ]
}

const orderIn = ({ order_id: id }: Record<string, unknown>): Uuid<'ord'> | null =>
  typeof id === 'string' ? (uuidOf('ord', id) ?? null) : null

/** Nothing but what a mail may say. */
const factsOf = ({ status, deadline }: Record<string, unknown>): NoticeFacts => ({
  ...(typeof status === 'string' ? { status } : {}),
  ...(typeof deadline === 'string' ? { deadline } : {}),
})

async function ofRequests(db: Db, enterprises: readonly Uuid<'ent'>[]): Promise<Happened[]> {
  const kind: NoticeKind = 'approval_waits'
  const waiting = await selectWaitingRequests(db, enterprises)
  return waiting.map(({ id, enterprise_id, proposed_person, organization_id, payin, payout }) => ({
    enterprise_id,
    organization_id: uuidOf('org', organization_id) ?? null,
    order_id: null,
    kind,
    source: id,
    facts: { payin, payout },
    // Nobody approves what he or she prepared.
    isFor: ({ user_id }) => user_id !== proposed_person,
  }))
}

async function ofEndpoints(
  db: Db,
  enterprises: readonly Uuid<'ent'>[],
  clock: Clock,
): Promise<Happened[]> {
  const kind: NoticeKind = 'webhook_disabled'
  const disabled = await selectDisabledEndpoints(
    db,
    enterprises,
    later(clock.now(), -DISABLED_WITHIN_MS),
  )
  return disabled.map(({ id, enterprise_id, organization_id, failing_since, updated_at: at }) => ({
    enterprise_id,
    organization_id,
    order_id: null,
    kind,
    // It may be enabled and fail again.
    source: `${publicId('whe', id)} ${toTimestamp(failing_since)}`,
    facts: {},
    isFor: ({ since }) => at >= since,
  }))
}

/** Events come in order. */
function lastOf(events: readonly EventRow[]): Omit<Position, 'enterprise_id'>[] {
  const last = new Map(events.map((event) => [event.organization_id, event]))
  return [...last.values()].map(({ organization_id, epoch, transaction, id }) => ({
    organization_id,
    epoch,
    transaction,
    id,
  }))
}

/** An amount of an order as a notice says it. */
export const amountText = (minor: bigint | null, currency: string | null): string | undefined =>
  minor === null || currency === null ? undefined : `${formatAmount(minor, currency)} ${currency}`
