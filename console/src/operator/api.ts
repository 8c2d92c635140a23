// The operator API, with the types of its description. It is called below /console/, where the cookie of an operator's
// session is sent. Only operators' pages load this file.
import { queryOptions } from '@tanstack/react-query'
import { mayUse, type Right } from '../../../server/src/parties/operators/roles.ts'
import { PROOF, refusalOf } from '../parts/client.ts'
import { followService } from '../parts/clock.ts'
import type { components, paths } from './openapi.ts'

export type Schemas = components['schemas']
type Paths = Omit<paths, never>
type Verb = 'get' | 'post' | 'patch'
/** The paths that have an operation of this verb. */
type PathOf<V extends Verb> = {
  [P in keyof Paths]: Paths[P] extends { [One in V]: { responses: object } } ? P : never
}[keyof Paths]
type Operation<P, V extends Verb> = P extends keyof Paths
  ? Paths[P] extends { [One in V]: infer O }
    ? O
    : never
  : never
type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never
type DataOf<T> = Json<T> extends { data: infer Data } ? Data : never
type Done<O> = O extends { responses: infer R }
  ? R extends { 201: infer Created }
    ? DataOf<Created>
    : R extends { 200: infer Ok }
      ? DataOf<Ok>
      : never
  : never
type QueryOf<O> = O extends { parameters: { query?: infer Q } } ? Q : never
type BodyOf<O> = O extends { requestBody: infer B } ? Json<B> : undefined

/** Values for the names in braces of a path. */
export type Names = Readonly<Record<string, string | number>>
export type Paged<Row> = { data: Row[]; cursor: string | null }

const API = `${location.origin}/console`

let actor: string | undefined
/** The page acts for this user. The service refuses its requests after another tab signs in as somebody else. */
export const actAs = (whom: string | undefined): void => void (actor = whom)
export const proof = (): typeof PROOF =>
  actor === undefined ? PROOF : { 'x-corridor-console': actor }

export function addressOf(path: string, names: Names, query: object = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(names[name] ?? '')),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  const text = search.toString()
  return API + filled + (text === '' ? '' : `?${text}`)
}

type Answered<Data> = { data: Data; status: number; cursor: string | null }

/** The keys of acts that were sent and not answered, by what was sent. */
const unanswered = new Map<string, string>()

