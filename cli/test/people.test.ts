// People of a customer at a terminal: they sign in as in the console, manage people, and approve orders of each other.
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate } from 'otplib'
import { beforeAll, describe, expect, test } from 'vitest'
import type { OrderJson } from '../../server/src/engine/orders/view.ts'
import { run, runProgram, type Ended } from '../../server/test/support/command.ts'
import { headersOfPage } from '../../server/src/platform/access/sessions.ts'
import { CLIENT, openIdentityProvider } from '../../server/test/support/identity-provider.ts'
import { expectRefused, runningSandbox } from './support/sandbox.ts'

const sandbox = runningSandbox({ env: { CORRIDOR_SANDBOX_STEP_MS: '0' } })
const PASSWORD = 'correct horse battery staple'
const PROOF = { 'content-type': 'application/json', 'x-corridor-console': '1' }

let url = ''
let passwordFile = ''
const folderOf = (login: string): string => join(sandbox.home, `config-${login}`)
const envOf = (login: string) => ({ ...sandbox.env, CORRIDOR_CONFIG_DIR: folderOf(login) })
const as = (login: string, ...args: string[]): Promise<Ended> => run(args, envOf(login))
async function json<T>(login: string, ...args: string[]): Promise<T> {
  const { status, stdout, said } = await as(login, ...args, '--json')
  expect([said, status]).toEqual([said, 0])
  const data: T = JSON.parse(stdout)
  return data
}

