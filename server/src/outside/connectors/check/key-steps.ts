// Steps of the check that payments and conversions share: one execution for each key, whatever happens to the answer.
import { randomUUID } from 'node:crypto'
import type { TSchema } from 'typebox'
import type { Verified } from '../client.ts'
import { checked } from '../client.ts'
import { digestOf } from '../signing.ts'
import { require, Skipped, type Step } from './steps.ts'
import type { Target } from './target.ts'

/** `bodyFor` makes a request that the connector can execute. `changed` keeps its key and changes its amount. */
export type Subject = {
  about: 'payments' | 'conversions'
  resource: 'sends' | 'fills'
  schema: TSchema
  known: readonly string[]
  bodyFor(key: string): Promise<string>
  changed(body: string): string
}

type State = { status: string; reference: string | undefined }
export const PARALLEL = 20
const OPEN = 'pending'

/** The keys that were executed, and what was told about them. */
function openKeys(target: Target, { resource, schema }: Subject) {
  const statuses = new Set<string>()
  const executed = new Map<string, { body: string; state: State }>()
  const newKey = () => `check_${randomUUID()}:${resource}:1`
  const at = (key: string) => ({ path: `/${resource}/${key}`, key })

  async function put(key: string, body: string): Promise<State> {
    return stateOf(key, await target.ask({ method: 'PUT', ...at(key), body }))
  }
  async function get(key: string): Promise<State> {
    return stateOf(key, await target.ask({ method: 'GET', ...at(key) }))
  }
  function stateOf(key: string, { status, body }: Verified): State {
    require(status === 200, `answered with ${status}, not with 200`)
    checked({ method: 'GET', ...at(key) }, body, schema)
    const state = { status: textOf(body, 'status') ?? '', reference: textOf(body, 'reference') }
    statuses.add(state.status)
    return state
  }
  const isUnknown = (key: string) => target.isUnknown({ method: 'GET', ...at(key) })

  /** Repeats the request and the look-up. Both must answer as before. */
  async function requireSame(key: string, body: string, before: State): Promise<void> {
    const after = [await put(key, body), await get(key)]
    for (const state of after) requireAgree(before, state)
    executed.set(key, { body, state: after.at(-1) ?? before })
  }

  return { statuses, executed, newKey, at, put, get, isUnknown, requireSame }
}

export function keySteps(
  target: Target,
  subject: Subject,
  restart: (() => Promise<void>) | undefined,
): Step[] {
  const { about } = subject
  const keys = openKeys(target, subject)
  const { statuses, executed, newKey, at, put, isUnknown, requireSame } = keys
  const step = (name: string, run: Step['run']): Step => ({ about, step: name, run })
  return [
    step('says that it never received a key', async () => {
      require(await isUnknown(newKey()), 'no signed 404 of the type unknown_key with the key')
    }),
    step(`executes once for ${PARALLEL} parallel requests with one key`, async () => {
      const key = newKey()
      const body = await subject.bodyFor(key)
      const states = await Promise.all(Array.from({ length: PARALLEL }, () => put(key, body)))
      const told = states.find(({ status }) => status !== OPEN) ?? states[0]
      require(told !== undefined, 'no answer')
      for (const state of states) requireAgree(told, state)
      await requireSame(key, body, told)
      return `status ${told.status}`
    }),
    step('refuses a known key with another body with 409, and changes nothing', async () => {
      const [found] = executed
      if (found === undefined) return new Skipped('no key was executed')
      const [key, { body, state }] = found
      const changed = subject.changed(body)
      const { status } = await target.ask({ method: 'PUT', ...at(key), body: changed })
      require(status === 409, `answered with ${status}, not with a signed 409`)
      await requireSame(key, body, state)
    }),
    step('refuses a body that was changed on the way', async () => {
      const key = newKey()
      const body = await subject.bodyFor(key)
      const request = await target.sign({ method: 'PUT', ...at(key), body })
      const other = subject.changed(body)
      for (const digest of [{}, { 'content-digest': digestOf(other) }]) {
        const headers = { ...request.headers, ...digest }
        const status = await target.statusOf({ ...request, headers, body: other })
        require(status >= 400 && status < 500, `answered with ${status}, not with 401`)
      }
      require(await isUnknown(key), 'the refused request left something under its key')
    }),
    step('executes once if the answer is lost', async () => {
      const key = newKey()
      const body = await subject.bodyFor(key)
      await target.hangUp(await target.sign({ method: 'PUT', ...at(key), body }))
      await requireSame(key, body, await put(key, body))
    }),
    step('executes once if a proxy turns the answer into a 500', async () => {
      const key = newKey()
      const body = await subject.bodyFor(key)
      // Discard the answer: the connector has executed the request.
      await target.statusOf(await target.sign({ method: 'PUT', ...at(key), body }))
      require(!(await isUnknown(key)), 'the key is unknown after the request was answered')
      await requireSame(key, body, await keys.get(key))
    }),
    step('tells the same after a restart', async () => {
      if (restart === undefined) return new Skipped('give --restart COMMAND')
      require(executed.size > 0, 'no key was executed before')
      await restart()
      for (const [key, { body, state }] of executed) await requireSame(key, body, state)
      return `${executed.size} keys`
    }),
    step('has only statuses that Corridor knows', async () => {
      const others = [...statuses].filter((status) => !subject.known.includes(status))
      return others.length === 0 ? undefined : `Corridor treats ${others.join(', ')} as pending`
    }),
  ]
}

/** A pending key may become final. A final state never changes. */
export function requireAgree(before: State, after: State): void {
  if (before.status === OPEN) return
  require(after.status === before.status &&
    after.reference ===
      before.reference, `the same key was ${before.status} with one reference, then ${after.status} with ${
    after.reference === before.reference ? 'the same' : 'another'
  }`)
}

function textOf(body: unknown, field: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const value = Object.entries(body).find(([name]) => name === field)?.[1]
  return typeof value === 'string' ? value : undefined
}
