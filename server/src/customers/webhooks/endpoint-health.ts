// The effect of a receiver's answers on its endpoint: when it is disabled, and how many requests it gets at once.
import { FAST_MS, FIRST_LIMIT, MAX_LIMIT, QUICK_MS, SLOW_MS } from './slots.ts'

/** An endpoint is disabled after failing for this long, or at once when it answers 410. */
export const FAILING_MS = 5 * 24 * 3_600_000

/** Part of a statement: updates endpoints by the outcomes in `recorded`. Writes only rows that change. */
export const updateEndpointHealth = (recorded: string, failingMs: string): string => `
  update webhook_endpoints w
     set failing_since = case when j.accepted then null else coalesce(w.failing_since, j.at) end,
         status = case when j.disable_for is null then w.status else 'DISABLED' end,
         disabled_reason = j.disable_for,
         is_quick = coalesce(j.is_quick, w.is_quick),
         most_at_once = j.most_at_once,
         updated_at = case when j.disable_for is null then w.updated_at else greatest(j.at, w.updated_at) end
    from (
      select e.organization_id, e.id, r.accepted, r.is_quick, next.most_at_once, r.at,
             case when r.gone then 'gone'
                  when not r.accepted and e.failing_since <= r.at - ${failingMs} * interval '1 millisecond' then 'failing'
              end as disable_for
        from (select organization_id, endpoint_id, bool_or(health = 'accepted') as accepted,
                     bool_or(health = 'gone') as gone, max(took_ms) < ${FAST_MS} as is_fast,
                     case when max(took_ms) < ${QUICK_MS} then true when max(took_ms) >= ${SLOW_MS} then false end as is_quick,
                     max(at) as at
                from ${recorded} where health <> 'unsent' group by organization_id, endpoint_id) r
        join webhook_endpoints e on (e.organization_id, e.id) = (r.organization_id, r.endpoint_id)
       cross join lateral (
         select case when not r.accepted then ${FIRST_LIMIT}
                     when r.is_fast then least(${MAX_LIMIT}, e.most_at_once * 2)
                     else greatest(${FIRST_LIMIT}, e.most_at_once / 2) end as most_at_once) next
       where e.status = 'ENABLED' and (r.gone or r.accepted = (e.failing_since is not null) or r.is_quick <> e.is_quick
             or next.most_at_once <> e.most_at_once
             or e.failing_since <= r.at - ${failingMs} * interval '1 millisecond')
       order by e.organization_id, e.id
         for no key update of e
    ) j
   where (w.organization_id, w.id) = (j.organization_id, j.id)
  returning w.id, w.disabled_reason`
