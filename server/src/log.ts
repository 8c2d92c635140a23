// How the log is written, and what never gets into it.
import pino, { type DestinationStream, type Logger } from 'pino'
import type { Config } from './config.ts'

/** JSON lines, to stdout when no other destination is given. */
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
      // Nothing here logs headers, bodies or details; this is the second fence.
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

// Only named fields: PostgreSQL's `detail` of a broken constraint shows whole rows.
function errorForLog(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  const { type, message, stack } = pino.stdSerializers.err(error)
  const code = 'code' in error ? error.code : undefined
  const constraint = 'constraint' in error ? error.constraint : undefined
  return { type, message, code, constraint, stack }
}
