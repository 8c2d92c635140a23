// All SQL that writes volume_limits and volume_used, except the parts of the statements of orders in order-parts.ts.
import type { Instant } from '../../platform/clock.ts'
import { rows, sqlInstant, type Db } from '../../platform/db/pool.ts'
import { anyRow, write } from '../../platform/db/row-functions.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Uuid } from '../../platform/ids.ts'
import { countsForVolumes } from './order-parts.ts'

export const periods = ['day', 'month'] as const
export type Period = (typeof periods)[number]

export type VolumeKey = {
  organization_id: Uuid<'org'>
  /** The organization itself, or one of its instruments. */
  subject_id: Uuid<'org' | 'epi'>
  currency: string
  period: Period
}

export type VolumeLimit = VolumeKey & {
  limit_minor: bigint
  raised_minor: bigint | null
  raised_until: Instant | null
  /** The period that the limit counts now, in UTC. */
  starts_at: Instant
  ends_at: Instant
  used_minor: bigint
}

/** SQL part: the end of a period, in UTC. */
const ends = (startsAt: string, period: string): string =>
  `((${startsAt} at time zone 'UTC' + ('1 ' || ${period})::interval) at time zone 'UTC')`

const SELECT_VOLUME_LIMITS = statement(
  'select_volume_limits',
  ['organization_id', 'at'],
  `select l.organization_id, l.subject_id, l.currency, l.period, l.limit_minor, l.raised_minor, l.raised_until,
          s.at::instant as starts_at, ${ends('s.at', 'l.period')}::instant as ends_at,
          coalesce(u.used_minor, 0)::text as used_minor
     from volume_limits l
     cross join lateral (select date_trunc(l.period, $2::timestamptz, 'UTC') as at) s
     left join volume_used u on u.organization_id = l.organization_id and u.subject_id = l.subject_id
          and u.currency = l.currency and u.period = l.period and u.starts_at = s.at
    where l.organization_id = $1 and l.limit_minor is not null
    order by l.subject_id <> l.organization_id, l.subject_id, l.currency, l.period`,
)

/** The limits of an organization and its instruments, with what the current periods have used. */
export async function selectVolumeLimits(
  db: Db,
  organizationId: Uuid<'org'>,
  at: Instant,
): Promise<VolumeLimit[]> {
  const found = await rows<Omit<VolumeLimit, 'used_minor'> & { used_minor: string }>(
    db,
    SELECT_VOLUME_LIMITS,
    [organizationId, sqlInstant(at)],
  )
  return found.map((row) => ({ ...row, used_minor: BigInt(row.used_minor) }))
}

/**
 * SQL part: the sum of the orders that a limit counts in a period. An identifier begins with its time; an
 * hour's margin allows for clocks that differ.
 */
const orderedIn = (limit: string, startsAt: string): string => `
    (select coalesce(sum(o.payin_total_minor), 0) from orders o
      where o.organization_id = ${limit}.organization_id
        and o.id >= (lpad(to_hex((extract(epoch from ${startsAt}) * 1000)::bigint - 3600000), 12, '0')
                     || repeat('0', 20))::uuid
        and o.created_at >= ${startsAt} and o.created_at < ${ends(startsAt, `${limit}.period`)}
        and o.operation = 'create' and o.payin_currency = ${limit}.currency
        and ${limit}.subject_id in (o.organization_id, o.payin_instrument_id)
        and ${countsForVolumes('o')})`

/**
 * Sets or ends a limit. A new limit counts the orders of the period so far. Orders that are being created at the same
 * moment are counted by the next correction.
 */
