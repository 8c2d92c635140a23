// The stored form of a payment that is to be sent. Later versions must be able to read it.
import { PAYMENT_MESSAGES } from './messages.ts'
import type { Planned } from './pain-001.ts'

/**
 * `folder`: the identity of the work folder. In another folder the markers would be missing. `isNoted`: the folder has a note
 * of the payment, which an older copy of it lacks; payments of earlier versions have none.
 */
export type Prepared = Planned & { file: string; folder: string; isNoted: boolean }

export function readPrepared(text: string): Prepared {
  const parsed: unknown = JSON.parse(text)
  const fields = new Map<string, unknown>(
    Object.entries(typeof parsed === 'object' && parsed !== null ? parsed : {}),
  )
  const field = (name: string): string => {
    const value = fields.get(name)
    if (typeof value !== 'string') throw new Error(`the prepared payment has no ${name}`)
    return value
  }
  return {
    file: field('file'),
    message: PAYMENT_MESSAGES.find((name) => name === fields.get('message')) ?? 'pain.001.001.09',
    executionDate: field('executionDate'),
    createdAt: field('createdAt'),
    folder: field('folder'),
    isNoted: fields.get('isNoted') === true,
  }
}
