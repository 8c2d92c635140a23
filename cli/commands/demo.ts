// `corridor demo`: the steps of a first integration, over the public API only.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  Corridor,
  CorridorConnectionError,
  OrderEndedError,
  OrderTimeoutError,
  type Order,
} from '@corridor/sdk'
import { readConfig } from '@corridor/server/platform/config.ts'
import type { SandboxFile } from '@corridor/server/service/sandbox/prepare.ts'

const TIMEOUT_MS = 60_000

export async function demo(options: { amount: string }): Promise<void> {
  const sandbox = readSandboxFile()
  const { base_url: baseUrl, api_key: apiKey, organization_id: organization } = sandbox
  const corridor = new Corridor({ baseUrl, apiKey, retry: { attempts: 3 } })

  const instruments = await corridor.instruments
    .list(organization)
    .all()
    .catch((error: unknown) => {
      if (!(error instanceof CorridorConnectionError)) throw error
      throw new Error(`nothing answers at ${baseUrl}: start the sandbox with \`npm start\` first`)
    })
  say(
    'The organization can pay from and to',
    instruments.map((one) => `${one.alias} (${one.currency}, ${one.method})`),
  )

  const offerings = await corridor.offerings.create(organization)
  const offering = offerings.find(
    ({ payin, payout }) =>
      payin.external_payment_instrument.currency === 'USDC' &&
      payout.external_payment_instrument.currency === 'COP',
  )
  if (offering === undefined)
    throw new Error('there is no offering from USDC to COP; is the route disabled?')
  const [payinCurrency, payoutCurrency] = [
    offering.payin.external_payment_instrument.currency,
    offering.payout.external_payment_instrument.currency,
  ]
  say(`${offerings.length} offerings; this one is ${offering.id}`, [
    `${payinCurrency} to ${payoutCurrency} through ${offering.liquidity_provider.name}, about ${offering.indicative_exchange_rate}, ${offering.estimated_settlement_time}`,
    `limits ${offering.payin.limits.min} to ${offering.payin.limits.max} ${payinCurrency}`,
    ...offering.payin.indicative_cost_tiers.map(
      (tier) => `${tier.min} to ${tier.max}: ${tier.bps} basis points`,
    ),
  ])

  const quote = await corridor.quotes.create(organization, {
    offering_id: offering.id,
    payin_amount: options.amount,
  })
  // Compare instants of the service only: its clock may have been moved.
  const firmSeconds = Math.floor(
    (Date.parse(quote.submission_expires_at) - Date.parse(quote.created_at)) / 1000,
  )
  say(`Quote ${quote.id}`, [
    `you send      ${quote.payin.total} ${payinCurrency}`,
    `fee and tax   ${quote.payin.fee} + ${quote.payin.tax} ${payinCurrency}`,
    `rate          ${quote.exchange_rate}`,
    `they receive  ${quote.payout.total} ${payoutCurrency}`,
    `firm for      ${Math.floor(firmSeconds / 60)} min ${firmSeconds % 60} s`,
  ])

  const order = await corridor.orders.create(organization, { quote_id: quote.id })
  const { funding_instructions: funding } = order
  say(`Order ${order.id}, reference ${order.reference_number}`, [
    `send ${order.payin.total} ${funding.currency} by ${funding.method} to`,
    ...Object.entries(funding.details).map(([field, value]) => `${field} ${value}`),
  ])

  say('In the sandbox nobody has to pay: funding is simulated', [])
  await corridor.orders.simulateDemoFunding(organization, order.id, { request_id: 'demo' })
  await follow(corridor, organization, order)
  process.stdout.write(
    `\nRead it again:\n  curl -s ${sandbox.base_url}/v1/organizations/${organization}/orders/${order.id} -H "Authorization: Bearer $(node -p "require('${join(readConfig().dataDir, 'sandbox.json')}').api_key")"\n`,
  )
}

const STEPS = ['STEP_2_FILLING_FX', 'STEP_3_SETTLING_PAYOUT', 'STEP_4_COMPLETED'] as const

// Prints each new status until the order has reached its last one.
async function follow(corridor: Corridor, organization: string, { id }: Order): Promise<void> {
  let printed = 0
  const print = ({ status }: Order): void => {
    for (const entry of status.status_history.slice(printed)) {
      process.stdout.write(`    ${entry.created_at}  ${entry.status}\n`)
      printed++
    }
  }
  const wait = async (until: Order['status']['current_status']): Promise<void> =>
    print(await corridor.orders.waitFor(organization, id, { until, timeout: TIMEOUT_MS }))
  try {
    for (const step of STEPS) await wait(step)
  } catch (error) {
    if (error instanceof OrderTimeoutError)
      throw new Error(
        `the order is not completed after ${TIMEOUT_MS / 1000} s: check that a process runs the background tasks`,
      )
    if (!(error instanceof OrderEndedError)) throw error
    print(error.order)
    // The refund follows by itself.
    if (error.status === 'FAILED_REFUND_REQUESTED') await wait('FAILED_REFUND_PROCESSED')
    throw new Error(`the order ended: ${error.message}`)
  }
}

function say(title: string, lines: readonly string[]): void {
  process.stdout.write(`\n${title}\n${lines.map((line) => `    ${line}\n`).join('')}`)
}

function readSandboxFile(): SandboxFile {
  const path = join(readConfig().dataDir, 'sandbox.json')
  if (!existsSync(path))
    throw new Error(
      `there is no ${path}: start the sandbox with \`npm start\` first, or set CORRIDOR_DATA_DIR to its folder`,
    )
  const file: SandboxFile = JSON.parse(readFileSync(path, 'utf8'))
  return file
}
