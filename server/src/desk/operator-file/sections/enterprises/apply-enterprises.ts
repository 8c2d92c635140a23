// Applies the enterprises of an operator file, their organizations, instruments and routes.
import { selectRoutes } from '../../../../engine/routes/queries.ts'
import { firstStatuses } from '../../../../platform/http/status.ts'
import { newUuid, uuidOf, type Uuid } from '../../../../platform/ids.ts'
import { nearestFirst } from '../../../../platform/nearest.ts'
import { selectInstruments, type InstrumentRow } from '../../../../parties/instruments/queries.ts'
import {
  insertEnterprises,
  insertOrganization,
  selectEnterprisesByNames,
  selectOrganizations,
  updateOrganizationContact,
  updateOrganizationStatus,
  type OrganizationRow,
} from '../../../../parties/organizations/queries.ts'
import type { Applying } from '../../applying.ts'
import { changed, changesOf, type Shown } from '../../differences.ts'
import { pairsByProvider } from '../liquidity-providers.ts'
import { servedBy } from '../rails.ts'
import { applyInstrument, unknownId, type KnownInstruments } from './apply-instrument.ts'
import { applyRoute, type Offered } from './apply-route.ts'
import type { Contact, EnterpriseEntry, OrganizationEntry } from './check-enterprises.ts'
import { applyVolumes } from './volumes.ts'

// Enterprises per statement.
const PAGE = 1000

/** Call it after the providers and rails of the file were applied. */
export async function applyEnterprises(
  applying: Applying,
  entries: readonly EnterpriseEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const { db } = applying
  const offered = { pairs: await pairsByProvider(db), served: await servedBy(applying) }
  for (let from = 0; from < entries.length; from += PAGE)
    await applyPage(applying, offered, entries.slice(from, from + PAGE))
}

async function applyPage(
  applying: Applying,
  offered: Offered,
  entries: readonly EnterpriseEntry[],
): Promise<void> {
  const { db, at, changes } = applying
  const known = await selectEnterprisesByNames(
    db,
    entries.map(({ name }) => name),
  )
  const ids = new Map(known.map(({ id, name }) => [name, id]))
  const missing = entries
    .filter(({ name }) => !ids.has(name))
    .map(({ name }) => ({ id: newUuid('ent', at), name }))
  await insertEnterprises(db, missing, at)
  const made = new Map(missing.map(({ id, name }) => [name, id]))
  for (const { name, organizations } of entries) {
    const newId = made.get(name)
    if (newId !== undefined) {
      changes.push({ verb: 'create', what: `enterprise ${name}`, details: [] })
    }
    const id = ids.get(name) ?? newId
    if (id === undefined) throw new Error(`the enterprise ${name} was not inserted`)
    if (organizations.length === 0) continue
    const rows = newId === undefined ? await selectOrganizations(db, id, null, null, null) : []
    const there = knownOrganizations(rows)
    for (const organization of organizations) {
      await applyOrganization(applying, offered, id, there, organization)
    }
  }
}

type KnownOrganizations = {
  byId: ReadonlyMap<Uuid<'org'>, OrganizationRow>
  /** Organizations that a file created. Customers choose the names of the others, so these are matched by id only. */
  byName: ReadonlyMap<string, OrganizationRow>
}

const knownOrganizations = (known: readonly OrganizationRow[]): KnownOrganizations => ({
  byId: new Map(known.map((row) => [row.id, row])),
  byName: firstByName(
    known.filter((row) => row.request_hash === null),
    (row) => row.name,
  ),
})

const firstByName = <Row>(rows: readonly Row[], nameOf: (row: Row) => string): Map<string, Row> =>
  new Map(rows.toReversed().map((row) => [nameOf(row), row]))

async function applyOrganization(
  applying: Applying,
  offered: Offered,
  enterpriseId: Uuid<'ent'>,
  known: KnownOrganizations,
  entry: OrganizationEntry,
): Promise<void> {
  const { db, at, changes } = applying
  let row: OrganizationRow | undefined
  let isNew = false
  if (entry.id !== undefined) {
    const id = uuidOf('org', entry.id)
    row = id === undefined ? undefined : known.byId.get(id)
    if (row === undefined) return unknownId(applying, entry.place, entry.id)
  } else {
    row = known.byName.get(entry.name)
    if (row === undefined) {
      if (entry.contact === undefined) {
        const names = nearestFirst(entry.name, known.byName.keys())
        const reason = `organization ${entry.name} does not exist, and a new one needs a contact; existing organizations: ${names}`
        applying.problems.push({ path: entry.place.at('name').path, reason })
        return
      }
      isNew = true
      const { status, statusHistory } = firstStatuses(at, (entry.status ?? 'ACTIVE') === 'ACTIVE')
      row = await insertOrganization(db, {
        id: newUuid('org', at),
        enterprise_id: enterpriseId,
        name: entry.name,
        ...entry.contact,
        status,
        status_history: statusHistory,
        created_at: at,
        idempotency_key: null,
        request_hash: null,
        metadata: null,
      })
      changes.push({ verb: 'create', what: `organization ${entry.name}`, details: [] })
    } else if (entry.contact !== undefined) {
      const details = changesOf(contactKeys, row, entry.contact)
      if (details.length > 0) {
        await updateOrganizationContact(db, row.id, entry.contact, at)
        changes.push({ verb: 'change', what: `organization ${row.name}`, details })
      }
    }
  }
  if (row === undefined)
    throw new Error(`the organization of ${entry.place.path.join('.')} was not inserted`)
  if (entry.status !== undefined && entry.status !== row.status) {
    await updateOrganizationStatus(db, row.id, entry.status, at)
    changes.push({
      verb: 'change',
      what: `organization ${row.name}`,
      details: [changed('status', row.status, entry.status)],
    })
  }
  const subject = { id: row.id, what: `organization ${row.name}` }
  await applyVolumes(applying, row, subject, entry.volumes)
  if (entry.instruments.length > 0) {
    const there = knownInstruments(isNew ? [] : await selectInstruments(db, row.id, null, null))
    for (const instrument of entry.instruments) {
      await applyInstrument(applying, row, there, instrument)
    }
  }
  if (entry.routes.length > 0) {
    const rows = isNew ? [] : await selectRoutes(db, row.id, null, null)
    const there = new Map(rows.map((route) => [route.name, route]))
    for (const route of entry.routes) await applyRoute(applying, offered, row, there, route)
  }
}

const knownInstruments = (known: readonly InstrumentRow[]): KnownInstruments => ({
  byId: new Map(known.map((row) => [row.id, row])),
  byAlias: firstByName(
    known.filter((row) => row.request_hash === null),
    (row) => row.alias,
  ),
})

const contactKeys: Shown<Contact> = {
  contact_email: { key: 'contact.email', show: (row) => row.contact_email },
  contact_first_name: { key: 'contact.first_name', show: (row) => row.contact_first_name },
  contact_last_name: { key: 'contact.last_name', show: (row) => row.contact_last_name },
}
