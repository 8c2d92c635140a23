// People of a customer who use the console: they are invited by link, enrol, sign in and act. They call as its pages do.
import { expect } from 'vitest'
import type { CustomerRole } from '../../src/platform/access/customer-roles.ts'
import { codeOf, PASSWORD, type Desk } from './desk.ts'
import type { Reply } from './service.ts'

const HALF_A_MINUTE = 30_000
export const COMPANY = 'Demo Enterprise'

export type PersonJson = { id: string; login: string; role: string; status: string }
export type InvitedJson = { person: PersonJson; link: string; mail: string | null }

export type CustomerPerson = PersonJson & {
  secret: string
  cookie: string
  /** Calls a path of the API below /console. */
  act<Data = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply<Data>>
}

const PROOF = { 'x-corridor-console': '1', 'sec-fetch-site': 'same-origin' }

/** A request of a page of the console. */
export const byPage =
  ({ corridor }: Pick<Desk, 'corridor'>, cookie?: string) =>
  <Data = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply<Data>> =>
    corridor.call<Data>(method, `/console${path}`, {
      key: null,
      headers: { ...PROOF, ...(cookie === undefined ? {} : { cookie }), ...headers },
      ...(body === undefined ? {} : { body }),
    })

export const cookieOf = (reply: Reply<unknown>): string =>
  (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? ''

export const tokenIn = (link: string): string => new URL(link).hash.slice(1)

/** Whoever got the link chooses a password, connects an authenticator app and is signed in. */
export async function enrolPerson(
  desk: Desk,
  { person, link }: InvitedJson,
): Promise<CustomerPerson> {
  const page = byPage(desk)
  const token = tokenIn(link)
  const { data: begun } = await page<{ totp_secret: string }>('POST', '/entrance/enrolment', {
    token,
    password: PASSWORD,
  })
  const code = await codeOf(begun.totp_secret, desk.clock.realNow())
  const confirmed = await page('POST', '/entrance/enrolment/confirm', { token, code })
  expect(confirmed.status).toBe(200)
  desk.clock.advanceReal(HALF_A_MINUTE)
  return personWith(desk, { ...person, status: 'ACTIVE' }, begun.totp_secret, cookieOf(confirmed))
}

export const personWith = (
  desk: Desk,
  person: PersonJson,
  secret: string,
  cookie: string,
): CustomerPerson => ({ ...person, secret, cookie, act: byPage(desk, cookie) })

/** The first admin, whom an API key of the enterprise invites. */
export async function firstAdmin(desk: Desk, key?: string): Promise<CustomerPerson> {
  const { status, data } = await desk.corridor.post<InvitedJson>(
    '/v1/people',
    { login: 'admin', role: 'admin' },
    key === undefined ? {} : { key },
  )
  expect(status).toBe(201)
  return enrolPerson(desk, data)
}

export async function newColleague(
  desk: Desk,
  admin: CustomerPerson,
  login: string,
  role: CustomerRole,
): Promise<CustomerPerson> {
  const { status, data } = await admin.act<InvitedJson>('POST', '/v1/people', { login, role })
  expect(status).toBe(201)
  return enrolPerson(desk, data)
}

export const signInPerson = async (
  desk: Desk,
  { login, secret }: Pick<CustomerPerson, 'login' | 'secret'>,
  company = COMPANY,
): Promise<Reply<{ login: string }>> =>
  byPage(desk)('POST', '/entrance/sign-in', {
    company,
    login,
    password: PASSWORD,
    code: await codeOf(secret, desk.clock.realNow()),
  })
