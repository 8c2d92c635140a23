// Without its database, without a free connection, or while it shuts down, the service answers 503 and writes nothing.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { expectProblem, rawHttp } from '../support/raw-http.ts'
import { testService } from '../support/service.ts'

const corridor = await forFile(testService({ worker: false }))

const { open, get } = rawHttp(() => corridor)

describe('a service that cannot serve answers 503 with Retry-After and writes nothing', () => {
  const expectUnavailable = (reply: {
    status: number
    headers: Headers
    problem: { code: string }
  }) => {
    expect({ status: reply.status, code: reply.problem.code }).toEqual({
      status: 503,
      code: 'database_unavailable',
    })
    expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  }

  test('without its database, and recovers by itself', async () => {
    const service = await testService({ worker: false })
    try {
      const rows = await service.database.sql`select current_database() as name`
      const allowConnections = (allowed: boolean) =>
        corridor.database.owner.query(
          `alter database ${rows[0]?.name} allow_connections ${allowed}`,
        )
      const idempotencyKey = randomUUID()
      const create = () =>
        service.post(`${service.organization}/offerings`, undefined, { idempotencyKey })
      await allowConnections(false)
      await corridor.sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = ${rows[0]?.name}`
      for (let tries = 0; tries < 3; tries++) {
        expectUnavailable(await create())
        expectUnavailable(await service.get(`${service.organization}/orders`))
      }
      await allowConnections(true)
      const made = await create()
      expect({ status: made.status, replayed: made.headers.get('idempotent-replayed') }).toEqual({
        status: 201,
        replayed: null,
      })
    } finally {
      await service.close()
    }
  })

  test('while all database connections are in use', async () => {
    const service = await testService({ worker: false, env: { DATABASE_POOL_SIZE: '1' } })
    try {
      const client = await service.deps.db.connect()
      const replies = await Promise.all([
        service.get('/v1/organizations'),
        service.post(`${service.organization}/offerings`),
      ])
      client.release()
      for (const reply of replies) expectUnavailable(reply)
      expect((await service.get('/v1/organizations')).status).toBe(200)
    } finally {
      await service.close()
    }
  })

  test('to a stream during shutdown', async () => {
    const service = await testService({ worker: false })
    const connection = open(service)
    const [first = '', ...rest] = get(
      [`Authorization: Bearer ${service.sandbox.api_key}`],
      `${service.organization}/events`,
    ).split('\r\n')
    connection.send(`${first}\r\nAccept: text/event-stream\r\n`)
    await sleep(100)
    const closing = service.close()
    await sleep(50)
    connection.send(rest.join('\r\n'))
    const answer = await connection.answer()
    expectProblem(answer, 503, 'shutting_down')
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    expect(answer.headers.get('connection')).toBe('close')
    await closing
  })
})
