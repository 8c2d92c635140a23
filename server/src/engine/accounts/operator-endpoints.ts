// The operator API of accounts that organizations have at the desk: it reads them, and puts one right.
import Type, { type Static } from 'typebox'
import type { ActDeps } from '../../parties/acts/act.ts'
import { actsOn } from '../../parties/acts/acts-on.ts'
import { closed } from '../../parties/acts/closed.ts'
import { refusedAsClosed } from '../../parties/acts/refused.ts'
import { operatorOfRequest, reason } from '../../parties/operators/guard.ts'
import { findSeen, type Operator } from '../../parties/operators/operator.ts'
import {
  enterpriseOf,
  operatorReads,
  ownerFields,
  ownerView,
  type Owner,
  type ReadDeps,
} from '../../parties/operators/operator-reads.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { failure, fieldFailure } from '../../platform/errors.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { pagingQuery } from '../../platform/http/list.ts'
import {
  anyText,
  choice,
  currency,
  dataListOf,
  dataOf,
  decimal,
  exact,
  pathId,
  text,
} from '../../platform/http/schemas.ts'
import { newUuid, publicId } from '../../platform/ids.ts'
import { formatSignedAmount, parseAmount } from '../../platform/money/decimal.ts'
import { outsideRails, type Rails } from '../../outside/rails/registry.ts'
import type { Catalogue } from '../catalogue.ts'
import { accountPosting } from '../ledger/postings.ts'
import { requireDeskAccount } from '../treasury/accounts.ts'
import { insertAccountLine, seenAccounts, type AccountRow } from './queries.ts'
import { readLines } from './read-lines.ts'
import { accountLineSchema, accountSchema, accountView } from './view.ts'

const { id, ...fields } = accountSchema.properties
const schema = exact(
  {
    id,
    ...ownerFields,
    ...fields,
    rail: anyText('The rail that moves money to it.', 'accounts'),
  },
  { title: 'DeskAccount', description: 'An account of an organization at the desk.' },
)

type Row = AccountRow & Owner
type Reads = ReadDeps & { config: Config }

const deskView = ({ config }: Pick<Reads, 'config'>, row: Row): Static<typeof schema> => ({
  ...accountView(config.secrets, row),
  ...ownerView(row),
  rail: row.rail,
})

const foundAccount = ({ db }: Pick<Reads, 'db'>, operator: Operator, written: string) =>
  findSeen(operator, 'epi', written, (id) => seenAccounts.find<Row>(db, id))

export function operatorAccountReads(api: Api, deps: Reads): void {
  operatorReads<'epi', Row>(api, deps, {
    name: 'desk_accounts',
    prefix: 'epi',
    tag: 'Accounts',
    schema,
    about: 'Accounts that organizations have at the desk.',
    filters: {
      currency: Type.Optional(currency('Accounts in this currency.', 'USDC')),
      number: Type.Optional(text(40, 'The account with this number.', 'AC-20261128-7K2M9QXW')),
    },
    made: 'Accounts opened',
    ...seenAccounts,
    enterpriseOf,
    view: (row) => deskView(deps, row),
  })

  addRead(api, {
    path: '/desk_accounts/:desk_account_id/lines',
    config: { right: 'read' },
    tags: ['Accounts'],
    operationId: 'listDeskAccountLines',
    summary: 'List the lines of an account',
    description: 'What came to the account and left it, newest first, always in pages.',
    params: Type.Object({ desk_account_id: pathId('epi', 'The account.') }),
    querystring: exact(pagingQuery),
    answer: dataListOf(accountLineSchema, 'A page of lines.'),
    async data(request, reply) {
      const { desk_account_id: written } = request.params
      const row = await foundAccount(deps, operatorOfRequest(request), written)
      if (row === undefined) throw failure('not_found')
      return readLines(request, reply, deps, row)
    },
  })
}

type Deps = ActDeps & {
  clock: Clock
  config: Config
  rails: Rails
  catalogue: Pick<Catalogue, 'providers'>
}

const correction = exact(
  {
    direction: choice(['credit', 'debit'], 'Whether the account receives the amount or loses it.'),
    amount: decimal('The amount, above zero, in the currency of the account.', '250.00'),
    counter_account: text(100, 'The account of the desk on the other side.', 'treasury'),
    reason,
  },
  { title: 'AccountCorrection', description: 'What is put right.' },
)

function signedMinor(
  { currency: of }: Row,
  { direction, amount }: Static<typeof correction>,
): bigint {
  const minor = parseAmount(amount, of)
  if (!minor.ok || minor.minor <= 0n)
    throw fieldFailure('invalid_request', [
      {
        pointer: '/amount',
        code: 'invalid_value',
        message: `must be an amount of ${of} above zero`,
      },
    ])
  return direction === 'credit' ? minor.minor : -minor.minor
}

const ARCHIVED = closed('archived', 'is archived')

/** After a restore an account may have paid orders that the database lacks. */
export function accountActs(api: Api, deps: Deps): void {
  const { add } = actsOn(api, deps, {
    kind: 'epi',
    params: Type.Object({ desk_account_id: pathId('epi', 'The account.') }),
    find: (operator, { desk_account_id: written }) => foundAccount(deps, operator, written),
    about: (row) => ({
      chain: row.enterprise_id,
      subject: publicId('epi', row.id),
      version: '',
      amounts: [],
    }),
  })
  add({
    name: 'desk_account.correct',
    path: '/desk_accounts/:desk_account_id/correct',
    operationId: 'correctDeskAccount',
    summary: 'Put an account right',
    description:
      'Moves money between the account and an account of the desk. For what no order explains, such as payments of an account that a restore lost. A debit may leave less than nothing: the account then pays no order before more came to it.',
    tags: ['Accounts'],
    body: correction,
    closed: ({ status }) => (status === 'ARCHIVED' ? ARCHIVED : null),
    answer: dataOf(schema, 'The account as it is now.'),
    about: (row, body) => {
      const minor = signedMinor(row, body)
      return {
        chain: row.enterprise_id,
        subject: publicId('epi', row.id),
        // Orders go on meanwhile, and a correction may leave less than nothing.
        version: '',
        amounts: [{ currency: row.currency, minor: minor < 0n ? -minor : minor }],
      }
    },
    async carryOut(row, body, execution) {
      const rails = await outsideRails(deps.rails)
      const providers = [...(await deps.catalogue.providers('fresh')).keys()]
      const counterpart = requireDeskAccount(
        { rails, providers },
        'counter_account',
        body.counter_account,
      )
      const amountMinor = signedMinor(row, body)
      const { number, currency: of } = row
      const done = await execution.commit('', async (db) => {
        const at = deps.clock.now()
        const posting = accountPosting(number, counterpart, { currency: of, amountMinor })
        const posted = { id: newUuid('posting', at), posting }
        const line = { number, currency: of, kind: 'correction', amountMinor, key: null } as const
        if ((await insertAccountLine(db, { ...line, posted, at })) === undefined) return undefined
        const after = { amount: `${formatSignedAmount(amountMinor, of)} ${of}`, counterpart }
        return { result: true, detail: { after } }
      })
      if (done === undefined) throw refusedAsClosed(publicId('epi', row.id), ARCHIVED)
      return deskView(deps, (await seenAccounts.find<Row>(deps.db, row.id)) ?? row)
    },
  })
}
