// The site of a bank that exchanges files: the bank of examples/bank as a process. What left is read from its own books.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stringify } from 'yaml'
import { formatAmount } from '../../../src/platform/money/decimal.ts'
import { bankFolders, startBank } from '../../support/bank-files.ts'
import { root } from '../../support/command.ts'
import { minorOf } from '../../support/orders.ts'
import { manualClock } from '../../support/service.ts'
import type { Site } from '../site.ts'

const RAIL = 'bank:pesos'

/** The demo world with a bank for Colombian pesos, and a route from them. */
function operatorFile(path: string, rail: Record<string, unknown>): void {
  const pair = `      - payin_currency: COP
        payout_currency: USDC
        hours: *always
        settings: { mid_rate: '0.000235', spread_bps: 30, rate_decimals: 9 }
`
  const route = `          - name: COP to USDC
            payin_currency: COP
            payout_currency: USDC
            liquidity_provider: ALPHA
            payin_limits: { min: '1000.00', max: '100000000.00' }
            cost_tiers: [{ min: '0.00', max: '100000000.00', bps: 60 }]
            max_slippage_bps: 300
`
  const text = readFileSync(join(root, 'server/sandbox.yaml'), 'utf8')
    .replace('      - payin_currency: NGN\n', `${pair}      - payin_currency: NGN\n`)
    .replace('          - name: USDC to BRL\n', `${route}          - name: USDC to BRL\n`)
  const rails = [{ name: RAIL, kind: 'bank_files', settings: rail }]
  writeFileSync(path, `${text}\n${stringify({ rails })}`)
}

export async function bankSite(): Promise<Site> {
  const folders = bankFolders()
  const dir = mkdtempSync(join(tmpdir(), 'corridor-drill-bank-'))
  const bank = await startBank(folders.root)
  const path = join(dir, 'world.yaml')
  operatorFile(path, folders.settings())
  type Entry = { direction: string; amount: string; endToEndId: string; partyAccount: string }
  type State = { balanceMinor: string; entries: Entry[]; reports: unknown[] }
  const state = (): State => JSON.parse(readFileSync(folders.at('bank/state.json'), 'utf8'))
  const isEmpty = (name: string) =>
    !existsSync(folders.at(name)) || readdirSync(folders.at(name)).length === 0
  /** The bank has taken every file and command, and has answered. */
  async function done(): Promise<void> {
    while (!isEmpty('outbox') || !isEmpty('bank/commands') || state().reports.length > 0)
      await sleep(5)
  }
  const paid = () => state().entries.filter(({ direction }) => direction === 'DBIT')
  return {
    name: 'bank',
    rail: RAIL,
    env: { CORRIDOR_SANDBOX_FILE: path },
    clock: manualClock(),
    out: {
      payin: 'USDC',
      payout: 'COP',
      provider: 'ALPHA',
      amountOf: (number) => `${1000 + number}.${String(number).padStart(2, '0')}`,
    },
    in: {
      payin: 'COP',
      payout: 'USDC',
      provider: 'ALPHA',
      amountOf: (number) => `${4_000_000 + 5000 * number}.${String(number).padStart(2, '0')}`,
    },
    goOn: done,
    pass: async () => {},
    async pay(order, amountMinor) {
      bank.command({
        command: 'deposit',
        amount: formatAmount(amountMinor, 'COP'),
        reference: order.reference_number,
        payer: 'Ana',
        payer_account: '777',
      })
      await done()
    },
    async comesBack({ amountMinor }) {
      const amount = formatAmount(amountMinor, 'COP')
      const found = paid().findLast((one) => one.amount === amount)
      if (found === undefined) throw new Error(`the bank paid no ${amount}`)
      bank.command({ command: 'return', end_to_end_id: found.endToEndId, code: 'AC04' })
      await done()
    },
    left: async () =>
      paid().map(({ amount, partyAccount }) => ({
        rail: RAIL,
        key: null,
        to: partyAccount,
        currency: 'COP',
        amountMinor: minorOf(amount, 'COP'),
      })),
    converted: async () => [],
    balances: async () => new Map([[`rail:${RAIL} COP`, BigInt(state().balanceMinor)]]),
    async close() {
      await bank.stop()
      folders.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
