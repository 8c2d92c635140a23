// `corridor login`, `orgs use`, and whoami of a customer.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Organization } from '@corridor/sdk'
import { readClientSettings } from '@corridor/server/platform/config.ts'
import type { SandboxFile } from '@corridor/server/service/sandbox/prepare.ts'
import { openQuestions, type Questions } from '../client/questions.ts'
import { textIn, type Given } from '../client/rows.ts'
import { serviceUrl } from '../service-url.ts'
import { table } from '../table.ts'
import { explained } from './problems.ts'
import { keepProfile, readProfiles, type Profile } from './profiles.ts'
import { corridorOf, type Verb } from './run.ts'
import { print } from './show.ts'

type Asked = Profile & { name: string }

export async function login(given: Given): Promise<void> {
  const { options } = given
  const { name, ...profile } = options['sandbox'] === true ? ofSandbox(given) : await askedOf(given)
  try {
    await keep(name, profile, given)
  } catch (error) {
    // Nobody would end a session that no profile has.
    if (profile.person !== undefined) await endSession(profile)
    throw error
  }
}

async function endSession({ url, api_key: token }: Profile): Promise<void> {
  const { signOutPerson } = await import('./person.ts')
  await signOutPerson(url, token).catch(() => undefined)
}

async function keep(name: string, profile: Profile, given: Given): Promise<void> {
  const seen = await organizationsOf(profile, name, given)
  const [only, ...others] = seen
  const wanted = profile.organization_id ?? (others.length === 0 ? (only?.id ?? null) : null)
  const found = seen.find(({ id }) => id === wanted)
  if (profile.organization_id !== null && found === undefined)
    throw new Error(
      `${profile.person ?? 'the key'} sees no organization ${wanted}. Leave out --organization to see all.`,
    )
  keepProfile(name, { ...profile, organization_id: wanted })
  print(
    {
      text: `Logged in at ${profile.url}. Commands use the profile ${name} from now on.\n${organizationText(found, seen)}`,
      json: { profile: name, url: profile.url, organization_id: wanted },
    },
    given,
  )
}

/** Before anything secret is asked: a profile is replaced only by another one of its service and kind, or where it is named. */
function refuseOther(name: string, url: string, isPerson: boolean, { options }: Given): void {
  const present = readProfiles().profiles[name]
  if (present === undefined || options['profile'] !== undefined) return
  const { person } = present
  const other =
    present.url !== url
      ? `is for ${present.url}`
      : isPerson && person === undefined
        ? 'has an API key'
        : !isPerson && person !== undefined
          ? `has the session of ${person}`
          : undefined
  if (other !== undefined)
    throw new Error(
      `the profile ${name} ${other}: add --profile NAME to keep another one, or --profile ${name} to replace it`,
    )
}

const organizationText = (
  found: Organization | undefined,
  seen: readonly Organization[],
): string => {
  if (found !== undefined) return `Organization: ${found.id} (${found.name}).\n`
  return seen.length === 0
    ? 'There is no organization yet: make one with `corridor orgs create --name NAME …`.\n'
    : `${table(
        ['ORGANIZATION', 'NAME'],
        seen.map(({ id, name }) => [id, name]),
        { shrinks: ['NAME'] },
      )}Choose one: \`corridor orgs use org_…\`.\n`
}

async function organizationsOf(
  profile: Profile,
  name: string,
  given: Given,
): Promise<Organization[]> {
  try {
    return await corridorOf(profile).organizations.list().all()
  } catch (error) {
    throw explained(error, { profile: { ...profile, name }, given, takesKey: false, group: '' })
  }
}

function ofSandbox(given: Given): Asked {
  const { options } = given
  const path = join(readClientSettings().dataDir, 'sandbox.json')
  if (!existsSync(path))
    throw new Error(
      `there is no ${path}: start the sandbox there with \`npm start\` first, or set CORRIDOR_DATA_DIR to its folder`,
    )
  const { base_url, api_key, organization_id }: SandboxFile = JSON.parse(readFileSync(path, 'utf8'))
  const url = serviceUrl(base_url)
  const name = textIn(options, 'profile') ?? 'sandbox'
  refuseOther(name, url, false, given)
  return {
    url,
    api_key,
    organization_id: textIn(options, 'organization') ?? organization_id,
    name,
  }
}

async function askedOf(given: Given): Promise<Asked> {
  const { options } = given
  const settings = readClientSettings()
  const questions = openQuestions()
  try {
    const url = serviceUrl(textIn(options, 'url') ?? (settings.url || (await addressOf(questions))))
    const name = textIn(options, 'profile') ?? (settings.profile || 'default')
    const isKey = textIn(options, 'company') === undefined
    refuseOther(name, url, !isKey, given)
    return {
      url,
      organization_id: textIn(options, 'organization') ?? null,
      name,
      ...(isKey
        ? { api_key: await keyOf(questions, textIn(options, 'keyFile')) }
        : await personAt(questions, url, given)),
    }
  } finally {
    questions.close()
  }
}

async function personAt(questions: Questions, url: string, given: Given) {
  const { signInPerson } = await import('./person.ts')
  const { login: person, token } = await signInPerson(questions, url, given)
  return { person, api_key: token }
}

async function addressOf(questions: Questions): Promise<string> {
  const usual = serviceUrl(null)
  const answer = (await questions.ask(`Address of the service [${usual}]: `)).trim()
  return answer === '' ? usual : answer
}

async function keyOf(questions: Questions, file: string | undefined): Promise<string> {
  const given =
    file === undefined
      ? await questions.ask('API key (not shown): ', true)
      : (readFileSync(file, 'utf8').split('\n', 1)[0] ?? '')
  const key = given.trim()
  if (key === '')
    throw new Error('the API key is empty: an operator or `corridor keys create` gives one')
  return key
}

/** `corridor orgs use`. */
export const useOrganization: Verb = async ({ corridor, profile }, { args }) => {
  const { id, name } = await corridor.organizations.get(args[0] ?? '')
  const { name: profileName, ...kept } = profile
  if (profileName === null)
    throw new Error('CORRIDOR_API_KEY has no profile: set CORRIDOR_ORGANIZATION instead')
  keepProfile(profileName, { ...kept, organization_id: id })
  return {
    text: `The profile ${profile.name} uses ${id} (${name}) from now on.\n`,
    json: { profile: profile.name, organization_id: id },
  }
}

export const whoami: Verb = async ({ corridor, profile, organization }) => {
  const id = await organization()
  const { name, status } = await corridor.organizations.get(id)
  const of = profile.name === null ? 'the key in CORRIDOR_API_KEY' : `the profile ${profile.name}`
  const who = profile.person === undefined ? 'a customer' : profile.person
  return {
    text: `${who} with ${of} at ${profile.url}, organization ${id} (${name}, ${status.current_status})\n`,
    json: { profile: profile.name, url: profile.url, organization_id: id },
  }
}
