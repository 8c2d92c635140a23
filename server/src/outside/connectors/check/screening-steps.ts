// Steps of the check for a connector that is a screener: one decision for each key, whatever happens to the answer.
import { randomUUID } from 'node:crypto'
import { subjects } from '../../screener-port.ts'
import { checked, type Verified } from '../client.ts'
import { screening, screeningStatuses } from '../screening-messages.ts'
import { digestOf } from '../signing.ts'
import { PARALLEL, requireAgree } from './key-steps.ts'
import { require, Skipped, type Step } from './steps.ts'
import type { Target } from './target.ts'

type State = { status: string; reference: string | undefined }

/** The keys that were decided, and what was told about them. */
function openKeys(target: Target, subject: (typeof subjects)[number]) {
  const statuses = new Set<string>()
  const decided = new Map<string, { body: string; state: State }>()
  const newKey = () => `check_${randomUUID()}:screening:1`
  const callOf = (key: string, body: string) =>
    ({ method: 'PUT', path: `/screenings/${key}`, key, body }) as const
  const bodyFor = (key: string, name = 'Check Nobody') =>
    JSON.stringify({
      key,
      subject,
      rail: 'bank:check',
      currency: 'MXN',
      amount: '10.00',
      accounts: ['032180000118359719'],
      names: [name],
      documents: [],
    })

  const put = async (key: string, body: string): Promise<State> =>
    stateOf(callOf(key, body), await target.ask(callOf(key, body)))

  function stateOf(call: ReturnType<typeof callOf>, { status, body }: Verified): State {
    require(status === 200, `answered with ${status}, not with 200`)
    const answer = checked(call, body, screening)
    const isStopped = answer.status === 'held' || answer.status === 'rejected'
    require(!isStopped || answer.reason !== undefined, `${answer.status} without a reason`)
    statuses.add(answer.status)
    return { status: answer.status, reference: answer.reason }
  }

  async function requireSame(key: string, body: string, before: State): Promise<void> {
    const after = await put(key, body)
    requireAgree(before, after)
    decided.set(key, { body, state: after })
  }

  return { statuses, decided, newKey, callOf, bodyFor, put, requireSame }
}

export function screeningSteps(
  target: Target,
  screens: readonly string[],
  restart: (() => Promise<void>) | undefined,
): Step[] {
  const [subject] = subjects.filter((one) => screens.includes(one))
  if (subject === undefined) return []
  const { statuses, decided, newKey, callOf, bodyFor, put, requireSame } = openKeys(target, subject)
  const step = (name: string, run: Step['run']): Step => ({ about: 'screening', step: name, run })
  return [
    step(`decides once for ${PARALLEL} parallel requests with one key`, async () => {
      const key = newKey()
      const body = bodyFor(key)
      const states = await Promise.all(Array.from({ length: PARALLEL }, () => put(key, body)))
      const told = states.find(({ status }) => status !== 'pending') ?? states[0]
      require(told !== undefined, 'no answer')
      for (const state of states) requireAgree(told, state)
      await requireSame(key, body, told)
      return `status ${told.status}`
    }),
    step('refuses a known key with another body with 409, and changes nothing', async () => {
      const [found] = decided
      if (found === undefined) return new Skipped('no key was decided')
      const [key, { body, state }] = found
      const { status } = await target.ask(callOf(key, bodyFor(key, 'Check Somebody')))
      require(status === 409, `answered with ${status}, not with a signed 409`)
      await requireSame(key, body, state)
    }),
    step('refuses a body that was changed on the way', async () => {
      const key = newKey()
      const request = await target.sign(callOf(key, bodyFor(key)))
      const other = bodyFor(key, 'Check Somebody')
      const digests = [{}, { 'content-digest': digestOf(other) }]
      for (const digest of digests) {
        const headers = { ...request.headers, ...digest }
        const status = await target.statusOf({ ...request, headers, body: other })
        require(status >= 400 && status < 500, `answered with ${status}, not with 401`)
      }
    }),
    step('decides once if the answer is lost', async () => {
      const key = newKey()
      const body = bodyFor(key)
      await target.hangUp(await target.sign(callOf(key, body)))
      await requireSame(key, body, await put(key, body))
    }),
    step('tells the same after a restart', async () => {
      if (restart === undefined) return new Skipped('give --restart COMMAND')
      require(decided.size > 0, 'no key was decided before')
      await restart()
      for (const [key, { body, state }] of decided) await requireSame(key, body, state)
      return `${decided.size} keys`
    }),
    step('has only statuses that Corridor knows', async () => {
      const known: readonly string[] = screeningStatuses
      const others = [...statuses].filter((status) => !known.includes(status))
      require(others.length === 0, `Corridor takes ${others.join(', ')} for no answer`)
    }),
  ]
}