async function send<Data>(
  method: string,
  address: string,
  body?: unknown,
): Promise<Answered<Data>> {
  // An act whose answer was lost is repeated with its key: the service then says that it was done.
  const sent = `${method} ${address} ${JSON.stringify(body)}`
  const isAct = typeof body === 'object' && body !== null && 'reason' in body
  const key = unanswered.get(sent) ?? crypto.randomUUID()
  if (isAct) unanswered.set(sent, key)
  const response = await fetch(address, {
    method,
    redirect: 'error',
    headers: {
      ...proof(),
      ...(isAct ? { 'idempotency-key': key } : {}),
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (response.status < 500) unanswered.delete(sent)
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok || !hasData<Data>(answer)) throw refusalOf(response, answer)
  return { data: answer.data, status: response.status, cursor: cursorOf(response) }
}

const hasData = <Data>(answer: unknown): answer is { data: Data } =>
  typeof answer === 'object' && answer !== null && 'data' in answer

function cursorOf(response: Response): string | null {
  const [, next] = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '') ?? []
  return next === undefined ? null : new URL(next, API).searchParams.get('cursor')
}

/** What a GET answers. */
export const read = async <P extends PathOf<'get'>>(
  path: P,
  names: Names = {},
  query?: QueryOf<Operation<P, 'get'>>,
): Promise<Done<Operation<P, 'get'>>> =>
  (await send<Done<Operation<P, 'get'>>>('GET', addressOf(path, names, query ?? {}))).data

type RowOf<P extends PathOf<'get'>> =
  Done<Operation<P, 'get'>> extends readonly (infer Row)[] ? Row : never

/** A page of a list, for useInfiniteQuery. */
export const readPage = async <P extends PathOf<'get'>>(
  path: P,
  cursor: string | undefined,
  query: QueryOf<Operation<P, 'get'>>,
  names: Names = {},
): Promise<Paged<RowOf<P>>> => {
  const asked = { limit: 50, ...query, ...(cursor === undefined ? {} : { cursor }) }
  return send<RowOf<P>[]>('GET', addressOf(path, names, asked))
}

/** A page of an answer that is no list itself: its rows are in one of its fields. */
export const readPart = async <P extends PathOf<'get'>>(
  path: P,
  cursor: string | undefined,
  names: Names,
  query: QueryOf<Operation<P, 'get'>>,
): Promise<Answered<Done<Operation<P, 'get'>>>> => {
  const asked = { limit: 50, ...query, ...(cursor === undefined ? {} : { cursor }) }
  return send('GET', addressOf(path, names, asked))
}

/** All rows of a list, up to `most`. `isAll`: there are no more. */
export async function readAll<P extends PathOf<'get'>>(
  path: P,
  query: QueryOf<Operation<P, 'get'>>,
  most: number,
  names: Names = {},
): Promise<{ rows: RowOf<P>[]; isAll: boolean }> {
  const rows: RowOf<P>[] = []
  let cursor: string | undefined
  do {
    const page: Paged<RowOf<P>> = await readPage(path, cursor, { ...query, limit: 200 }, names)
    rows.push(...page.data)
    cursor = page.cursor ?? undefined
  } while (cursor !== undefined && rows.length < most)
  return { rows, isAll: cursor === undefined }
}

/** `approval`: the act waits for a second person, and nothing has changed. */
export type Outcome<Data> =
  | { approval: Schemas['Approval']; data: null }
  | { approval: null; data: Data }

/** Sends an act. */
export async function act<P extends PathOf<'post'>>(
  path: P,
  names: Names,
  body: BodyOf<Operation<P, 'post'>>,
): Promise<Outcome<Done<Operation<P, 'post'>>>> {
  return outcomeOf(await send('POST', addressOf(path, names), body))
}

/** The same for acts whose path a table of acts gives. */
export const actAt = async (path: string, names: Names, body: object): Promise<Outcome<unknown>> =>
  outcomeOf(await send('POST', addressOf(path, names), body))

export const change = async (
  path: PathOf<'patch'>,
  names: Names,
  body: object,
): Promise<Outcome<unknown>> => outcomeOf(await send('PATCH', addressOf(path, names), body))

function outcomeOf<Data>(answer: Answered<Data | Schemas['Approval']>): Outcome<Data> {
  const { data, status } = answer
  if (status === 202 && isApproval(data)) return { approval: data, data: null }
  if (isApproval(data)) throw new Error('an approval where none was expected')
  return { approval: null, data }
}
const isApproval = <Data>(data: Data | Schemas['Approval']): data is Schemas['Approval'] =>
  typeof data === 'object' && data !== null && 'proposed_by' in data && 'act' in data

export type Me = Schemas['Caller']

export async function readMe(): Promise<Me> {
  const me = await read('/operator/v1/me')
  followService(me.now)
  actAs(me.actor)
  return me
}

export const meQuery = queryOptions({
  queryKey: ['operator', 'me'],
  queryFn: readMe,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

export const haltsQuery = queryOptions({
  queryKey: ['operator', 'halts'],
  queryFn: () => read('/operator/v1/halts'),
})

export const usersQuery = queryOptions({
  queryKey: ['operator', 'users'],
  queryFn: () => read('/operator/v1/users'),
})

/** An item of the queue. */
export const itemQuery = (kind: string, subject: string) =>
  queryOptions({
    queryKey: ['operator', 'queue', 'item', `${kind}/${subject}`],
    queryFn: () => read('/operator/v1/queue/{kind}/{subject}', { kind, subject }),
  })

/** Whether the role has a right. The service decides; the page only says beforehand what it will refuse. */
export const may = (me: Me | undefined, right: Right): boolean =>
  me !== undefined && mayUse(me.role, right)
