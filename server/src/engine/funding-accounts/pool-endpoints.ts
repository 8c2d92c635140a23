// The operator API of funding accounts in pools. They belong to the deployment. Of an
// account only its end is shown: enough to find it in the bank's own list.
import Type, { type Static } from 'typebox'
import { addAct, type ActDeps } from '../../parties/acts/act.ts'
import { actsOn } from '../../parties/acts/acts-on.ts'
import { closed } from '../../parties/acts/closed.ts'
import { aboutDeployment } from '../../parties/acts/execution.ts'
import { toTimestamp, toTimestampOrNull } from '../../platform/clock.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { inputPatterns } from '../../platform/http/patterns.ts'
import {
  anyText,
  choice,
  count,
  currency,
  dataOf,
  exact,
  identifier,
  nullable,
  pathId,
  text,
  timestamp,
} from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { fundingAddressOf } from '../../outside/methods/methods.ts'
import { methodSchema } from '../../parties/instruments/view.ts'
import { actBody, reason } from '../../parties/operators/guard.ts'
import { findOfDeployment, seesEnterprise } from '../../parties/operators/operator.ts'
import { idOrNull, operatorReads, type ReadDeps } from '../../parties/operators/operator-reads.ts'
import { addPoolAccounts, ADDING, retirePoolAccount, versionOfAccount } from './pool-accounts.ts'
import { selectPoolAccount, selectPoolAccountsBefore, type PoolAccountRow } from './pool-queries.ts'
import type { Rails } from '../../outside/rails/registry.ts'

const tags = ['Rails and providers']
const SHOWN_CHARACTERS = 4
const MOST_ACCOUNTS = 200

const rail = text(64, 'The rail.', 'bank:mxn')
const why = anyText('A reason.', 'Opened by the bank.')

const schema = exact(
  {
    id: identifier('fac', 'The funding account.'),
    rail: anyText('The rail.', 'bank:mxn'),
    method: methodSchema,
    currency: currency('The currency.', 'MXN'),
    account_end: anyText('How the account ends. The whole account is never shown.', '9719'),
    status: choice(['FREE', 'ASSIGNED', 'RETIRED'], 'Whether an order has it, or none gets it.', {
      title: 'FundingAccountStatus',
    }),
    order_id: nullable(identifier('ord', 'An order.'), 'The order that has it. Null for none.'),
    assigned_at: nullable(timestamp('An instant.'), 'Since when. Null if no order had it.'),
    added_at: timestamp('When it was added.'),
    added_reason: nullable(why, 'Why it was added. Null if the rail opened it.'),
    retired_at: nullable(timestamp('An instant.'), 'When it was retired. Null if it is in use.'),
    retired_reason: nullable(why, 'Why it was retired. Null if it is in use.'),
  },
  { title: 'FundingAccount', description: 'An account of a pool, which orders are funded at.' },
)

const addedSchema = exact(
  {
    added: count('Accounts that the pool did not have.', 2),
    known: count('Accounts that it had already.', 0),
  },
  { title: 'AddedFundingAccounts', description: 'What became of accounts for a pool.' },
)

type Deps = ReadDeps & ActDeps & { rails: Rails }

