// Turns an error into a message for the person at the terminal.
import { thrownCode } from '@corridor/server/platform/thrown.ts'

export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = thrownCode(error)
  if (code === 'EADDRINUSE') {
    return `${error.message}. Another program uses this port: stop it, or set PORT to another number.`
  }
  if (code === 'EACCES' && /listen/.test(error.message))
    return `${error.message}. Set PORT to a number above 1023.`
  if (code === 'ENOENT' && 'path' in error && /, (open|access|stat) /.test(error.message))
    return `there is no file ${String(error.path)}. Check the path; it is relative to the current folder.`
  if (error instanceof AggregateError) return error.errors.map(explain).join('; ')
  if (code === INSUFFICIENT_PRIVILEGE) return `${error.message}.\n${missingGrant(error.message)}`
  if (code === 'ECONNREFUSED') return `${error.message}. Is the database of DATABASE_URL running?`
  if (/unsupported startup parameter/.test(error.message))
    return `${error.message}. A pooler refuses the settings of Corridor's sessions: connect directly, or through a proxy that passes whole sessions on.`
  const isDefect =
    error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError
  return isDefect ? (error.stack ?? error.message) : error.message
}

const INSUFFICIENT_PRIVILEGE = '42501'

const missingGrant = (message: string): string =>
  /set role/.test(message)
    ? 'The login of DATABASE_URL must be a member of that role. As the owner of the tables, run:\n' +
      '  grant corridor_service to LOGIN;   -- LOGIN: the user name in DATABASE_URL'
    : 'DATABASE_OWNER_URL must own the tables, and a restored dump must bring its grants: see docs/operating.md,\n' +
      '"Database" and "Backups".'
