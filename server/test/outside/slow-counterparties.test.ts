// A liquidity provider that hangs delays only the orders that it fills.
import { expect, test } from 'vitest'
import type { FillAnswer } from '../../src/outside/liquidity/port.ts'
import { createOrderAdvancer } from '../../src/engine/orders/advance-orders.ts'
import { overlapping } from '../../src/engine/overlap.ts'
import { forFile } from '../support/for-file.ts'
import { testService } from '../support/service.ts'

const answer = Promise.withResolvers<FillAnswer>()
const asked = Promise.withResolvers<void>()
let slowId = ''

const corridor = await forFile(
  testService({
    worker: false,
    replace: ({ feeds }) => ({
      feeds: {
        ...feeds,
        provider: async (name) => {
          const provider = await feeds.provider(name)
          const hang = () => {
            asked.resolve()
            return answer.promise
          }
          return {
            ...provider,
            execute: (request, token) =>
              request.key.startsWith(slowId) ? hang() : provider.execute(request, token),
          }
        },
      },
    }),
  }),
)

test('orders complete while the calls of earlier ones hang', async () => {
  const slow = await corridor.order()
  slowId = slow.id
  await corridor.fund(slow.id)
  const advancer = createOrderAdvancer()
  expect(await advancer.run(corridor.deps)).toBe(1)
  await asked.promise

  const other = await corridor.order()
  await corridor.fund(other.id)
  expect(await advancer.run(corridor.deps)).toBe(1)
  await corridor.until(other.id, 'STEP_4_COMPLETED')
  answer.reject(new Error('the provider hung up'))
  await advancer.stop()
})

test('a round waits only for rounds that are younger than a second', async () => {
  const hung = Promise.withResolvers<void>()
  const { run, stop } = overlapping({ batch: 1, most: 10 }, async () => [hung.promise])
  for (let rounds = 1; rounds <= 7; rounds++) await run({})
  hung.resolve()
  await stop()
})

test('the steps at work are bounded', async () => {
  const steps: PromiseWithResolvers<void>[] = []
  const { run, stop } = overlapping({ batch: 1, most: 2 }, async () => {
    const step = Promise.withResolvers<void>()
    steps.push(step)
    return [step.promise]
  })
  await run({})
  await run({})
  let hasBegun = false
  const third = run({}).then(() => void (hasBegun = true))
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(hasBegun, 'the third step waits for one of the first two').toBe(false)
  steps[0]?.resolve()
  await third
  for (const step of steps) step.resolve()
  await stop()
})

test('the error of a step ends a later round, and the next one goes on', async () => {
  let isFailing = true
  const { run, stop } = overlapping({ batch: 1, most: 10 }, async () => [
    isFailing ? Promise.reject(new Error('no database')) : Promise.resolve(),
  ])
  await run({})
  await expect(run({})).rejects.toThrow('no database')
  isFailing = false
  expect(await run({})).toBe(1)
  await stop()
})
