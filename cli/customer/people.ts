// `corridor people`: of an enterprise, for its admins. An API key can only invite the first admin.
import type { Corridor, InvitedPerson, Person, Schemas } from '@corridor/sdk'
import { textIn, type Output } from '../client/rows.ts'
import { UsageError } from './refused.ts'
import type { Verb } from './run.ts'
import { chosen, listed, record, shortTime, tableOf } from './show.ts'
import { mailLanguages, personRoles } from './words.ts'

export const list: Verb = async ({ corridor }, given) =>
  listed((limit) => corridor.people.list({ limit }), given, {
    headings: ['PERSON', 'LOGIN', 'ROLE', 'STATUS', 'LINK UNTIL', 'ENROLLED'],
    cells: (one) => [
      one.id,
      one.login,
      one.role,
      one.awaits_admission ? 'AWAITS ADMISSION' : one.status,
      shortTime(one.invitation_expires_at),
      shortTime(one.enrolled_at),
    ],
    shrinks: ['LOGIN'],
    empty: 'Nobody was invited.',
  })

export const show: Verb = async ({ corridor }, { args }) => record(await person(corridor, args[0]))

export const invite: Verb = async ({ corridor }, { args, options }) => {
  const address = textIn(options, 'mail')
  const language = chosen(mailLanguages, textIn(options, 'language'))
  if (language !== undefined && address === undefined)
    throw new UsageError('--language needs --mail')
  const invited = await corridor.people.invite({
    login: args[0] ?? '',
    role: chosen(personRoles, textIn(options, 'role')) ?? 'viewer',
    ...(address === undefined
      ? {}
      : { mail: { address, ...(language === undefined ? {} : { language }) } }),
  })
  return withLink(invited, invited.mail === null ? '' : mailNotes[invited.mail])
}

const mailNotes: Record<Schemas['InvitationMailResult'], string> = {
  SENT: 'The mail server took the mail with the link.\n',
  REFUSED: 'The mail server refuses this mailbox. Hand the link over yourself.\n',
  FAILED: 'The mail server did not take the mail. Hand the link over yourself.\n',
  BUSY: 'Too many mails are being sent: no mail went out. Hand the link over yourself.\n',
  OFF: 'The desk sends no mails. Hand the link over yourself.\n',
}

export const reset: Verb = async ({ corridor }, { args }) =>
  withLink(await corridor.people.reset((await person(corridor, args[0])).id))

/** The link is the only text on the standard output. */
const withLink = (json: InvitedPerson, more = ''): Output => ({
  text: `${json.link}\n`,
  json,
  note: `This is the link of ${json.person.login} (${json.person.id}). It works for a day, once, and is shown only here. Whoever has it can become this person.\n${more}`,
})

export const change: Verb = async ({ corridor }, { args, options }) => {
  const role = chosen(personRoles, textIn(options, 'role'))
  const [disables, enables] = [options['disable'] === true, options['enable'] === true]
  if (disables && enables) throw new UsageError('--disable and --enable exclude each other')
  if (role === undefined && !disables && !enables)
    throw new UsageError('say what changes: --role, --disable or --enable')
  const found = await person(corridor, args[0])
  const body: Schemas['PersonChange'] = {
    ...(role === undefined ? {} : { role }),
    ...(disables || enables ? { is_disabled: disables } : {}),
  }
  const json = await corridor.people.change(found.id, body)
  return {
    text: `${json.login} (${json.id}) is ${json.status} with the role ${json.role}.\n`,
    json,
    ...(disables
      ? { note: 'API keys that this person could copy still work: `corridor keys` lists them.\n' }
      : {}),
  }
}

export const admit: Verb = async ({ corridor }, { args, options }) => {
  const { id } = await person(corridor, args[0])
  const json = await corridor.people.admit(id, {
    enrolled_at: textIn(options, 'enrolledAt') ?? '',
  })
  return {
    text: `${json.login} (${json.id}) is ${json.status}, with the role ${json.role}.\n`,
    json,
  }
}

export const sessions: Verb = async ({ corridor }, { args: [whose] }) => {
  const query = whose === undefined ? {} : { person_id: (await person(corridor, whose)).id }
  return tableOf(await corridor.people.sessions(query), {
    headings: ['SESSION', 'PERSON', 'NETWORK', 'SIGNED IN', 'LAST USED', 'THIS ONE'],
    cells: (one) => [
      one.id,
      one.person_id,
      one.network,
      shortTime(one.created_at),
      shortTime(one.last_used_at),
      one.is_current ? 'yes' : '',
    ],
    empty: 'No session is open.',
  })
}

export const endSession: Verb = async ({ corridor }, { args }) => {
  const json = await corridor.people.endSession(args[0] ?? '')
  return { text: `${json.id} has ended.\n`, json }
}

export const audit: Verb = async ({ corridor }, given) =>
  listed((limit) => corridor.people.audit({ limit }), given, {
    headings: ['AT', 'ACTOR', 'ACT', 'SUBJECT', 'DETAIL'],
    cells: (one) => [
      shortTime(one.at),
      one.actor_id ?? one.actor,
      one.act,
      one.subject,
      one.detail,
    ],
    shrinks: ['DETAIL'],
    empty: 'Nobody did anything.',
  })

export const settings: Verb = async ({ corridor }) => record(await corridor.people.settings())

/** By identifier or login. */
async function person(corridor: Corridor, text = ''): Promise<Person> {
  for await (const one of corridor.people.list())
    if (one.id === text || one.login === text) return one
  throw new Error(
    `there is no person ${JSON.stringify(text.slice(0, 60))}: \`corridor people\` lists them`,
  )
}
