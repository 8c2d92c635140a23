// The operator API that makes reconciliations: of an uploaded file, and of a chain.
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { executionOf, type Execution } from '../../parties/acts/execution.ts'
import { DEPLOYMENT } from '../../parties/audit/chain.ts'
import { monotonicMs } from '../../platform/clock.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { failure, retryLater } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { choice, dataOf, exact, failures, text } from '../../platform/http/schemas.ts'
import type { SharedCounts } from '../../platform/http/shared-counts.ts'
import { withSlowBody } from '../../platform/http/slow-body.ts'
import type { Rails } from '../../outside/rails/registry.ts'
import { takeTurns } from '../../platform/turns.ts'
import { operatorOfRequest, reason } from '../../parties/operators/guard.ts'
import { UnreadableStatement } from './csv.ts'
import type { ReconciliationWithCounts } from './queries.ts'
import { dateFormats } from './read-csv.ts'
import { reconcileChain } from './reconcile-chain.ts'
import { reconcileFile, type ReconcileDeps } from './reconcile-file.ts'
import { MOST_FILE_BYTES } from './spool.ts'
import { reconciliationSchema, reconciliationView } from './view.ts'

/** `db`: for reads. `writes`: for what was found. */
type Deps = ReconcileDeps & {
  db: Pool
  writes: Pool
  rails: Rails
  sharedCounts: SharedCounts
}

const tags = ['Reconciliation']
/** Each holds its lines in memory. */
const MOST_AT_ONCE = 2
/** Each has up to 128 MiB in a temporary file. */
const MOST_UPLOADS = 8
const MOST_UPLOADS_OF_ONE = 2
/** Longer than the two before take. */
const LONGEST_TURN_MS = 300_000
const TURN_MS = 100
const TYPES: Readonly<Record<string, 'camt.053' | 'csv'>> = {
  'application/xml': 'camt.053',
  'text/xml': 'camt.053',
  'text/csv': 'csv',
}
const bodyTypes = Object.keys(TYPES)

const account = text(100, 'The account of the ledger: `rail:NAME` or `provider:NAME`.', 'rail:spei')
const currency = text(10, 'The currency.', 'MXN')

const uploadQuery = exact({
  account,
  currency,
  reason,
  from: Type.Optional(
    text(10, 'The first day. Without it, the day of the first line.', '2026-03-01'),
  ),
  to: Type.Optional(text(10, 'The last day.', '2026-03-31')),
  tolerance_days: Type.Optional(
    text(2, 'How many days the two sides may book a line apart, 0 to 30. The default is 3.', '3'),
  ),
  number: Type.Optional(
    text(40, 'camt.053: the bank account, unless the settings of the rail have it.', '04800000001'),
  ),
  columns: Type.Optional(
    text(
      1000,
      'CSV: `FIELD:COLUMN`, separated by commas. Fields: `date`, `amount` (or `credit` and `debit`), `currency`, `reference`, `text`.',
      'date:Fecha,amount:Valor,reference:Referencia',
    ),
  ),
  delimiter: Type.Optional(
    choice([',', ';', '|', 'tab'], 'CSV: between columns. The default is a comma.'),
  ),
  decimal: Type.Optional(choice(['.', ','], 'CSV: the decimal point. The default is `.`.')),
  date_format: Type.Optional(choice(dateFormats, 'CSV: the default is YYYY-MM-DD.')),
  encoding: Type.Optional(choice(['utf-8', 'windows-1252'], 'CSV: the default is utf-8.')),
})

export async function reconcileEndpoints(api: Api, deps: Deps): Promise<void> {
  await api.register(async (scope: Api) => {
    // The handler reads the body as it arrives.
    scope.addContentTypeParser(bodyTypes, (_request, payload, done) => done(null, payload))
    upload(scope, deps)
  })

  api.post(
    '/reconciliations/chain',
    {
      // Each waits for its turn itself: a place at the gate would wait with it.
      config: { right: 'reconcile', entersGate: false },
      schema: {
        tags,
        operationId: 'reconcileChain',
        summary: 'Reconcile a chain',
        description:
          'Reads what moved at the accounts of a rail on a chain in final blocks, and compares it like a statement. The tokens of the rail only: fees in the coin of the chain are posted from its blocks.',
        body: exact(
          {
            account,
            currency,
            from: text(10, 'The first day.', '2026-03-01'),
            to: text(10, 'The last day.', '2026-03-31'),
            tolerance_days: Type.Optional(uploadQuery.properties.tolerance_days),
            reason,
          },
          { title: 'ChainStatement', description: 'Which account of a chain, and which days.' },
        ),
        response: {
          200: dataOf(reconciliationSchema, 'The same movements were reconciled before.'),
          201: dataOf(reconciliationSchema, 'What was found.'),
          ...failures(409, 413, 415, 422),
        },
      },
    },
    async (request, reply) => {
      const { reason: why, ...written } = request.body
      return made(request, reply, deps, why, (execution) =>
        inTurn(deps, 0, () => reconcileChain(deps, written, execution)),
      )
    },
  )
}

