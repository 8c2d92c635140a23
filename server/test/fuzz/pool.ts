// The existing objects: identifiers by prefix, and accepted requests to repeat.
import type { FuzzRequest } from './client.ts'
import type { Random } from './random.ts'

const KEPT = 200

// Enough of each for every state and for pages. The number of rows decides the cost of a complete list.
const MOST: Record<string, number> = {
  createOrganization: 300,
  createInstrument: 30,
  createOfferings: 60,
  createQuote: 3000,
  createOrder: 1500,
  createWebhookEndpoint: 200,
  createApiKey: 100,
  rotateApiKey: 100,
  retryOrder: 300,
  createOperatorKey: 30,
  createUser: 20,
  proposeMovement: 100,
  openInformationRequest: 60,
  applyConfiguration: 5,
  reconcile: 5,
}

export type Pool = {
  note(operation: string, request: FuzzRequest, text: string): void
  /** A random identifier, or undefined while there is none. */
  id(random: Random, prefix: string): string | undefined
  /** An accepted request of the operation, once the wanted number exists. */
  again(random: Random, operation: string): FuzzRequest | undefined
}

export function createPool(): Pool {
  const ids = new Map<string, string[]>()
  const accepted = new Map<string, { count: number; requests: FuzzRequest[] }>()

  function keep<T>(list: T[], value: T): void {
    list.push(value)
    if (list.length > KEPT) list.shift()
  }

  return {
    note(operation, request, text) {
      if (!(operation in MOST)) return
      const known = accepted.get(operation) ?? { count: 0, requests: [] }
      accepted.set(operation, known)
      known.count += 1
      keep(known.requests, request)
      // Skip the instruments inside an offering: they belong to the first world and must not change.
      const own =
        operation === 'createOfferings'
          ? /"id":"((off)_\w{26})"/g
          : /^\{"data":\{"id":"((\w+)_\w{26})"/g
      for (const [, id = '', prefix = ''] of text.matchAll(own)) {
        const list = ids.get(prefix) ?? []
        ids.set(prefix, list)
        keep(list, id)
      }
    },
    id(random, prefix) {
      const list = ids.get(prefix)
      return list === undefined ? undefined : random.pick(list)
    },
    again(random, operation) {
      const known = accepted.get(operation)
      if (known === undefined) return undefined
      const isEnough = known.count >= (MOST[operation] ?? 0)
      return isEnough || random.chance(0.2) ? random.pick(known.requests) : undefined
    },
  }
}
