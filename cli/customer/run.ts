// Runs a customer's command: chooses the profile, calls the API through the SDK and prints the output.
import { Corridor } from '@corridor/sdk'
import { readClientSettings } from '@corridor/server/platform/config.ts'
import type { Given, Output } from '../client/rows.ts'
import { asPerson } from './person.ts'
import { explained } from './problems.ts'
import { chosenProfile, type Chosen } from './profiles.ts'
import { UsageError } from './refused.ts'
import { print } from './show.ts'

export type Context = {
  corridor: Corridor
  profile: Chosen
  /** From --organization, CORRIDOR_ORGANIZATION or the profile, or the only one that is seen. */
  organization(): Promise<string>
}

/** A command of customers. It answers nothing if it prints by itself. */
export type Verb = (context: Context, given: Given) => Promise<Output | undefined>

/** Fewer than the SDK makes by default: a person waits. */
const RETRY = { attempts: 4 }

export function corridorOf({ url, api_key: secret }: Pick<Chosen, 'url' | 'api_key'>): Corridor {
  const person = asPerson(url, secret)
  return person === undefined
    ? new Corridor({ baseUrl: url, apiKey: secret, retry: RETRY })
    : new Corridor({ ...person, apiKey: null, retry: RETRY })
}

/** `takesKey`: the command has --idempotency-key. `group`: such as `orders` of `orders show`. */
export async function runVerb(
  verb: Verb,
  given: Given,
  { takesKey, group }: { takesKey: boolean; group: string },
): Promise<void> {
  // An id is in the address of a request, which services log.
  if (given.args.some((text) => /^(c[kosu]|whsec)_/.test(text)))
    throw new UsageError(
      'a key or a secret was given where an id belongs, and was not sent: lists show the ids',
    )
  const { profile: name, organization: asked } = given.options
  const profile = chosenProfile(typeof name === 'string' ? name : undefined)
  const corridor = corridorOf(profile)
  const { organization: setting } = readClientSettings()
  const known = typeof asked === 'string' ? asked : setting || profile.organization_id
  const context: Context = {
    corridor,
    profile,
    organization: async () => known ?? onlyOrganization(corridor),
  }
  try {
    const output = await verb(context, given)
    if (output !== undefined) print(output, given)
  } catch (error) {
    throw explained(error, { profile, given, takesKey, group })
  }
}

async function onlyOrganization(corridor: Corridor): Promise<string> {
  const { data } = await corridor.organizations.list({ limit: 2 }).page()
  const [only, ...others] = data
  if (only !== undefined && others.length === 0) return only.id
  throw new Error(
    only === undefined
      ? 'there is no organization yet: make one with `corridor orgs create --name NAME …`'
      : 'several organizations are possible: `corridor orgs` lists them. Keep one with `corridor orgs use org_…`, or add --organization org_…',
  )
}
