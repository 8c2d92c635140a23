// The only reader of the environment: read once, decided once, frozen. Every variable is in
// example.env and in the README's table (a test compares the three).
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { envSchema } from 'env-schema'
import Type from 'typebox'

const integer = (fallback: number, minimum: number, maximum: number) =>
  Type.Integer({ default: fallback, minimum, maximum })

export const MOST_WORKERS = 64

const environmentSchema = Type.Object({
  PORT: integer(4000, 0, 65535),
  HOST: Type.String({ default: '127.0.0.1' }),
  CORRIDOR_ENVIRONMENT: Type.Enum(['sandbox', 'live'], { default: 'sandbox' }),
  CORRIDOR_DATA_DIR: Type.String({ default: '.corridor' }),
  CORRIDOR_PUBLIC_URL: Type.String({ default: '' }),
  DATABASE_URL: Type.String({ default: '' }),
  DATABASE_OWNER_URL: Type.String({ default: '' }),
  DATABASE_POOL_SIZE: integer(10, 1, 200),
  CORRIDOR_SECRETS: Type.String({ default: '' }),
  CORRIDOR_SANDBOX_FILE: Type.String({ default: '' }),
  CORRIDOR_SANDBOX_STEP_MS: integer(1000, 0, 3_600_000),
  CORRIDOR_AUTO_RELEASE: Type.Enum(['', 'true', 'false'], { default: '' }),
  CORRIDOR_WEBHOOK_ALLOW_PRIVATE: Type.Enum(['', 'true', 'false'], { default: '' }),
  CORRIDOR_RATE_LIMIT: integer(5000, 1, 1_000_000),
  CORRIDOR_AUTH_FAILURE_LIMIT: integer(600, 1, 1_000_000),
  CORRIDOR_TRUST_PROXY: Type.String({ default: '' }),
  CORRIDOR_WORKERS: integer(1, 1, MOST_WORKERS),
  CORRIDOR_DRAIN_DELAY_MS: integer(0, 0, 600_000),
  CORRIDOR_EVENTS_KEPT_MONTHS: Type.String({ default: '' }),
  LOG_LEVEL: Type.Enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], {
    default: 'info',
  }),
})

/** Every variable that is read, with its default. */
export const environmentVariables: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(environmentSchema.properties).map(([name, schema]) => [
    name,
    'default' in schema ? schema.default : undefined,
  ]),
)

export type Environment = 'sandbox' | 'live'

/** What only this deployment knows. Rotating: add a key, make it current, keep the old one to read. */
export type Secrets = {
  currentKeyId: string
  encryptionKeys: ReadonlyMap<string, Buffer>
  /** 32 bytes from which the keys of all deposit addresses are derived. */
  depositSeed: Buffer
}

/** Where webhooks may go beside public addresses: nowhere, this machine, or any private network. */
export type WebhookTargets = 'public' | 'loopback' | 'private'

export type Config = {
  environment: Environment
  host: string
  port: number
  /** Without a trailing slash; `{publicUrl}/v1` is the API. Empty: derived from the listening address. */
  publicUrl: string
  dataDir: string
  database: { url: string; ownerUrl: string; poolSize: number }
  secrets: Secrets
  sandboxFile: string
  sandboxStepMs: number
  autoRelease: boolean
  webhookTargets: WebhookTargets
  rateLimitPerSecond: number
  authFailuresPerMinute: number
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  trustProxy: string[]
  /** Processes that serve the API; with one it is the process itself. */
  workers: number
  /** How long a process that was told to stop serves on, so that who spreads the load can look elsewhere. */
  drainDelayMs: number
  /** How many whole months of events stay beside the present one; null: all. */
  eventsKeptMonths: number | null
  logLevel: string
}

export class ConfigError extends Error {}

/** The environment of a process that this one starts. */
export const environmentWith = (more: Record<string, string>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...more,
})

