// The only reader of environment variables. It reads them once and freezes the result. A test compares the variables
// with example.env and the README's table.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { valuesIn } from './variables.ts'
import { thrownCode } from './thrown.ts'

export type Environment = 'sandbox' | 'live'

/** Secrets of this deployment. To rotate: add a key, make it current, keep the old key for reading. */
export type Secrets = {
  currentKeyId: string
  /** Key objects: Node takes 30 µs longer for each use of a key as bytes. */
  encryptionKeys: ReadonlyMap<string, KeyObject>
  /** 32 bytes that identify the deployment and never change. They are also the first deposit seed. */
  depositSeed: Buffer
  /** Seeds of deposit addresses. The first makes new addresses; the others only watch and sweep. */
  depositSeeds: readonly [Buffer, ...Buffer[]]
}

/** Addresses that webhooks may reach: public ones only, also this machine, or also private networks. */
export type WebhookTargets = 'public' | 'loopback' | 'private'

/** How long each step is expected to take. A payout may take the `T+n` days of its route besides. */
export type Expected = { fillMs: number; payoutMs: number; reviewMs: number }

export type Config = {
  environment: Environment
  host: string
  port: number
  /** The socket that the service manager keeps open, instead of `host` and `port`. Null: none. */
  listenFd: number | null
  /** Has no trailing slash; the API is `{publicUrl}/v1`. Empty: use the listening address. */
  publicUrl: string
  dataDir: string
  database: { url: string; ownerUrl: string; readsUrl: string; poolSize: number }
  secrets: Secrets
  sandboxFile: string
  sandboxStepMs: number
  autoRelease: boolean
  webhookTargets: WebhookTargets
  /** The mail server and the sender of notices. Null: no mail is sent. */
  mail: { url: string; from: string } | null
  rateLimitPerSecond: number
  authFailuresPerMinute: number
  /** Addresses of proxies whose X-Forwarded-For header is trusted. */
  trustProxy: string[]
  /** Number of processes that serve the API. With 1, the started process serves it. */
  workers: number
  /** Port of /healthz, /readyz and /metrics of `corridor work`. Null: none. */
  workerPort: number | null
  /** How long a stopping process goes on serving, so that a load balancer can send traffic elsewhere. */
  drainDelayMs: number
  /** Whole months of events to keep besides the current month. Null keeps all. */
  eventsKeptMonths: number | null
  /** Null keeps what is encrypted forever. */
  detailsKeptDays: number | null
  /** How long steps of an order may take until its customer is told of a delay. */
  expected: Expected
  /** A person's evidence that a key was not executed counts once nothing was sent under it for this long. */
  evidenceAfterMs: number
  logLevel: string
}

/** Commands need these to find a service and to sign in. They make no folder and read no secret of the deployment. */
export type ClientSettings = {
  url: string
  operatorKey: string
  /** The three settings of customers: their key, or a profile, and the organization. */
  apiKey: string
  profile: string
  organization: string
  /** Lets clients of `corridor mcp --http` in. */
  mcpToken: string
  port: number
  sessionsFile: string
  profilesFile: string
  /** The folder of a sandbox on this machine. */
  dataDir: string
  /** Whether commands work on the embedded database in that folder. */
  isEmbedded: boolean
}

export function readClientSettings(): ClientSettings {
  const raw = settingsIn(process.env)
  const shared = process.env['XDG_CONFIG_HOME'] ?? ''
  // The standard says to ignore a relative path.
  const home = isAbsolute(shared) ? shared : join(homedir(), '.config')
  const folder = raw.CORRIDOR_CONFIG_DIR || join(home, 'corridor')
  return {
    url: raw.CORRIDOR_URL.replace(/\/+$/, ''),
    operatorKey: raw.CORRIDOR_OPERATOR_KEY,
    apiKey: raw.CORRIDOR_API_KEY,
    profile: raw.CORRIDOR_PROFILE,
    organization: raw.CORRIDOR_ORGANIZATION,
    mcpToken: raw.CORRIDOR_MCP_TOKEN,
    port: raw.PORT,
    sessionsFile: join(folder, 'sessions.json'),
    profilesFile: join(folder, 'profiles.json'),
    dataDir: resolve(raw.CORRIDOR_DATA_DIR),
    isEmbedded: raw.DATABASE_URL === '' && raw.CORRIDOR_ENVIRONMENT === 'sandbox',
  }
}

const MINUTE_MS = 60_000

