// Describes the instruments of an organization for an operator file.
import type { Instant } from '../../platform/clock.ts'
import type { Secrets } from '../../platform/config.ts'
import type { Db } from '../../platform/db/pool.ts'
import { publicId, type Uuid } from '../../platform/ids.ts'
import { fingerprintOf } from '../../parties/instruments/fingerprint.ts'
import { selectIsHeld } from '../../parties/instruments/hold-queries.ts'
import { selectInstruments, type InstrumentRow } from '../../parties/instruments/queries.ts'
import { instrumentOf } from '../../parties/instruments/view.ts'
import type { OrganizationRow } from '../../parties/organizations/queries.ts'
import type { VolumesContent } from './file-schema.ts'

export type Exporting = { db: Db; secrets: Secrets; at: Instant; withDetails: boolean }

/** Without details, all are identified by id. With details, those that a file created have what a new one needs. */
export async function exportInstruments(
  exporting: Exporting,
  organization: OrganizationRow,
  volumesOf: (id: Uuid<'epi'>) => VolumesContent,
) {
  const { db, secrets, withDetails } = exporting
  const described = []
  const aliases = new Set<string>()
  for (const row of await selectInstruments(db, organization.id, null, null)) {
    const { alias } = row
    // An operator file finds the oldest of those that have the same alias.
    const isOfFile = row.request_hash === null && !aliases.has(alias)
    if (row.request_hash === null) aliases.add(alias)
    const status = await statusOf(exporting, organization, row)
    const common = {
      ...(status === undefined ? {} : { status }),
      volume_limits: volumesOf(row.id),
    }
    if (withDetails && isOfFile) {
      const { currency, method, details } = instrumentOf(secrets, row)
      described.push({ alias, currency, method, details, ...common })
    } else described.push({ id: publicId('epi', row.id), ...common })
  }
  return described
}

/** Undefined for an instrument that waits for its first release: as a status of a file it would hold the account. */
async function statusOf(
  { db, secrets }: Exporting,
  { enterprise_id: enterpriseId }: OrganizationRow,
  row: InstrumentRow,
) {
  if (row.status !== 'COMPLIANCE_HOLD') return row.status
  const { method, details } = instrumentOf(secrets, row)
  const fingerprint = fingerprintOf(secrets, method, details)
  const isHeld = await selectIsHeld(db, { enterpriseId, fingerprint })
  return isHeld ? row.status : undefined
}
