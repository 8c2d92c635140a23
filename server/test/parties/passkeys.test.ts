// Passkeys of the operator API, with a software authenticator that signs with real keys.
import { generateKeyPairSync } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { selectAuditAfter } from '../../src/parties/audit/queries.ts'
import { DEPLOYMENT } from '../../src/parties/audit/chain.ts'
import { siteOf } from '../../src/parties/users/passkeys.ts'
import { forFile } from '../support/for-file.ts'
import { newAuthenticator, type Lie } from '../support/authenticator.ts'
import {
  codeOf,
  forgettingCounts,
  newPerson,
  type Person,
  personOf,
  type SessionJson,
  standingClock,
} from '../support/desk.ts'
import { testService, type Reply } from '../support/service.ts'

type Creation = Parameters<ReturnType<typeof newAuthenticator>['create']>[0]
type Request = Parameters<ReturnType<typeof newAuthenticator>['sign']>[0]
type PasskeyJson = { id: string; name: string; last_used_at: string | null }

const clock = standingClock()
const sharedCounts = forgettingCounts()
let logins = 0

const corridor = await forFile(testService({ clock, replace: () => ({ sharedCounts }) }))
const origin = siteOf(corridor.deps.publicUrl()).origin
beforeEach(() => {
  sharedCounts.forget()
  clock.advanceReal(60_000)
})

const joins = () => newPerson({ corridor, clock }, `person-${(logins += 1)}`, 'operator')

async function begin(person: Person): Promise<Reply<Creation>> {
  clock.advanceReal(60_000)
  const code = await codeOf(person.secret, clock.realNow())
  return person.act<Creation>('POST', '/passkeys/options', { code })
}
const add = (person: Person, credential: object, name = 'laptop') =>
  person.act<PasskeyJson>('POST', '/passkeys', { name, credential })

async function withPasskey(options = {}) {
  const person = await joins()
  const authenticator = newAuthenticator(origin, options)
  const { data: creation } = await begin(person)
  const { status, data: passkey } = await add(person, authenticator.create(creation))
  expect(status).toBe(201)
  return { person, authenticator, passkey }
}

const asked = async () =>
  (await corridor.post<Request>('/operator/v1/sign-in/passkey/options', {}, { key: null })).data
const signIn = (credential: object): Promise<Reply<SessionJson>> =>
  corridor.post('/operator/v1/sign-in/passkey', credential, { key: null })
const actsOf = async ({ login }: Person) =>
  (await selectAuditAfter(corridor.deps.db, DEPLOYMENT, 0n, 10_000))
    .filter(({ subject }) => subject === login)
    .map(({ act }) => act)

test('a user adds a passkey, signs in with it alone, and the trail has both', async () => {
  const { person, authenticator, passkey } = await withPasskey()
  expect(passkey).toMatchObject({ name: 'laptop', last_used_at: null })
  const { status, data } = await signIn(authenticator.sign(await asked()))
  expect(status).toBe(200)
  const again = personOf(corridor, person.login, person.secret, data.token)
  expect((await again.act('GET', '/me')).data).toMatchObject({ actor: `user:${person.login}` })
  const { data: list } = await again.act<PasskeyJson[]>('GET', '/passkeys')
  expect(list).toEqual([{ ...passkey, last_used_at: expect.any(String) }])
  expect(await actsOf(person)).toEqual(
    expect.arrayContaining(['user.passkey_added', 'user.signed_in']),
  )
})

