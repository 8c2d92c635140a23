// The claim of a copy of the database. Sides that can remember keep the newest claim that they saw. So a service on an
// older copy notices that another one works with the same rails and providers. Pure rules; other-service.ts looks.
import { instantAt, toTimestamp, type Instant } from '../platform/clock.ts'

/** Made with the deployment, and anew after a restore, a failover, and when an operator resumes. */
export type Claim = { at: Instant; instance: string }

/** Every process picks the same of two claims of one moment. */
export const isNewer = (one: Claim, other: Claim): boolean =>
  one.at > other.at || (one.at === other.at && one.instance > other.instance)

export const writeClaim = ({ at, instance }: Claim): string =>
  JSON.stringify({ claimed_at: toTimestamp(at), instance })

/** Undefined if the text is no claim. */
export function readClaim(text: string): Claim | undefined {
  const parts =
    /^\{"claimed_at":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)","instance":"([0-9a-f-]{36})"\}\s*$/.exec(
      text,
    )
  const at = Date.parse(parts?.[1] ?? '')
  const instance = parts?.[2]
  return instance === undefined || Number.isNaN(at) ? undefined : { at: instantAt(at), instance }
}
