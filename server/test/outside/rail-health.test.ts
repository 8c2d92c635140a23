// Problems of rails are shown, and neither wait for a rail nor make the service unready.
import { expect, test } from 'vitest'
import type { Rail } from '../../src/outside/rails/port.ts'
import { railProblem, type RailProblem } from '../../src/outside/rail-problems.ts'
import { createRailWatch, healthOf } from '../../src/outside/rails/health.ts'
import { forFile } from '../support/for-file.ts'
import { testService } from '../support/service.ts'

let problems: () => Promise<readonly RailProblem[]> = async () => []
const corridor = await forFile(
  testService({
    replace: (deps) => {
      const all = async (): Promise<readonly Rail[]> =>
        (await deps.rails.all()).map((rail) => ({ ...rail, problems: () => problems() }))
      return { railHealth: createRailWatch({ all }) }
    },
  }),
)

const ready = async () => {
  const response = await fetch(`${corridor.url}/readyz`)
  const body: { checks: Record<string, { ok: boolean; detail: string }> } = JSON.parse(
    await response.text(),
  )
  return { status: response.status, rails: body.checks['rails'] }
}

test('/readyz names a rail with problems and stays ready', async () => {
  problems = async () => [railProblem('gas_unread', { relayer: '0x1' })]
  await ready()
  await expect.poll(async () => (await ready()).rails?.detail).toBe('problems: sandbox (1)')
  expect((await ready()).status).toBe(200)
})

test('a rail that fails to answer has that as its problem', async () => {
  const [rail] = await corridor.deps.rails.all()
  if (rail === undefined) throw new Error('the sandbox has no rail')
  const failing = { ...rail, problems: () => Promise.reject(new Error('no connection')) }
  expect(await healthOf(failing)).toEqual({
    rail: 'sandbox',
    problems: [
      {
        code: 'unasked',
        facts: { reason: 'no connection' },
        message: 'cannot be asked: no connection',
      },
    ],
  })
})

test('/metrics has the problems of rails and the differences of balances', async () => {
  const text = await (await fetch(`${corridor.url}/metrics`)).text()
  expect(text).toContain('# TYPE corridor_rail_problems gauge')
  expect(text).toContain('# TYPE corridor_desk_balance_differs gauge')
})
