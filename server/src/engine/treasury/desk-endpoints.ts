// The operator API of the desk's money at rails and providers, and of its sweeps.
import Type from 'typebox'
import { toTimestamp, toTimestampOrNull } from '../../platform/clock.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import {
  choice,
  count,
  currency,
  dataListOf,
  exact,
  identifier,
  nullable,
  signedDecimal,
  timestamp,
} from '../../platform/http/schemas.ts'
import { publicId } from '../../platform/ids.ts'
import { formatSignedAmount } from '../../platform/money/decimal.ts'
import { money, moneyView } from '../../platform/money/desk-money.ts'
import { selectSweeps } from '../sweeps/report-queries.ts'
import { operatorOfRequest } from '../../parties/operators/guard.ts'
import { seesEnterprise } from '../../parties/operators/operator.ts'
import { selectDeskBalances, type DeskBalance } from './desk-balances.ts'

const signed = (description: string) => signedDecimal(description, '-1000.00')
const words = (description: string, example: string) =>
  Type.String({ description, examples: [example] })

const balanceSchema = exact(
  {
    account: words('The account of the ledger.', 'rail:evm:base'),
    currency: currency('The currency.', 'USDC'),
    ledger: signed('The balance in the ledger.'),
    outside: nullable(signed('A balance.'), 'What the rail or provider reports. Null: nothing.'),
    difference: nullable(signed('An amount.'), 'Outside less ledger. Null if nothing is reported.'),
    observed_at: nullable(timestamp('An instant.'), 'When it was reported.'),
  },
  { title: 'DeskBalance', description: 'The ledger beside what is reported from outside.' },
)

const sweepSchema = exact(
  {
    id: identifier('swp', 'The sweep.'),
    status: words('Its status.', 'OPEN'),
    rail: words('Its rail.', 'evm:base'),
    kind: words('What it moves.', 'deposits'),
    amount: money,
    account: words('The account that it empties.', '0x52908400098527886E0F7030069857D2E4169EE7'),
    created_at: timestamp('When it was decided.'),
    attempts: count('How often it was tried.', 1),
    outcome: nullable(
      words('A reference, code or problem.', '0x9f86d081884c7d65'),
      'How it ended, or why it has not. Null if nothing is known.',
    ),
  },
  { title: 'Sweep', description: 'Money that goes from deposit accounts to the payer of a rail.' },
)

const tags = ['Treasury']
const OF_THE_DEPLOYMENT =
  'They belong to the deployment: an operator of some enterprises sees none. Unpaged.'

export function deskEndpoints(api: Api, { db }: { db: Pool }): void {
  addRead(api, {
    path: '/balances',
    config: { right: 'read', command: 'treasury balances' },
    tags,
    operationId: 'listDeskBalances',
    summary: 'List balances of the desk',
    description: `Accounts of rails and providers with a balance. ${OF_THE_DEPLOYMENT}`,
    answer: dataListOf(balanceSchema, 'The balances.'),
    async data(request) {
      const isSeen = seesEnterprise(operatorOfRequest(request), null)
      return isSeen ? (await selectDeskBalances(db)).map(balanceView) : []
    },
  })

  addRead(api, {
    path: '/sweeps',
    config: { right: 'read', command: 'treasury sweeps --all=finished:true' },
    tags,
    operationId: 'listSweeps',
    summary: 'List sweeps',
    description: `Sweeps that are open, or failed within a week; with \`finished=true\` also the latest finished ones. At most 1,000, newest first. ${OF_THE_DEPLOYMENT}`,
    querystring: exact({
      finished: Type.Optional(choice(['true', 'false'], 'Finished sweeps too.')),
    }),
    answer: dataListOf(sweepSchema, 'The sweeps.'),
    async data(request) {
      const isSeen = seesEnterprise(operatorOfRequest(request), null)
      const sweeps = isSeen ? await selectSweeps(db, request.query.finished === 'true') : []
      return sweeps.map((one) => ({
        id: publicId('swp', one.id),
        status: one.status,
        rail: one.rail,
        kind: one.kind,
        amount: moneyView(one.amount_minor, one.currency),
        account: one.account,
        created_at: toTimestamp(one.created_at),
        attempts: one.attempt,
        outcome: one.reference ?? one.code ?? one.problem,
      }))
    },
  })
}

function balanceView({ account, currency: of, observed_at, ...row }: DeskBalance) {
  const ledger = BigInt(row.ledger_minor)
  const outside = row.observed_minor === null ? null : BigInt(row.observed_minor)
  return {
    account,
    currency: of,
    ledger: formatSignedAmount(ledger, of),
    outside: outside === null ? null : formatSignedAmount(outside, of),
    difference: outside === null ? null : formatSignedAmount(outside - ledger, of),
    observed_at: toTimestampOrNull(observed_at),
  }
}
