// Finds the firm quote at which the rest of an order is sold: of the first provider that keeps the promise to the
// customer. choose-provider.ts has the order of the providers.
import type { Logger } from 'pino'
import type { Catalogue } from '../catalogue.ts'
import type { Clock } from '../../platform/clock.ts'
import type { RouteRow } from '../routes/queries.ts'
import { danglingReference } from '../../platform/errors.ts'
import { fillsAreHalted, HALTED } from '../halts/halted.ts'
import type { Halts } from '../halts/present.ts'
import { publicId } from '../../platform/ids.ts'
import { netOf, promisedGrossMinor } from '../ledger/postings.ts'
import type { Feeds } from '../../outside/liquidity/feeds.ts'
import type { FirmQuote } from '../../outside/liquidity/port.ts'
import { formatRate } from '../../platform/money/decimal.ts'
import type { ClaimedOrder } from '../orders/job-queries.ts'
import { keyNameOf } from '../orders/keys.ts'
import type { Offer } from '../orders/notes.ts'
import { withTimeout } from '../../platform/timeout.ts'
import { providersLeft, reasonForChoice } from './choose-provider.ts'
import { NO_LIQUIDITY, type FillIntent, type FillRefusal, type FillRow } from './queries.ts'
import { soldBy } from './sold.ts'

export type ProposeDeps = {
  catalogue: Pick<Catalogue, 'route'>
  clock: Clock
  feeds: Pick<Feeds, 'provider'>
  halts: Halts
  log: Logger
}

/** Time limit of a firm quote, so that the step has time for the next provider. */
const FIRM_QUOTE_MS = 8_000
const ALL_BPS = 10_000n

/**
 * An intent to sell what is not sold yet, at the first provider that keeps the promise; else at the best offer, if an
 * operator has accepted its loss. `tooLow`: the best offer, if all offers fall short of the promised payout by more than the
 * route allows and an operator accepted. `short`: providers whose limits do not cover the
 * order; NO_LIQUIDITY if there is no other one. HALTED if fills are halted at all others.
 */
export async function proposeFill(
  deps: ProposeDeps,
  order: ClaimedOrder,
  fills: readonly FillRow[],
  short: readonly string[],
): Promise<{ intent: FillIntent } | { tooLow: Offer } | FillRefusal> {
  const route = await routeOf(deps, order)
  const sequence = (fills.at(-1)?.sequence ?? 0) + 1
  const providerKey = `${keyNameOf(order)}:fill:${sequence}`
  const payinMinor = netOf(order) - soldBy(fills).soldMinor
  const left = providersLeft(route, order, fills)
  const halts = await deps.halts.present('cached')
  const halted = left.filter((name) => fillsAreHalted(halts, name))
  const names = left.filter((name) => !short.includes(name) && !halted.includes(name))
  const skipped = [
    ...short.map((name) => `${name} has reached a limit`),
    ...halted.map((name) => `${name} is halted`),
  ]
  let tooLow: { offer: Offer; intent: FillIntent } | undefined
  let failure: unknown
  for (const providerName of names) {
    try {
      const firm = await firmQuoteOf(deps, providerName, providerKey, order, payinMinor)
      const offer = {
        providerName,
        firmRate: formatRate(firm.rate),
        providerPayoutMinor: soldBy(fills).deliveredMinor + firm.payoutMinor,
      }
      const keepsPromise = isWithinSlippage(order, route, fills, offer)
      const intent = {
        organizationId: order.organization_id,
        orderId: order.id,
        leaseToken: order.lease_token,
        sequence,
        providerKey,
        providerName,
        payinMinor,
        firmRate: offer.firmRate,
        providerPayoutMinor: firm.payoutMinor,
        quoteToken: firm.token,
        quoteExpiresAt: firm.expiresAt,
        choice: reasonForChoice(providerName, order, skipped, fills),
        keepsPromise,
        lossMinor: promisedGrossMinor(order) - offer.providerPayoutMinor,
        createdAt: deps.clock.now(),
      }
      if (keepsPromise) return { intent }
      skipped.push(`${providerName} offers too little`)
      if (tooLow === undefined || offer.providerPayoutMinor > tooLow.offer.providerPayoutMinor)
        tooLow = { offer, intent }
    } catch (error) {
      failure ??= error
      skipped.push(`${providerName} gave no firm quote`)
      if (names.length > 1)
        deps.log.warn(
          { err: error, order_id: publicId('ord', order.id), provider: providerName },
          'a liquidity provider gave no firm quote',
        )
    }
  }
  // An order waits for a provider that is halted, rather than for an operator.
  if (halted.length > 0) return HALTED
  if (names.length === 0 && short.length > 0) return NO_LIQUIDITY
  if (tooLow === undefined) throw failure ?? new Error(`no provider is left for ${providerKey}`)
  const { offer, intent } = tooLow
  const isAccepted = intent.lossMinor <= (order.accepted_loss_minor ?? 0n)
  return isAccepted ? { intent } : { tooLow: offer }
}

export async function routeOf(deps: ProposeDeps, order: ClaimedOrder): Promise<RouteRow> {
  const route = await deps.catalogue.route(
    { organizationId: order.organization_id, id: order.route_id },
    'cached',
  )
  if (route === undefined)
    throw danglingReference(publicId('ord', order.id), publicId('rt', order.route_id))
  return route
}

async function firmQuoteOf(
  deps: ProposeDeps,
  providerName: string,
  key: string,
  order: ClaimedOrder,
  payinMinor: bigint,
): Promise<FirmQuote> {
  const provider = await deps.feeds.provider(providerName)
  const { payin_currency: payinCurrency, payout_currency: payoutCurrency } = order
  const firm = provider.firmQuote(key, { payinCurrency, payinMinor, payoutCurrency })
  return withTimeout(FIRM_QUOTE_MS, firm)
}

// The route limits how far all fills together may fall short of the promise. A provider rounds each part down, so each
// part may lack a minor unit even at the promised rate.
function isWithinSlippage(
  order: ClaimedOrder,
  route: RouteRow,
  fills: readonly FillRow[],
  offer: Offer,
): boolean {
  const parts = fills.filter((fill) => fill.filled_at !== null).length
  const promisedMinor = promisedGrossMinor(order)
  const missingMinor = promisedMinor - offer.providerPayoutMinor - BigInt(parts)
  const isAllowed = missingMinor * ALL_BPS <= promisedMinor * BigInt(route.max_slippage_bps)
  return isAllowed
}
