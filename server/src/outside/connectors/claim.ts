// The claim of a connector: the newest copy of Corridor's database that works with it. The operation is optional, so the
// capabilities are asked first, once an hour at most.
import Type from 'typebox'
import { monotonicMs, toTimestamp } from '../../platform/clock.ts'
import type { Claim } from '../claim.ts'
import { instant } from '../../platform/http/schemas.ts'
import { instantOf } from './amounts.ts'
import type { ConnectorClient } from './client.ts'
import { open } from './fields.ts'
import * as protocol from './protocol.ts'

const CAPABILITIES_AGE_MS = 3_600_000

export const claim = open(
  {
    claimed_at: instant('When the copy of the database was made.', '2026-03-02T14:05:09.120Z'),
    instance: Type.String({
      pattern: '^[0-9a-f-]{36}$',
      description: 'The copy of the database. It decides between claims of the same moment.',
      examples: ['0b2f8f54-6a3c-4c55-9a51-7f0a3d1c9e42'],
    }),
  },
  {
    title: 'Claim',
    description: 'The copy of the database that a service works with. The newest one counts.',
  },
)

/** Asks with the claim of this database. Null if the connector remembers no claims. */
export function claimerOf(client: ConnectorClient): (own: Claim) => Promise<Claim | null> {
  let stated: { claims: boolean; atMs: number } | undefined
  return async (own) => {
    if (stated === undefined || monotonicMs() - stated.atMs > CAPABILITIES_AGE_MS) {
      const call = { method: 'GET', path: '/capabilities' } as const
      const { claims = false } = await client.call(call, protocol.capabilities)
      stated = { claims, atMs: monotonicMs() }
    }
    if (!stated.claims) return null
    const body = JSON.stringify({ claimed_at: toTimestamp(own.at), instance: own.instance })
    const newest = await client.call({ method: 'POST', path: '/claim', body }, claim)
    return { at: instantOf(newest.claimed_at), instance: newest.instance }
  }
}
