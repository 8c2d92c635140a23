// The step of the check for the lists of a connector: each payment or conversion once, in pages that repeat.
import { randomUUID } from 'node:crypto'
import type { Static, TSchema } from 'typebox'
import { later, systemClock, type Instant } from '../../../platform/clock.ts'
import { pagesOf } from '../listing.ts'
import { MOST_LISTED } from '../list-messages.ts'
import { WINDOW_MS } from '../signing.ts'
import type { Subject } from './key-steps.ts'
import { require, Skipped, type Step } from './steps.ts'
import type { Target } from './target.ts'

const MOST_PAGES = 50
const HOUR_MS = 3_600_000

/** `isSame`: the entry has the content of its request. It throws if the entry cannot be used. */
export function listStep<T extends TSchema, Entry extends { key: string }>(
  target: Target,
  lists: readonly string[],
  { about, resource, bodyFor }: Pick<Subject, 'about' | 'resource' | 'bodyFor'>,
  schema: T,
  entriesOf: (page: Static<T>) => readonly Entry[],
  isSame: (entry: Entry, body: string) => boolean,
): Step {
  async function read(since: Instant, limit: number, most: number): Promise<Entry[]> {
    const found: Entry[] = []
    let pages = 0
    const reader = { call: target.get }
    for await (const page of pagesOf(reader, `/${resource}`, since, schema, entriesOf, limit)) {
      found.push(...entriesOf(page))
      pages += 1
      require(pages <= MOST_PAGES, `the list did not end after ${MOST_PAGES} pages`)
      if (found.length >= most) break
    }
    return found
  }

  return {
    about,
    step: `lists each of its ${about} once, also in small pages`,
    async run() {
      if (!lists.includes(resource))
        return new Skipped(`"${resource}" is not in its lists: operators compare its statement`)
      const since = later(systemClock.realNow(), -WINDOW_MS)
      const bodies = new Map<string, string>()
      for (const place of [1, 2]) {
        const key = `check_${randomUUID()}:${resource}:${place}`
        const body = await bodyFor(key)
        const call = { method: 'PUT', path: `/${resource}/${key}`, key, body } as const
        const { status } = await target.ask(call)
        require(status === 200, `answered with ${status}, not with 200`)
        bodies.set(key, body)
      }
      const all = await read(since, MOST_LISTED, Number.POSITIVE_INFINITY)
      const keys = all.map(({ key }) => key)
      require(new Set(keys).size === keys.length, 'a key is listed twice')
      for (const [key, body] of bodies) {
        const entry = all.find((one) => one.key === key)
        require(entry !== undefined, 'a key that was just executed is not listed')
        require(isSame(entry, body), 'a key is listed with other content than its request')
      }
      const [oldest, newest] = [...bodies.keys()].map((key) => keys.indexOf(key))
      require((oldest ?? 0) < (newest ?? 0), 'the list is not in the order of receipt')
      const single = (await read(since, 1, 2)).map(({ key }) => key)
      require(single.join() === keys.slice(0, 2).join(), 'pages of one entry skip or repeat')
      const coming = await read(later(systemClock.realNow(), HOUR_MS), MOST_LISTED, 1)
      require(coming.length === 0, 'an entry is listed before its time')
      return `${all.length} ${about}`
    },
  }
}
