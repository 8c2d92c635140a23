// The SQL part that collects refunds in another one. queries.ts has those that insert and change refunds.

/** SQL part that collects unsent refunds, [{position, id, collected_in}], in the refund that pays them back. */
export const collectRefunds = (json: string, changed: string): string => `
  update refunds r
     set status = 'COLLECTED', collected_in = c.collected_in, updated_at = greatest(c.at, r.updated_at)
    from (select c.organization_id, c.at, i.id, i.collected_in
            from json_to_recordset(${json}::json) as i (position int, id uuid, collected_in uuid)
            join ${changed} c using (position) offset 0) c
   where (r.organization_id, r.id) = (c.organization_id, c.id) and r.status in ('PENDING', 'FAILED', 'KEPT')`
