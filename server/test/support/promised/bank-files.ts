// A bank account behind files in a folder. A deposit comes in a notification, and once more in the statement of the day.
import { paymentId } from '../../../src/outside/rails/bank-files/identifiers.ts'
import { openBankFiles } from '../../../src/outside/rails/bank-files/index.ts'
import { readSettings } from '../../../src/outside/rails/bank-files/settings.ts'
import {
  ACCOUNT,
  bankFolders,
  entry,
  notificationOf,
  payment,
  statementOf,
  status,
  world as bankWorld,
} from '../bank-files.ts'
import { amountText, newPayoutKey, nobody, type Paid, type RailWorld } from './worlds.ts'

const PAYER = 'Ana Gómez'

export async function byFiles(): Promise<RailWorld> {
  const folders = bankFolders()
  let files = 0
  const receive = (content: string) => folders.receive(`${(files += 1)}.xml`, content)
  const request = async () => payment({ key: newPayoutKey() })
  const credit = ({ transaction, amountMinor }: Paid) =>
    entry({
      reference: transaction,
      amount: amountText(amountMinor),
      transactions: [`<RltdPties><Dbtr><Pty><Nm>${PAYER}</Nm></Pty></Dbtr></RltdPties>`],
    })
  return {
    open: () =>
      openBankFiles('bank:test', readSettings(folders.settings({})), {
        ...bankWorld(),
        secret: () => '',
      }),
    watch: () => nobody,
    request,
    async pay(amountMinor) {
      const transaction = `BOOKED${files}`
      const paid = { transaction, account: ACCOUNT, currency: 'COP', amountMinor, sender: PAYER }
      receive(notificationOf([credit(paid)]))
      return paid
    },
    showAgain: async (paid) => receive(statementOf([credit(paid)])),
    pass: async () => receive(statementOf([])),
    async giveBack(rail) {
      const payout = await request()
      await rail.send(payout, await rail.prepare(payout))
      folders.takeAway()
      const id = paymentId(payout.key)
      receive(status(id, 'ACSC'))
      const back = `<Refs><EndToEndId>${id}</EndToEndId></Refs><RtrInf><Rsn><Cd>AC03</Cd></Rsn></RtrInf>`
      const amount = amountText(payout.amountMinor)
      receive(statementOf([entry({ reference: `BACK${files}`, amount, transactions: [back] })]))
      return payout
    },
    async takeBack({ transaction, amountMinor }) {
      const amount = amountText(amountMinor)
      const debit = { reference: transaction, amount, direction: 'DBIT', isReversal: true } as const
      receive(statementOf([entry(debit)]))
    },
    close: async () => folders.close(),
  }
}
