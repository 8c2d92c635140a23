// A live Corridor: its own PostgreSQL, the service as a process, and its commands.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openEmbedded, databaseUrlOf } from '../embedded-postgres/src/index.ts'
import { newSecrets } from '../server/src/platform/config.ts'
import { run, start, urlOf } from '../server/test/support/command.ts'

export type Corridor = Awaited<ReturnType<typeof startCorridor>>

/** `secrets`: environment variables that the operator file refers to. */
export async function startCorridor(folder: string, secrets: Record<string, string>) {
  const postgres = await openEmbedded({ dataDir: join(folder, 'database'), role: 'owner' })
  const env = {
    PORT: '0',
    CORRIDOR_ENVIRONMENT: 'live',
    CORRIDOR_DATA_DIR: join(folder, 'corridor'),
    CORRIDOR_SECRETS: newSecrets(),
    DATABASE_URL: databaseUrlOf(postgres),
    ...secrets,
  }
  /** Runs a command. Throws with its output if it fails. */
  async function corridor(...args: string[]): Promise<string> {
    const { status, stdout, said } = await run(args, env)
    if (status !== 0) throw new Error(`corridor ${args.join(' ')} failed:\n${said}`)
    return stdout
  }
  await corridor('migrate')
  const url = urlOf(await start(['serve'], env))
  let key = ''

  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text).data
  }

  return {
    url,
    command: corridor,
    call,
    /** Applies an operator file and returns what it did. */
    async apply(text: string): Promise<string> {
      const file = join(folder, 'desk.yaml')
      writeFileSync(file, text)
      return corridor('apply', file)
    },
    async signIn(enterprise: string): Promise<void> {
      key = (await corridor('keys', 'create', '--enterprise', enterprise, '--label', 'demo')).trim()
    },
    close: () => postgres.stop(),
  }
}
