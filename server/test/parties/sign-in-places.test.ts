// A flood of sign-ins from many addresses keeps no operator out.
import { expect, test } from 'vitest'
import fc from 'fast-check'
import { networkOf } from '../../src/platform/http/network-of.ts'
import { createSharedCounts } from '../../src/service/processes/shared-counts.ts'
import { createSignInPlaces } from '../../src/parties/users/sign-in-places.ts'
import { forFile } from '../support/for-file.ts'
import { manualClock, testService } from '../support/service.ts'

const corridor = await forFile(testService({ worker: false }))

const open = () =>
  createSignInPlaces(
    { db: corridor.deps.db, clock: manualClock(), sharedCounts: createSharedCounts() },
    'operator',
  )

/** Attempts that last until `end`. */
function flood(places: ReturnType<typeof open>, addresses: readonly string[]) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const attempts = addresses.map((address) =>
    places
      .run('password', address, () => promise)
      .then(
        () => 'ran',
        () => 'refused',
      ),
  )
  return { end: resolve, outcomes: Promise.all(attempts) }
}

const addressOf = (index: number) => `2001:db8:${index.toString(16)}::1`

test('a flood from new addresses leaves places for a network that somebody signed in from', async () => {
  const known = '2001:db8:ffff::7'
  const user = await corridor.database.owner.query(
    `insert into users (id, login, role, enrolment_hash, enrolment_expires_at, created_at)
     values (gen_random_uuid(), 'ana', 'admin', '\\x01', now(), now()) returning id`,
  )
  await corridor.database.owner.query(
    `insert into user_sessions (token_hash, user_id, created_at, used_at, network)
     values ('\\x01', $1, $2, $2, $3)`,
    [user.rows[0].id, new Date(manualClock().realNow()), networkOf(known)],
  )
  const places = open()
  const strangers = flood(
    places,
    Array.from({ length: 24 }, (_, index) => addressOf(index)),
  )
  await expect(places.run('password', addressOf(99), async () => 'in')).rejects.toThrow()
  expect(await places.run('password', known, async () => 'in')).toBe('in')
  expect(await places.run('passkey', addressOf(99), async () => 'in')).toBe('in')
  strangers.end()
  expect((await strangers.outcomes).filter((outcome) => outcome === 'ran')).toHaveLength(4)
  expect(await places.run('password', addressOf(99), async () => 'in')).toBe('in')
})

test('the addresses of one /64 take two places, and one limit of failures', async () => {
  const places = open()
  const one = flood(
    places,
    Array.from({ length: 24 }, (_, index) => `2001:db8:1:2::${index + 1}`),
  )
  expect(await places.run('password', addressOf(5), async () => 'in')).toBe('in')
  one.end()
  expect((await one.outcomes).filter((outcome) => outcome === 'ran')).toHaveLength(2)
  const fail = (index: number) =>
    places.run('password', `2001:db8:1:2:3::${index}`, () => Promise.reject(new Error('wrong')))
  for (let index = 1; index <= 10; index += 1) await expect(fail(index)).rejects.toThrow('wrong')
  await expect(fail(11)).rejects.toMatchObject({ code: 'rate_limited' })
})

test('every spelling of an address has one network', () => {
  const group = fc.integer({ min: 0, max: 0xffff })
  fc.assert(
    fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), fc.nat(6), (groups, at) => {
      const zeroed = groups.map((value, index) => (index === at || index === at + 1 ? 0 : value))
      const full = zeroed.map((value) => value.toString(16).padStart(4, '0')).join(':')
      const head = zeroed.slice(0, at).map((value) => value.toString(16).toUpperCase())
      const tail = zeroed.slice(at + 2).map((value) => value.toString(16))
      const short = `${head.join(':')}::${tail.join(':')}`
      const expected = zeroed.slice(0, 4).map((value) => value.toString(16))
      expect(networkOf(full)).toBe(`${expected.join(':')}::/64`)
      expect(networkOf(short)).toBe(networkOf(full))
    }),
  )
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
})
