// `corridor login --company`: a person of the enterprise signs in as in the console. Requests then go below /console/, where
// the service takes sessions of people.
import { readFileSync } from 'node:fs'
import {
  headersOfPage,
  isSessionOfUser,
  tokenInCookie,
} from '@corridor/server/platform/access/sessions.ts'
import { ANY_TYPE, answered, contentType } from '../client/answers.ts'
import type { Questions } from '../client/questions.ts'
import { NotReachable, RefusedByService } from '../client/refusals.ts'
import { answerOf } from '../client/remote.ts'
import { textIn, type Given } from '../client/rows.ts'

/** What the SDK needs to call as a person. Undefined for an API key. */
export function asPerson(
  url: string,
  secret: string,
): { baseUrl: string; fetch: (url: string, init: RequestInit) => Promise<Response> } | undefined {
  if (!isSessionOfUser(secret)) return undefined
  return {
    baseUrl: `${url}/console`,
    fetch: (address, init) => fetch(address, withHeaders(init, headersOfPage(secret))),
  }
}

function withHeaders(init: RequestInit, more: Readonly<Record<string, string>>): RequestInit {
  const headers = new Headers(init.headers)
  for (const [name, value] of Object.entries(more)) headers.set(name, value)
  return { ...init, headers }
}

/** Asks for what the options leave out. Returns the token of the session. */
export async function signInPerson(
  questions: Questions,
  url: string,
  { options }: Given,
): Promise<{ login: string; token: string }> {
  const answered = (file: string | undefined, question: string) =>
    file === undefined ? questions.ask(question, true) : Promise.resolve(firstLine(file))
  const company = textIn(options, 'company') ?? ''
  const login = textIn(options, 'login') ?? (await questions.ask('Login: ')).trim()
  const password = await answered(textIn(options, 'passwordFile'), 'Password: ')
  const code = await answered(textIn(options, 'codeFile'), 'Code of the authenticator app: ')
  const body = { company, login, password, code: code.trim() }
  const headers = await call(url, 'POST', '/entrance/sign-in', '', body)
  const token = headers.getSetCookie().map(tokenInCookie).find(isSessionOfUser)
  if (token === undefined)
    throw new NotReachable(`the answer of ${url} has no session. Check the address.`)
  return { login, token }
}

/** The secret that a file has. */
export const firstLine = (file: string): string =>
  readFileSync(file, 'utf8').split('\n', 1)[0] ?? ''

/** A session that has ended needs no end. */
export async function signOutPerson(url: string, token: string): Promise<void> {
  try {
    await call(url, 'DELETE', '/session', token)
  } catch (error) {
    if (!(error instanceof RefusedByService) || error.problem.code !== 'unauthenticated')
      throw error
  }
}

async function call(
  url: string,
  method: string,
  path: string,
  token: string,
  body?: object,
): Promise<Headers> {
  const answer = await answerOf(
    url,
    `/console${path}`,
    {
      method,
      headers: { accept: ANY_TYPE, ...headersOfPage(token), ...contentType(body) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
    '',
  )
  answered(answer)
  return answer.headers
}