export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  // An empty variable means the same as an absent one: `PORT= npm start` is not port 0.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const raw = decided(given)
  const dataDir = resolve(raw.CORRIDOR_DATA_DIR)
  const environment = raw.CORRIDOR_ENVIRONMENT
  if (environment === 'live' && raw.DATABASE_URL === '') {
    throw new ConfigError(
      'CORRIDOR_ENVIRONMENT=live needs DATABASE_URL: the embedded database is for the sandbox.',
    )
  }
  return Object.freeze({
    environment,
    host: raw.HOST,
    port: raw.PORT,
    publicUrl: raw.CORRIDOR_PUBLIC_URL.replace(/\/+$/, ''),
    dataDir,
    database: {
      url: raw.DATABASE_URL,
      ownerUrl: raw.DATABASE_OWNER_URL || raw.DATABASE_URL,
      poolSize: raw.DATABASE_POOL_SIZE,
    },
    secrets: readSecrets(environment, raw.CORRIDOR_SECRETS, dataDir),
    sandboxFile: raw.CORRIDOR_SANDBOX_FILE || join(import.meta.dirname, '../sandbox.yaml'),
    sandboxStepMs: environment === 'sandbox' ? raw.CORRIDOR_SANDBOX_STEP_MS : 0,
    autoRelease:
      raw.CORRIDOR_AUTO_RELEASE === ''
        ? environment === 'sandbox'
        : raw.CORRIDOR_AUTO_RELEASE === 'true',
    webhookTargets: webhookTargets(environment, raw.CORRIDOR_WEBHOOK_ALLOW_PRIVATE),
    rateLimitPerSecond: raw.CORRIDOR_RATE_LIMIT,
    authFailuresPerMinute: raw.CORRIDOR_AUTH_FAILURE_LIMIT,
    trustProxy: raw.CORRIDOR_TRUST_PROXY.split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
    workers: raw.CORRIDOR_WORKERS,
    drainDelayMs: raw.CORRIDOR_DRAIN_DELAY_MS,
    eventsKeptMonths: keptMonths(raw.CORRIDOR_EVENTS_KEPT_MONTHS),
    logLevel: raw.LOG_LEVEL,
  })
}

function webhookTargets(environment: Environment, allowPrivate: string): WebhookTargets {
  if (allowPrivate !== '') return allowPrivate === 'true' ? 'private' : 'public'
  return environment === 'sandbox' ? 'loopback' : 'public'
}

// Not 0: in the first minute of a month nobody has read all of the last one.
function keptMonths(text: string): number | null {
  if (text === '') return null
  if (!/^[1-9]\d{0,3}$/.test(text)) {
    throw new ConfigError(
      'CORRIDOR_EVENTS_KEPT_MONTHS must be a whole number of months from 1 to 9999, or empty: every month is kept.',
    )
  }
  return Number.parseInt(text, 10)
}

function decided(given: NodeJS.ProcessEnv): Type.Static<typeof environmentSchema> {
  try {
    return envSchema<Type.Static<typeof environmentSchema>>({
      schema: environmentSchema,
      data: given,
      env: false,
    })
  } catch (error) {
    throw new ConfigError(`The environment is not usable: ${reasonsOf(error).join('; ')}.`)
  }
}

type Fault = {
  instancePath: string
  message: string
  params: { allowedValues?: readonly string[] }
}

// What Ajv says of each variable, with the values where it only says that there are some.
function reasonsOf(error: unknown): string[] {
  if (!(error instanceof Error && 'errors' in error && Array.isArray(error.errors)))
    return [String(error)]
  const faults: Fault[] = error.errors
  return faults.map(({ instancePath, message, params: { allowedValues } }) => {
    const allowed = allowedValues?.filter((value) => value !== '').join(', ')
    return `${instancePath.slice(1)} ${allowed === undefined ? message : `must be one of ${allowed}`}`
  })
}

// The sandbox makes its secrets at the first start; a live deployment must bring them.
function readSecrets(environment: Environment, given: string, dataDir: string): Secrets {
  if (given !== '') return parseSecrets(given, 'CORRIDOR_SECRETS')
  if (environment === 'live') {
    throw new ConfigError(
      'CORRIDOR_ENVIRONMENT=live needs CORRIDOR_SECRETS; `corridor secrets` prints a new value.',
    )
  }
  const file = join(dataDir, 'secrets.json')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    try {
      writeFileSync(file, newSecrets() + '\n', { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
  return parseSecrets(readFileSync(file, 'utf8'), file)
}

/** A fresh value for CORRIDOR_SECRETS: one encryption key, one deposit seed. */
export function newSecrets(): string {
  return JSON.stringify({
    current_key_id: 'k1',
    encryption_keys: { k1: randomBytes(32).toString('base64') },
    deposit_seed: randomBytes(32).toString('base64'),
  })
}

function parseSecrets(text: string, where: string): Secrets {
  const bad = (why: string) => new ConfigError(`${where} is not usable: ${why}.`)
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw bad('it is not JSON')
  }
  const isRecord = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null
  const key = (value: unknown, name: string): Buffer => {
    const bytes = Buffer.from(typeof value === 'string' ? value : '', 'base64')
    if (bytes.length !== 32) throw bad(`${name} must be 32 bytes in base64`)
    return bytes
  }
  if (!isRecord(parsed) || !isRecord(parsed['encryption_keys']))
    throw bad('encryption_keys is missing')
  const encryptionKeys = new Map(
    Object.entries(parsed['encryption_keys']).map(([id, value]) => [
      id,
      key(value, `encryption_keys.${id}`),
    ]),
  )
  const currentKeyId = parsed['current_key_id']
  if (typeof currentKeyId !== 'string' || !encryptionKeys.has(currentKeyId)) {
    throw bad('current_key_id names none of its encryption_keys')
  }
  return { currentKeyId, encryptionKeys, depositSeed: key(parsed['deposit_seed'], 'deposit_seed') }
}
