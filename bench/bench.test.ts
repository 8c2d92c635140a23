import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { STAGES, type LifeResult } from './measure-life.ts'
import type { Results } from './report.ts'

type LifeResults = LifeResult & { orders: number; rounds: number; stored: number }

test('a short bench run measures everything and prints one line of JSON', async () => {
  const run = join(import.meta.dirname, 'run.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [run, '--short', '--json'])
  expect(stdout.trimEnd().split('\n')).toHaveLength(1)
  const { commit, machine, rounds, seconds, rows, ratios }: Results = JSON.parse(stdout)

  expect(commit).not.toBe('')
  expect(machine.fsync).toBe('on')
  expect(machine.synchronous_commit).toBe('on')
  expect([rounds, seconds]).toEqual([1, 1])
  expect(Object.keys(ratios)).toEqual(['post_quotes', 'post_orders', 'get_order', 'replay'])
  expect(Object.values(ratios).filter((ratio) => !(ratio > 0))).toEqual([])

  expect(rows.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['ceiling', 'durable', 'floor', 'worker']),
  )
  // A worker has no latency. CPU time and memory are known on Linux only.
  const isLinux = process.platform === 'linux'
  const notPositive = rows.flatMap((row) =>
    Object.entries({
      per_second: row.per_second,
      ...(row.kind === 'worker' ? {} : { p50_ms: row.p50_ms, p99_ms: row.p99_ms }),
      ...(isLinux ? { service_rss_mb: row.service_rss_mb } : {}),
    })
      .filter(([, { median }]) => median === null || median <= 0)
      .map(([name]) => `${row.operation}, ${row.kind}: ${name}`),
  )
  expect(notPositive).toEqual([])
})

test('a short run of a life measures each stage and prints one line of JSON', async () => {
  const run = join(import.meta.dirname, 'run.ts')
  const args = [run, '--life', '--short', '--json']
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(stdout.trimEnd().split('\n')).toHaveLength(1)
  const { orders, rounds, stored, stages, life }: LifeResults = JSON.parse(stdout)

  expect({ orders, rounds, stored }).toEqual({ orders: 50, rounds: 1, stored: 0 })
  expect(Object.keys(stages)).toEqual(['quote', 'order', 'deposit', 'completed', 'webhook'])
  const whole = STAGES.reduce(
    (sum, name) => sum + stages[name].wal_bytes.median * (name === 'webhook' ? 4 : 1),
    0,
  )
  expect(life.wal_bytes.median).toBeCloseTo(whole, 0)
  expect(STAGES.filter((name) => !(stages[name].per_second.median > 0))).toEqual([])
  expect(STAGES.filter((name) => !(stages[name].wal_bytes.median > 0))).toEqual([])
  // Processor time is known on Linux only.
  if (process.platform !== 'linux') return
  expect(STAGES.filter((name) => !(stages[name].service_us.median > 0))).toEqual([])
  expect(STAGES.filter((name) => !(stages[name].database_us.median > 0))).toEqual([])
  expect(life.us.median).toBeGreaterThan(0)
})
