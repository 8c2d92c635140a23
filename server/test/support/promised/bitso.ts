// Bitso as a rail, against the fake server. Its list shows a deposit twice when a page moves.
import pino from 'pino'
import { openBitsoRail } from '../../../src/outside/bitso/rail.ts'
import { originIdOf } from '../../../src/outside/bitso/keys.ts'
import { clabeCheckDigit } from '../../../src/outside/methods/checksums.ts'
import { fakeBitso } from '../fake-bitso.ts'
import { amountText, newPayoutKey, nobody, type RailWorld } from './worlds.ts'

const clabe = `71096900001234567${clabeCheckDigit('71096900001234567')}`
const sender = '032180000118359719'

export async function atBitso(): Promise<RailWorld> {
  const bitso = await fakeBitso()
  const { books } = bitso
  return {
    open: () =>
      openBitsoRail(
        'bitso',
        {
          ...bitso.settings,
          currencies: ['MXN'],
          funding: { MXN_CLABE: { clabe, account_holder_name: 'The desk', bank_name: 'NVIO' } },
        },
        { clock: bitso.clock, log: pino({ level: 'silent' }), secret: bitso.secret },
      ),
    watch: () => nobody,
    request,
    async pay(amountMinor) {
      bitso.advance(1000)
      const details = { sender_clabe: sender, concepto: 'CO-20261122-ABCDEFGH' }
      const { fid } = books.fund({ amount: amountText(amountMinor), details })
      return { transaction: String(fid), account: clabe, currency: 'MXN', amountMinor, sender }
    },
    async showAgain({ transaction }) {
      const shown = books.fundings.find(({ fid }) => fid === transaction)
      if (shown !== undefined) books.fundings.unshift(shown)
    },
    pass: async () => bitso.advance(3_600_000),
    async giveBack(rail) {
      const payout = await request()
      await rail.send(payout, await rail.prepare(payout))
      const [withdrawal] = books.withdrawals
      Object.assign(withdrawal ?? {}, { status: 'complete' })
      bitso.advance(3_600_000)
      const refunded_withdrawal = {
        wid: withdrawal?.['wid'],
        tracking_key: 'TRACE1',
        origin_id: originIdOf(payout.key),
      }
      books.fund({ amount: amountText(payout.amountMinor), details: { refunded_withdrawal } })
      return payout
    },
    close: () => bitso.close(),
  }
}

const request = async () => ({
  key: newPayoutKey(),
  method: 'MXN_CLABE' as const,
  currency: 'MXN',
  amountMinor: 182_798n,
  details: { clabe: sender, account_holder_name: 'Ana', bank_name: '' },
  reference: 'CO-20261122-ABCDEFGH',
})
