// `corridor treasury balances | list | sweeps | propose | approve | send | settle | fail | cancel`.
import { toTimestamp } from '@corridor/server/clock.ts'
import type { Deps } from '@corridor/server/deps.ts'
import { publicId, uuidOf } from '@corridor/server/ids.ts'
import { isCurrency } from '@corridor/server/money/currencies.ts'
import { formatAmount, formatSignedAmount, parseAmount } from '@corridor/server/money/decimal.ts'
import { selectSweeps } from '@corridor/server/sweeps/report-queries.ts'
import { requireDeskAccount, type Desk } from '@corridor/server/treasury/accounts.ts'
import { selectDeskBalances } from '@corridor/server/treasury/balance-queries.ts'
import { actOnMovement, proposeMovement, type Grounds } from '@corridor/server/treasury/move.ts'
import {
  selectMovement,
  selectMovements,
  type MovementRow,
} from '@corridor/server/treasury/queries.ts'
import type { MovementAct } from '@corridor/server/treasury/states.ts'
import { table } from '../table.ts'
import { withDatabase } from '../with-database.ts'

const BALANCES = ['ACCOUNT', 'CURRENCY', 'LEDGER', 'OUTSIDE', 'DIFFERENCE', 'OBSERVED']

export const balancesCommand = (options: { json?: boolean }): Promise<void> =>
  withDatabase(async (db) => {
    const balances = (await selectDeskBalances(db)).map((one) => {
      const ledger = BigInt(one.ledger_minor)
      const outside = one.observed_minor === null ? null : BigInt(one.observed_minor)
      return {
        account: one.account,
        currency: one.currency,
        ledger: formatSignedAmount(ledger, one.currency),
        outside: outside === null ? null : formatSignedAmount(outside, one.currency),
        difference: outside === null ? null : formatSignedAmount(outside - ledger, one.currency),
        observed_at: one.observed_at === null ? null : toTimestamp(one.observed_at),
      }
    })
    if (options.json === true) return void process.stdout.write(`${JSON.stringify(balances)}\n`)
    const lines = balances.map((one) => [
      one.account,
      one.currency,
      one.ledger,
      one.outside ?? 'not reported',
      one.difference ?? '',
      one.observed_at ?? '',
    ])
    process.stdout.write(
      lines.length === 0 ? 'No desk account has a balance.\n' : table(BALANCES, lines),
    )
  })

const MOVEMENTS = ['MOVEMENT', 'STATUS', 'FROM', 'TO', 'AMOUNT', 'VALUE DATE', 'SINCE', 'REASON']

export const listCommand = (options: { all?: boolean }): Promise<void> =>
  withDatabase(async (db) => {
    const lines = (await selectMovements(db, options.all === true)).map((one) => {
      const last = one.status_history.at(-1)
      return [
        publicId('mv', one.id),
        one.status,
        one.from_account,
        one.to_account,
        amountOf(one),
        one.value_date ?? '',
        last?.created_at ?? '',
        last?.reason ?? '',
      ]
    })
    process.stdout.write(
      lines.length === 0 ? 'No treasury movement is open.\n' : table(MOVEMENTS, lines),
    )
  })

const SWEEPS = ['SWEEP', 'STATUS', 'RAIL', 'KIND', 'AMOUNT', 'ACCOUNT', 'SINCE', 'TRIES', 'OUTCOME']

export const sweepsCommand = (options: { all?: boolean }): Promise<void> =>
  withDatabase(async (db) => {
    const lines = (await selectSweeps(db, options.all === true)).map((one) => [
      publicId('swp', one.id),
      one.status,
      one.rail,
      one.kind,
      amountOf(one),
      one.account,
      toTimestamp(one.created_at),
      String(one.attempt),
      one.reference ?? one.code ?? one.problem ?? '',
    ])
    process.stdout.write(
      lines.length === 0
        ? 'No sweep is under way, and none failed within a week.\n'
        : table(SWEEPS, lines),
    )
  })

type GroundsOptions = { reason: string; evidence?: string }
type ProposeOptions = GroundsOptions & {
  from: string
  to: string
  currency: string
  amount: string
  valueDate?: string
}

export const proposeCommand = (options: ProposeOptions): Promise<void> =>
  withDatabase(async (_, { openDeps }) => {
    const deps = await openDeps()
    const desk = await deskOf(deps)
    const from = requireDeskAccount(desk, '--from', options.from)
    const to = requireDeskAccount(desk, '--to', options.to)
    if (from === to) throw new Error('--from and --to name the same account')
    if (!isCurrency(options.currency))
      throw new Error(`--currency ${options.currency} is not a currency of Corridor`)
    const movement = await proposeMovement(
      deps,
      {
        from_account: from,
        to_account: to,
        currency: options.currency,
        amount_minor: minorOf(options.amount, options.currency),
        value_date: options.valueDate === undefined ? null : dateOf(options.valueDate),
      },
      groundsOf(options),
    )
    process.stdout.write(`${publicId('mv', movement.id)} is PROPOSED: ${amountOf(movement)}.\n`)
  })

export const actCommand = (
  act: MovementAct,
  text: string,
  options: GroundsOptions,
): Promise<void> =>
  withDatabase(async (db, { clock }) => {
    const id = uuidOf('mv', text)
    const movement = id === undefined ? undefined : await selectMovement(db, id)
    if (movement === undefined)
      throw new Error(
        `${text} is no treasury movement; \`corridor treasury list --all\` shows them`,
      )
    const { status } = await actOnMovement({ db, clock }, movement, act, groundsOf(options))
    process.stdout.write(`${text} is ${status}.\n`)
  })

async function deskOf({ rails, catalogue }: Deps): Promise<Desk> {
  return {
    rails: (await rails.all()).map(({ name }) => name),
    providers: [...(await catalogue.providers('fresh')).keys()],
  }
}

const groundsOf = ({ reason, evidence }: GroundsOptions): Grounds => ({
  reason,
  evidence: evidence ?? null,
})

function minorOf(text: string, currency: string): bigint {
  const amount = parseAmount(text, currency)
  if (!amount.ok)
    throw new Error(`--amount ${text} is not a positive amount of ${currency}, such as 1000.00`)
  return amount.minor
}

const amountOf = ({
  amount_minor: minor,
  currency,
}: Pick<MovementRow, 'amount_minor' | 'currency'>): string =>
  `${formatAmount(minor, currency)} ${currency}`

function dateOf(text: string): string {
  const date = new Date(`${text}T00:00:00Z`)
  // JavaScript reads 31 February as 3 March.
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text)
    throw new Error(`--value-date ${text} is not a date such as 2027-01-31`)
  return text
}
