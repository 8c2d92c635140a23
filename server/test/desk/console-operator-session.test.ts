// The session of an operator in the console, without a browser: the same session as that of the API, in a cookie.
import { expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { codeOf, newPerson, PASSWORD, standingClock } from '../support/desk.ts'
import { testService } from '../support/service.ts'

const clock = standingClock()
const corridor = await forFile(testService({ clock, worker: false }))
const ben = await newPerson({ corridor, clock }, 'ben', 'operator')

const PROOF = { 'x-corridor-console': '1' }
const send = (method: string, path: string, headers: Record<string, string>, body?: object) =>
  fetch(corridor.url + path, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const me = (headers: Record<string, string>) => send('GET', '/console/operator/v1/me', headers)

async function signIn(headers: Record<string, string> = PROOF): Promise<Response> {
  clock.advanceReal(60_000)
  const code = await codeOf(ben.secret, clock.realNow())
  const body = { login: 'ben', password: PASSWORD, code }
  return send('POST', '/console/operator/v1/sign-in', headers, body)
}
const cookieOf = (answer: Response) => (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''

test('is a cookie of operators alone, and its token is in no answer', async () => {
  const answer = await signIn()
  expect(answer.status).toBe(200)
  const [cookie = '', ...attributes] = (answer.headers.get('set-cookie') ?? '').split('; ')
  expect(attributes).toEqual(['Path=/console/operator/', 'HttpOnly', 'SameSite=Strict'])
  const token = cookie.split('=')[1] ?? ''
  expect(token).toMatch(/^cs_/)
  expect(await answer.text()).not.toContain(token)
  const seen: unknown = await (await me({ cookie })).json()
  expect(seen).toMatchObject({ data: { actor: 'user:ben', environment: 'sandbox' } })
})

test('works for nothing but the console', async () => {
  const cookie = cookieOf(await signIn())
  expect((await send('GET', '/operator/v1/me', { cookie })).status).toBe(401)
  expect((await send('GET', `/console${corridor.organization}`, { cookie })).status).toBe(401)
})

test.each([
  ['without the header of the console', {}],
  ['from another site', { ...PROOF, 'sec-fetch-site': 'cross-site' }],
  ['with the origin of another host', { ...PROOF, origin: 'https://elsewhere.example' }],
])('acts on nothing %s', async (_case, headers: Record<string, string>) => {
  const cookie = cookieOf(await signIn())
  const halt = { what: 'sends', rail: 'sandbox', reason: 'a test' }
  const path = '/console/operator/v1/halts'
  expect((await send('POST', path, { cookie, ...headers }, halt)).status).toBe(401)
  expect((await signIn(headers)).headers.get('set-cookie')).toBeNull()
})

test('answers only pages of its person, since all tabs have its cookie', async () => {
  const cookie = cookieOf(await signIn())
  const page = (actor: string) => ({ cookie, 'x-corridor-console': actor })
  expect((await me(page('user:ben'))).status).toBe(200)
  const other = await me(page('user:ada'))
  expect(other.status).toBe(401)
  expect(await other.json()).toMatchObject({ code: 'not_signed_in' })
  const halt = { what: 'sends', rail: 'sandbox', reason: 'a test' }
  const path = '/console/operator/v1/halts'
  expect((await send('POST', path, page('user:ada'), halt)).status).toBe(401)
})

test('ends with its sign-out, in the API too', async () => {
  const cookie = cookieOf(await signIn())
  const token = cookie.split('=')[1] ?? ''
  const bearer = { authorization: `Bearer ${token}` }
  expect((await send('GET', '/operator/v1/me', bearer)).status).toBe(200)
  const ended = await send('POST', '/console/operator/v1/sign-out', { cookie, ...PROOF })
  expect(ended.headers.get('set-cookie')).toContain('corridor_operator=; Path=/console/operator/')
  expect((await me({ cookie })).status).toBe(401)
  expect((await send('GET', '/operator/v1/me', bearer)).status).toBe(401)
})

test('ends after an hour without use', async () => {
  const cookie = cookieOf(await signIn())
  clock.advanceReal(3_601_000)
  expect((await me({ cookie })).status).toBe(401)
})
