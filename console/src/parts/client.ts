// The connection to the service: both APIs are called below /console/, where the cookie of the session is sent. Customers'
// pages call most operations with the SDK: customer/corridor.ts. Its client is large, so no other page loads it.
import type { CorridorError } from '@corridor/sdk'
import { QueryClient } from '@tanstack/react-query'
import type { CustomerRole } from '../../../server/src/platform/access/customer-roles.ts'
import type { Explorer } from './explorer-url.ts'
import { faultOf, fieldOf } from './fault-words.ts'
import { languageOfPage, type Language } from './language.tsx'
import { problemWords, type ProblemFacts } from './problem-words.ts'

export const CONSOLE = `${location.origin}/console`
const PROOF_NAME = 'x-corridor-console'
/** Proves that a script of this page sent a request: see server/src/platform/access/sessions.ts. */
export const PROOF = { [PROOF_NAME]: '1' }

let person: string | undefined
/** The page acts for this person. The service refuses its requests after another tab signs in as somebody else. */
export const proof = (): typeof PROOF => (person === undefined ? PROOF : { [PROOF_NAME]: person })

export type Session = {
  environment: 'sandbox' | 'live'
  /** Null for a person. */
  key_id: string | null
  /** Null for a session that stands for an API key. */
  person: { id: string; login: string; role: CustomerRole; awaits_admission: boolean } | null
  enterprise_id: string
  /** What a person types as the company at the sign-in. */
  enterprise_name: string
  organization_id: string | null
  scopes: readonly string[]
  now: string
  explorers: readonly Explorer[]
}

/** Words for a refusal that only some pages know; undefined without any. */
export type ToldRefusal = (problem: ProblemFacts, language: Language) => string | undefined

/** A refusal of the session or of anything that the SDK does not cover. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  readonly problem: ProblemFacts
  readonly told: ToldRefusal | undefined
  constructor(status: number, problem: ProblemFacts, told?: ToldRefusal) {
    super(problem.detail ?? problem.title ?? `status ${status}`)
    this.status = status
    this.problem = problem
    this.told = told
    this.code = problem.code
    this.requestId = problem.request_id
  }
}

/** Nothing was sent: what was entered names nothing. */
export class Unsent extends Error {}

/** The refusal that an answer says. */
export const refusalOf = (response: Response, answer: unknown, told?: ToldRefusal): Refused =>
  new Refused(response.status, asProblem(answer), told)

/** A request to a path below /console/. Throws Refused. */
export async function callConsole<T>(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: unknown,
): Promise<T> {
  const response = await fetch(CONSOLE + path, {
    method,
    redirect: 'error',
    headers: {
      ...proof(),
      ...headers,
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok && hasData<T>(answer)) return answer.data
  throw refusalOf(response, answer)
}

const hasData = <T>(answer: unknown): answer is { data: T } =>
  typeof answer === 'object' && answer !== null && 'data' in answer

const isFacts = (answer: unknown): answer is ProblemFacts =>
  typeof answer === 'object' && answer !== null && 'code' in answer
const asProblem = (answer: unknown): ProblemFacts =>
  isFacts(answer)
    ? answer
    : {
        code: 'no_answer',
        title: {
          en: 'The service gave no answer that can be read. Try again in a moment.',
          es: 'El servicio no dio una respuesta legible. Inténtelo en un momento.',
        }[languageOfPage()],
      }

/** Whoever is signed in now: the page acts for this person from then on. */
export async function readSession(): Promise<Session> {
  const session = await callConsole<Session>('GET', '/session', PROOF)
  person = session.person?.id
  return session
}
export const signIn = (apiKey: string): Promise<Session> =>
  callConsole('POST', '/session', { authorization: `Bearer ${apiKey}` })
export const signOut = (): Promise<Session> => callConsole('DELETE', '/session')

/** A refusal that the SDK throws. By its name, since the class would load all of the SDK. */
const isOfSdk = (error: unknown): error is CorridorError =>
  error instanceof Error && error.name === 'CorridorError'

/** A refusal, and what the service answers when it fails. Anything else is no answer that can be used. */
const isAnswer = (error: unknown): error is CorridorError | Refused =>
  isOfSdk(error) || error instanceof Refused

export const isSignedOut = (error: unknown): boolean => isAnswer(error) && error.status === 401

/** The code of a refusal. */
export const codeOf = (error: unknown): string | undefined =>
  isAnswer(error) ? error.problem.code : undefined

export const isNotFound = (error: unknown): boolean => isAnswer(error) && error.status === 404

/** The message of a failed act. Only a refusal says that nothing has changed: a service that fails may have done it. */
export const failureOf = (error: unknown, says: { unchanged: string; unknown: string }): string =>
  error instanceof Unsent
    ? `${says.unchanged} ${error.message}`
    : isAnswer(error)
      ? `${error.status < 500 ? says.unchanged : says.unknown} ${messageOf(error)}`
      : says.unknown

/** The refusals of the service, by the name of the field. */
export const faultsOf = (error: unknown): Record<string, string> =>
  isOfSdk(error)
    ? Object.fromEntries(
        error.errors.map((fault) => [
          fieldOf(fault.pointer),
          faultOf(fault, error.problem, languageOfPage()),
        ]),
      )
    : {}

/** The failure, without the parts that only a program needs. */
export function messageOf(error: unknown): string {
  if (isAnswer(error)) {
    const told =
      error instanceof Refused ? error.told?.(error.problem, languageOfPage()) : undefined
    return told ?? problemWords(error.problem, languageOfPage())
  }
  return error instanceof Error ? error.message : String(error)
}

/** The reference to quote in a request for help. */
export const requestIdOf = (error: unknown): string | undefined =>
  isAnswer(error) ? error.requestId : undefined

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5000,
      refetchOnWindowFocus: true,
      retry: (failures, error) => failures < 1 && !isSignedOut(error) && !isNotFound(error),
      retryDelay: 1000,
    },
    mutations: { retry: false },
  },
})
