// `corridor ledger verify | balances`.
import { parseTimestamp, toTimestamp } from '@corridor/server/platform/clock.ts'
import { selectBalances } from '@corridor/server/engine/ledger/queries.ts'
import { verifyLedger } from '@corridor/server/engine/ledger/verify.ts'
import { formatAmount } from '@corridor/server/platform/money/decimal.ts'
import { describeLost, findLost } from '@corridor/server/engine/orders/acknowledged.ts'
import { withDatabase } from '../with-database.ts'

export const verifyCommand = (): Promise<void> =>
  withDatabase(async (db, { config }) => {
    const { transfers, orders, difference } = await verifyLedger(db)
    if (difference !== undefined) throw new Error(`the ledger is wrong: ${difference}`)
    const lost = await findLost(db, config.dataDir)
    if (lost.length > 0) {
      throw new Error(
        `the ledger is consistent, but the database lacks acknowledged changes of ${lost.length} orders: ` +
          `${describeLost(lost).join('; ')}. See "Lost changes" in docs/operating.md.`,
      )
    }
    process.stdout.write(
      `${transfers} transfers agree with ${orders} orders, and none ever gave more than it held.\n`,
    )
  })

export const balancesCommand = (options: { at?: string }): Promise<void> =>
  withDatabase(async (db, { clock }) => {
    const at = options.at === undefined ? clock.now() : parseTimestamp(options.at)
    if (at === undefined)
      throw new Error(`--at ${options.at} is not a timestamp such as 2027-01-31T00:00:00Z`)
    const balances = await selectBalances(db, toTimestamp(at))
    const lines = balances.map(({ account, currency, balance_minor }) => {
      const minor = BigInt(balance_minor)
      const amount = formatAmount(minor < 0n ? -minor : minor, currency)
      return `${account.padEnd(44)} ${currency.padEnd(5)} ${amount.padStart(24)} ${minor < 0n ? 'credit' : minor > 0n ? 'debit' : ''}\n`
    })
    process.stdout.write(lines.length === 0 ? 'Nothing was posted yet.\n' : lines.join(''))
  })
