// A body may come long after its headers. Whoever was let in by the headers and kept out since does nothing any more.
import { connect } from 'node:net'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newSecrets } from '../../src/platform/config.ts'
import { publicId } from '../../src/platform/ids.ts'
import { forFile } from '../support/for-file.ts'
import { newPerson, standingClock } from '../support/desk.ts'
import { firstAdmin, newColleague } from '../support/people.ts'
import { testService } from '../support/service.ts'

const clock = standingClock()
const desk = () => ({ corridor, clock })
const env = { CORRIDOR_SECRETS: newSecrets() }
const corridor = await forFile(testService({ clock, env, worker: false }))
const admin = await firstAdmin(desk())

const OF_PAGE = { 'x-corridor-console': '1', 'sec-fetch-site': 'same-origin' }
const BRANCH = {
  name: 'Branch',
  contact: { email: 'a@b.example', first_name: 'Ana', last_name: 'Diaz' },
}

/** The status of a request whose body comes after `meanwhile`. */
async function late(
  path: string,
  headers: Record<string, string>,
  body: object,
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  const { hostname, port, host } = new URL(corridor.url)
  const socket = connect(Number.parseInt(port, 10), hostname)
  await once(socket, 'connect')
  const answer = text(socket)
  const sent = JSON.stringify(body)
  const all = {
    host,
    connection: 'close',
    'content-type': 'application/json',
    'content-length': String(sent.length),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${sent.slice(0, 3)}`)
  await sleep(200)
  await meanwhile()
  socket.write(sent.slice(3))
  return Number.parseInt((await answer).split(' ')[1] ?? '', 10)
}

const organizations = () => corridor.organizations().then(({ length }) => length)

test('a person who was disabled before the body came does nothing', async () => {
  const person = await newColleague(desk(), admin, 'leaver', 'preparer')
  const headers = { ...OF_PAGE, cookie: person.cookie, 'idempotency-key': 'late-1' }
  const post = (meanwhile: () => Promise<unknown>) =>
    late('/console/v1/organizations', headers, BRANCH, meanwhile)
  const before = await organizations()
  const change = { is_disabled: true }
  expect(await post(() => admin.act('PATCH', `/v1/people/${person.id}`, change))).toBe(401)
  expect(await organizations()).toBe(before)
})

test('a person whose role was changed before the body came does what the new one may', async () => {
  const person = await newColleague(desk(), admin, 'mover', 'preparer')
  const headers = { ...OF_PAGE, cookie: person.cookie, 'idempotency-key': 'late-2' }
  const post = (meanwhile: () => Promise<unknown>) =>
    late('/console/v1/organizations', headers, BRANCH, meanwhile)
  const change = { role: 'viewer' }
  expect(await post(() => admin.act('PATCH', `/v1/people/${person.id}`, change))).toBe(403)
  await admin.act('PATCH', `/v1/people/${person.id}`, { role: 'preparer' })
  expect(await post(async () => {})).toBe(201)
})

test('a key that was revoked a second before the body came does nothing', async () => {
  const { key, id } = await corridor.newKey()
  const headers = { authorization: `Bearer ${key}`, 'idempotency-key': 'late-3' }
  const status = await late('/v1/organizations', headers, BRANCH, async () => {
    const revoked = await admin.act('DELETE', `/v1/api-keys/${publicId('key', id)}`)
    expect(revoked.status).toBe(200)
    clock.advanceReal(1000)
  })
  expect(status).toBe(401)
})

test('an operator who signed out before the body came does nothing', async () => {
  const operator = await newPerson(desk(), 'leaver', 'admin')
  const body = { login: 'puppet', role: 'admin', reason: 'joins' }
  const headers = { authorization: `Bearer ${operator.token}` }
  const post = (meanwhile: () => Promise<unknown>) =>
    late('/operator/v1/users', headers, body, meanwhile)
  expect(await post(() => operator.act('POST', '/sign-out'))).toBe(401)
})
