// Formats a connection for PostgreSQL's programs. The password goes into the environment, since every user of the
// machine can read the arguments of a program.
import { databaseUrlOf } from '@corridor/embedded-postgres'
import type { Connection } from '@corridor/server/platform/db/pool.ts'

export function libpqOf(connection: Connection): { uri: string; env: Record<string, string> } {
  if (!('connectionString' in connection)) return { uri: databaseUrlOf(connection), env: {} }
  const found =
    /^(\w+:\/\/[^:@/?]*):([^@/?]*)@/.exec(connection.connectionString) ??
    /^(.*[?&])password=([^&]*)&?/.exec(connection.connectionString)
  if (found === null) return { uri: connection.connectionString, env: {} }
  const [whole, before = '', password = ''] = found
  const at = whole.endsWith('@') ? '@' : ''
  const uri = before + at + connection.connectionString.slice(whole.length)
  return { uri, env: { PGPASSWORD: decodeURIComponent(password) } }
}
