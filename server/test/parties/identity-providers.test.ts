// People of a customer sign in with their company's identity provider. The provider is real HTTP on this machine.
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newSecrets } from '../../src/platform/config.ts'
import { createTargets, type Targets } from '../../src/platform/outgoing/target.ts'
import { checkProvider } from '../../src/parties/identity-providers/ask.ts'
import { sealText } from '../../src/platform/db/seal.ts'
import { forgetWaitingProviders } from '../../src/parties/identity-providers/manage.ts'
import { flowIn } from '../../src/parties/identity-providers/flow.ts'
import { endSessionsOfBefore } from '../../src/parties/users/session-queries.ts'
import { verifyAudit } from '../../src/parties/audit/verify.ts'
import { siteOf } from '../../src/parties/users/passkeys.ts'
import { codeOf, forgettingCounts, newPerson, PASSWORD, standingClock } from '../support/desk.ts'
import { dialerTo } from '../support/dialer.ts'
import { newAuthenticator } from '../support/authenticator.ts'
import {
  CLIENT,
  openIdentityProvider,
  type IdentityProvider,
} from '../support/identity-provider.ts'
import {
  byPage,
  COMPANY,
  cookieOf,
  enrolPerson,
  firstAdmin,
  newColleague,
  personWith,
  signInPerson,
  tokenIn,
  type CustomerPerson,
  type InvitedJson,
  type PersonJson,
} from '../support/people.ts'
import { testService, type Reply, type TestService } from '../support/service.ts'

type ProvidersJson = {
  provider: { issuer: string; is_required: boolean } | null
  waiting: { id: string; provider: { issuer: string } | null } | null
  redirect_uri: string
}
type Creation = Parameters<ReturnType<typeof newAuthenticator>['create']>[0]
type Asked = Parameters<ReturnType<typeof newAuthenticator>['sign']>[0]

let corridor: TestService
let provider: IdentityProvider
let admin: CustomerPerson
let count = 0
const clock = standingClock()
// Processes of one deployment have one address.
const env = {
  CORRIDOR_SECRETS: newSecrets(),
  CORRIDOR_PUBLIC_URL: 'http://127.0.0.1:4000',
  CORRIDOR_TRUST_PROXY: '127.0.0.1',
}
const sharedCounts = forgettingCounts()
const desk = () => ({ corridor, clock })

beforeAll(async () => {
  provider = await openIdentityProvider()
  corridor = await testService({ clock, env, worker: false, replace: () => ({ sharedCounts }) })
  admin = await firstAdmin(desk())
  expect((await set({})).status).toBe(200)
})
afterAll(async () => {
  await corridor.close()
  await provider.close()
})
beforeEach(() => {
  sharedCounts.forget()
  clock.advanceReal(60_000)
  provider.lies({})
})

const settings = () => ({
  issuer: provider.issuer,
  ...CLIENT,
  login_claim: 'email',
  is_required: false,
})
const set = (change: object, by = admin) =>
  by.act<ProvidersJson>('PATCH', '/v1/identity-provider', { ...settings(), ...change })
const newMail = () => `person-${(count += 1)}@acme.example`
const claimsOf = (email: string) => ({ sub: `sub of ${email}`, email, email_verified: true })
const invite = async (login: string, role = 'viewer', by = admin) =>
  (await by.act<InvitedJson>('POST', '/v1/people', { login, role })).data
/** The admin of another customer. */
async function otherCompany(name: string): Promise<CustomerPerson> {
  await corridor.sql`insert into enterprises (id, name, created_at)
      values (gen_random_uuid(), ${name}, now())`
  const { key } = await corridor.newKey({ enterprise: name })
  const first = { login: 'admin', role: 'admin' }
  const { data } = await corridor.post<InvitedJson>('/v1/people', first, { key })
  return enrolPerson(desk(), data)
}
const lastActOf = async ({ id }: Pick<CustomerPerson, 'id'>) => {
  const { data } = await admin.act<{ subject: string; act: string }[]>('GET', '/v1/people-audit')
  return data.find(({ subject }) => subject === id)?.act
}
const read = ({ act }: Pick<CustomerPerson, 'act'>) =>
  act('GET', `${corridor.organization}/orders?limit=1`)

const tryToBegin = (company = COMPANY) =>
  byPage(desk())<{ url: string }>('POST', '/entrance/identity', { company })
/** A browser on its way to the provider. */
async function begin(company = COMPANY) {
  const begun = await tryToBegin(company)
  return { url: begun.data.url, cookie: cookieOf(begun) }
}
/** What the page of the return sends. */
const sentBy = (back: URL) => ({
  query: back.search.slice(1),
  company: back.pathname.split('/').at(-1),
})
const finish = (cookie: string, back: URL, at = desk(), address = '127.0.0.1') =>
  byPage(at, cookie)<{ login: string }>('POST', '/entrance/identity/finish', sentBy(back), {
    'x-forwarded-for': address,
  })
const BUSY = 'Too many sign-ins at once.'
/** Signs in as whoever `claims` name at the provider. */
async function signIn(claims: Record<string, unknown>): Promise<Reply<{ login: string }>> {
  provider.signsIn(claims)
  const { url, cookie } = await begin()
  return finish(cookie, provider.agree(url))
}
const sessionOf = (reply: Reply<unknown>): string =>
  /corridor_session=[^;]+/.exec(reply.headers.getSetCookie().join('\n'))?.[0] ?? ''
