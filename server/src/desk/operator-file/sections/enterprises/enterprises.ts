// The section `enterprises`, with organizations, instruments and routes.
import { publicId, uuidOf } from '../../../../platform/ids.ts'
import {
  selectEnterprises,
  selectOrganizations,
  type EnterpriseRow,
  type OrganizationRow,
} from '../../../../parties/organizations/queries.ts'
import { selectRoutes, type NamedRoute } from '../../../../engine/routes/queries.ts'
import { selectVolumeLimits } from '../../../../engine/volume-limits/queries.ts'
import type { Exporting, Section } from '../../section.ts'
import { applyEnterprises } from './apply-enterprises.ts'
import { enterprisesSchema, judgeEnterprises, type EnterpriseEntry } from './check-enterprises.ts'
import { writeInstruments } from './instruments.ts'
import { writeRoute } from './routes.ts'
import { mergedEnterprises, undoneEnterprises } from './undo-enterprises.ts'
import { writeVolumes, writeVolumesByCurrency } from './volumes.ts'

export const enterprises: Section = {
  key: 'enterprises',
  noun: 'enterprise',
  stage: 'customers',
  schema: enterprisesSchema,
  check(file, content) {
    const entries = judgeEnterprises(file, content)
    const organizations = entries.flatMap((enterprise) => enterprise.organizations)
    return {
      apply: (applying) => applyEnterprises(applying, entries),
      undo: (exporting) => undoneEnterprises(exporting, entries),
      beyondRoutes: [
        ...(organizations.some(({ instruments }) => instruments.length > 0) ? ['instruments'] : []),
        ...(organizations.some(({ status }) => status !== undefined) ? ['status'] : []),
        ...(organizations.some(({ volumes }) => volumes !== undefined) ? ['volume_limits'] : []),
      ],
      requotes: { routes: routesIn(entries) },
    }
  },
  write,
  merge: mergedEnterprises,
}

const routesIn = (entries: readonly EnterpriseEntry[]): NamedRoute[] =>
  entries.flatMap(({ name: enterprise, organizations }) =>
    organizations.flatMap((organization) => {
      const { id } = organization
      const owner = {
        enterprise,
        organizationId: id === undefined ? null : (uuidOf('org', id) ?? null),
        organization: id === undefined ? organization.name : null,
      }
      return organization.routes.map(({ name }) => ({ ...owner, name }))
    }),
  )

async function write(exporting: Exporting) {
  const written = []
  for (const enterprise of await selectEnterprises(exporting.db))
    written.push(await writeEnterprise(exporting, enterprise))
  return written
}

async function writeEnterprise(exporting: Exporting, { id, name }: EnterpriseRow) {
  const organizations = []
  for (const organization of await selectOrganizations(exporting.db, id, null, null, null))
    organizations.push(await writeOrganization(exporting, organization))
  return { name, organizations }
}

async function writeOrganization(exporting: Exporting, row: OrganizationRow) {
  const { db, at } = exporting
  const limits = await selectVolumeLimits(db, row.id, at)
  const own = limits.filter(({ subject_id }) => subject_id === row.id)
  const contact = {
    email: row.contact_email,
    first_name: row.contact_first_name,
    last_name: row.contact_last_name,
  }
  return {
    // Customers choose the names of organizations that the API created, so these are identified by id.
    ...(row.request_hash === null ? { name: row.name, contact } : { id: publicId('org', row.id) }),
    status: row.status,
    volume_limits: writeVolumesByCurrency(own),
    instruments: await writeInstruments(exporting, row, (id) =>
      writeVolumes(limits.filter(({ subject_id }) => subject_id === id)),
    ),
    routes: (await selectRoutes(db, row.id, null, null)).map(writeRoute),
  }
}
