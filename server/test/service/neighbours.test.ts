// A flood by one customer delays others little: the ratio of a victim's waits with and without the flood, on the same
// machine at the same time. `node bench/neighbours.ts` measures it in full.
import { instantAt } from '../../src/platform/clock.ts'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newUuid, publicId } from '../../src/platform/ids.ts'
import type { OrganizationJson } from '../../src/parties/organizations/view.ts'
import { forFile } from '../support/for-file.ts'
import { sendRequest } from '../support/callers.ts'
import { testService } from '../support/service.ts'

const CONNECTIONS = 60
const PROBES = 12
/** Allowed in addition to a multiple of the time without the flood: a shared machine stalls at times. */
const ALLOWED_MS = 1500
const ALLOWED_TIMES = 25

const corridor = await forFile(testService({ worker: false, env: { CORRIDOR_RATE_LIMIT: '5000' } }))
const offering = await corridor.offering()
const order = await corridor.order()
const victim = {
  post: `${corridor.organization}/quotes`,
  get: `${corridor.organization}/orders/${order.id}`,
  list: `${corridor.organization}/orders?limit=50`,
  body: { offering_id: offering.id, payin_amount: '1000.00' },
}
// The victim is another organization of the flooder's enterprise, the closest possible neighbour.
const { data } = await corridor.get<OrganizationJson[]>('/v1/organizations')
const neighbour = data.find(({ name }) => name === 'Demo Retail')
const organization = `/v1/organizations/${neighbour?.id}`
const flooder = {
  ...corridor.sandbox,
  base_url: corridor.url,
  api_key: (await corridor.newKey()).key,
}

async function probe(): Promise<number[]> {
  const tookMs: number[] = []
  for (let asked = 0; asked < PROBES; asked++) {
    const began = performance.now()
    const statuses = await Promise.all([
      corridor.post(victim.post, victim.body),
      corridor.get(victim.get),
      corridor.get(victim.list),
    ])
    tookMs.push(performance.now() - began)
    expect(statuses.map(({ status }) => status)).toEqual([201, 200, 200])
    await sleep(20)
  }
  return tookMs.toSorted((a, b) => a - b)
}

test.each([
  ['offerings', 'POST', () => `${organization}/offerings`],
  [
    'timelines',
    'GET',
    () => `${organization}/orders/${publicId('ord', newUuid('ord', instantAt(1)))}/timeline`,
  ],
  ['filtered lists', 'GET', () => `${organization}/orders?status=FAILED_CANCELLED&limit=200`],
  ['complete lists', 'GET', () => `${organization}/orders`],
  [
    'unknown organizations',
    'GET',
    () => `/v1/organizations/${publicId('org', newUuid('org', instantAt(Date.now())))}`,
  ],
  ['refused quotes', 'POST', () => `${organization}/quotes`],
] as const)(
  'a flood of %s delays a neighbour little, and the flooder gets 429 and never 503',
  async (_, method, path) => {
    const alone = await probe()
    const statuses = new Set<number | undefined>()
    let isFlooding = true
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
    const flood = Array.from({ length: CONNECTIONS }, async () => {
      while (isFlooding) {
        const body = path().endsWith('/quotes') ? { body: victim.body } : {}
        statuses.add((await sendRequest(flooder, agent, method, path(), body)).status)
      }
    })
    try {
      await sleep(300)
      const flooded = await probe()
      const median = (all: readonly number[]) => all[all.length >> 1] ?? Number.NaN
      expect(median(flooded)).toBeLessThan(ALLOWED_TIMES * median(alone) + ALLOWED_MS)
      expect(flooded.at(-1)).toBeLessThan(ALLOWED_TIMES * (alone.at(-1) ?? 0) + 2 * ALLOWED_MS)
    } finally {
      isFlooding = false
      await Promise.all(flood)
      agent.destroy()
    }
    for (const status of statuses) expect([200, 201, 404, 429]).toContain(status)
  },
  60_000,
)