const acting = (reply: Reply<unknown>) => ({ act: byPage(desk(), sessionOf(reply)) })
const reasonOf = ({ problem }: Reply<unknown>) => [
  problem.code,
  problem['reason'] ?? problem['fault'],
]

/** An invited person who has entered with the provider. */
async function entered(role = 'viewer') {
  const login = newMail()
  const { person } = await invite(login, role)
  const reply = await signIn(claimsOf(login))
  expect(reply.status).toBe(200)
  return { ...person, login, ...acting(reply) }
}

describe('a person who was invited', () => {
  test('enters with the provider, and the name there may change afterwards', async () => {
    const login = newMail()
    await invite(login)
    const first = await signIn(claimsOf(login))
    expect(first.data.login).toBe(login)
    expect((await read(acting(first))).status).toBe(200)
    const renamed = await signIn({ ...claimsOf('other@acme.example'), sub: `sub of ${login}` })
    expect(renamed.data.login).toBe(login)
  })

  test('is found by the subject only: the same mail address of somebody else does not enter', async () => {
    const { login } = await entered()
    const heir = await signIn({ ...claimsOf(login), sub: 'another account' })
    expect(reasonOf(heir)).toEqual(['identity_refused', 'unknown_person'])
    expect(sessionOf(heir)).toBe('')
  })

  test('whose link expired, who was disabled or who was never invited does not enter', async () => {
    const late = newMail()
    await invite(late)
    expect(reasonOf(await signIn(claimsOf('stranger@acme.example')))).toEqual([
      'identity_refused',
      'unknown_person',
    ])
    clock.advanceReal(86_400_000)
    admin = personWith(desk(), admin, admin.secret, cookieOf(await signInPerson(desk(), admin)))
    expect((await signIn(claimsOf(late))).problem.code).toBe('identity_refused')
    const out = await entered()
    await admin.act('PATCH', `/v1/people/${out.id}`, { is_disabled: true })
    expect((await read(out)).status, 'the session ends at once').toBe(401)
    expect((await signIn(claimsOf(out.login))).problem.code).toBe('identity_refused')
  })

  test('of another company is nobody here, even with the same address', async () => {
    const login = newMail()
    await invite(login)
    const theirs = await otherCompany('Another Company')
    expect((await set({}, theirs)).status).toBe(200)
    provider.signsIn(claimsOf(login))
    const { url, cookie } = await begin('Another Company')
    expect(reasonOf(await finish(cookie, provider.agree(url)))).toEqual([
      'identity_refused',
      'unknown_person',
    ])
    expect((await signIn(claimsOf(login))).status, 'the own company').toBe(200)
  })

  test('enters too where the provider tells names apart from the token, about the same subject', async () => {
    const login = newMail()
    await invite(login)
    provider.lies({ thin: 'the subject of another one' })
    expect(reasonOf(await signIn(claimsOf(login)))).toEqual([
      'identity_provider_failed',
      'wrong_answer',
    ])
    provider.lies({ thin: `sub of ${login}` })
    expect((await signIn(claimsOf(login))).data.login).toBe(login)
  })

  test.each([
    ['a letter that only looks like a k', (login: string) => login.replace('k', '\u212A')],
    ['a NUL', (login: string) => `${login}\0`],
    ['a space', (login: string) => `${login} `],
  ])('is not whoever has an address with %s', async (_what, changed) => {
    const login = `k-${newMail()}`
    await invite(login)
    const claims = { ...claimsOf(changed(login)), sub: `sub of ${login}` }
    expect(reasonOf(await signIn(claims))).toEqual(['identity_refused', 'unknown_person'])
    expect((await signIn(claimsOf(login.toUpperCase()))).data.login).toBe(login)
  })

  test('needs an address that the provider has verified', async () => {
    const login = newMail()
    await invite(login)
    const unverified = await signIn({ ...claimsOf(login), email_verified: false })
    expect(reasonOf(unverified)).toEqual(['identity_refused', 'unverified'])
    provider.lies({ thin: 'without a name' })
    expect(reasonOf(await signIn({ sub: 'without a name' }))).toEqual([
      'identity_refused',
      'no_login',
    ])
  })

  test('loses what a holder of the link chose before', async () => {
    const login = newMail()
    const { link } = await invite(login)
    const token = tokenIn(link)
    const page = byPage(desk())
    const begun = await page<{ totp_secret: string }>('POST', '/entrance/enrolment', {
      token,
      password: PASSWORD,
    })
    expect((await signIn(claimsOf(login))).status).toBe(200)
    const code = await codeOf(begun.data.totp_secret, clock.realNow())
    const confirmed = await page('POST', '/entrance/enrolment/confirm', { token, code })
    expect(confirmed.problem.code).toBe('enrolment_failed')
    const byPassword = await signInPerson(desk(), { login, secret: begun.data.totp_secret })
    expect(byPassword.problem.code).toBe('sign_in_failed')
  })

  test('who is reset is forgotten, and invited anew', async () => {
    const person = await entered()
    await admin.act('POST', `/v1/people/${person.id}/reset`)
    expect((await read(person)).status).toBe(401)
    const other = await signIn({ ...claimsOf(person.login), sub: 'a new account' })
    expect(other.status, 'the invitation is open again').toBe(200)
    expect((await signIn(claimsOf(person.login))).problem.code).toBe('identity_refused')
  })
})

