// `corridor people provider` and its changes: the identity provider with which people of the enterprise sign in, for its admins.
import type { Schemas } from '@corridor/sdk'
import { openQuestions } from '../client/questions.ts'
import { textIn, type Given, type Output } from '../client/rows.ts'
import { firstLine } from './person.ts'
import { UsageError } from './refused.ts'
import type { Verb } from './run.ts'
import { chosen, record, shortTime } from './show.ts'
import { loginClaims } from './words.ts'

type Providers = Schemas['IdentityProviders']

export const show: Verb = async ({ corridor }) => record(await corridor.people.identityProvider())

/** What no option names stays as it is. */
export const set: Verb = async ({ corridor }, given) => {
  const { options } = given
  const { provider: present } = await corridor.people.identityProvider()
  const issuer = textIn(options, 'issuer') ?? present?.issuer
  const client = textIn(options, 'clientId') ?? present?.client_id
  if (issuer === undefined || client === undefined)
    throw new UsageError('there is no provider yet: say --issuer and --client-id')
  const [must, mustNot] = [options['required'] === true, options['optional'] === true]
  const named = ['issuer', 'clientId', 'secretFile', 'loginClaim'].some((one) => one in options)
  if (!named && !must && !mustNot) throw new UsageError('say what changes: add --help')
  if (must && mustNot) throw new UsageError('--required and --optional exclude each other')
  const isSame = present?.issuer === issuer && present.client_id === client
  const secret = await secretOf(given, isSame)
  const claim = chosen(loginClaims, textIn(options, 'loginClaim'))
  return told(
    await corridor.people.changeIdentityProvider({
      issuer,
      client_id: client,
      login_claim: claim ?? present?.login_claim ?? 'email',
      is_required: must || (!mustNot && present?.is_required === true),
      ...(secret === undefined ? {} : { client_secret: secret }),
    }),
  )
}

export const remove: Verb = async ({ corridor }) =>
  told(await corridor.people.removeIdentityProvider())

export const confirm: Verb = async ({ corridor }, { args }) =>
  told(await corridor.people.confirmIdentityProvider({ id: named(args) }))

export const withdraw: Verb = async ({ corridor }, { args }) =>
  told(await corridor.people.withdrawIdentityProvider({ id: named(args) }))

const named = ([id = '']: Given['args']): string => id

/** The service keeps the present secret only for the same issuer and client. No argument has it: every user reads those. */
async function secretOf({ options }: Given, isSame: boolean): Promise<string | undefined> {
  const file = textIn(options, 'secretFile')
  if (file !== undefined) return firstLine(file)
  if (isSame) return undefined
  const questions = openQuestions()
  try {
    return await questions.ask('Client secret: ', true)
  } finally {
    questions.close()
  }
}

function told(json: Providers): Output {
  const { provider, waiting, redirect_uri: redirect } = json
  const now =
    provider === null
      ? 'People sign in with a password or passkey.\n'
      : `People sign in with ${provider.issuer}${provider.is_required ? ', and only admins otherwise' : ''}.\n`
  const later =
    waiting === null
      ? ''
      : `${waiting.id} waits for another admin until ${shortTime(waiting.expires_at)}: ${waiting.provider?.issuer ?? 'no provider'}.\n`
  return {
    text: now + later,
    json,
    ...(provider === null && waiting === null
      ? {}
      : { note: `The provider must send people back to exactly ${redirect}\n` }),
  }
}
