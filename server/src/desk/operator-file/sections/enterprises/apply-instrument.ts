// Creates, holds, releases and archives the instruments of an operator file. The cap on the number of instruments does
// not apply to operators.
import { isDeepStrictEqual } from 'node:util'
import { firstStatuses } from '../../../../platform/http/status.ts'
import { publicId, uuidOf, type Uuid } from '../../../../platform/ids.ts'
import { CLOSING_MARGIN_MS } from '../../../../parties/instruments/archive-instrument.ts'
import {
  selectAccountBalance,
  selectUses,
  updateArchived,
  type Closing,
} from '../../../../parties/instruments/archiving-queries.ts'
import { newInstrument, OF_THE_DESK } from '../../../../parties/instruments/create-instrument.ts'
import { fingerprintOf } from '../../../../parties/instruments/fingerprint.ts'
import { placeHold, releaseHold } from '../../../../parties/instruments/hold-account.ts'
import { selectIsHeld } from '../../../../parties/instruments/hold-queries.ts'
import {
  insertInstrument,
  updateInstrumentStatuses,
  type InstrumentRow,
} from '../../../../parties/instruments/queries.ts'
import { instrumentOf } from '../../../../parties/instruments/view.ts'
import { isHandedOut } from '../../../../outside/rails/desk-accounts.ts'
import { formatSignedAmount } from '../../../../platform/money/decimal.ts'
import { lockEnterprise, type OrganizationRow } from '../../../../parties/organizations/queries.ts'
import type { Applying } from '../../applying.ts'
import { changed } from '../../differences.ts'
import { placeIn, type Place } from '../../judging.ts'
import type { InstrumentEntry } from './instruments.ts'
import { applyVolumes, judgeVolumesIn } from './volumes.ts'

export const ARCHIVING_BUSY =
  'An instrument could not be archived just now, so nothing was changed. Apply the file again.'

export type KnownInstruments = {
  byId: ReadonlyMap<Uuid<'epi'>, InstrumentRow>
  byAlias: ReadonlyMap<string, InstrumentRow>
}

export function unknownId({ problems }: Applying, place: Place, id: string): void {
  problems.push({ path: place.at('id').path, reason: `there is no ${id} here` })
}

export async function applyInstrument(
  applying: Applying,
  organization: OrganizationRow,
  known: KnownInstruments,
  entry: InstrumentEntry,
): Promise<void> {
  const row = await applyItself(applying, organization, known, entry)
  if (row === undefined || entry.volumes === undefined) return
  const place = placeIn(applying.problems, [], entry.place.path).at('volume_limits')
  const volumes = judgeVolumesIn(place, row.currency, entry.volumes)
  const what = `instrument ${row.alias} of ${organization.name}`
  await applyVolumes(applying, organization, { id: row.id, what }, volumes)
}

/** Undefined if there is a problem. */
async function applyItself(
  applying: Applying,
  organization: OrganizationRow,
  known: KnownInstruments,
  entry: InstrumentEntry,
): Promise<InstrumentRow | undefined> {
  const { secrets, problems } = applying
  if (entry.id !== undefined) {
    const id = uuidOf('epi', entry.id)
    const row = id === undefined ? undefined : known.byId.get(id)
    if (row === undefined) unknownId(applying, entry.place, entry.id)
    else await settleStatus(applying, organization, row, entry)
    return row
  }
  const row = known.byAlias.get(entry.alias)
  if (row === undefined) return makeInstrument(applying, organization, entry)
  const present = instrumentOf(secrets, row)
  const fields = differing(
    { currency: entry.currency, method: entry.method, details: entry.details },
    present,
  )
  if (fields.length === 0) {
    await settleStatus(applying, organization, row, entry)
    return row
  }
  problems.push({
    path: entry.place.at(fields[0] ?? 'alias').path,
    reason: `${entry.alias} differs in ${fields.join(', ')}, but an instrument cannot change. Give the new one another alias, and set this one to ARCHIVED`,
  })
  return undefined
}

