// The site of the example connector: its exchange converts, and its bank receives and pays. What left is read from its book.
import { randomBytes } from 'node:crypto'
import { formatAmount } from '../../../src/platform/money/decimal.ts'
import { SHARED_CLABE, startConnectedWorld } from '../../support/connected-service.ts'
import { minorOf } from '../../support/orders.ts'
import { manualClock } from '../../support/service.ts'
import type { Site } from '../site.ts'

const RAIL = 'bank:example'
const PROVIDER = 'EXAMPLE'

type Book = {
  balances: Record<string, string>
  sends: { key: string; status: string; currency: string; amount: string }[]
}

/** A line of the connector's memory. */
type Fact = {
  fact: string
  key: string
  conversion?: { payin_currency: string; payin_amount: string }
}

export async function connectorSite(): Promise<Site> {
  const world = await startConnectedWorld(`whsec_${randomBytes(32).toString('base64')}`)
  const { control } = world.connector
  const book = () => control<Book>('GET', '/book')
  return {
    name: 'connector',
    rail: RAIL,
    env: world.env,
    clock: manualClock(),
    out: {
      payin: 'USDC',
      payout: 'MXN',
      provider: PROVIDER,
      amountOf: (number) => `${1000 + number}.${String(number).padStart(2, '0')}`,
    },
    in: {
      payin: 'MXN',
      payout: 'USDC',
      provider: PROVIDER,
      amountOf: (number) => `${20_000 + 100 * number}.${String(number).padStart(2, '0')}`,
    },
    goOn: async () => {},
    pass: async () => {},
    async pay(order, amountMinor, transaction) {
      await control('POST', '/deposits', {
        account: SHARED_CLABE,
        currency: 'MXN',
        amount: formatAmount(amountMinor, 'MXN'),
        reference: order.reference_number,
        transaction,
      })
    },
    async comesBack({ key }) {
      await control('POST', '/returns', { key, transaction: `return-of-${key}` })
    },
    left: async () =>
      (await book()).sends
        .filter(({ status }) => status === 'settled')
        .map(({ key, currency, amount }) => ({
          rail: RAIL,
          key,
          to: null,
          currency,
          amountMinor: minorOf(amount, currency),
        })),
    converted: async () =>
      world.connector
        .memory()
        .trimEnd()
        .split('\n')
        .flatMap((line) => {
          const { fact, key, conversion }: Fact = JSON.parse(line)
          if (fact !== 'fill' || conversion === undefined) return []
          const { payin_currency: currency, payin_amount: sold } = conversion
          return [{ provider: PROVIDER, key, currency, soldMinor: minorOf(sold, currency) }]
        }),
    async balances() {
      const { balances } = await book()
      return new Map(
        Object.entries(balances).map(([place, amount]) => {
          const [where, currency = ''] = place.split('/')
          const account = where === 'bank' ? `rail:${RAIL}` : `provider:${PROVIDER}`
          return [`${account} ${currency}`, minorOf(amount, currency)]
        }),
      )
    },
    close: world.close,
  }
}
