// The profiles of customers at this machine: a service, an API key, and the organization to use. Their file belongs to
// its owner alone. It also says whether a command that customers and operators share acts for the customer.
import { readClientSettings } from '@corridor/server/platform/config.ts'
import { nearestFirst } from '@corridor/server/platform/nearest.ts'
import { changePrivateFile, readPrivateFile } from '../private-file.ts'
import { readSessions } from '../client/sessions.ts'
import { serviceUrl } from '../service-url.ts'
import { UsageError } from './refused.ts'

/** `api_key`: an API key, or the token of the session of `person`, whose login this is. */
export type Profile = {
  url: string
  api_key: string
  organization_id: string | null
  person?: string
}
/** `acts_as`: who signed in last. */
type Profiles = {
  current: string | null
  acts_as: 'customer' | 'operator'
  profiles: Record<string, Profile>
}
/** A profile in use. `name` is null for the key of the environment. */
export type Chosen = Profile & { name: string | null }

const NONE: Profiles = { current: null, acts_as: 'operator', profiles: {} }
const WHAT = { holds: 'API keys and sessions', again: 'corridor login' }
const path = (): string => readClientSettings().profilesFile

export function readProfiles(): Profiles {
  const content: unknown = readPrivateFile(path(), NONE, WHAT)
  if (isProfiles(content)) return content
  throw new Error(`${path()} is damaged: delete it, and run ${WHAT.again}`)
}

/** Somebody may have edited the file. */
const isProfiles = (content: unknown): content is Profiles =>
  isObject(content) &&
  (content['current'] === null || typeof content['current'] === 'string') &&
  isObject(content['profiles']) &&
  Object.values(content['profiles']).every(
    (one) =>
      isObject(one) &&
      typeof one['url'] === 'string' &&
      typeof one['api_key'] === 'string' &&
      (one['organization_id'] === null || typeof one['organization_id'] === 'string') &&
      (one['person'] === undefined || typeof one['person'] === 'string'),
  )

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function keepProfile(name: string, profile: Profile): void {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name))
    throw new UsageError(
      'the name of a profile has 1 to 64 letters, digits, points or hyphens, and begins with a letter or digit',
    )
  change(({ profiles }) => ({
    current: name,
    acts_as: 'customer',
    profiles: { ...profiles, [name]: profile },
  }))
}

export function useProfile(name: string): void {
  change((kept) => {
    profileNamed(kept, name)
    return { ...kept, current: name, acts_as: 'customer' }
  })
}

/** Commands that customers and operators share act for the operator from now on. */
export function actAsOperator(): void {
  if (readProfiles().acts_as === 'customer') change((kept) => ({ ...kept, acts_as: 'operator' }))
}

export function dropProfile(name: string): void {
  change(({ current, acts_as, profiles: { [name]: _dropped, ...others } }) => ({
    current: current === name ? null : current,
    acts_as,
    profiles: others,
  }))
}

const change = (changed: (kept: Profiles) => Profiles): void =>
  changePrivateFile(path(), readProfiles, changed)

export function profileNamed({ profiles }: Profiles, name: string): Profile {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  if (profile !== undefined) return profile
  const known = nearestFirst(name, Object.keys(profiles))
  throw new Error(
    `there is no profile ${name}; there are: ${known}. Make it with \`corridor login --profile ${name}\`.`,
  )
}

/** The first of: --profile, CORRIDOR_API_KEY, CORRIDOR_PROFILE, the profile in use. */
export function chosenProfile(given: string | undefined): Chosen {
  const settings = readClientSettings()
  if (given === undefined && settings.apiKey !== '')
    return {
      name: null,
      url: serviceUrl(settings.url === '' ? null : settings.url),
      api_key: settings.apiKey,
      organization_id: null,
    }
  const kept = readProfiles()
  const name = given ?? (settings.profile === '' ? kept.current : settings.profile)
  if (name !== null) {
    const profile = profileNamed(kept, name)
    return { name, ...profile, url: serviceUrl(profile.url) }
  }
  throw new Error(
    Object.keys(kept.profiles).length > 0
      ? 'no profile is in use: run `corridor profiles use NAME`, or add --profile NAME'
      : 'you are not logged in: run `corridor login`, or in a sandbox on this machine `corridor login --sandbox`. Programs set CORRIDOR_URL and CORRIDOR_API_KEY. This is a command of customers: `corridor --help` lists those of operators.',
  )
}

/**
 * Customers and operators share some commands. This says for which of them a command runs. `isOfCustomers`: for the
 * customer if nobody has signed in.
 */
export function actsAs(
  options: Readonly<Record<string, unknown>>,
  isOfCustomers = false,
): 'customer' | 'operator' {
  const asOperator = options['url'] !== undefined || options['direct'] === true
  const asCustomer = options['profile'] !== undefined || options['organization'] !== undefined
  if (asOperator && asCustomer)
    throw new UsageError(
      'options of customers (--profile, --organization) and operators (--url, --direct) exclude each other',
    )
  if (asOperator || asCustomer) return asOperator ? 'operator' : 'customer'
  const { operatorKey, apiKey, profile } = readClientSettings()
  if (operatorKey !== '' && apiKey !== '')
    throw new UsageError(
      'CORRIDOR_OPERATOR_KEY and CORRIDOR_API_KEY are both set, and both operators and customers have this command: unset one',
    )
  if (operatorKey !== '') return 'operator'
  if (apiKey !== '' || profile !== '') return 'customer'
  const { acts_as: who, current } = readProfiles()
  if (current !== null) return who
  return isOfCustomers && readSessions(readClientSettings().sessionsFile).current === null
    ? 'customer'
    : 'operator'
}
