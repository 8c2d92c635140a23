// Steps of the check for a connector that cancels payments: nothing is ever executed under a cancelled key.
import { randomUUID } from 'node:crypto'
import { checked, type Verified } from '../client.ts'
import * as protocol from '../protocol.ts'
import { PARALLEL, type Subject } from './key-steps.ts'
import { require, Skipped, type Step } from './steps.ts'
import type { Target } from './target.ts'

/** The keys that were cancelled. */
function openKeys(target: Target, bodyFor: Subject['bodyFor']) {
  const cancelled = new Set<string>()
  const newKey = () => `check_${randomUUID()}:cancelled:1`
  const statusIn = (key: string, { status, body }: Verified, schema: typeof protocol.send) => {
    require(status === 200, `answered with ${status}, not with 200`)
    return checked({ method: 'GET', path: '/sends', key }, body, schema).status
  }
  const ask = async (key: string, method: 'GET' | 'PUT', body?: string): Promise<string> => {
    const call = { method, path: `/sends/${key}`, key, ...(body === undefined ? {} : { body }) }
    return statusIn(key, await target.ask(call), protocol.send)
  }
  const cancelCall = (key: string) =>
    ({
      method: 'PUT',
      path: `/sends/${key}/cancellation`,
      key,
      body: JSON.stringify({ key }),
    }) as const
  async function cancel(key: string): Promise<string> {
    const { status, code } = await target.get(cancelCall(key), protocol.cancellation)
    require(status !== 'cancelled' || code !== undefined, 'cancelled without a code')
    return status
  }
  /** The payment is refused, however often it is sent. */
  async function requireCancelled(key: string): Promise<void> {
    const states = [await ask(key, 'PUT', await bodyFor(key)), await ask(key, 'GET')]
    for (const state of states)
      require(state === 'rejected', `a payment is ${state} although its key was cancelled`)
    const again = await cancel(key)
    require(again === 'cancelled', `a cancelled key was ${again} when it was cancelled again`)
    cancelled.add(key)
  }
  return { cancelled, newKey, ask, cancelCall, cancel, requireCancelled }
}

export function cancelSteps(
  target: Target,
  doesCancel: boolean,
  bodyFor: Subject['bodyFor'],
  restart: (() => Promise<void>) | undefined,
): Step[] {
  const { cancelled, newKey, ask, cancelCall, cancel, requireCancelled } = openKeys(target, bodyFor)
  const step = (name: string, run: Step['run']): Step => ({
    about: 'cancellations',
    step: name,
    run: async () =>
      doesCancel ? run() : new Skipped('"cancels" is not true: operators record the outcome'),
  })
  return [
    step('cancels a key that it never received, and refuses it afterwards', async () => {
      const key = newKey()
      const first = await cancel(key)
      require(first === 'cancelled', `a key that was never received is ${first}`)
      require((await ask(key, 'GET')) ===
        'rejected', 'the look-up of the key does not say rejected')
      await requireCancelled(key)
    }),
    step('cancels once if the answer is lost', async () => {
      const key = newKey()
      await target.hangUp(await target.sign(cancelCall(key)))
      require((await cancel(key)) === 'cancelled', 'a key that was never received is not cancelled')
      await requireCancelled(key)
    }),
    step(`executes or cancels for ${PARALLEL} parallel requests of both, never both`, async () => {
      const key = newKey()
      const body = await bodyFor(key)
      const told = await Promise.all(
        Array.from({ length: 2 * PARALLEL }, (_, place) =>
          place % 2 === 0 ? cancel(key) : ask(key, 'PUT', body),
        ),
      )
      if (told.includes('cancelled')) {
        require(!told.includes('settled'), 'one key was settled and cancelled')
        return requireCancelled(key)
      }
      return `status ${told[0]}`
    }),
    step('says that it is too late for a payment that was executed', async () => {
      const key = newKey()
      if ((await ask(key, 'PUT', await bodyFor(key))) !== 'settled')
        return new Skipped('no payment is settled at once')
      const answer = await cancel(key)
      require(answer === 'too_late', `a settled payment is ${answer}`)
      require((await ask(key, 'GET')) === 'settled', 'the cancellation changed a settled payment')
      return undefined
    }),
    step('remembers cancellations after a restart', async () => {
      if (restart === undefined) return new Skipped('give --restart COMMAND')
      require(cancelled.size > 0, 'no key was cancelled before')
      await restart()
      for (const key of cancelled) await requireCancelled(key)
      return `${cancelled.size} keys`
    }),
  ]
}