describe('a person with a password', () => {
  const linking = async (person: CustomerPerson) => {
    clock.advanceReal(60_000)
    const code = await codeOf(person.secret, clock.realNow())
    const begun = await person.act<{ url: string }>('POST', '/session/identity', { code })
    return { begun, cookie: `${person.cookie}; ${cookieOf(begun)}` }
  }
  const end = (cookie: string, back: URL) =>
    byPage(desk(), cookie)('POST', '/session/identity/finish', sentBy(back))

  test('links the identity while signed in, and enters with either', async () => {
    const login = newMail()
    const person = await newColleague(desk(), admin, login, 'viewer')
    expect((await signIn(claimsOf(login))).problem.code, 'not by the address alone').toBe(
      'identity_refused',
    )
    provider.signsIn(claimsOf(login))
    const { begun, cookie } = await linking(person)
    expect((await end(cookie, provider.agree(begun.data.url))).status).toBe(200)
    expect((await signIn(claimsOf(login))).data.login).toBe(login)
    clock.advanceReal(60_000)
    expect((await signInPerson(desk(), person)).status).toBe(200)
    expect((await person.act('GET', '/session/identity')).data).toEqual({
      issuer: provider.issuer,
      is_linked: true,
    })
  })

  test('needs a code for it, and links nothing that is somebody else’s', async () => {
    const taken = await entered()
    const person = await newColleague(desk(), admin, newMail(), 'viewer')
    const wrong = await person.act('POST', '/session/identity', { code: '000000' })
    expect(wrong.problem.code).toBe('code_wrong')
    provider.signsIn(claimsOf(taken.login))
    const { begun, cookie } = await linking(person)
    expect(reasonOf(await end(cookie, provider.agree(begun.data.url)))).toEqual([
      'identity_refused',
      'already_linked',
    ])
  })

  test('links nothing with the answer for another person, and signs nobody in with it', async () => {
    const [one, two] = [
      await newColleague(desk(), admin, newMail(), 'viewer'),
      await newColleague(desk(), admin, newMail(), 'viewer'),
    ]
    provider.signsIn(claimsOf(one.login))
    const { begun, cookie } = await linking(one)
    const back = provider.agree(begun.data.url)
    const flow = cookie.slice(one.cookie.length + 2)
    expect(reasonOf(await end(`${two.cookie}; ${flow}`, back))).toEqual([
      'identity_refused',
      'expired',
    ])
    expect((await finish(flow, back)).problem.code).toBe('identity_refused')
  })
})

describe('an answer', () => {
  const refused = ['identity_refused', 'expired']

  test('works in the browser that began, once, for fifteen minutes', async () => {
    const login = newMail()
    await invite(login)
    provider.signsIn(claimsOf(login))
    const [mine, theirs] = [await begin(), await begin()]
    const back = provider.agree(mine.url)
    expect(reasonOf(await finish(theirs.cookie, back)), 'another browser').toEqual(refused)
    expect(reasonOf(await finish('', back)), 'no browser').toEqual(refused)
    expect((await finish(mine.cookie, back)).status).toBe(200)
    expect(reasonOf(await finish(mine.cookie, back)), 'again').toEqual(refused)
    const late = await begin()
    clock.advanceReal(15 * 60_000)
    expect(reasonOf(await finish(late.cookie, provider.agree(late.url)))).toEqual(refused)
  })

  test('is worth nothing with a changed cookie, nor with that of another deployment', async () => {
    const { url, cookie } = await begin()
    const back = provider.agree(url)
    const changed = `${cookie.slice(0, -6)}${cookie.endsWith('AAAAAA') ? 'BBBBBB' : 'AAAAAA'}`
    expect(reasonOf(await finish(changed, back))).toEqual(refused)
  })

  test('is worth nothing with what was sealed for the database', async () => {
    const { secrets } = corridor.deps.config
    const { url, cookie } = await begin()
    const flow = flowIn(secrets, cookie, clock.realNow())
    if (flow === undefined) throw new Error('the cookie has no flow')
    const { keyId, bytes } = sealText(secrets, flow.provider, JSON.stringify(flow))
    const sealed = [keyId, bytes.toString('base64')]
    const back = provider.agree(url)
    for (const parts of [sealed, [flow.provider, ...sealed]]) {
      const forged = Buffer.from(JSON.stringify(parts)).toString('base64url')
      expect(reasonOf(await finish(`corridor_identity=${forged}`, back))).toEqual(refused)
    }
  })

  test('that was used in one process is used in all', async () => {
    const login = newMail()
    await invite(login)
    const replace = () => ({ sharedCounts })
    const database = corridor.database
    const other = await testService({ clock, env, worker: false, database, replace })
    provider.signsIn(claimsOf(login))
    const { url, cookie } = await begin()
    const back = provider.agree(url)
    const there = { corridor: other, clock }
    expect((await finish(cookie, back, there)).status, 'another process goes on').toBe(200)
    expect(reasonOf(await finish(cookie, back))).toEqual(refused)
    await other.stop()
  })

  test('comes back to the configured address, whatever the Host header says', async () => {
    const begun = await corridor.call<{ url: string }>('POST', '/console/entrance/identity', {
      key: null,
      body: { company: COMPANY },
      headers: {
        'x-corridor-console': '1',
        'sec-fetch-site': 'same-origin',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
      },
    })
    const { origin } = siteOf(corridor.deps.publicUrl())
    const { data: session } = await admin.act<{ enterprise_id: string }>('GET', '/session')
    const { data: shown } = await admin.act<ProvidersJson>('GET', '/v1/identity-provider')
    expect(shown.redirect_uri).toBe(`${origin}/console/sign-in/identity/${session.enterprise_id}`)
    expect(new URL(begun.data.url).searchParams.get('redirect_uri')).toBe(shown.redirect_uri)
    const cookie = begun.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/; Path=\/console\/; Max-Age=900; HttpOnly; SameSite=Strict/)
    expect(new URL(begun.data.url).searchParams.get('code_challenge_method')).toBe('S256')
  })

  test('that another company’s provider asked for is refused before its code goes anywhere', async () => {
    const login = newMail()
    await invite(login)
    const evil = await openIdentityProvider()
    expect((await set({ issuer: evil.issuer }, await otherCompany('Evil'))).status).toBe(200)
    const [theirs, victim] = [await begin(), await begin('Evil')]
    // The evil provider sends the victim on, with the nonce and challenge of its own sign-in at this company.
    const forged = new URL(theirs.url)
    forged.searchParams.set('state', new URL(victim.url).searchParams.get('state') ?? '')
    provider.signsIn(claimsOf(login))
    const back = provider.agree(forged.href)
    expect(reasonOf(await finish(victim.cookie, back))).toEqual(refused)
    expect(evil.asked).not.toContain('/token')
    await evil.close()
  })

  test('to a page of another site is refused', async () => {
    const answer = await corridor.call('POST', '/console/entrance/identity', {
      key: null,
      body: { company: COMPANY },
      headers: { 'sec-fetch-site': 'cross-site', 'x-corridor-console': '1' },
    })
    expect(answer.problem.code).toBe('unauthenticated')
  })

  test('that the person refused there is told as that', async () => {
    const { url, cookie } = await begin()
    const back = provider.agree(url)
    back.searchParams.delete('code')
    back.searchParams.set('error', 'access_denied')
    expect(reasonOf(await finish(cookie, back))).toEqual(['identity_refused', 'declined'])
  })
})

