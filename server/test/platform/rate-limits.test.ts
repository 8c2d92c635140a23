// Rate limit headers, and answers beyond the limits.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { generateKey } from '../../src/platform/access/keys.ts'
import { forFile } from '../support/for-file.ts'
import { testService } from '../support/service.ts'

const corridor = await forFile(testService({ worker: false }))

describe('limits', () => {
  test('every authenticated answer shows the units left, whatever its status', async () => {
    const { organization } = corridor
    const reader = (await corridor.newKey({ scopes: ['read'] })).key
    const [, other] = await corridor.organizations()
    const bound = (await corridor.newKey({ organization: other?.id ?? '' })).key
    const answers = [
      await corridor.get('/v1/organizations'),
      await corridor.post(`${organization}/offerings`),
      await corridor.get('/v1/nothing'),
      await corridor.get('/v1/organizations/%FF'),
      await corridor.get('/v1/organizations/org_1'),
      await corridor.get(`${organization}/orders?limit=0`),
      await corridor.post(`${organization}/quotes`, {}, { idempotencyKey: null }),
      await corridor.call('POST', `${organization}/quotes`, { rawBody: '{' }),
      await corridor.get(organization, { headers: { accept: 'text/html' } }),
      await corridor.call('PUT', organization),
      await corridor.post(`${organization}/quotes`, {}, { key: reader }),
      await corridor.get(organization, { key: bound }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([
      200, 201, 404, 404, 404, 400, 400, 400, 406, 405, 403, 403,
    ])
    for (const answer of answers) {
      for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'])
        expect(answer.headers.get(name), `${name} of a ${answer.status}`).toMatch(/^\d+$/)
    }
  })

  test('an excess of one key gets 429 with Retry-After and no effect; other keys work, and the key recovers', async () => {
    const limited = await testService({ worker: false, env: { CORRIDOR_RATE_LIMIT: '5' } })
    try {
      const idempotencyKey = randomUUID()
      const create = () =>
        limited.post(`${limited.organization}/offerings`, undefined, { idempotencyKey })
      const flood = await Promise.all(
        Array.from({ length: 12 }, () => limited.get('/v1/organizations')),
      )
      const refused = [...flood, await create()].filter((reply) => reply.status === 429)
      expect(refused.length).toBeGreaterThan(1)
      for (const reply of refused) {
        expect(reply.problem.code).toBe('rate_limited')
        expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
        expect(reply.headers.get('ratelimit-remaining')).toBe('0')
        expect(reply.headers.get('ratelimit-limit')).toBe('5')
      }
      const other = (await limited.newKey()).key
      expect((await limited.get('/v1/organizations', { key: other })).status).toBe(200)
      await sleep(1000 * Number(refused.at(-1)?.headers.get('retry-after')) + 50)
      const made = await create()
      expect({ status: made.status, replayed: made.headers.get('idempotent-replayed') }).toEqual({
        status: 201,
        replayed: null,
      })
    } finally {
      await limited.close()
    }
  })

  test('failed authentications are limited by address for all keys, and working keys keep working', async () => {
    const limited = await testService({ worker: false, env: { CORRIDOR_AUTH_FAILURE_LIMIT: '4' } })
    try {
      const replies = []
      for (const key of [
        null,
        'x',
        generateKey('sandbox'),
        generateKey('live'),
        generateKey('sandbox'),
        null,
      ]) {
        replies.push(
          await limited.get('/v1/organizations', {
            key,
            headers: { 'x-forwarded-for': `203.0.113.${replies.length}` },
          }),
        )
      }
      expect(replies.map((reply) => reply.status)).toEqual([401, 401, 401, 401, 429, 429])
      expect(replies.at(-1)?.problem.code).toBe('rate_limited')
      expect(replies.at(-1)?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
      expect((await limited.get('/v1/organizations')).status).toBe(200)
    } finally {
      await limited.close()
    }
  })
})
