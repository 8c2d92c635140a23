// The instruments of an organization: their schema, their checks without the database, and how they are written out.
import Type from 'typebox'
import { Failure } from '../../../../platform/errors.ts'
import { publicId, type Uuid } from '../../../../platform/ids.ts'
import type { InstrumentMethod } from '../../../../outside/methods/methods.ts'
import { judgeInstrument } from '../../../../parties/instruments/create-instrument.ts'
import { fingerprintOf } from '../../../../parties/instruments/fingerprint.ts'
import { selectIsHeld } from '../../../../parties/instruments/hold-queries.ts'
import {
  selectInstruments,
  type InstrumentRow,
  type InstrumentStatus,
} from '../../../../parties/instruments/queries.ts'
import { instrumentOf } from '../../../../parties/instruments/view.ts'
import type { OrganizationRow } from '../../../../parties/organizations/queries.ts'
import { exact, nameText, type Entry, type Place } from '../../judging.ts'
import type { Exporting } from '../../section.ts'
import { judgeVolumesIn, volumesSchema, type VolumesContent } from './volumes.ts'

// An entry with an id sets the status of an instrument that the API created. Without an id, the file owns the
// instrument.
export const instrumentSchema = exact({
  id: Type.Optional(Type.String()),
  alias: Type.Optional(nameText),
  currency: Type.Optional(Type.String()),
  method: Type.Optional(Type.String()),
  details: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  status: Type.Optional(Type.Enum(['ACTIVE', 'COMPLIANCE_HOLD', 'ARCHIVED'])),
  /** For what this instrument pays in. */
  volume_limits: Type.Optional(volumesSchema),
})

export type InstrumentEntry = {
  place: Place
  status: InstrumentStatus | undefined
  /** Undefined keeps the limits. Limits of an entry with an id are in the currency of the instrument. */
  volumes: VolumesContent | undefined
} & (
  | { id: string }
  | {
      id: undefined
      alias: string
      currency: string
      method: InstrumentMethod
      details: Record<string, string>
    }
)

export function judgeInstrumentEntry({
  place,
  one,
  faulty,
}: Entry<typeof instrumentSchema>): InstrumentEntry | undefined {
  const { id, alias, currency, method, details, status, volume_limits: volumes } = one
  if (['id', 'alias', 'currency', 'method', 'details'].some((key) => faulty.has(key)))
    return undefined
  if (id !== undefined) {
    if (
      (status !== undefined || volumes !== undefined) &&
      (alias ?? currency ?? method ?? details) === undefined
    )
      return { place, id, status, volumes }
    place.problem(
      'an entry with an id needs a status or volume_limits, and no other key: the API created this instrument',
    )
    return undefined
  }
  if (
    alias === undefined ||
    currency === undefined ||
    method === undefined ||
    details === undefined
  ) {
    place.problem(
      'an instrument needs an alias, a currency, a method and details, or an id and a status',
    )
    return undefined
  }
  try {
    const judged = judgeInstrument({ alias, currency, method, details })
    if (volumes !== undefined) judgeVolumesIn(place.at('volume_limits'), currency, volumes)
    return { place, id: undefined, status, volumes, alias, currency, ...judged }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    for (const { pointer, message } of error.errors ?? []) {
      const at = pointer.split('/').slice(1)
      place.at(...at).problem(`${at.join('.')} ${message}`)
    }
    return undefined
  }
}

/** Without details, all are identified by id. With details, those that a file created have what a new one needs. */
export async function writeInstruments(
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