export class ConfigError extends Error {}

/** The environment for a child process. */
export const environmentWith = (more: Record<string, string>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...more,
})

export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const raw = settingsIn(env)
  const dataDir = resolve(raw.CORRIDOR_DATA_DIR)
  const environment = raw.CORRIDOR_ENVIRONMENT
  if (environment === 'live' && raw.DATABASE_URL === '') {
    throw new ConfigError(
      'CORRIDOR_ENVIRONMENT=live needs DATABASE_URL: the embedded database is for the sandbox only.',
    )
  }
  return Object.freeze({
    environment,
    host: raw.HOST,
    port: raw.PORT,
    listenFd: listenFdOf(env),
    publicUrl: raw.CORRIDOR_PUBLIC_URL.replace(/\/+$/, ''),
    dataDir,
    database: {
      url: raw.DATABASE_URL,
      ownerUrl: raw.DATABASE_OWNER_URL || raw.DATABASE_URL,
      readsUrl: raw.DATABASE_READS_URL,
      poolSize: raw.DATABASE_POOL_SIZE,
    },
    secrets: readSecrets(environment, raw.CORRIDOR_SECRETS, dataDir),
    sandboxFile: raw.CORRIDOR_SANDBOX_FILE || join(import.meta.dirname, '../../sandbox.yaml'),
    sandboxStepMs: environment === 'sandbox' ? raw.CORRIDOR_SANDBOX_STEP_MS : 0,
    autoRelease:
      raw.CORRIDOR_AUTO_RELEASE === ''
        ? environment === 'sandbox'
        : raw.CORRIDOR_AUTO_RELEASE === 'true',
    webhookTargets: webhookTargets(environment, raw.CORRIDOR_WEBHOOK_ALLOW_PRIVATE),
    mail: mailOf(raw.CORRIDOR_SMTP_URL, raw.CORRIDOR_MAIL_FROM),
    rateLimitPerSecond: raw.CORRIDOR_RATE_LIMIT,
    authFailuresPerMinute: raw.CORRIDOR_AUTH_FAILURE_LIMIT,
    trustProxy: raw.CORRIDOR_TRUST_PROXY.split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
    workers: raw.CORRIDOR_WORKERS,
    workerPort: portIn(raw.CORRIDOR_WORKER_PORT),
    drainDelayMs: raw.CORRIDOR_DRAIN_DELAY_MS,
    eventsKeptMonths: keptMonths(raw.CORRIDOR_EVENTS_KEPT_MONTHS),
    detailsKeptDays: keptDays(environment, raw.CORRIDOR_DETAILS_KEPT_DAYS),
    expected: {
      fillMs: raw.CORRIDOR_EXPECTED_FILL_MINUTES * MINUTE_MS,
      payoutMs: raw.CORRIDOR_EXPECTED_PAYOUT_MINUTES * MINUTE_MS,
      reviewMs: raw.CORRIDOR_EXPECTED_REVIEW_MINUTES * MINUTE_MS,
    },
    evidenceAfterMs: raw.CORRIDOR_EVIDENCE_AFTER_HOURS * 60 * MINUTE_MS,
    logLevel: raw.LOG_LEVEL,
  })
}

function settingsIn(env: NodeJS.ProcessEnv) {
  const raw = valuesIn(env)
  if ('faults' in raw)
    throw new ConfigError(`Invalid environment variables: ${raw.faults.join('; ')}.`)
  return raw
}

/** 'env:NAME' or 'file:PATH': the form in which an operator file refers to a secret. */
export const isSecretReference = (reference: string): boolean =>
  /^env:[A-Za-z_][A-Za-z0-9_]*$/.test(reference) || /^file:./.test(reference)

/**
 * The secret that a reference of the operator file names. White space at its end is dropped. Throws without a word of
 * the secret if it is missing or empty.
 */
export function secretOf(reference: string, env: NodeJS.ProcessEnv = process.env): string {
  if (!isSecretReference(reference))
    throw new ConfigError('A secret is given as env:NAME or file:PATH, never as the secret itself.')
  const name = reference.slice(reference.indexOf(':') + 1)
  const secret = (reference.startsWith('env:') ? env[name] : secretInFile(name))?.trimEnd()
  if (secret === undefined || secret === '')
    throw new ConfigError(`The secret ${reference} is missing or empty.`)
  return secret
}

function secretInFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = thrownCode(error) ?? 'unreadable'
    throw new ConfigError(`The secret file:${path} cannot be read (${code}).`)
  }
}

