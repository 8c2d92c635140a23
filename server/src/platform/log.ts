// The format of the log, and the fields that never get into it.
import pino, { type DestinationStream, type Logger } from 'pino'
import type { Config } from './config.ts'
import { thrownCode } from './thrown.ts'

/** Writes JSON lines, by default to stdout. */
export const createLog = (
  config: Pick<Config, 'logLevel'>,
  destination?: DestinationStream,
): Logger =>
  pino(
    {
      level: config.logLevel,
      timestamp: pino.stdTimeFunctions.isoTime,
      base: null,
      serializers: { err: errorForLog },
      // A second safeguard: no code logs headers, bodies or details.
      redact: {
        paths: [
          'authorization',
          '*.authorization',
          '*.*.authorization',
          'details',
          '*.details',
          '*.*.details',
          'api_key',
          '*.api_key',
        ],
        censor: '[redacted]',
      },
    },
    destination ?? pino.destination(1),
  )

// Only these fields: PostgreSQL's `detail` of a violated constraint shows whole rows.
function errorForLog(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  const { type, message, stack } = pino.stdSerializers.err(error)
  const code = thrownCode(error)
  const constraint = 'constraint' in error ? error.constraint : undefined
  return { type, message, code, constraint, stack }
}
