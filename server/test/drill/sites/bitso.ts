// The site of an exchange that is provider and rail: the fake Bitso, an HTTP server with its own books. It converts dollars to
// pesos, pays pesos out, and receives them. A conversion there has no key of Corridor's.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clabeCheckDigit } from '../../../src/outside/methods/checksums.ts'
import { formatAmount } from '../../../src/platform/money/decimal.ts'
import { root } from '../../support/command.ts'
import { fakeBitso } from '../../support/fake-bitso.ts'
import { minorOf } from '../../support/orders.ts'
import { manualClock } from '../../support/service.ts'
import type { Site } from '../site.ts'

const RAIL = 'bitso'
const PROVIDER = 'BITSO'
const ROUND_MS = 10_000
const CLABE = `71096900001234567${clabeCheckDigit('71096900001234567')}`

/** The demo world, but Bitso converts dollars to pesos and pays them out, and pesos come in there. */
function operatorFile(dir: string, url: string, secret: (reference: string) => string): string {
  const secretFile = (name: string) => {
    writeFileSync(join(dir, name), secret(`env:${name}`))
    return `file:${join(dir, name)}`
  }
  const access = `
      base_url: ${url}
      api_key: ${secretFile('BITSO_KEY')}
      api_secret: ${secretFile('BITSO_SECRET')}`
  const provider = `  - name: ${PROVIDER}
    kind: bitso
    settings:${access}
    trading_pairs:
      - payin_currency: USDC
        payout_currency: MXN
        hours: *always
        settings: { sample_amount: '1000.00', margin_bps: 10, refresh_seconds: 2 }

`
  const pair = `      - payin_currency: MXN
        payout_currency: USDC
        hours: *always
        settings: { mid_rate: '0.054', spread_bps: 30, rate_decimals: 6 }
`
  const route = `          - name: MXN to USDC
            payin_currency: MXN
            payout_currency: USDC
            liquidity_provider: ALPHA
            payin_limits: { min: '100.00', max: '100000.00' }
            cost_tiers: [{ min: '0.00', max: '100000.00', bps: 60 }]
            max_slippage_bps: 300
`
  const rail = `
rails:
  - name: ${RAIL}
    kind: bitso
    settings:${access}
      currencies: [MXN]
      funding: { MXN_CLABE: { clabe: '${CLABE}', account_holder_name: The desk, bank_name: NVIO } }
      poll_seconds: 1
`
  const text = readFileSync(join(root, 'server/sandbox.yaml'), 'utf8')
    .replace('  - name: BETA\n', `${provider}  - name: BETA\n`)
    .replace('      - payin_currency: NGN\n', `${pair}      - payin_currency: NGN\n`)
    .replace('          - name: USDC to BRL\n', `${route}          - name: USDC to BRL\n`)
    .replace(/(payout_currency: MXN\n\s+liquidity_provider: )ALPHA/, `$1${PROVIDER}`)
  const path = join(dir, 'world.yaml')
  writeFileSync(path, text + rail)
  return path
}

export async function bitsoSite(): Promise<Site> {
  const bitso = await fakeBitso({ isTicking: true })
  const { books } = bitso
  const dir = mkdtempSync(join(tmpdir(), 'corridor-drill-bitso-'))
  const path = operatorFile(dir, bitso.url, bitso.secret)
  const originOf = (key: string) => key.replaceAll(':', '-')
  const keyOf = (origin: string) =>
    origin.replace(/-(payout|refund)-/, ':$1:').replace(/-(\d+)$/, ':$1')
  return {
    name: 'bitso',
    rail: RAIL,
    env: { CORRIDOR_SANDBOX_FILE: path },
    clock: { ...manualClock(), realNow: bitso.clock.realNow },
    out: {
      payin: 'USDC',
      payout: 'MXN',
      provider: PROVIDER,
      amountOf: (number) => `${1000 + number}.${String(number).padStart(2, '0')}`,
    },
    in: {
      payin: 'MXN',
      payout: 'USDC',
      provider: 'ALPHA',
      amountOf: (number) => `${20_000 + 100 * number}.${String(number).padStart(2, '0')}`,
    },
    // Bitso completes each payout a while after it was made. Its quotes end meanwhile.
    async goOn() {
      bitso.advance(ROUND_MS)
      for (const row of books.withdrawals) row['status'] = 'complete'
    },
    pass: async () => {},
    async pay(order, amountMinor) {
      books.fund({
        amount: formatAmount(amountMinor, 'MXN'),
        details: {
          sender_clabe: '032180000118359719',
          receive_clabe: CLABE,
          concepto: order.reference_number,
        },
      })
    },
    async comesBack({ key, amountMinor }) {
      const found = books.withdrawals.find(({ origin_id: origin }) => origin === originOf(key))
      if (found === undefined) throw new Error(`Bitso did not pay ${key}`)
      const refunded_withdrawal = { wid: found['wid'], origin_id: originOf(key) }
      books.fund({ amount: formatAmount(amountMinor, 'MXN'), details: { refunded_withdrawal } })
    },
    left: async () =>
      books.withdrawals.map(({ origin_id: origin, amount }) => ({
        rail: RAIL,
        key: keyOf(String(origin)),
        to: null,
        currency: 'MXN',
        amountMinor: minorOf(String(amount), 'MXN'),
      })),
    converted: async () =>
      books.conversions.map(({ source, source_amount: sold }) => ({
        provider: PROVIDER,
        key: null,
        currency: String(source),
        soldMinor: minorOf(String(sold).slice(0, -2), String(source)),
      })),
    async balances() {
      const { value } = books.balance()
      const { payload } = value as { payload: { balances: { currency: string; total: string }[] } }
      // The books of the fake have what comes in apart from its balances.
      const cameMinor = books.fundings.reduce(
        (sum, { amount }) => sum + minorOf(String(amount), 'MXN'),
        0n,
      )
      return new Map(
        payload.balances.flatMap(({ currency, total }): [string, bigint][] =>
          currency === 'mxn'
            ? [
                [
                  `rail:${RAIL}+provider:${PROVIDER} MXN`,
                  cameMinor + minorOf(total.slice(0, -6), 'MXN'),
                ],
              ]
            : currency === 'usdc'
              ? [[`provider:${PROVIDER} USDC`, minorOf(total.slice(0, -2), 'USDC')]]
              : [],
        ),
      )
    },
    async close() {
      await bitso.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
