// The schema of enterprises with organizations, instruments and routes, and their checks without the database.
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import { inputPatterns } from '../../../../platform/http/patterns.ts'
import type { OrganizationStatus } from '../../../../parties/organizations/queries.ts'
import {
  entriesIn,
  exact,
  listIn,
  nameText,
  present,
  refuseDuplicates,
  type Place,
} from '../../judging.ts'
import { instrumentSchema, judgeInstrumentEntry, type InstrumentEntry } from './instruments.ts'
import { judgeRoute, routeSchema, type RouteEntry } from './routes.ts'
import { judgeVolumes, volumesSchema, type VolumeEntry } from './volumes.ts'

const organizationKeys = {
  id: Type.Optional(Type.String()),
  name: Type.Optional(nameText),
  contact: Type.Optional(
    exact({
      email: Type.String({ pattern: inputPatterns.email.pattern, maxLength: 254 }),
      first_name: nameText,
      last_name: nameText,
    }),
  ),
  status: Type.Optional(Type.Enum(['ACTIVE', 'COMPLIANCE_HOLD'])),
  /** By payin currency. */
  volume_limits: Type.Optional(Type.Record(Type.String(), volumesSchema)),
}

// The keys of an organization or an enterprise without its lists. List entries are checked separately, so that one
// fault does not hide another.
const organizationSchema = Type.Object(organizationKeys)
const enterpriseSchema = Type.Object({ name: nameText })
export const enterprisesSchema = Type.Array(
  exact({
    name: nameText,
    organizations: Type.Optional(
      Type.Array(
        exact({
          ...organizationKeys,
          instruments: Type.Optional(Type.Array(instrumentSchema)),
          routes: Type.Optional(Type.Array(routeSchema)),
        }),
      ),
    ),
  }),
)

type OrganizationContent = Static<typeof organizationSchema>

export type EnterpriseEntry = { place: Place; name: string; organizations: OrganizationEntry[] }
export type OrganizationEntry = {
  place: Place
  status: OrganizationStatus | undefined
  instruments: InstrumentEntry[]
  routes: RouteEntry[]
  /** Undefined keeps the limits. */
  volumes: readonly VolumeEntry[] | undefined
  /** Undefined keeps the contact. A new organization needs one. */
  contact: Contact | undefined
} & ({ id: string } | { id: undefined; name: string })
export type Contact = {
  contact_email: string
  contact_first_name: string
  contact_last_name: string
}

/** Checks every entry with a valid schema, even if others are invalid. */
export function judgeEnterprises(file: Place, content: unknown): EnterpriseEntry[] {
  const entries = listIn(content, 'enterprises').map((one, index) => {
    const place = file.at('enterprises', index)
    const organizations = listIn(one, 'organizations').map((organization, position) =>
      judgeOrganization(place.at('organizations', position), organization),
    )
    refuseDuplicates(organizations, (entry) => entry.id ?? entry.name)
    return Value.Check(enterpriseSchema, one)
      ? { place, name: one.name, organizations: present(organizations) }
      : undefined
  })
  refuseDuplicates(entries, (entry) => entry.name)
  return present(entries)
}

function judgeOrganization(place: Place, content: unknown): OrganizationEntry | undefined {
  const instruments = entriesIn(instrumentSchema, content, 'instruments', place).map(
    judgeInstrumentEntry,
  )
  const routes = entriesIn(routeSchema, content, 'routes', place).map(judgeRoute)
  refuseDuplicates(instruments, (entry) => entry.id ?? entry.alias)
  refuseDuplicates(routes, (entry) => entry.name)
  return Value.Check(organizationSchema, content)
    ? judgeOwnKeys(place, content, present(instruments), present(routes))
    : undefined
}

function judgeOwnKeys(
  place: Place,
  one: OrganizationContent,
  instruments: InstrumentEntry[],
  routes: RouteEntry[],
): OrganizationEntry | undefined {
  const volumes = judgeVolumes(place.at('volume_limits'), one.volume_limits)
  const common = { place, status: one.status, volumes, instruments, routes }
  if (one.id !== undefined) {
    if (one.name === undefined && one.contact === undefined) {
      return { ...common, id: one.id, contact: undefined }
    }
    place.problem('give either the id of an organization, or its name and contact, not both')
    return undefined
  }
  if (one.name === undefined) {
    place.problem('an organization needs a name, or the id of one that the API created')
    return undefined
  }
  const contact =
    one.contact === undefined
      ? undefined
      : {
          contact_email: one.contact.email,
          contact_first_name: one.contact.first_name,
          contact_last_name: one.contact.last_name,
        }
  return { ...common, id: undefined, name: one.name, contact }
}
