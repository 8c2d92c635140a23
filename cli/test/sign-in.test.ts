// A person enrols and signs in at the terminal, and commands use the session. ways.test.ts has every command.
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { generate } from 'otplib'
import { beforeAll, describe, expect, test } from 'vitest'
import { root, run, type Ended } from '../../server/test/support/command.ts'
import { runningSandbox } from './support/sandbox.ts'

const sandbox = runningSandbox()
const PASSWORD = 'a long enough password'
let url = ''
let folder = ''

beforeAll(() => {
  url = new URL(sandbox.file().base_url).origin
  folder = join(sandbox.home, 'config')
})

const env = (more: Record<string, string> = {}) => ({
  ...sandbox.env,
  CORRIDOR_CONFIG_DIR: folder,
  ...more,
})
const direct = (...args: string[]): Promise<Ended> => run([...args, '--direct'], env())
const remote = (key: string, ...args: string[]): Promise<Ended> =>
  run(args, env({ CORRIDOR_URL: url, CORRIDOR_OPERATOR_KEY: key }))
const written = (name: string, text: string): string => {
  const path = join(sandbox.home, name)
  writeFileSync(path, `${text}\n`, { mode: 0o600 })
  return path
}

/** Signs a user in as a person does: with a token, a password and a code. Returns the token of the session. */
async function enrolled(login: string, role: string): Promise<string> {
  const invited = await direct('users', 'create', login, '--role', role, '--reason', 'joins')
  const token = written(`${login}.token`, invited.stdout.trim())
  const password = written(`${login}.password`, PASSWORD)
  const args = ['enrol', '--url', url, '--token-file', token, '--password-file', password]
  const child = spawn(join(root, 'node_modules/.bin/corridor'), args, {
    env: { PATH: process.env['PATH'], HOME: sandbox.home, ...env() },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const secret = await new Promise<string>((resolve, reject) => {
    let shown = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      shown += text
      const found = /^([A-Z2-7]{16,})$/m.exec(shown)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('close', () => reject(new Error(`enrolment ended: ${said}`)))
  })
  child.stdin.end(`${await generate({ secret })}\n`)
  await once(child, 'close')
  const { sessions } = JSON.parse(readFileSync(join(folder, 'sessions.json'), 'utf8'))
  return sessions[url].token
}

describe('a person at the terminal', () => {
  // A customer has a profile, but the operator signed in later, so commands run for the operator.
  beforeAll(async () => {
    await run(['login', '--sandbox'], env())
    await enrolled('admin', 'admin')
  }, 600_000)

  test('an operator and a customer at one machine take turns', async () => {
    const list = await run(['profiles'], env())
    expect(list.stdout).toMatch(/^sandbox +customer .* yes\n/m)
    expect(list.stdout).toMatch(new RegExp(`^admin +operator +${url} .* yes\n`, 'm'))
    expect(list.stderr).toContain('act as the operator')
    await run(['profiles', 'use', 'sandbox'], env())
    expect((await run(['whoami'], env())).stdout).toMatch(/^a customer with the profile sandbox/)
    await run(['profiles', 'use', url], env())
    expect((await run(['whoami'], env())).stdout).toMatch(/^user:admin/)
  })

  test('the session is in a file of its owner alone, and ends with sign-out', async () => {
    const file = join(folder, 'sessions.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await run(['whoami'], env())).stdout).toBe('user:admin, admin, sees all enterprises\n')
    expect((await run(['sign-out'], env())).stdout).toBe(`admin is signed out at ${url}.\n`)
    expect((await run(['whoami'], env())).stdout).toMatch(/^direct:/)
    expect((await run(['whoami', '--url', url], env())).stderr).toContain('corridor sign-in --url')
  })

  test('a wrong password is refused and never shown', async () => {
    const password = written('wrong.password', 'not the right password')
    const code = written('wrong.code', '000000')
    const ended = await run(
      [
        'sign-in',
        '--url',
        url,
        '--login',
        'admin',
        '--password-file',
        password,
        '--code-file',
        code,
      ],
      env(),
    )
    expect(ended.status).toBe(1)
    expect(ended.said).not.toContain('not the right password')
  })

  test('a service that does not answer has an exit code of its own', async () => {
    const ended = await run(
      ['orders', 'parked', '--url', 'http://127.0.0.1:1'],
      env({ CORRIDOR_OPERATOR_KEY: 'co_unknown' }),
    )
    expect(ended).toMatchObject({ status: 3, stdout: '' })
    expect(ended.stderr).toContain('no service answers at http://127.0.0.1:1')
  })

  test.each([
    ['http://service.invalid', 'is no URL of a service'],
    ['ftp://127.0.0.1', 'is no URL of a service'],
    ['nonsense', 'is no URL of a service'],
  ])('a token is not sent to %s', async (to, said) => {
    const ended = await run(['whoami', '--url', to], env({ CORRIDOR_OPERATOR_KEY: 'co_secret' }))
    expect(ended.status).toBe(1)
    expect(ended.stderr).toContain(said)
    expect(ended.said).not.toContain('co_secret')
  })

  test('an unknown key and a damaged or open file of sessions say what to do', async () => {
    const unknown = await remote('co_secret', 'whoami')
    expect(unknown.stderr).toContain('does not know the key in CORRIDOR_OPERATOR_KEY')
    expect(unknown.said).not.toContain('co_secret')
    const file = join(folder, 'sessions.json')
    writeFileSync(file, 'x', { mode: 0o600 })
    expect((await run(['whoami'], env())).stderr).toContain('is damaged: delete it')
    const open = join(sandbox.home, 'open')
    mkdirSync(open)
    writeFileSync(join(open, 'sessions.json'), '{}')
    chmodSync(join(open, 'sessions.json'), 0o644)
    const ended = await run(['whoami'], env({ CORRIDOR_CONFIG_DIR: open }))
    expect(ended.stderr).toContain('can be read by others: run chmod 600')
    expect((await run(['whoami', '--direct', '--url', url], env())).stderr).toContain(
      'leave out --url',
    )
  })
})
