// `corridor logout | profiles`. Only the end of a session calls the service. login.ts makes profiles.
import { readClientSettings } from '@corridor/server/platform/config.ts'
import { textIn, type Given } from '../client/rows.ts'
import { changeSessions, readSessions } from '../client/sessions.ts'
import { lines, table } from '../table.ts'
import {
  actAsOperator,
  chosenProfile,
  dropProfile,
  profileNamed,
  readProfiles,
  useProfile,
} from './profiles.ts'
import { print } from './show.ts'

export async function logout(given: Given): Promise<void> {
  const kept = readProfiles()
  const name = textIn(given.options, 'profile') ?? kept.current
  if (name === null) throw new Error('no profile is in use: `corridor profiles` lists them')
  const { url, api_key: secret, person } = profileNamed(kept, name)
  const isEnded = person !== undefined && (await hasEnded(url, secret))
  dropProfile(name)
  const rest =
    person === undefined
      ? 'Its key still works: `corridor keys revoke` with another key ends it.'
      : isEnded
        ? `The session of ${person} has ended.`
        : `The service did not answer: the session of ${person} ends after an hour without use, or on the page Your account.`
  print(
    {
      text: `The profile ${name} of ${url} is deleted here. ${rest}\n`,
      json: { profile: name, url },
    },
    given,
  )
}

/** A profile goes also where its service cannot be asked. */
async function hasEnded(url: string, token: string): Promise<boolean> {
  const { signOutPerson } = await import('./person.ts')
  return signOutPerson(url, token).then(
    () => true,
    () => false,
  )
}

export function listProfiles(given: Given): void {
  const { current, acts_as: actsAs, profiles } = readProfiles()
  const { current: service, sessions } = readSessions(readClientSettings().sessionsFile)
  const json = [
    ...Object.entries(profiles).map(([name, { url, organization_id }]) => ({
      name,
      kind: 'customer',
      url,
      organization_id,
      in_use: name === current,
    })),
    ...Object.entries(sessions).map(([url, { login: name }]) => ({
      name,
      kind: 'operator',
      url,
      organization_id: null,
      in_use: url === service,
    })),
  ]
  const rows = json.map((one) => [
    one.name,
    one.kind,
    one.url,
    one.organization_id ?? '-',
    one.in_use ? 'yes' : '',
  ])
  const headings = ['PROFILE', 'KIND', 'SERVICE', 'ORGANIZATION', 'IN USE']
  const text =
    rows.length === 0 ? 'There is no profile: run `corridor login`.\n' : table(headings, rows)
  const hasBoth = new Set(json.map(({ kind }) => kind)).size > 1
  const note = `Commands that customers and operators share act as the ${actsAs}.\n`
  print({ text, json, ...(hasBoth ? { note } : {}) }, given)
}

export function showProfile(given: Given): void {
  const name = given.args[0]
  const { api_key: _secret, ...profile } =
    name === undefined
      ? chosenProfile(textIn(given.options, 'profile'))
      : { name, ...profileNamed(readProfiles(), name) }
  print(
    {
      text: lines([
        ['Profile', profile.name ?? 'the key in CORRIDOR_API_KEY'],
        ...(profile.person === undefined ? [] : [['Person', profile.person] as const]),
        ['Service', profile.url],
        ['Organization', profile.organization_id ?? 'none chosen'],
      ]),
      json: profile,
    },
    given,
  )
}

/** `name` may be the service of a session of an operator. */
export function switchProfile(given: Given): void {
  const [name = ''] = given.args
  const { sessionsFile } = readClientSettings()
  if (Object.hasOwn(readSessions(sessionsFile).sessions, name)) {
    changeSessions(sessionsFile, (kept) => ({ ...kept, current: name }))
    actAsOperator()
  } else useProfile(name)
  print({ text: `Commands use ${name} from now on.\n`, json: { name } }, given)
}
