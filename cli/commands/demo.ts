// `corridor demo`: the steps of a first integration, over the public API only.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from '@corridor/server/clock.ts'
import { readConfig } from '@corridor/server/config.ts'
import type { InstrumentJson } from '@corridor/server/instruments/view.ts'
import type { OfferingJson } from '@corridor/server/offerings/view.ts'
import type { OrderJson } from '@corridor/server/orders/view.ts'
import type { QuoteJson } from '@corridor/server/quotes/view.ts'
import type { SandboxFile } from '@corridor/server/sandbox/prepare.ts'

const TIMEOUT_MS = 60_000

export async function demo(options: { amount: string }): Promise<void> {
  const sandbox = readSandboxFile()
  const call = caller(sandbox)
  const organization = `/organizations/${sandbox.organization_id}`

  const instruments = await call<InstrumentJson[]>(
    'GET',
    `${organization}/external_payment_instruments`,
  )
  say(
    'The organization can pay from and to',
    instruments.map((one) => `${one.alias} (${one.currency}, ${one.method})`),
  )

  const offerings = await call<OfferingJson[]>('POST', `${organization}/offerings`)
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

  const quote = await call<QuoteJson>('POST', `${organization}/quotes`, {
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

  const order = await call<OrderJson>('POST', `${organization}/orders`, { quote_id: quote.id })
  const { funding_instructions: funding } = order
  say(`Order ${order.id}, reference ${order.reference_number}`, [
    `send ${order.payin.total} ${funding.currency} by ${funding.method} to`,
    ...Object.entries(funding.details).map(([field, value]) => `${field} ${value}`),
  ])

  say('In the sandbox nobody has to pay: funding is simulated', [])
  await call<OrderJson>('POST', `${organization}/orders/${order.id}/simulate-demo-funding`, {
    request_id: 'demo',
  })
  await follow(() => call<OrderJson>('GET', `${organization}/orders/${order.id}`))
  process.stdout.write(
    `\nRead it again:\n  curl -s ${sandbox.base_url}/v1${organization}/orders/${order.id} -H "Authorization: Bearer $(node -p "require('${join(readConfig().dataDir, 'sandbox.json')}').api_key")"\n`,
  )
}

// Prints each new status until the order has reached its last one.
async function follow(read: () => Promise<OrderJson>): Promise<void> {
  let printed = 0
  for (const startedMs = monotonicMs(); monotonicMs() - startedMs < TIMEOUT_MS; await sleep(200)) {
    const { status } = await read()
    for (const entry of status.status_history.slice(printed)) {
      process.stdout.write(`    ${entry.created_at}  ${entry.status}\n`)
      printed++
    }
    if (status.current_status === 'STEP_4_COMPLETED') return
    // The refund follows by itself.
    if (status.current_status === 'FAILED_REFUND_REQUESTED') continue
    if (status.current_status.startsWith('FAILED'))
      throw new Error(`the order ended in ${status.current_status}`)
  }
  throw new Error(
    `the order is not completed after ${TIMEOUT_MS / 1000} s: check that a process runs the background tasks`,
  )
}

function say(title: string, lines: readonly string[]): void {
  process.stdout.write(`\n${title}\n${lines.map((line) => `    ${line}\n`).join('')}`)
}

function readSandboxFile(): SandboxFile {
  const path = join(readConfig().dataDir, 'sandbox.json')
  if (!existsSync(path))
    throw new Error(`there is no ${path}: start the sandbox with \`npm start\` first`)
  const file: SandboxFile = JSON.parse(readFileSync(path, 'utf8'))
  return file
}

function caller(sandbox: SandboxFile) {
  return async <Data>(method: 'GET' | 'POST', path: string, body?: object): Promise<Data> => {
    const response = await fetch(`${sandbox.base_url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${sandbox.api_key}`,
        ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new Error(
        `nothing answers at ${sandbox.base_url}: start the sandbox with \`npm start\` first`,
      )
    })
    const answer: { data: Data; title?: string; detail?: string; code?: string } = JSON.parse(
      await response.text(),
    )
    if (!response.ok)
      throw new Error(
        `${method} ${path}: ${response.status} ${answer.code}: ${answer.detail ?? answer.title}`,
      )
    return answer.data
  }
}