function upload(scope: Api, deps: Deps): void {
  scope.post(
    '/reconciliations',
    {
      config: {
        right: 'reconcile',
        entersGate: false,
        bodyTypes,
        published: {
          consumes: bodyTypes,
          body: Type.String({
            title: 'StatementFile',
            description: `A camt.053 (versions .02, .04, .06 or .08), or CSV with one row of names. At most ${MOST_FILE_BYTES / 1024 / 1024} MiB.`,
            examples: ['Fecha,Valor,Referencia\n2026-03-02,1000.00,REF4711\n'],
          }),
        },
      },
      schema: {
        tags,
        operationId: 'reconcile',
        summary: 'Reconcile a statement',
        description:
          "Compares a statement with the ledger's lines of its account and days. The Content-Type says what the file is. The same file with the same parameters is answered 200 with what it made first; lines that another file had before count as known.",
        querystring: uploadQuery,
        response: {
          200: dataOf(reconciliationSchema, 'The file was reconciled before.'),
          201: dataOf(reconciliationSchema, 'What was found.'),
          ...failures(409, 413, 415, 422),
        },
      },
    },
    async (request, reply) => {
      const { reason: why, ...written } = request.query
      const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
      const format = TYPES[type]
      const body: Readable | undefined =
        Object(request.body) === request.body ? Object(request.body) : undefined
      if (format === undefined || body === undefined)
        throw failure('unsupported_media_type', {}, `Send a file as ${bodyTypes.join(' or ')}.`)
      return made(request, reply, deps, why, (execution) =>
        whileUploading(deps, request, body, (arriving, left) =>
          reconcileFile(
            deps,
            format,
            written,
            arriving,
            execution,
            (work) => inTurn(deps, LONGEST_TURN_MS, work, left),
            takeTurns(left),
          ),
        ),
      )
    },
  )
}

/** Runs a reconciliation and answers it. */
async function made(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
  why: string,
  run: (execution: Execution) => Promise<{ row: ReconciliationWithCounts; isNew: boolean }>,
): Promise<FastifyReply> {
  const { actor, person } = operatorOfRequest(request)
  const act = 'reconciliation.made'
  const entry = { chain: DEPLOYMENT, actor, act, subject: '', reason: why }
  try {
    const { row, isNew } = await run(executionOf({ ...deps, db: deps.writes }, entry, person))
    return await reply.code(isNew ? 201 : 200).send({ data: reconciliationView(row) })
  } catch (error) {
    if (error instanceof UnreadableStatement)
      throw failure('statement_unreadable', {}, `${error.message}.`)
    throw error
  }
}

/**
 * Runs `work` while the operator has one of the few uploads, without the limits of time of other requests. The signal is
 * aborted when the sender has left: nobody reads the result then, and the same file can be sent again.
 */
async function whileUploading<T>(
  { sharedCounts }: Deps,
  request: FastifyRequest,
  body: Readable,
  work: (body: Readable, left?: AbortSignal) => Promise<T>,
): Promise<T> {
  const { actor, isDirect } = operatorOfRequest(request)
  if (isDirect === true) return work(body)
  const own = sharedCounts.open(`uploads of ${actor}`, MOST_UPLOADS_OF_ONE)
  const all = own === undefined ? undefined : sharedCounts.open('uploads', MOST_UPLOADS)
  const { socket } = request.raw
  const idleMs = socket.timeout ?? 0
  const leaving = new AbortController()
  const leave = () =>
    leaving.abort(failure('request_timeout', {}, 'The connection closed before the answer.'))
  socket.once('close', leave)
  try {
    if (own === undefined || all === undefined)
      throw retryLater('rate_limited', 5, 'Other statements are being uploaded. Try again soon.')
    // Nothing is sent while a large statement is compared.
    socket.setTimeout(0)
    return await withSlowBody(request.raw, body, (arriving) => work(arriving, leaving.signal))
  } finally {
    socket.off('close', leave)
    socket.setTimeout(idleMs)
    own?.()
    all?.()
  }
}

/** Few reconciliations run at once: each holds its lines in memory. A file that has arrived waits for its turn. */
async function inTurn<T>(
  { sharedCounts }: Deps,
  waitMs: number,
  work: () => Promise<T>,
  left?: AbortSignal,
): Promise<T> {
  const until = monotonicMs() + waitMs
  for (;;) {
    left?.throwIfAborted()
    const release = sharedCounts.open('reconciliations', MOST_AT_ONCE)
    if (release === undefined && monotonicMs() >= until)
      throw retryLater('rate_limited', 5, 'Other statements are being reconciled. Try again soon.')
    if (release === undefined) await sleep(TURN_MS)
    else
      try {
        return await work()
      } finally {
        release()
      }
  }
}
