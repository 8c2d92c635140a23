// The endpoints of accounts: open, list, get, and the lines of one.
import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { addCreation, addList, addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { failure } from '../../platform/errors.ts'
import { idempotencyOf } from '../../platform/http/idempotency.ts'
import { pagingQuery, type ListDeps } from '../../platform/http/list.ts'
import { metadataField } from '../../platform/http/metadata.ts'
import { organizationOf, ownedId } from '../../platform/http/request.ts'
import {
  currency,
  dataListOf,
  dataOf,
  exact,
  organizationParams,
  pathId,
  text,
} from '../../platform/http/schemas.ts'
import { openAccount, type AccountDeps } from './open-account.ts'
import { selectAccount, selectAccounts, type AccountRow } from './queries.ts'
import { readLines } from './read-lines.ts'
import { accountLineSchema, accountSchema, accountView } from './view.ts'

const tags = ['Accounts']
const list = '/organizations/:organization_id/accounts'
const one = `${list}/:account_id`
const params = Type.Object({ ...organizationParams, account_id: pathId('epi', 'The account.') })

type Deps = ListDeps & AccountDeps

export function accountEndpoints(api: Api, deps: Deps): void {
  openEndpoint(api, deps)
  readEndpoints(api, deps)
  linesEndpoint(api, deps)
}

function openEndpoint(api: Api, deps: Deps): void {
  addCreation(api, {
    path: list,
    config: { scope: 'write' },
    tags,
    operationId: 'openAccount',
    summary: 'Open an account',
    description:
      'An account holds money of the organization at the desk. It is an instrument of the method DESK_ACCOUNT: offerings to it convert into the account, and orders from it are funded in the instant that they are created. Refused with `account_not_available` if the desk has not opened accounts in this currency to your company.',
    params: Type.Object(organizationParams),
    body: exact(
      {
        alias: text(200, 'Your label.', 'Payroll'),
        currency: currency('The currency of the account.', 'USDC'),
        ...metadataField,
      },
      { title: 'NewAccount', description: 'An account to open.' },
    ),
    refusals: [409, 413, 415, 422],
    answer: dataOf(accountSchema, 'The account.'),
    created: (request) =>
      openAccount(deps, organizationOf(request), request.body, idempotencyOf(request)),
  })
}

function readEndpoints(api: Api, deps: Deps): void {
  const { secrets } = deps.config
  addList(api, deps, {
    path: list,
    tags,
    operationId: 'listAccounts',
    summary: 'List accounts',
    description: 'The accounts of the organization at the desk, oldest first. Archived ones too.',
    params: Type.Object(organizationParams),
    querystring: exact(pagingQuery),
    answer: dataListOf(accountSchema, 'The accounts, or a page of them.'),
    prefix: 'epi',
    list(request) {
      const organizationId = organizationOf(request)
      return {
        name: `accounts:${organizationId}`,
        page: (after, limit) => selectAccounts(deps.db, organizationId, after, limit),
        views: (rows) => rows.map((row) => accountView(secrets, row)),
      }
    },
  })

  addRead(api, {
    path: one,
    config: { scope: 'read' },
    tags,
    operationId: 'getAccount',
    summary: 'Get an account',
    description: 'The account with what it has now.',
    params,
    answer: dataOf(accountSchema, 'The account.'),
    async data(request) {
      return accountView(secrets, await foundAccount(deps, request))
    },
  })
}

async function foundAccount(
  { db }: Deps,
  request: FastifyRequest<{ Params: Static<typeof params> }>,
): Promise<AccountRow> {
  const row = await selectAccount(db, ownedId(request, 'epi', request.params.account_id))
  if (row === undefined) throw failure('not_found')
  return row
}

function linesEndpoint(api: Api, deps: Deps): void {
  addRead(api, {
    path: `${one}/lines`,
    config: { scope: 'read' },
    tags,
    operationId: 'listAccountLines',
    summary: 'List the lines of an account',
    description:
      'What came to the account and left it, newest first, each with the balance after it. Always in pages.',
    params,
    querystring: exact(pagingQuery),
    answer: dataListOf(accountLineSchema, 'A page of lines.'),
    async data(request, reply) {
      return readLines(request, reply, deps, await foundAccount(deps, request))
    },
  })
}