export const upsertVolumeLimit = write(
  'upsert_volume_limit',
  ['organization_id', 'subject_id', 'currency', 'period', 'limit_minor', 'at'],
  `with before as (
     select limit_minor from volume_limits
      where organization_id = $1 and subject_id = $2 and currency = $3 and period = $4
   ), l as (
     insert into volume_limits (organization_id, subject_id, currency, period, limit_minor)
     values ($1, $2, $3, $4, $5)
     on conflict (organization_id, subject_id, currency, period) do update set limit_minor = excluded.limit_minor
     returning *, date_trunc(period, $6::timestamptz, 'UTC') as starts_at
   )
   insert into volume_used (organization_id, subject_id, currency, period, starts_at, used_minor)
   select organization_id, subject_id, currency, period, starts_at, ${orderedIn('l', 'l.starts_at')}
     from l
    where limit_minor is not null and not exists (select from before where limit_minor is not null)
       on conflict (organization_id, subject_id, currency, period, starts_at)
       do update set used_minor = excluded.used_minor`,
  (key: VolumeKey, limitMinor: bigint | null, at: Instant) => [
    ...valuesOf(key),
    limitMinor,
    sqlInstant(at),
  ],
)

const valuesOf = ({ organization_id, subject_id, currency, period }: VolumeKey) => [
  organization_id,
  subject_id,
  currency,
  period,
]

/** Raises a limit for a while. False if it is no longer as it was read. */
export const updateRaisedVolume = anyRow(
  'update_raised_volume',
  [
    'organization_id',
    'subject_id',
    'currency',
    'period',
    'raised_minor',
    'raised_until',
    'present_limit_minor',
    'present_raised_minor',
    'present_raised_until',
  ],
  `update volume_limits set raised_minor = $5, raised_until = $6
    where organization_id = $1 and subject_id = $2 and currency = $3 and period = $4 and limit_minor = $7
      and raised_minor is not distinct from $8 and raised_until is not distinct from $9
   returning limit_minor`,
  (limit: VolumeLimit, raisedMinor: bigint, until: Instant) => [
    ...valuesOf(limit),
    raisedMinor,
    sqlInstant(until),
    limit.limit_minor,
    limit.raised_minor,
    limit.raised_until === null ? null : sqlInstant(limit.raised_until),
  ],
)

type VolumeFault = VolumeKey & { used_minor: bigint; ordered_minor: bigint }
type TextFault = Omit<VolumeFault, 'used_minor' | 'ordered_minor'> & {
  used_minor: string
  ordered_minor: string
}

/** SQL part: the newest count of each limit, where it differs from its orders. */
const FAULTS = `
  select * from (
    select u.*, ${orderedIn('l', 'u.starts_at')} as ordered_minor
      from volume_limits l join volume_used u using (organization_id, subject_id, currency, period)
     where l.limit_minor is not null
       and not exists (select from volume_used later
                        where later.organization_id = u.organization_id and later.subject_id = u.subject_id
                          and later.currency = u.currency and later.period = u.period
                          and later.starts_at > u.starts_at)
  ) counts where used_minor <> ordered_minor`

const SELECT_VOLUME_FAULT = statement(
  'select_volume_fault',
  [],
  `select organization_id, subject_id, currency::text, period, used_minor::text, ordered_minor::text
     from (${FAULTS}) f
    order by organization_id, subject_id, currency, period limit 1`,
)

const faultOf = (row: TextFault): VolumeFault => ({
  ...row,
  used_minor: BigInt(row.used_minor),
  ordered_minor: BigInt(row.ordered_minor),
})

/** The first count of a current period that differs from its orders. */
export async function selectVolumeFault(db: Db): Promise<VolumeFault | undefined> {
  const [row] = await rows<TextFault>(db, SELECT_VOLUME_FAULT)
  return row === undefined ? undefined : faultOf(row)
}

const CORRECT_VOLUME_USED = statement(
  'correct_volume_used',
  [],
  `with f as materialized (${FAULTS}), corrected as (
     insert into volume_used (organization_id, subject_id, currency, period, starts_at, used_minor)
     select organization_id, subject_id, currency, period, starts_at, ordered_minor - used_minor from f
      order by 1, 2, 3, 4, 5
         on conflict (organization_id, subject_id, currency, period, starts_at)
         do update set used_minor = volume_used.used_minor + excluded.used_minor)
   select organization_id, subject_id, currency::text, period, used_minor::text, ordered_minor::text from f`,
)

/** Corrects the counts that differ from their orders, and returns them. See correctOpenTotals. */
export const correctVolumeUsed = async (db: Db): Promise<VolumeFault[]> =>
  (await rows<TextFault>(db, CORRECT_VOLUME_USED)).map(faultOf)
