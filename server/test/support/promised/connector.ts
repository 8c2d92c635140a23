// A rail behind the example connector: a process of its own with a bank.
import { systemClock } from '../../../src/platform/clock.ts'
import { openConnectorRail } from '../../../src/outside/connectors/rail.ts'
import type { Rail, SendRequest } from '../../../src/outside/rails/port.ts'
import { startConnector } from '../connector.ts'
import { amountText, newPayoutKey, nobody, type Paid, type RailWorld } from './worlds.ts'

const account = { clabe: '646180000000000012', account_holder_name: 'Corridor Desk' }
const sender = '032180000118359719'

export async function throughConnector(): Promise<RailWorld> {
  const connector = await startConnector()
  await connector.control('POST', '/money', { place: 'bank', currency: 'MXN', amount: '100000.00' })
  const settings = {
    ...connector.settings,
    serves: [{ method: 'MXN_CLABE', currencies: ['MXN'] }],
    shared_accounts: { MXN_CLABE: account },
  }
  const world = { clock: systemClock, environment: 'sandbox' as const, secret: connector.secret }
  let deposits = 0
  const arrive = ({ transaction, amountMinor }: Paid) =>
    connector.control('POST', '/deposits', {
      transaction,
      account: account.clabe,
      sender,
      currency: 'MXN',
      amount: amountText(amountMinor),
    })
  return {
    open: () => openConnectorRail('bank:example', settings, world),
    watch: () => nobody,
    request,
    async pay(amountMinor) {
      const transaction = `T${(deposits += 1)}`
      const paid = { transaction, account: account.clabe, currency: 'MXN', amountMinor, sender }
      await arrive(paid)
      return paid
    },
    showAgain: async (paid) => void (await arrive(paid)),
    pass: async () => connector.restart(),
    async giveBack(rail: Rail) {
      const payout = await request()
      await rail.send(payout, await rail.prepare(payout))
      await connector.control('POST', '/returns', { key: payout.key })
      return payout
    },
    async takeBack({ transaction }) {
      await connector.control('POST', '/reversals', { of_transaction: transaction })
    },
    close: () => connector.close(),
  }
}

const request = async (): Promise<SendRequest> => ({
  key: newPayoutKey(),
  method: 'MXN_CLABE',
  currency: 'MXN',
  amountMinor: 182_500n,
  details: { clabe: sender, account_holder_name: 'Lucía Hernández' },
  reference: 'CO-20260304-7K2M9QXT',
})
