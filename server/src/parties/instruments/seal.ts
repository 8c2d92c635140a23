// Encrypts details at rest as one text, bound to the id of their instrument.
import type { Secrets } from '../../platform/config.ts'
import { openText, sealText, type Sealed } from '../../platform/db/seal.ts'
import type { Uuid } from '../../platform/ids.ts'

export const sealDetails = (
  secrets: Secrets,
  instrumentId: Uuid<'epi'>,
  details: Record<string, string>,
): Sealed => sealText(secrets, instrumentId, JSON.stringify(details))

export function openDetails(
  secrets: Secrets,
  instrumentId: Uuid<'epi'>,
  sealed: Sealed,
): Record<string, string> {
  const details: Record<string, string> = JSON.parse(openText(secrets, instrumentId, sealed))
  return details
}