describe('a provider that lies lets nobody in:', () => {
  const hour = 3600
  test.each([
    [
      'the token is for another client',
      { claims: (one) => ({ ...one, aud: 'other' }) },
      'wrong_audience',
    ],
    [
      'the token is for several, and made for another',
      { claims: (one) => ({ ...one, aud: ['corridor', 'other'], azp: 'other' }) },
      'wrong_audience',
    ],
    [
      'the token is of another issuer',
      { claims: (one) => ({ ...one, iss: 'https://other.example' }) },
      'wrong_issuer',
    ],
    [
      'the token is of another sign-in',
      { claims: (one) => ({ ...one, nonce: 'x' }) },
      'wrong_answer',
    ],
    [
      'the token has expired',
      { claims: (one) => ({ ...one, exp: Math.floor(Date.now() / 1000) - hour }) },
      'wrong_clock',
    ],
    [
      'the token is of a clock that is ahead',
      { claims: (one) => ({ ...one, nbf: Math.floor(Date.now() / 1000) + hour }) },
      'wrong_clock',
    ],
    ['the token has no signature', { signature: 'none' }, 'wrong_signature'],
    ['the client secret signed the token', { signature: 'secret' }, 'wrong_signature'],
    ['an unknown key signed the token', { signature: 'other key' }, 'wrong_signature'],
    ['the token names nobody', { claims: (one) => ({ ...one, sub: undefined }) }, 'wrong_answer'],
    ['the name has a NUL', { claims: (one) => ({ ...one, sub: 'x\0y' }) }, 'wrong_answer'],
    [
      'the name has half of a character',
      { claims: (one) => ({ ...one, sub: 'x\uD800' }) },
      'wrong_answer',
    ],
    [
      'the name is too long',
      { claims: (one) => ({ ...one, sub: 'x'.repeat(300) }) },
      'wrong_answer',
    ],
    ['it does not know the client', { clientIsUnknown: true }, 'wrong_client'],
    ['it now names another issuer', { issuer: 'https://other.example' }, 'wrong_issuer'],
    ['its answers are too large', { huge: true }, 'unreachable'],
  ] satisfies [string, Parameters<IdentityProvider['lies']>[0], string][])(
    '%s',
    async (_what, lies, fault) => {
      const login = newMail()
      const { person } = await invite(login)
      provider.signsIn(claimsOf(login))
      const { url, cookie } = await begin()
      provider.lies(lies)
      const reply = await finish(cookie, provider.agree(url))
      expect(reasonOf(reply)).toEqual(['identity_provider_failed', fault])
      expect(sessionOf(reply)).toBe('')
      const { data } = await admin.act<PersonJson[]>('GET', '/v1/people?limit=100')
      expect(data.find(({ id }) => id === person.id)?.status).toBe('INVITED')
    },
  )

  test('what nobody foresaw is in the log with its place, and without the words of the provider', async () => {
    const written: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void written.push(line) })
    const targets: Targets = {
      ...corridor.deps.targets,
      ask: () => Promise.reject(new TypeError(`unexpected ${CLIENT.client_secret}`)),
    }
    await expect(checkProvider({ targets, log }, provider.issuer)).rejects.toThrow()
    expect(written).toHaveLength(1)
    expect(written[0]).toContain('TypeError')
    expect(written[0]).toContain('identity-providers.test.ts')
    expect(written[0]).not.toContain(CLIENT.client_secret)
  })

  test('its page is a script', async () => {
    provider.lies({ endpoint: 'javascript:alert(1)' })
    expect(reasonOf(await tryToBegin())).toEqual(['identity_provider_failed', 'wrong_answer'])
  })

  test('it is gone', async () => {
    const gone = await openIdentityProvider()
    expect((await set({ issuer: gone.issuer })).status).toBe(200)
    await gone.close()
    expect(reasonOf(await tryToBegin())).toEqual(['identity_provider_failed', 'unreachable'])
    expect((await set({})).status).toBe(200)
  })
})