test('an answer of an authenticator works once, also at the same instant', async () => {
  const { person, authenticator } = await withPasskey()
  const credential = authenticator.sign(await asked())
  const replies = await Promise.all(Array.from({ length: 4 }, () => signIn(credential)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
  expect((await signIn(credential)).problem.code).toBe('sign_in_failed')
  const other = await begin(person)
  const created = newAuthenticator(origin).create(other.data)
  expect((await add(person, created)).status).toBe(201)
  expect((await add(person, created)).problem.code).toBe('passkey_refused')
})

test('a counter that goes back is refused, as of a copied authenticator', async () => {
  const { authenticator } = await withPasskey({ counts: true })
  const early = authenticator.sign(await asked())
  const late = authenticator.sign(await asked())
  expect((await signIn(late)).status).toBe(200)
  expect((await signIn(early)).status).toBe(401)
})

const lies: [string, Lie][] = [
  ['for another site', { origin: 'https://desk.example.test' }],
  ['for another host name', { rpId: 'desk.example.test' }],
  ['without a PIN or a finger', { isVerified: false }],
]

test.each(lies)('an answer %s is refused, when added and at sign-in', async (_name, lie) => {
  const { person, authenticator } = await withPasskey()
  const { data: creation } = await begin(person)
  const added = await add(person, newAuthenticator(origin).create(creation, lie))
  expect(added.problem.code).toBe('passkey_refused')
  const failed = await signIn(authenticator.sign(await asked(), lie))
  expect(failed.problem.code).toBe('sign_in_failed')
  expect(await actsOf(person)).toContain('user.sign_in_failed')
})

test('a signature by another key, or for the other purpose, is refused', async () => {
  const { person, authenticator } = await withPasskey()
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  expect((await signIn(authenticator.sign(await asked(), { key }))).status).toBe(401)
  const { data: creation } = await begin(person)
  const forSignIn = { rpId: creation.rp.id, challenge: creation.challenge }
  expect((await signIn(authenticator.sign(forSignIn))).status).toBe(401)
  const request = await asked()
  const registration = { ...creation, challenge: request.challenge }
  const added = await add(person, newAuthenticator(origin).create(registration))
  expect(added.problem.code).toBe('passkey_refused')
})

test('a challenge is of one user, and ends after five minutes', async () => {
  const { person, authenticator } = await withPasskey()
  const other = await joins()
  const { data: creation } = await begin(person)
  expect((await add(other, newAuthenticator(origin).create(creation))).status).toBe(422)
  const request = await asked()
  clock.advanceReal(300_000)
  expect((await signIn(authenticator.sign(request))).status).toBe(401)
  expect((await add(person, newAuthenticator(origin).create(creation))).status).toBe(422)
})

describe('without a passkey that works', () => {
  test('an unknown passkey is answered like a wrong one', async () => {
    const stranger = newAuthenticator(origin)
    expect((await signIn(stranger.sign(await asked()))).problem.code).toBe('sign_in_failed')
  })

  test('a removed passkey signs nobody in, and another user cannot remove it', async () => {
    const { person, authenticator, passkey } = await withPasskey()
    const other = await joins()
    const remove = (who: Person) => who.act('POST', `/passkeys/${passkey.id}/remove`, {})
    expect((await remove(other)).status).toBe(404)
    expect((await remove(person)).status).toBe(200)
    expect((await remove(person)).status).toBe(404)
    expect((await signIn(authenticator.sign(await asked()))).status).toBe(401)
  })

  test('a user who is disabled, or was reset, does not sign in', async () => {
    const admin = await newPerson({ corridor, clock }, `admin-${(logins += 1)}`, 'admin')
    const { person, authenticator } = await withPasskey()
    const change = (is_disabled: boolean) =>
      admin.act('PATCH', `/users/${person.login}`, { is_disabled, reason: 'on holiday' })
    await change(true)
    expect((await signIn(authenticator.sign(await asked()))).status).toBe(401)
    await change(false)
    expect((await signIn(authenticator.sign(await asked()))).status).toBe(200)
    await admin.act('POST', `/users/${person.login}/reset`, { reason: 'lost the telephone' })
    expect((await signIn(authenticator.sign(await asked()))).status).toBe(401)
  })

  test('a stolen session adds none: a code is needed, and each works once', async () => {
    const person = await joins()
    clock.advanceReal(60_000)
    const code = await codeOf(person.secret, clock.realNow())
    const options = (text: string) => person.act('POST', '/passkeys/options', { code: text })
    const wrong = code === '000000' ? '111111' : '000000'
    expect((await options(wrong)).problem.code).toBe('code_wrong')
    expect((await options(code)).status).toBe(200)
    expect((await options(code)).problem.code).toBe('code_wrong')
    expect(await actsOf(person)).toContain('user.code_refused')
  })

  test('a key of a program has no passkeys', async () => {
    const admin = await newPerson({ corridor, clock }, `admin-${(logins += 1)}`, 'admin')
    const made = await admin.act<{ key: string }>('POST', '/keys', {
      label: 'monitoring',
      role: 'viewer',
      reason: 'dashboards',
    })
    const program = personOf(corridor, '', '', made.data.key)
    expect((await program.act('GET', '/passkeys')).problem.code).toBe('act_refused')
  })

  test('garbage is a clear error, and an address that fails ten times waits', async () => {
    const { authenticator } = await withPasskey()
    const good = authenticator.sign(await asked())
    for (const bad of [{ ...good, id: '%' }, { ...good, response: {} }, { id: 'AA' }, []])
      expect((await signIn(bad)).problem.code).toBe('invalid_request')
    for (const part of ['clientDataJSON', 'authenticatorData', 'signature'] as const) {
      const response = { ...good.response, [part]: 'AAAA' }
      expect((await signIn({ ...good, response })).problem.code).toBe('sign_in_failed')
    }
    for (let tries = 3; tries < 10; tries += 1) await signIn({ ...good, id: 'AAAA', rawId: 'AAAA' })
    expect((await signIn(good)).status).toBe(429)
  })
})

test('the site of a service on this machine is localhost, since browsers refuse addresses', () => {
  expect(siteOf('http://127.0.0.1:4000')).toEqual({
    origin: 'http://localhost:4000',
    id: 'localhost',
  })
  expect(siteOf('https://desk.example.test/corridor')).toEqual({
    origin: 'https://desk.example.test',
    id: 'desk.example.test',
  })
})
