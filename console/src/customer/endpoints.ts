// The endpoints of one organization, and those of the enterprise, behind the same functions.
import type { Corridor } from '@corridor/sdk'
import { corridor } from './corridor.ts'

export type Endpoints = Corridor['enterpriseWebhooks']

/** Null: those of the enterprise. */
export function endpointsOf(organization: string | null): Endpoints {
  if (organization === null) return corridor.enterpriseWebhooks
  const { webhooks } = corridor
  return {
    create: (...rest) => webhooks.create(organization, ...rest),
    list: (...rest) => webhooks.list(organization, ...rest),
    get: (...rest) => webhooks.get(organization, ...rest),
    change: (...rest) => webhooks.change(organization, ...rest),
    delete: (...rest) => webhooks.delete(organization, ...rest),
    rotateSecret: (...rest) => webhooks.rotateSecret(organization, ...rest),
    test: (...rest) => webhooks.test(organization, ...rest),
    deliveries: (...rest) => webhooks.deliveries(organization, ...rest),
    redeliver: (...rest) => webhooks.redeliver(organization, ...rest),
  }
}