test('a provider that is silent delays nobody else, and holds no connection to the database', async () => {
  const login = newMail()
  await invite(login)
  provider.signsIn(claimsOf(login))
  const held = Promise.withResolvers<void>()
  provider.asked.length = 0
  // Two places of the network, and eight that all known networks share.
  const waiting = await Promise.all(Array.from({ length: 10 }, async () => begin()))
  provider.lies({ slow: '/token', held: held.promise })
  const open = waiting.map(({ url, cookie }) => finish(cookie, provider.agree(url)))
  await expect
    .poll(() => provider.asked.filter((path) => path === '/token').length)
    .toBeGreaterThan(9)
  const { rows } = await corridor.database.owner.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`,
  )
  expect(rows[0]?.count).toBe(0)
  const more = await begin()
  expect((await finish(more.cookie, provider.agree(more.url))).problem.code).toBe('rate_limited')
  expect((await signInPerson(desk(), admin)).status, 'passwords work').toBe(200)
  expect((await read(admin)).status).toBe(200)
  held.resolve()
  const statuses = (await Promise.all(open)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(10)
})

describe('a flood of sign-ins', () => {
  test('asks the provider once, however many begin', async () => {
    const held = Promise.withResolvers<void>()
    const path = '/.well-known/openid-configuration'
    provider.lies({ slow: path, held: held.promise })
    provider.asked.length = 0
    const begun = Array.from({ length: 40 }, async () => tryToBegin())
    await expect.poll(() => provider.asked.length).toBe(1)
    held.resolve()
    expect(new Set((await Promise.all(begun)).map(({ status }) => status))).toEqual(new Set([200]))
    expect(provider.asked).toEqual([path])
  })

  test('from other networks keeps nobody out who was here before, and pauses nobody whom it kept out', async () => {
    const { login } = await entered()
    const held = Promise.withResolvers<void>()
    const strangers = await Promise.all(Array.from({ length: 12 }, async () => begin()))
    provider.lies({ slow: '/token', held: held.promise })
    provider.asked.length = 0
    const results = strangers.map(({ url, cookie }, n) =>
      finish(cookie, provider.agree(url), desk(), `2001:db8:0:${n.toString(16)}::1`),
    )
    await expect.poll(() => provider.asked.filter((path) => path === '/token').length).toBe(8)
    provider.lies({})
    const late = async () => {
      const { url, cookie } = await begin()
      return finish(cookie, provider.agree(url), desk(), '203.0.113.9')
    }
    for (let n = 0; n < 12; n++) expect((await late()).problem.detail).toBe(BUSY)
    expect((await signIn(claimsOf(login))).status, 'a known network').toBe(200)
    held.resolve()
    const refusals = (await Promise.all(results)).filter(({ status }) => status === 429)
    expect(refusals).toHaveLength(4)
    expect((await late()).status, 'as soon as there is room').toBe(200)
  })

  test('of one network takes two places of the company’s strangers', async () => {
    const held = Promise.withResolvers<void>()
    const begun = await Promise.all(Array.from({ length: 4 }, async () => begin()))
    provider.lies({ slow: '/token', held: held.promise })
    const results = begun.map(({ url, cookie }) =>
      finish(cookie, provider.agree(url), desk(), '198.51.100.7'),
    )
    await Promise.race(results)
    await expect.poll(() => provider.asked.at(-1)).toBe('/token')
    held.resolve()
    const refusals = (await Promise.all(results)).filter(({ status }) => status === 429)
    expect(refusals).toHaveLength(2)
  })
})

test('a provider that is down pauses nobody’s network', async () => {
  const { login } = await entered()
  // The address of its page is kept for a minute.
  clock.advanceReal(60_000)
  provider.lies({ huge: true })
  for (let n = 0; n < 12; n++)
    expect(reasonOf(await tryToBegin())).toEqual(['identity_provider_failed', 'unreachable'])
  provider.lies({})
  expect((await signIn(claimsOf(login))).status).toBe(200)
})

describe('an admin', () => {
  test('sets the provider, and neither the answer, the trail nor the database shows the secret', async () => {
    const answer = await set({})
    expect(answer.data.provider).toMatchObject({ issuer: provider.issuer, is_required: false })
    const { text } = await admin.act('GET', '/v1/people-audit?limit=100')
    expect(text).toContain('identity_provider.changed')
    const { rows } = await corridor.database.owner.query(
      `select encode(secret_sealed, 'escape') as sealed from identity_providers`,
    )
    for (const shown of [answer.text, text, JSON.stringify(rows)])
      expect(shown).not.toContain(CLIENT.client_secret)
    const { faults } = await verifyAudit(corridor.deps.db, [])
    expect(faults).toEqual([])
  })

  test('is told at once of an address that is no provider, and changes nothing with it', async () => {
    const other = await openIdentityProvider()
    other.lies({ issuer: 'https://other.example' })
    expect(reasonOf(await set({ issuer: other.issuer }))).toEqual([
      'identity_provider_failed',
      'wrong_issuer',
    ])
    await other.close()
    expect(reasonOf(await set({ issuer: other.issuer }))).toEqual([
      'identity_provider_failed',
      'unreachable',
    ])
    const { data } = await admin.act<ProvidersJson>('GET', '/v1/identity-provider')
    expect(data.provider?.issuer).toBe(provider.issuer)
  })

  test('keeps the secret for the same client, and must give it for another', async () => {
    const { client_secret: _secret, ...same } = settings()
    const change = (body: object) => admin.act('PATCH', '/v1/identity-provider', body)
    expect((await change({ ...same, login_claim: 'preferred_username' })).status).toBe(200)
    expect((await change({ ...same, client_id: 'other' })).problem.errors?.[0]?.pointer).toBe(
      '/client_secret',
    )
    const login = newMail()
    await invite(login)
    expect((await signIn({ sub: login, preferred_username: login.toUpperCase() })).status).toBe(200)
    expect((await set({})).status).toBe(200)
  })

  test('may require it of everybody but admins, whose own way stays', async () => {
    const person = await newColleague(desk(), admin, newMail(), 'viewer')
    const { data: invited } = { data: await invite(newMail()) }
    expect((await set({ is_required: true })).status).toBe(200)
    clock.advanceReal(60_000)
    expect((await signInPerson(desk(), person)).problem.code).toBe('identity_provider_required')
    expect(await lastActOf(person), 'the trail says so').toBe('customer_user.sign_in_failed')
    const again = await signInPerson(desk(), person)
    expect(again.problem.code, 'the code was used').toBe('sign_in_failed')
    expect((await signInPerson(desk(), { ...person, secret: admin.secret })).problem.code).toBe(
      'sign_in_failed',
    )
    const enrolment = { token: tokenIn(invited.link), password: PASSWORD }
    const byLink = await byPage(desk())('POST', '/entrance/enrolment', enrolment)
    expect(byLink.problem.code).toBe('identity_provider_required')
    expect((await signInPerson(desk(), admin)).status).toBe(200)
    expect((await signIn(claimsOf(invited.person.login))).status).toBe(200)
    expect((await set({})).status).toBe(200)
    clock.advanceReal(60_000)
    expect((await signInPerson(desk(), person)).status).toBe(200)
  })

  test('keeps people with a passkey from it too, if the provider is required', async () => {
    const person = await newColleague(desk(), admin, newMail(), 'viewer')
    const authenticator = newAuthenticator(siteOf(corridor.deps.publicUrl()).origin)
    const code = await codeOf(person.secret, clock.realNow())
    const begun = await person.act<Creation>('POST', '/session/passkeys/options', { code })
    const credential = authenticator.create(begun.data)
    await person.act('POST', '/session/passkeys', { name: 'laptop', credential })
    const page = byPage(desk())
    const byKey = async () => {
      const asked = await page<Asked>('POST', '/entrance/sign-in/passkey/options', {})
      return page('POST', '/entrance/sign-in/passkey', authenticator.sign(asked.data))
    }
    await set({ is_required: true })
    expect((await byKey()).problem.code).toBe('identity_provider_required')
    expect(await lastActOf(person)).toBe('customer_user.sign_in_failed')
    await set({})
    expect((await byKey()).status).toBe(200)
  })

  test('forgets who is who with another issuer, and with the provider removed nobody enters by it', async () => {
    const person = await entered()
    const other = await openIdentityProvider()
    await set({ issuer: other.issuer })
    await set({})
    expect((await signIn(claimsOf(person.login))).problem.code).toBe('identity_refused')
    await other.close()
    const second = await entered()
    const { url, cookie } = await begin()
    const removed = await admin.act<ProvidersJson>('DELETE', '/v1/identity-provider')
    expect(removed.data.provider).toBe(null)
    expect(reasonOf(await tryToBegin())).toEqual(['identity_refused', 'no_provider'])
    expect(reasonOf(await finish(cookie, provider.agree(url)))).toEqual([
      'identity_refused',
      'expired',
    ])
    expect((await read(second)).status, 'the session stays').toBe(200)
    expect((await admin.act('DELETE', '/v1/identity-provider')).status).toBe(404)
    expect((await set({})).status).toBe(200)
  })

  test('whom only the provider lets in is no second admin without it', async () => {
    const second = await entered('admin')
    const wants = (by: Pick<CustomerPerson, 'act'>, second_admin: boolean) =>
      by.act('PATCH', '/v1/people-settings', { second_admin })
    const remove = () => admin.act<ProvidersJson>('DELETE', '/v1/identity-provider')
    expect((await wants(admin, true)).status).toBe(200)
    const id = (await remove()).data.waiting?.id
    const confirmed = await second.act('POST', '/v1/identity-provider/confirm', { id })
    expect(confirmed.problem.code).toBe('second_admin_missing')
    await wants(admin, false)
    expect((await wants(second, false)).status).toBe(200)
    expect((await remove()).status).toBe(200)
    expect((await wants(admin, true)).problem.code).toBe('second_admin_missing')
    const left = await admin.act('PATCH', `/v1/people/${admin.id}`, { is_disabled: true })
    expect(left.problem.code).toBe('last_admin')
    expect((await set({})).status).toBe(200)
  })

  test('alone may decide it: not another role, and no API key', async () => {
    const developer = await newColleague(desk(), admin, newMail(), 'developer')
    expect((await set({}, developer)).problem.code).toBe('role_not_permitted')
    const byKey = await corridor.call('PATCH', '/v1/identity-provider', { body: settings() })
    expect(byKey.problem.code).toBe('person_required')
  })

  test('without a password or passkey of any admin does not lean on the provider alone', async () => {
    const only = await otherCompany('One Admin')
    await corridor.database.owner.query(
      `update users set password_hash = null, totp_key_id = null, totp_sealed = null
        where enterprise_id = (select id from enterprises where name = 'One Admin')`,
    )
    expect((await set({ is_required: true }, only)).problem.code).toBe('last_admin')
  })
})

describe('with a second admin', () => {
  let ben: CustomerPerson
  beforeAll(async () => {
    ben = await newColleague(desk(), admin, 'ben', 'admin')
    await admin.act('PATCH', '/v1/people-settings', { second_admin: true })
  })

  test('a change waits for another one, who confirms what was shown', async () => {
    const asked = await set({ is_required: true })
    expect(asked.data.provider?.is_required).toBe(false)
    const { id } = asked.data.waiting ?? { id: '' }
    const confirm = (by: CustomerPerson, what: string) =>
      by.act<ProvidersJson>('POST', '/v1/identity-provider/confirm', { id: what })
    expect((await confirm(admin, id)).problem.code).toBe('own_request')
    const second = await set({ is_required: true, login_claim: 'preferred_username' })
    expect((await confirm(ben, id)).status, 'another change waits by now').toBe(404)
    const done = await confirm(ben, second.data.waiting?.id ?? '')
    expect(done.data).toMatchObject({ provider: { is_required: true }, waiting: null })
    const late = await set({})
    clock.advanceReal(72 * 3_600_000)
    ben = personWith(desk(), ben, ben.secret, cookieOf(await signInPerson(desk(), ben)))
    expect((await confirm(ben, late.data.waiting?.id ?? '')).status).toBe(404)
    admin = personWith(desk(), admin, admin.secret, cookieOf(await signInPerson(desk(), admin)))
    const back = await set({}, ben)
    expect((await confirm(admin, back.data.waiting?.id ?? '')).status).toBe(200)
  })

  describe('a waiting change', () => {
    const secrets = async () =>
      corridor.sql`select issuer, octet_length(secret_sealed) as bytes from identity_providers
        where status = 'WAITING'`
    const asked = async (by: CustomerPerson) =>
      (await set({ is_required: true }, by)).data.waiting?.id ?? ''
    const withdraw = (by: Pick<CustomerPerson, 'act'>, id: string) =>
      by.act<ProvidersJson>('POST', '/v1/identity-provider/withdraw', { id })
    const confirm = (by: CustomerPerson, id: string) =>
      by.act<ProvidersJson>('POST', '/v1/identity-provider/confirm', { id })
    const lastOfProvider = async () => {
      const { data } = await admin.act<{ act: string; actor_id: string; detail: string }[]>(
        'GET',
        '/v1/people-audit',
      )
      return data.find(({ act }) => act.startsWith('identity_provider.'))
    }

    test.each([
      ['is withdrawn by whoever asked', () => admin, 'withdrawn'],
      ['is rejected by another admin', () => ben, 'rejected'],
    ] as const)('%s, and its secret is erased', async (_what, who, act) => {
      const id = await asked(admin)
      expect(await secrets()).toHaveLength(1)
      const { data, text } = await withdraw(who(), id)
      expect(data).toMatchObject({ provider: { is_required: false }, waiting: null })
      expect(await secrets()).toEqual([])
      expect((await confirm(ben, id)).status, 'nobody confirms it any more').toBe(404)
      expect((await withdraw(who(), id)).status, 'a second time').toBe(404)
      const entry = await lastOfProvider()
      expect(entry).toMatchObject({ act: `identity_provider.${act}`, actor_id: who().id })
      for (const shown of [text, entry?.detail]) expect(shown).not.toContain(CLIENT.client_secret)
      expect((await signIn(claimsOf((await entered()).login))).status, 'the present one').toBe(200)
    })

    test('is ended only by its name, by an admin of the same company', async () => {
      const id = await asked(admin)
      const viewer = await newColleague(desk(), admin, newMail(), 'viewer')
      const people = '/v1/people?limit=100'
      const seen = await ben.act<{ id: string; enrolled_at: string }[]>('GET', people)
      const enrolled = seen.data.find((one) => one.id === viewer.id)?.enrolled_at
      await ben.act('POST', `/v1/people/${viewer.id}/admit`, { enrolled_at: enrolled })
      expect((await withdraw(viewer, id)).problem.code).toBe('role_not_permitted')
      const stranger = await otherCompany('Stranger')
      expect((await withdraw(stranger, id)).status).toBe(404)
      const byKey = await corridor.post('/v1/identity-provider/withdraw', { id })
      expect(byKey.problem.code).toBe('person_required')
      const pending = await newColleague(desk(), admin, newMail(), 'admin')
      expect((await withdraw(pending, id)).problem.code).toBe('admission_needed')
      const other = await asked(ben)
      expect((await withdraw(admin, id)).status, 'another change waits by now').toBe(404)
      for (const [wrong, status] of [
        ['', 400],
        ['idp_1', 400],
        [`idp_${'0'.repeat(26)}`, 404],
      ] as const)
        expect((await withdraw(admin, wrong)).status).toBe(status)
      expect((await secrets()).length, 'it still waits').toBe(1)
      expect((await confirm(admin, other)).status).toBe(200)
      const back = (await set({})).data.waiting?.id ?? ''
      expect((await confirm(ben, back)).status).toBe(200)
    })

    test('is either confirmed or withdrawn if both come at once', async () => {
      for (let n = 0; n < 4; n++) {
        const id = await asked(admin)
        const [confirmed, withdrawn] = await Promise.all([confirm(ben, id), withdraw(admin, id)])
        expect([confirmed.status, withdrawn.status].sort()).toEqual([200, 404])
        const { data } = await admin.act<ProvidersJson>('GET', '/v1/identity-provider')
        expect(data).toMatchObject({
          provider: { is_required: confirmed.status === 200 },
          waiting: null,
        })
        const back = (await set({})).data.waiting?.id ?? ''
        expect((await confirm(ben, back)).status).toBe(200)
      }
    })

    test('is deleted with its secret after three days, and never one that counts', async () => {
      await asked(admin)
      clock.advanceReal(72 * 3_600_000 - 1)
      expect(await forgetWaitingProviders(corridor.deps)).toBe(0)
      clock.advanceReal(1)
      expect(await forgetWaitingProviders(corridor.deps)).toBe(1)
      expect(await secrets()).toEqual([])
      const [used] = await corridor.sql`select issuer from identity_providers where status = 'USED'
        and enterprise_id = (select id from enterprises where name = ${COMPANY})`
      expect(used?.['issuer']).toBe(provider.issuer)
      admin = personWith(desk(), admin, admin.secret, cookieOf(await signInPerson(desk(), admin)))
      ben = personWith(desk(), ben, ben.secret, cookieOf(await signInPerson(desk(), ben)))
    })

    test('that is deleted while another admin confirms it leaves the present provider', async () => {
      const id = await asked(admin)
      await corridor.database.owner.query(
        `create function drop_waiting() returns trigger language plpgsql as $$
         begin delete from identity_providers where status = 'WAITING'; return null; end $$;
         create trigger drop_waiting after delete on identity_providers
           for each row when (old.status = 'USED') execute function drop_waiting()`,
      )
      expect((await confirm(ben, id)).status).toBe(404)
      await corridor.database.owner.query(
        `drop trigger drop_waiting on identity_providers; drop function drop_waiting`,
      )
      const { data } = await admin.act<ProvidersJson>('GET', '/v1/identity-provider')
      expect(data.provider).toMatchObject({ issuer: provider.issuer, is_required: false })
      expect((await withdraw(admin, id)).data.waiting).toBe(null)
    })
  })

  test('whoever enters with the provider waits for an admission like whoever used a link', async () => {
    const login = newMail()
    const { person } = await invite(login)
    const session = acting(await signIn(claimsOf(login)))
    expect((await read(session)).problem.code).toBe('admission_needed')
    const { data } = await ben.act<{ id: string; enrolled_at: string }[]>(
      'GET',
      '/v1/people?limit=100',
    )
    const seen = data.find(({ id }) => id === person.id)?.enrolled_at
    const admitted = await ben.act('POST', `/v1/people/${person.id}/admit`, { enrolled_at: seen })
    expect(admitted.status).toBe(200)
    expect((await read(session)).status).toBe(200)
  })
})

test('an enterprise on hold still lets its people in to look', async () => {
  const officer = await newPerson(desk(), 'officer', 'compliance')
  const { data: session } = await admin.act<{ enterprise_id: string }>('GET', '/session')
  const path = `/enterprises/${session.enterprise_id}`
  await officer.act('POST', `${path}/hold`, { reason: 'looked into' })
  const rows = await corridor.sql`select subject from user_identities limit 1`
  expect(
    (await signIn({ ...claimsOf('renamed@acme.example'), sub: rows[0]?.['subject'] })).status,
  ).toBe(200)
  await officer.act('POST', `${path}/release`, { reason: 'all is well' })
})

test('an admin whom the desk lets in enrols with a password, also where the provider is required', async () => {
  const boss = await newPerson(desk(), 'boss', 'admin')
  const { data: session } = await admin.act<{ enterprise_id: string }>('GET', '/session')
  const path = `/enterprises/${session.enterprise_id}/invite_admin`
  const { data } = await boss.act<InvitedJson>('POST', path, {
    login: 'rescued',
    reason: 'the provider failed',
  })
  expect((await read(await enrolPerson(desk(), data))).status).toBe(200)
})

// Keep this test last: it ends all sessions.
test('a restore ends sessions, and who is who at the provider stays', async () => {
  const rows = await corridor.sql`select subject from user_identities limit 1`
  const before = await signIn({ ...claimsOf('renamed@acme.example'), sub: rows[0]?.['subject'] })
  await endSessionsOfBefore(corridor.deps.db, clock.realNow())
  expect((await read(acting(before))).status).toBe(401)
  expect(
    (await signIn({ ...claimsOf('renamed@acme.example'), sub: rows[0]?.['subject'] })).status,
  ).toBe(200)
})

test('a request to an address that is not public is not sent, whatever the name resolves to', async () => {
  const { dial, dialed } = dialerTo(null)
  const targets = createTargets(
    { environment: 'live', webhookTargets: 'public' },
    { resolve: async () => ['127.0.0.1'], dial },
  )
  for (const issuer of ['https://127.0.0.1', 'https://inside.example', 'http://inside.example'])
    expect(await targets.reasonForRefusal(issuer)).not.toBe(null)
  const question = { method: 'GET', headers: {}, body: '', timeoutMs: 5000, mostBytes: 10 } as const
  await expect(targets.ask('https://inside.example/', question)).rejects.toThrow(
    'address_not_allowed',
  )
  expect(dialed).toEqual([])
})
