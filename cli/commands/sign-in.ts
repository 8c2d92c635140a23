// `corridor sign-in | enrol | sign-out`: sessions of people, kept in a file of their own. Secrets come from the terminal or
// from files, never from the arguments of the command, which every user of the machine can read.
import { readFileSync } from 'node:fs'
import type { Data } from '@corridor/server/operator-client/client.ts'
import { readClientSettings } from '@corridor/server/platform/config.ts'
import { openQuestions, type Questions } from '../client/questions.ts'
import { RefusedByService } from '../client/refusals.ts'
import { remoteCall } from '../client/remote.ts'
import { dropSession, keepSession, readSessions } from '../client/sessions.ts'
import { actAsOperator } from '../customer/profiles.ts'
import { serviceUrl } from '../service-url.ts'

type Options = {
  url?: string
  login?: string
  passwordFile?: string
  codeFile?: string
  tokenFile?: string
}
type Signed = Data<'post', '/operator/v1/sign-in'>

const urlOf = ({ url }: Options): string => {
  const settings = readClientSettings()
  return serviceUrl(url ?? (settings.url === '' ? null : settings.url))
}

/** The first line of the file, or the answer of the person. */
const answered = (
  questions: Questions,
  file: string | undefined,
  question: string,
): Promise<string> =>
  file === undefined
    ? questions.ask(question, true)
    : Promise.resolve(readFileSync(file, 'utf8').split('\n', 1)[0] ?? '')

async function asked<T>(work: (questions: Questions) => Promise<T>): Promise<T> {
  const questions = openQuestions()
  try {
    return await work(questions)
  } finally {
    questions.close()
  }
}

export async function signInCommand(options: Options): Promise<void> {
  const url = urlOf(options)
  const call = remoteCall(url, null)
  const { data } = await asked(async (questions) => {
    const login = options.login ?? (await questions.ask('Login: '))
    const password = await answered(questions, options.passwordFile, 'Password: ')
    const code = await answered(questions, options.codeFile, 'Code of the authenticator app: ')
    return call.act('/operator/v1/sign-in', {}, { login, password, code: code.trim() })
  })
  keep(url, data)
}

/** With the token of `corridor users create`. */
export async function enrolCommand(options: Options): Promise<void> {
  const url = urlOf(options)
  const call = remoteCall(url, null)
  const { data } = await asked(async (questions) => {
    const token = (await answered(questions, options.tokenFile, 'Enrolment token: ')).trim()
    const password = await answered(questions, options.passwordFile, 'New password: ')
    if (options.passwordFile === undefined && process.stdin.isTTY) {
      const again = await questions.ask('Once more: ', true)
      if (again !== password) throw new Error('the passwords differ: run the command again')
    }
    const begun = await call.act('/operator/v1/enrolment', {}, { token, password })
    const { totp_secret: secret, totp_uri: uri } = begun.data
    process.stderr.write(`Add this to an authenticator app, as a QR code or by hand:\n`)
    process.stdout.write(`${uri}\n${secret}\n`)
    const code = await questions.ask('Code of the authenticator app: ')
    return call.act('/operator/v1/enrolment/confirm', {}, { token, code: code.trim() })
  })
  keep(url, data)
}

export async function signOutCommand(options: Options): Promise<void> {
  const { sessionsFile } = readClientSettings()
  const { current, sessions } = readSessions(sessionsFile)
  const url = options.url === undefined && current !== null ? current : urlOf(options)
  const session = sessions[url]
  if (session === undefined) throw new Error(`you are not signed in at ${url}`)
  try {
    await remoteCall(url, session.token).send('POST', '/operator/v1/sign-out')
  } catch (error) {
    // A session that has ended needs no end.
    if (!(error instanceof RefusedByService) || error.problem.code !== 'not_signed_in') throw error
  }
  dropSession(sessionsFile, url)
  process.stdout.write(`${session.login} is signed out at ${url}.\n`)
}

function keep(url: string, { token, expires_at, user }: Signed): void {
  keepSession(readClientSettings().sessionsFile, url, { login: user.login, token, expires_at })
  actAsOperator()
  process.stdout.write(
    `${user.login} (${user.role}) is signed in at ${url} until ${expires_at}. Commands use it from now on.\n`,
  )
}
