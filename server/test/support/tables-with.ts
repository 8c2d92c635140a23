// Looks for a text in every row of a database.
import type { TestService } from './service.ts'

/** Tables with a row that has this text in it. */
export async function tablesWith({ database }: TestService, text: string): Promise<string[]> {
  const { rows: tables } = await database.owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition order by relname`,
  )
  const having: string[] = []
  for (const { name } of tables) {
    const { rows } = await database.owner.query(
      `select from ${name} t where strpos(t::text, $1) > 0 limit 1`,
      [text],
    )
    if (rows.length > 0) having.push(name)
  }
  return having
}