export function poolEndpoints(api: Api, deps: Deps): void {
  operatorReads<'fac', PoolAccountRow>(api, deps, {
    name: 'funding_accounts',
    commands: { list: 'rails accounts list', show: 'rails accounts show' },
    prefix: 'fac',
    tag: 'Rails and providers',
    schema,
    about:
      'Funding accounts of pools. They belong to the deployment: an operator of some enterprises sees none.',
    filters: { rail: Type.Optional(text(64, 'Accounts of this rail.', 'bank:mxn')) },
    made: 'Accounts added',
    hasFilters: 'none',
    isOfDeployment: true,
    select: (db, _scope, { given, ...period }, before, limit) =>
      selectPoolAccountsBefore(db, { ...period, rail: given['rail'] }, before, limit),
    find: selectPoolAccount,
    enterpriseOf: () => null,
    view,
  })

  addFundingAccountsAct(api, deps)

  const { add } = actsOn(api, deps, {
    kind: 'fac',
    params: Type.Object({ funding_account_id: pathId('fac', 'The funding account.') }),
    find: (operator, { funding_account_id }) =>
      findOfDeployment(operator, 'fac', funding_account_id, (id) => selectPoolAccount(deps.db, id)),
    about: (row) => aboutDeployment(publicId('fac', row.id), versionOfAccount(row)),
  })
  add({
    name: 'account.retire',
    path: '/funding_accounts/:funding_account_id/retire',
    tags,
    command: 'rails accounts retire',
    operationId: 'retireFundingAccount',
    summary: 'Retire a funding account',
    description: 'No further order gets it. The order that has it keeps it, and is paid at it.',
    body: actBody,
    answer: dataOf(schema, 'The account as it is now.'),
    closed: ({ retired_at: at }) => (at === null ? null : closed('ended', 'is already retired')),
    carryOut: async (row, _body, execution) => view(await retirePoolAccount(deps, row, execution)),
  })
}

function addFundingAccountsAct(api: Api, deps: Deps): void {
  addAct(api, deps, {
    name: 'account.add',
    path: '/funding_accounts',
    tags,
    operationId: 'addFundingAccounts',
    summary: 'Add funding accounts to a pool',
    description:
      'Accounts that the bank opened for payers. Those that the pool has already are left out, so that a repeated request adds nothing. All are added, or none if one is invalid. An approval shows how the accounts end, and keeps the rest encrypted until it is decided.',
    params: Type.Object({}),
    body: exact(
      {
        rail,
        method: methodSchema,
        currency: currency('The currency.', 'MXN'),
        accounts: Type.Array(
          Type.Record(
            Type.String({ pattern: inputPatterns.fieldName.pattern }),
            Type.String({ maxLength: 500 }),
            { description: 'The fields of the method, as of an instrument.' },
          ),
          {
            minItems: 1,
            maxItems: MOST_ACCOUNTS,
            description: 'The accounts.',
            examples: [[{ clabe: '032180000118359719' }]],
          },
        ),
        reason,
      },
      { title: 'NewFundingAccounts', description: 'Accounts for a pool.' },
    ),
    answer: dataOf(addedSchema, 'How many are new.'),
    shownBody: ({ accounts, ...body }) => ({
      ...body,
      accounts: accounts.map((details) => `…${endOf(fundingAddressOf(body.method, details))}`),
    }),
    find: async (operator) => (seesEnterprise(operator, null) ? {} : undefined),
    about: (_subject, body) => aboutDeployment(body.rail, ADDING),
    async carryOut(_subject, { rail: name, method, currency: code, accounts }, execution) {
      const known = (await deps.rails.all()).find((one) => one.name === name)
      const pool = { rail: name, method, currency: code }
      const added = await addPoolAccounts(deps, known, pool, accounts, execution)
      return { added, known: accounts.length - added }
    },
  })
}

/** Empty for an account that is no longer than the part to show. */
const endOf = (account: string): string =>
  account.length > 2 * SHOWN_CHARACTERS ? account.slice(-SHOWN_CHARACTERS) : ''

const view = (row: PoolAccountRow): Static<typeof schema> => ({
  id: publicId('fac', row.id),
  rail: row.rail,
  method: row.method,
  currency: row.currency,
  account_end: endOf(row.account),
  status: row.retired_at !== null ? 'RETIRED' : row.order_id === null ? 'FREE' : 'ASSIGNED',
  order_id: idOrNull('ord', row.order_id),
  assigned_at: toTimestampOrNull(row.assigned_at),
  added_at: toTimestamp(row.added_at),
  added_reason: row.added_reason,
  retired_at: toTimestampOrNull(row.retired_at),
  retired_reason: row.retired_reason,
})