function webhookTargets(environment: Environment, allowPrivate: string): WebhookTargets {
  if (allowPrivate !== '') return allowPrivate === 'true' ? 'private' : 'public'
  return environment === 'sandbox' ? 'loopback' : 'public'
}

/** The URL may have a password, so no message names it. */
function mailOf(url: string, from: string): Config['mail'] {
  if (url === '' && from === '') return null
  if (url === '' || from === '')
    throw new ConfigError('CORRIDOR_SMTP_URL and CORRIDOR_MAIL_FROM are set together, or neither.')
  const protocol = URL.canParse(url) ? new URL(url).protocol : ''
  if (protocol !== 'smtp:' && protocol !== 'smtps:')
    throw new ConfigError(
      'CORRIDOR_SMTP_URL must be a URL such as smtps://user:password@mail.example.',
    )
  if (!/^[^<>\r\n]*<?[^\s@<>]+@[^\s@<>]+>?$/.test(from))
    throw new ConfigError(
      'CORRIDOR_MAIL_FROM must be an address such as Corridor <notices@desk.example>.',
    )
  return { url, from }
}

function portIn(text: string): number | null {
  if (text === '') return null
  const port = /^\d{1,5}$/.test(text) ? Number.parseInt(text, 10) : Number.NaN
  if (port <= 65_535) return port
  throw new ConfigError(
    'CORRIDOR_WORKER_PORT must be a port from 0 to 65535, or empty for no port.',
  )
}

// 0 is refused: in the first minutes of a month, readers still need the previous one.
function keptMonths(text: string): number | null {
  if (text === '') return null
  if (!/^[1-9]\d{0,3}$/.test(text)) {
    throw new ConfigError(
      'CORRIDOR_EVENTS_KEPT_MONTHS must be a whole number of months from 1 to 9999, or empty to keep every month.',
    )
  }
  return Number.parseInt(text, 10)
}

/** Laws against money laundering commonly ask for five years. */
export const LEGAL_MINIMUM_DAYS = 1826

function keptDays(environment: Environment, text: string): number | null {
  if (text === '') return null
  const days = /^[1-9]\d{0,4}$/.test(text) ? Number.parseInt(text, 10) : 0
  const least = environment === 'live' ? LEGAL_MINIMUM_DAYS : 1
  if (days < least) {
    throw new ConfigError(
      `CORRIDOR_DETAILS_KEPT_DAYS must be a whole number of days from ${least} to 99999, or empty to keep details forever.`,
    )
  }
  return days
}

const FIRST_FD = 3

// systemd names the process that the socket is for, so that no child takes it for its own: see sd_listen_fds(3).
function listenFdOf({ LISTEN_PID, LISTEN_FDS = '0' }: NodeJS.ProcessEnv): number | null {
  if (LISTEN_PID !== String(process.pid) || LISTEN_FDS === '0') return null
  if (LISTEN_FDS !== '1')
    throw new ConfigError(
      `The service manager passes ${LISTEN_FDS} sockets, and Corridor takes one: leave a single ListenStream in the socket unit.`,
    )
  return FIRST_FD
}

// A sandbox generates its secrets at the first start. A live deployment must provide them.
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
      if (thrownCode(error) !== 'EEXIST') throw error
    }
  }
  return parseSecrets(readFileSync(file, 'utf8'), file)
}

/** A new random value for CORRIDOR_SECRETS: one encryption key and one deposit seed. */
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
      createSecretKey(key(value, `encryption_keys.${id}`)),
    ]),
  )
  const currentKeyId = parsed['current_key_id']
  if (typeof currentKeyId !== 'string' || !encryptionKeys.has(currentKeyId)) {
    throw bad('current_key_id must be one of the ids in encryption_keys')
  }
  const depositSeed = key(parsed['deposit_seed'], 'deposit_seed')
  const given = parsed['later_deposit_seeds'] ?? []
  if (!Array.isArray(given)) throw bad('later_deposit_seeds must be a list, the newest seed last')
  const later = given.map((seed, at) => key(seed, `later_deposit_seeds[${at}]`))
  const [current = depositSeed, ...older] = [depositSeed, ...later].toReversed()
  if (new Set([current, ...older].map((seed) => seed.toString('hex'))).size <= later.length)
    throw bad('later_deposit_seeds repeats a seed')
  return { currentKeyId, encryptionKeys, depositSeed, depositSeeds: [current, ...older] }
}
