// The forms of most operations: a read, a list, a creation, and another write. Acts of operators have their own
// (parties/acts/act.ts). An answer that is no JSON, or whose handler writes to the socket, is added to the API directly.
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  ContextConfigDefault,
  FastifyContextConfig,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RawServerDefault,
} from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Static, TObject, TSchema } from 'typebox'
import { writtenUuid, type Prefix, type Uuid } from '../ids.ts'
import type { Api } from './api-type.ts'
import { sendCreated, type Created } from './idempotency.ts'
import { listConfig, sendList, type List, type ListDeps } from './list.ts'
import { failures, idempotencyHeaders } from './schemas.ts'

type Asked<P extends TSchema, Q extends TSchema, B extends TSchema> = {
  Params: Static<P>
  Querystring: Static<Q>
  Body: Static<B>
}
type Http = RawServerDefault
type Typed = TypeBoxTypeProvider
type RequestOf<P extends TSchema, Q extends TSchema, B extends TSchema> = FastifyRequest<
  Asked<P, Q, B>,
  Http,
  IncomingMessage,
  FastifySchema,
  Typed
>
type ReplyOf<P extends TSchema, Q extends TSchema, B extends TSchema> = FastifyReply<
  Asked<P, Q, B>,
  Http,
  IncomingMessage,
  ServerResponse,
  ContextConfigDefault,
  FastifySchema,
  Typed
>

type Operation<P extends TSchema, Q extends TSchema, B extends TSchema> = {
  path: string
  config: FastifyContextConfig
  tags: string[]
  operationId: string
  summary: string
  description: string
  params?: P
  querystring?: Q
  body?: B
  /** A schema made by `dataOf` or `dataListOf`. */
  answer: TSchema
}
type WithData<P extends TSchema, Q extends TSchema, B extends TSchema> = {
  /** The data of the answer. */
  data(request: RequestOf<P, Q, B>, reply: ReplyOf<P, Q, B>): Promise<unknown>
}
/** Statuses of failures besides those of every operation. */
type Refusals = { refusals?: Parameters<typeof failures> }

/** A GET. */
export function addRead<P extends TSchema = TObject, Q extends TSchema = TObject>(
  api: Api,
  { data, ...operation }: Omit<Operation<P, Q, TObject>, 'body'> & WithData<P, Q, TObject>,
): void {
  add(api, 'GET', 200, operation, sendData(data))
}

type ListOperation<P extends TSchema, Q extends TSchema> = Omit<
  Operation<P, Q, TObject>,
  'body' | 'config'
> & { config?: FastifyContextConfig }

/** A GET of a list that is complete without `limit` and `cursor`. The key of a row is its id. */
export function addList<
  K extends Prefix,
  Row extends { id: Uuid<K> },
  P extends TSchema = TObject,
  Q extends TSchema = TObject,
>(
  api: Api,
  deps: ListDeps,
  {
    prefix,
    list,
    ...operation
  }: ListOperation<P, Q> & {
    prefix: K
    list(request: RequestOf<P, Q, TObject>): Omit<List<Row, Uuid<K>>, 'keyFrom' | 'keyOf'>
  },
): void {
  addListByKey(api, deps, {
    ...operation,
    list: (request) => ({
      ...list(request),
      keyFrom: (written) => writtenUuid(prefix, written),
      keyOf: (row: Row) => row.id,
    }),
  })
}

/** A GET of a list that is complete without `limit` and `cursor`. */
export function addListByKey<
  Row,
  Key extends string,
  P extends TSchema = TObject,
  Q extends TSchema = TObject,
>(
  api: Api,
  deps: ListDeps,
  {
    list,
    ...operation
  }: ListOperation<P, Q> & {
    list(request: RequestOf<P, Q, TObject>): List<Row, Key> | Promise<List<Row, Key>>
  },
): void {
  const config = { ...listConfig, ...operation.config }
  add(api, 'GET', 200, { ...operation, config }, async (request, reply) =>
    sendList(request, reply, deps, await list(request)),
  )
}

/** A POST that creates something once for each idempotency key. */
export function addCreation<
  P extends TSchema = TObject,
  Q extends TSchema = TObject,
  B extends TSchema = TObject,
>(
  api: Api,
  {
    created,
    ...operation
  }: Operation<P, Q, B> &
    Refusals & { created(request: RequestOf<P, Q, B>): Promise<Created<unknown>> },
): void {
  const config = { ...operation.config, needsIdempotencyKey: true }
  const headers = idempotencyHeaders
  add(api, 'POST', 201, { ...operation, config, headers }, async (request, reply) =>
    sendCreated(reply, await created(request)),
  )
}

/** Another write, which answers 200. */
export function addWrite<
  P extends TSchema = TObject,
  Q extends TSchema = TObject,
  B extends TSchema = TObject,
>(
  api: Api,
  {
    method,
    data,
    ...operation
  }: Operation<P, Q, B> & Refusals & WithData<P, Q, B> & { method: 'POST' | 'PATCH' | 'DELETE' },
): void {
  add(api, method, 200, operation, sendData(data))
}

const sendData =
  <P extends TSchema, Q extends TSchema, B extends TSchema>(data: WithData<P, Q, B>['data']) =>
  async (request: RequestOf<P, Q, B>, reply: ReplyOf<P, Q, B>) =>
    reply.send({ data: await data(request, reply) })

function add<P extends TSchema, Q extends TSchema, B extends TSchema>(
  api: Api,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  status: 200 | 201,
  operation: Operation<P, Q, B> & Refusals & { headers?: TObject },
  handler: (request: RequestOf<P, Q, B>, reply: ReplyOf<P, Q, B>) => Promise<FastifyReply>,
): void {
  const { path, config, answer, refusals = [], ...described } = operation
  const schema: FastifySchema = {
    ...described,
    response: { [status]: answer, ...failures(...refusals) },
  }
  api.route<Asked<P, Q, B>>({ method, url: path, config, schema, handler })
}
