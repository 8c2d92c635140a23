// The operator API, with the types of its description. It is called below /console/, where the cookie of an operator's
// session is sent. Only operators' pages load this file.
import { queryOptions } from '@tanstack/react-query'
import {
  addressOf as pathOf,
  cursorIn,
  operatorClient,
  type Answered,
  type Body,
  type Data,
  type Names,
  type PathOf,
  type Query,
  type Row,
  type Schemas,
} from '../../../server/operator-client/client.ts'
import { isAllowed, type Right } from '../../../server/src/parties/operators/roles.ts'
import { PROOF, refusalOf, type Refused } from '../parts/client.ts'
import { followService } from '../parts/clock.ts'

export type { Names, Schemas }
export type Paged<Row> = { data: Row[]; cursor: string | null }

const API = `${location.origin}/console`

let actor: string | undefined
/** The page acts for this user. The service refuses its requests after another tab signs in as somebody else. */
export const actAs = (whom: string | undefined): void => void (actor = whom)
export const proof = (): typeof PROOF =>
  actor === undefined ? PROOF : { 'x-corridor-console': actor }

export const addressOf = (path: string, names: Names, query: object = {}): string =>
  API + pathOf(path, names, query)

/** The keys of acts that were sent and not answered, by what was sent. */
const unanswered = new Map<string, string>()

async function send<Data>(method: string, path: string, body?: unknown): Promise<Answered<Data>> {
  const address = API + path
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
  if (!response.ok || !hasData<Data>(answer)) throw await refusalIn(response, answer)
  const cursor = cursorIn(response.headers.get('link'))
  return { data: answer.data, status: response.status, cursor }
}

/** The words of refusals are loaded with the first one. Without them the page shows the service's own. */
export async function refusalIn(response: Response, answer: unknown): Promise<Refused> {
  const isRefused = response.status === 400 || response.status === 409
  const words = isRefused ? await import('./told-refusal.ts').catch(() => undefined) : undefined
  return refusalOf(response, answer, words?.toldRefusal)
}

const hasData = <Data>(answer: unknown): answer is { data: Data } =>
  typeof answer === 'object' && answer !== null && 'data' in answer

const client = operatorClient(send)

/** What a GET answers. */
export const { read } = client
/** The beginning of the keys of all reads of a path. */
export const keyOf = (path: PathOf<'get'>): readonly string[] => ['operator', path]
export const readQuery = <P extends PathOf<'get'>>(path: P, names: Names = {}, query?: Query<P>) =>
  queryOptions({
    queryKey: [...keyOf(path), names, query],
    queryFn: () => read(path, names, query),
  })

/** A page of an answer that is no list itself: its rows are in one of its fields. */
export const readPart = <P extends PathOf<'get'>>(
  path: P,
  cursor: string | undefined,
  names: Names,
  query: Query<P>,
): Promise<Answered<Data<'get', P>>> =>
  client.page(path, names, { limit: 50, ...query, ...(cursor === undefined ? {} : { cursor }) })

/** A page of a list, for useInfiniteQuery. */
export const readPage = <P extends PathOf<'get'>>(
  path: P,
  cursor: string | undefined,
  query: Query<P>,
  names: Names = {},
): Promise<Paged<Row<P>>> => client.rows(path, names, { limit: 50, ...query, cursor })

/** All rows of a list, up to `most`. `isAll`: there are no more. */
export const readAll = <P extends PathOf<'get'>>(
  path: P,
  query: Query<P>,
  most: number,
  names: Names = {},
): Promise<{ rows: Row<P>[]; isAll: boolean }> =>
  client.all(path, { ...query, limit: 200 }, { most, names })

/** `approval`: the act waits for a second person, and nothing has changed. */
export type Outcome<Data> =
  | { approval: Schemas['Approval']; data: null }
  | { approval: null; data: Data }

/** Sends an act. */
export const act = async <P extends PathOf<'post'>>(
  path: P,
  names: Names,
  body: Body<'post', P>,
): Promise<Outcome<Data<'post', P>>> => outcomeOf(await client.act(path, names, body))

type Reasoned = {
  [P in PathOf<'post'>]: { reason: string } extends Body<'post', P> ? P : never
}[PathOf<'post'>]

/** Sends an act that is told its reason alone. */
export const actFor =
  <P extends Reasoned>(path: P, names: Names): Act<Data<'post', P>> =>
  async (_values, reason) =>
    outcomeOf<Data<'post', P>>(await send('POST', pathOf(path, names), { reason }))
type Act<Data> = (values: unknown, reason: string) => Promise<Outcome<Data>>

/** The same for acts whose path a table of acts gives. */
export const actAt = async (path: string, names: Names, body: object): Promise<Outcome<unknown>> =>
  outcomeOf(await send('POST', pathOf(path, names), body))

export const change = async (
  path: PathOf<'patch'>,
  names: Names,
  body: object,
): Promise<Outcome<unknown>> => outcomeOf(await send('PATCH', pathOf(path, names), body))

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

/** What waits, by kind. */
export const queueCountsQuery = queryOptions({
  queryKey: ['operator', 'queue', 'counts'],
  queryFn: () => read('/operator/v1/queue/counts'),
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

/** Whether the person has a right. The service decides; the page only says beforehand what it will refuse. */
export const may = (me: Me | undefined, right: Right): boolean =>
  me !== undefined && isAllowed({ role: me.role, enterpriseIds: me.enterprise_ids }, right)