async function entrance<T>(path: string, body: object): Promise<T> {
  const answer = await fetch(`${url}/console/entrance${path}`, {
    method: 'POST',
    headers: PROOF,
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  expect([answer.status, text]).toEqual([200, text])
  const { data }: { data: T } = JSON.parse(text)
  return data
}

/** Whoever has the link enrols in the console. Returns the secret of the authenticator app. */
async function enrol(link: string): Promise<string> {
  const token = new URL(link).hash.slice(1)
  const begun = await entrance<{ totp_secret: string }>('/enrolment', { token, password: PASSWORD })
  const code = await generate({ secret: begun.totp_secret })
  await entrance('/enrolment/confirm', { token, code })
  return begun.totp_secret
}

/** A code works once: that of the next half minute is taken too. */
async function login(name: string, secret: string): Promise<void> {
  const ended = await signIn(name, secret, '--organization', sandbox.file().organization_id)
  expect([ended.said, ended.status]).toEqual([ended.said, 0])
}

async function signIn(name: string, secret: string, ...more: string[]): Promise<Ended> {
  const codeFile = join(sandbox.home, `${name}.code`)
  const epoch = Math.floor(Date.now() / 1000) + 30
  writeFileSync(codeFile, `${await generate({ secret, epoch })}\n`, { mode: 0o600 })
  const args = ['login', '--url', url, '--company', 'Demo Enterprise', '--login', name]
  const files = ['--password-file', passwordFile, '--code-file', codeFile]
  return as(name, ...args, ...files, ...more)
}

/** No command changes the settings. */
async function askForSecondAdmin(): Promise<void> {
  const kept = readFileSync(join(folderOf('ana'), 'profiles.json'), 'utf8')
  const answer = await fetch(`${url}/console/v1/people-settings`, {
    method: 'PATCH',
    headers: { ...PROOF, ...headersOfPage(/cu_[\w-]{43}/.exec(kept)?.[0] ?? '') },
    body: JSON.stringify({ second_admin: true }),
  })
  expect(answer.status).toBe(200)
}

beforeAll(async () => {
  url = new URL(sandbox.file().base_url).origin
  passwordFile = join(sandbox.home, 'password')
  writeFileSync(passwordFile, `${PASSWORD}\n`, { mode: 0o600 })
  expect((await as('key', 'login', '--sandbox')).status).toBe(0)
  const first = await as('key', 'people', 'invite', 'ana', '--role', 'admin')
  expect(first.status).toBe(0)
  await login('ana', await enrol(first.stdout.trim()))
  for (const [name, role] of [
    ['pia', 'preparer'],
    ['abe', 'approver'],
  ] as const) {
    const invited = await as('ana', 'people', 'invite', name, '--role', role)
    expect(invited.stderr).toContain('shown only here')
    await login(name, await enrol(invited.stdout.trim()))
  }
})

describe('a person at a terminal', () => {
  test('has the session in a file of the owner alone, and no output has it', async () => {
    const file = join(folderOf('ana'), 'profiles.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const token = /cu_[\w-]{43}/.exec(readFileSync(file, 'utf8'))?.[0] ?? ''
    expect(token).not.toBe('')
    for (const args of [['profiles', 'show'], ['whoami'], ['people', 'sessions']]) {
      const { said, status } = await as('ana', ...args)
      expect(status).toBe(0)
      expect(said).not.toContain(token)
    }
    expect((await as('ana', 'whoami')).stdout).toMatch(/^ana with the profile default/)
    expectRefused(await as('ana', 'orders', 'show', token), 'a key or a secret was given')
    expectRefused(await as('ana', 'mcp', '--profile', 'default'), 'an agent needs a key')
  })

  test('with a wrong password keeps nothing, and does not say what was wrong', async () => {
    const lines = `'ana' 'not the password' '123456'`
    const command = `printf '%s\\n' ${lines} | corridor login --url ${url} --company 'Demo Enterprise'`
    const ended = await runProgram('bash', ['-c', command], envOf('nobody'))
    expectRefused(ended, /wrong|refused|sign/i)
    expect(ended.said).not.toContain('not the password')
    expect((await as('nobody', 'profiles')).stdout).toContain('There is no profile')
  })

  test('who is refused after the sign-in leaves no session behind', async () => {
    const invited = await as('ana', 'people', 'invite', 'rita', '--role', 'viewer')
    const secret = await enrol(invited.stdout.trim())
    const before = await json<unknown[]>('ana', 'people', 'sessions', 'rita')
    const ended = await signIn('rita', secret, '--organization', 'org_01jqe8m2x4fv5s0t6w7y8z9abc')
    expectRefused(ended, 'rita sees no organization')
    expect(await json<unknown[]>('ana', 'people', 'sessions', 'rita')).toEqual(before)
  })

  test("replaces no key's profile that nobody named, and asks for no password before it says so", async () => {
    const signInAt = (...more: string[]) =>
      as('key', 'login', '--url', url, '--company', 'Demo Enterprise', '--login', 'ana', ...more)
    await as('key', 'login', '--sandbox', '--profile', 'default')
    expectRefused(await signInAt(), 'the profile default has an API key', '--profile NAME')
    expect((await as('key', 'whoami', '--profile', 'default')).stdout).toMatch(/^a customer with/)
  })

  test('forgets the profile also where the service does not answer', async () => {
    const [home, folder] = [folderOf('pia'), folderOf('gone')]
    const kept = readFileSync(join(home, 'profiles.json'), 'utf8')
    mkdirSync(folder, { mode: 0o700 })
    writeFileSync(join(folder, 'profiles.json'), kept.replaceAll(url, 'http://127.0.0.1:1'), {
      mode: 0o600,
    })
    expect((await as('gone', 'logout')).stdout).toContain('The service did not answer')
    expect((await as('gone', 'profiles')).stdout).toContain('There is no profile')
  })

  test('lists people, changes a role, and looks at sessions and the trail', async () => {
    expect((await as('ana', 'people')).stdout).toMatch(/pia +preparer +ACTIVE/)
    expect((await as('ana', 'people', 'settings')).stdout).toContain('keys_may_sign_in: true')
    const invitation = ['people', 'invite', 'leo', '--role', 'viewer', '--language', 'es']
    expectRefused(await as('ana', ...invitation), '--language needs --mail')
    const made = await as('ana', ...invitation, '--mail', 'leo@acme.example')
    expect(made.said).toContain('The desk sends no mails. Hand the link over yourself.')
    expect((await as('ana', 'people', 'change', 'leo', '--role', 'developer')).stdout).toMatch(
      /^leo \(usr_\w+\) is INVITED with the role developer/,
    )
    expect((await as('ana', 'people', 'reset', 'leo')).stdout).not.toBe(made.stdout)
    expect((await as('ana', 'people', 'change', 'leo', '--disable')).stdout).toContain('DISABLED')
    expect((await as('ana', 'people', 'show', 'leo')).stdout).toContain('status: DISABLED')
    expect((await as('ana', 'people', 'audit')).stdout).toContain('customer_user.changed')
    expectRefused(await as('ana', 'people', 'change', 'leo'), 'say what changes')
    expectRefused(await as('ana', 'people', 'show', 'nobody'), 'there is no person "nobody"')
    expectRefused(await as('pia', 'people'), 'role_not_permitted')
    expectRefused(await as('key', 'people'), 'person_required', 'corridor login --company')
  })

  test('admits whom the admin saw, by the time of the enrolment', async () => {
    const { enrolled_at: seen } = await json<{ enrolled_at: string }>(
      'ana',
      'people',
      'show',
      'pia',
    )
    const admit = (...args: string[]) => as('ana', 'people', 'admit', 'pia', ...args)
    expect((await admit('--enrolled-at', seen)).stdout).toMatch(/^pia \(usr_\w+\) is ACTIVE/)
    const other = await admit('--enrolled-at', '2026-01-01T00:00:00Z')
    expectRefused(other, 'admission_closed')
    expectRefused(await admit(), '--enrolled-at')
  })

  test('ends a session, and its commands say how to sign in again', async () => {
    const invited = await as('ana', 'people', 'invite', 'eva', '--role', 'viewer')
    await login('eva', await enrol(invited.stdout.trim()))
    const [session] = await json<{ id: string }[]>('eva', 'people', 'sessions')
    const sessions = await json<{ id: string }[]>('ana', 'people', 'sessions', 'eva')
    expect(sessions.map(({ id }) => id)).toContain(session?.id)
    for (const { id } of sessions) await as('ana', 'people', 'end-session', id)
    expectRefused(await as('eva', 'orders'), 'Sign in again', '--login eva')
    expect((await as('eva', 'logout')).stdout).toContain('The session of eva has ended')
  })

  // The second admin stays.
  test('sets, withdraws, confirms and removes the provider of the company, whose secret is in no output', async () => {
    type Providers = {
      provider: { issuer: string; login_claim: string; is_required: boolean } | null
      waiting: { id: string } | null
    }
    const provider = await openIdentityProvider()
    const secretFile = join(sandbox.home, 'client-secret')
    writeFileSync(secretFile, `${CLIENT.client_secret}\n`, { mode: 0o600 })
    const ana = (...args: string[]) => as('ana', 'people', ...args)
    const shown = () => json<Providers>('ana', 'people', 'provider')
    expectRefused(await ana('set-provider', '--required'), 'say --issuer and --client-id')
    const where = ['--issuer', provider.issuer, '--client-id', CLIENT.client_id]
    const first = await ana('set-provider', ...where, '--secret-file', secretFile)
    expect(first.stdout).toBe(`People sign in with ${provider.issuer}.\n`)
    expect(first.stderr).toContain('/console/sign-in/identity/ent_')
    const changed = await ana('set-provider', '--login-claim', 'preferred_username', '--required')
    expect(changed.stdout).toContain('only admins otherwise')
    expect((await shown()).provider).toMatchObject({
      issuer: provider.issuer,
      login_claim: 'preferred_username',
      is_required: true,
    })
    expectRefused(await ana('set-provider'), 'say what changes')
    expect((await ana('set-provider', '--optional')).status).toBe(0)
    expectRefused(await as('pia', 'people', 'provider'), 'role_not_permitted')
    expectRefused(await as('key', 'people', 'remove-provider'), 'person_required')

    const invited = await ana('invite', 'bo', '--role', 'admin')
    await login('bo', await enrol(invited.stdout.trim()))
    await askForSecondAdmin()
    const asked = await ana('set-provider', '--required')
    const id = (await shown()).waiting?.id ?? ''
    expect(asked.stdout).toContain(`${id} waits for another admin until`)
    expectRefused(await ana('confirm-provider', id), 'own_request')
    expect((await as('bo', 'people', 'withdraw-provider', id)).stdout).not.toContain('waits')
    expect((await shown()).waiting).toBe(null)
    await ana('remove-provider')
    const removal = (await shown()).waiting?.id ?? ''
    const removed = await as('bo', 'people', 'confirm-provider', removal)
    expect(removed.stdout).toBe('People sign in with a password or passkey.\n')
    for (const { said } of [first, changed, asked, removed])
      expect(said).not.toContain(CLIENT.client_secret)
    await provider.close()
  })
})

describe('an order from the bound on', () => {
  type Request = { id: string; status: string; payout_total: string }
  const sells = ['--from', 'USDC', '--to', 'COP']
  const prepared = async () => {
    const args = [...sells, '--receive', '8000000.00']
    const quote = await json<{ id: string }>('pia', 'quote', ...args)
    const of = ['--priced-by', 'payout', '--metadata', 'invoice=2026-0042']
    return json<Request>('pia', 'requests', 'prepare', quote.id, ...of)
  }

  test('is prepared by one person and approved by another, for the prepared payout', async () => {
    const { id } = await prepared()
    expect((await as('key', 'requests')).stdout).toContain(id)
    expect((await as('abe', 'requests', 'list', '--status', 'PENDING')).stdout).toContain(id)
    expectRefused(await as('pia', 'requests', 'approve', id, '--yes'), 'role_not_permitted')
    expectRefused(await as('key', 'requests', 'approve', id, '--yes'), 'person_required')
    const asked = await runProgram('bash', ['-c', `corridor requests approve ${id} < /dev/null`], {
      ...envOf('abe'),
    })
    expectRefused(asked, 'add --yes')
    const order = await json<OrderJson>('abe', 'requests', 'approve', id, '--yes')
    expect(order.payout.total).toBe('8000000.00')
    expect(order.metadata).toEqual({ invoice: '2026-0042' })
    expect((await as('abe', 'requests', 'show', id)).stdout).toContain('status: APPROVED')
  })

  test('is rejected by another person, or withdrawn by its own', async () => {
    const [one, two] = [await prepared(), await prepared()]
    expect((await as('abe', 'requests', 'reject', one.id, '--note', 'twice')).stdout).toContain(
      `${one.id} is REJECTED`,
    )
    expect((await as('pia', 'requests', 'withdraw', two.id)).stdout).toContain('is WITHDRAWN')
    expectRefused(await as('abe', 'requests', 'show', 'apr_nope'), 'corridor requests')
  })
})