async function makeInstrument(
  applying: Applying,
  organization: OrganizationRow,
  entry: InstrumentEntry & { id: undefined },
): Promise<InstrumentRow | undefined> {
  const { db, at, secrets, changes, problems } = applying
  if (await isHandedOut(db, entry.details['address'] ?? '')) {
    problems.push({ path: entry.place.at('details').path, reason: `address ${OF_THE_DESK}` })
    return undefined
  }
  const made = newInstrument(secrets, organization.id, entry, at)
  const { enterprise_id: enterpriseId } = organization
  await lockEnterprise(db, enterpriseId)
  const isHeld = await selectIsHeld(db, { enterpriseId, fingerprint: made.fingerprint })
  if (isHeld && entry.status === 'ACTIVE') {
    problems.push({
      path: entry.place.path,
      reason: `${entry.alias} belongs to an account on hold. Release the hold first, or omit the status`,
    })
    return undefined
  }
  const isActive = (entry.status ?? 'ACTIVE') === 'ACTIVE' && !isHeld
  const { status, statusHistory } = firstStatuses(at, isActive)
  const row = await insertInstrument(db, {
    ...made,
    status,
    status_history: statusHistory,
    idempotency_key: null,
    request_hash: null,
  })
  if (row === undefined) throw new Error(`instrument not inserted (${publicId('epi', made.id)})`)
  changes.push({
    verb: 'create',
    what: `instrument ${entry.alias} of ${organization.name}`,
    details: isHeld ? ['on hold, since its account is on hold'] : [],
  })
  // No order can use a new instrument, since this transaction created it.
  if (entry.status === 'ARCHIVED')
    await updateInstrumentStatuses(db, [row], { from: [row.status], to: 'ARCHIVED', at })
  else await settleStatus(applying, organization, row, entry)
  return row
}

async function settleStatus(
  applying: Applying,
  { enterprise_id }: OrganizationRow,
  row: InstrumentRow,
  entry: InstrumentEntry,
): Promise<void> {
  const { db, at, secrets, changes, problems, archives } = applying
  const { status, place } = entry
  if (status === undefined) return
  if (status === 'ARCHIVED') {
    if (row.status !== 'ARCHIVED') archives.push({ row, path: place.path })
    return
  }
  if (row.status === 'ARCHIVED') {
    problems.push({
      path: place.at('status').path,
      reason: `${row.alias} is ARCHIVED and cannot be reactivated`,
    })
    return
  }
  const { method, details } = instrumentOf(secrets, row)
  const account = `${enterprise_id} ${fingerprintOf(secrets, method, details).toString('base64')}`
  const wanted = applying.wantedOfAccounts.get(account) ?? status
  applying.wantedOfAccounts.set(account, wanted)
  if (wanted !== status) {
    problems.push({
      path: place.path,
      reason: `${row.alias} cannot be ${status}: the file sets another instrument of the same account to ${wanted}`,
    })
    return
  }
  if (status === 'ACTIVE' && row.status === 'ACTIVE') return
  const owned = { ...row, enterprise_id }
  const { isChanged, instruments } =
    status === 'ACTIVE'
      ? await releaseHold(db, applying, owned, at)
      : await placeHold(db, secrets, owned, at)
  const others = instruments.filter(({ id }) => id !== row.id).length
  if (!isChanged) return
  changes.push({
    verb: 'change',
    what: `instrument ${row.alias} (${publicId('epi', row.id)})`,
    details: [
      changed('status', row.status, status),
      ...(others === 0 ? [] : [`with ${others} more of the same account`]),
    ],
  })
}

/** Call it last in the transaction: the commit must come well before the closing ends. */
export async function archiveInstruments(
  applying: Applying,
  closing: Closing | null,
): Promise<void> {
  const { db, at, archives, changes, problems } = applying
  if (archives.length === 0) return
  const instruments = archives.map(({ row }) => row)
  const archived =
    closing === null
      ? []
      : await updateArchived(db, instruments, { closing, marginMs: CLOSING_MARGIN_MS, at })
  const uses = new Map((await selectUses(db, instruments)).map((use) => [use.id, use]))
  const isDone = new Set(archived.map(({ id }) => id))
  for (const { row, path } of archives) {
    const use = uses.get(row.id)
    if (isDone.has(row.id) || (closing === null && use === undefined)) {
      changes.push({
        verb: 'change',
        what: `instrument ${row.alias} (${publicId('epi', row.id)})`,
        details: [changed('status', row.status, 'ARCHIVED')],
      })
    } else if (use === undefined) {
      const account = await selectAccountBalance(db, {
        organizationId: row.organization_id,
        id: row.id,
      })
      if (account === undefined || account.balance_minor === 0n) throw new Error(ARCHIVING_BUSY)
      const { balance_minor: minor, currency } = account
      const amount = `${formatSignedAmount(minor, currency)} ${currency}`
      problems.push({ path, reason: `${row.alias} cannot be archived: its account has ${amount}` })
    } else {
      problems.push({
        path,
        reason: `${row.alias} cannot be archived: ${use.open_orders} open orders and ${use.open_refunds} open refunds need it, one of order ${publicId('ord', use.order_id)}`,
      })
    }
  }
}

/** The names of the fields that differ. */
function differing(wanted: object, present: object): string[] {
  const there = new Map<string, unknown>(Object.entries(present))
  return Object.entries(wanted)
    .filter(([field, value]) => !isDeepStrictEqual(value, there.get(field)))
    .map(([field]) => field)
}
