// The environment variables with their defaults and what they may be. It is part of the start of every process and
// command, which a library for schemas makes several times as long.
import { thrownMessage } from './thrown.ts'

const text = (fallback = '') => ({ fallback, read: (given: string): string => given })

const integer = (fallback: number, minimum: number, maximum: number) => ({
  fallback,
  read(given: string): number {
    if (!/^-?\d{1,9}$/.test(given)) throw new Error('must be integer')
    const value = Number.parseInt(given, 10)
    if (value < minimum) throw new Error(`must be >= ${minimum}`)
    if (value > maximum) throw new Error(`must be <= ${maximum}`)
    return value
  },
})

const oneOf = <Value extends string>(values: readonly Value[], fallback: NoInfer<Value>) => ({
  fallback,
  read(given: string): Value {
    const value = values.find((one) => one === given)
    if (value !== undefined) return value
    throw new Error(`must be one of ${values.filter((one) => one !== '').join(', ')}`)
  },
})

const MOST_WORKERS = 64
const YEAR_MINUTES = 525_600

const variables = {
  PORT: integer(4000, 0, 65535),
  HOST: text('127.0.0.1'),
  CORRIDOR_ENVIRONMENT: oneOf(['sandbox', 'live'], 'sandbox'),
  CORRIDOR_DATA_DIR: text('.corridor'),
  CORRIDOR_PUBLIC_URL: text(),
  DATABASE_URL: text(),
  DATABASE_OWNER_URL: text(),
  DATABASE_READS_URL: text(),
  DATABASE_POOL_SIZE: integer(10, 1, 200),
  CORRIDOR_SECRETS: text(),
  CORRIDOR_SANDBOX_FILE: text(),
  CORRIDOR_SANDBOX_STEP_MS: integer(1000, 0, 3_600_000),
  CORRIDOR_AUTO_RELEASE: oneOf(['', 'true', 'false'], ''),
  CORRIDOR_WEBHOOK_ALLOW_PRIVATE: oneOf(['', 'true', 'false'], ''),
  CORRIDOR_RATE_LIMIT: integer(5000, 1, 1_000_000),
  CORRIDOR_AUTH_FAILURE_LIMIT: integer(600, 1, 1_000_000),
  CORRIDOR_TRUST_PROXY: text(),
  CORRIDOR_WORKERS: integer(1, 1, MOST_WORKERS),
  CORRIDOR_WORKER_PORT: text(),
  CORRIDOR_DRAIN_DELAY_MS: integer(0, 0, 600_000),
  CORRIDOR_EVENTS_KEPT_MONTHS: text(),
  CORRIDOR_DETAILS_KEPT_DAYS: text(),
  CORRIDOR_EXPECTED_FILL_MINUTES: integer(15, 1, YEAR_MINUTES),
  CORRIDOR_EXPECTED_PAYOUT_MINUTES: integer(120, 1, YEAR_MINUTES),
  CORRIDOR_EXPECTED_REVIEW_MINUTES: integer(1440, 1, YEAR_MINUTES),
  CORRIDOR_EVIDENCE_AFTER_HOURS: integer(72, 0, 8760),
  CORRIDOR_SMTP_URL: text(),
  CORRIDOR_MAIL_FROM: text(),
  CORRIDOR_URL: text(),
  CORRIDOR_OPERATOR_KEY: text(),
  CORRIDOR_API_KEY: text(),
  CORRIDOR_MCP_TOKEN: text(),
  CORRIDOR_CONFIG_DIR: text(),
  CORRIDOR_PROFILE: text(),
  CORRIDOR_ORGANIZATION: text(),
  LOG_LEVEL: oneOf(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], 'info'),
}

type Values = {
  [Name in keyof typeof variables]: ReturnType<(typeof variables)[Name]['read']>
}

/** Every variable that is read, with its default. */
export const environmentVariables: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(variables).map(([name, { fallback }]) => [name, fallback]),
)

/**
 * The value of each variable, or a sentence for each that is wrong. An empty variable counts as absent:
 * `PORT= npm start` must not mean port 0.
 */
export function valuesIn(env: NodeJS.ProcessEnv): Values | { faults: string[] } {
  const faults: string[] = []
  const values = Object.entries(variables).map(([name, { fallback, read }]) => {
    const given = env[name] ?? ''
    if (given === '') return [name, fallback]
    try {
      return [name, read(given)]
    } catch (error) {
      faults.push(`${name} ${thrownMessage(error)}`)
      return [name, fallback]
    }
  })
  return faults.length > 0 ? { faults } : (Object.fromEntries(values) as Values)
}
