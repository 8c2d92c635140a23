// Bitso as a rail: payouts in pesos and reais, deposits to the desk's own accounts, returns, balances and webhooks.
import { earlierOf, instantAt, later, steppedMs } from '../../platform/clock.ts'
import type { Polled, Rail, RailEntry, RailWorld } from '../rails/port.ts'
import { balancesOf } from './balances.ts'
import { openClient } from './client.ts'
import { colombiaChannel } from './colombia.ts'
import { readFundings, readPayins } from './deposits.ts'
import { fieldsIn, isFields } from './answers.ts'
import { lookUpPayout, preparePayout, sendPayout, type Channels } from './payouts.ts'
import { listSends } from './sends.ts'
import { readRailSettings, servedBy } from './settings.ts'
import { openWebhooks } from './webhooks.ts'
import { pixChannel, speiChannel } from './withdrawals.ts'
import { readWindow, type Window } from './windows.ts'
import { railProblemThrown } from '../rail-problems.ts'

/** A deposit that is not complete for longer keeps no other order from expiring. */
const LONGEST_HOLDING_MS = 3_600_000
// Before the first poll a payer may have paid while Bitso could not be reached.
const FIRST_POLL_BACK_MS = 7 * 86_400_000

export function openBitsoRail(
  name: string,
  given: Record<string, unknown>,
  world: Pick<RailWorld, 'clock' | 'log' | 'secret'>,
): Rail {
  const settings = readRailSettings(given)
  const { clock, log } = world
  const client = openClient({
    baseUrl: settings.baseUrl,
    apiKey: world.secret(settings.apiKey),
    apiSecret: world.secret(settings.apiSecret),
    clock,
  })
  const channels: Channels = {
    MXN: speiChannel(client),
    BRL: pixChannel(client),
    ...(settings.colombia !== null && { COP: colombiaChannel(client, settings.colombia.payouts) }),
  }
  const systemNow = () => later(clock.realNow(), steppedMs())
  const payins = settings.currencies.includes('COP') ? settings.colombia?.payins : undefined

  async function poll(cursor: string | null): Promise<Polled> {
    const now = systemNow()
    const first: Window = { since: settings.depositsSince ?? now - FIRST_POLL_BACK_MS }
    const at = cursor === null ? {} : parseCursor(cursor)
    const source = { settings, log }
    const fundings = await readWindow(at.fundings ?? first, now, (page) =>
      readFundings(client, source, page),
    )
    const others =
      payins === undefined
        ? undefined
        : await readWindow(at.payins ?? first, now, (page) =>
            readPayins(client, source, payins, page),
          )
    const entries: readonly RailEntry[] = [...fundings.values, ...(others?.values ?? [])]
    const hasMore = fundings.window.rest !== undefined || others?.window.rest !== undefined
    // One that stays open must not hold all orders.
    const open = [fundings.openSince, others?.openSince].filter((at) => at != null)
    const holding = open.filter((at) => at > later(now, -LONGEST_HOLDING_MS))
    return {
      cursor: JSON.stringify({ fundings: fundings.window, payins: others?.window }),
      // Oldest first, as they happened.
      entries: entries.toReversed(),
      hasMore,
      ...(!hasMore && holding.length > 0 && { readUpTo: holding.reduce(earlierOf) }),
    }
  }

  return {
    name,
    served: servedBy(settings),
    // 300 requests a minute is the limit of the whole account.
    pollEveryMs: settings.pollMs,
    // The company forbids a CLABE for each transaction, so orders share the desk's accounts. An order without one gets
    // an account of the pool, which is empty.
    fundingAccount: (method) => settings.funding[method] ?? 'from_pool',
    prepare: (request) => preparePayout(channels, request),
    send: (request, prepared) => sendPayout(channels, request, prepared),
    lookUp: (key, prepared) => lookUpPayout(channels, key, prepared),
    poll,
    balances: () => balancesOf(client, settings.balanceCurrencies),
    sends: (asked) => listSends(client, settings, { ...clock, realNow: systemNow }, asked),
    receive: openWebhooks(client, settings.webhookKeysPath),
    async problems() {
      try {
        await balancesOf(client, settings.balanceCurrencies)
        return []
      } catch (error) {
        return [railProblemThrown('unreadable', error)]
      }
    },
  }
}

function parseCursor(text: string): { fundings?: Window; payins?: Window } {
  const fields = fieldsIn(JSON.parse(text), 'the cursor')
  const [fundings, payins] = [windowIn(fields['fundings']), windowIn(fields['payins'])]
  return { ...(fundings && { fundings }), ...(payins && { payins }) }
}

function windowIn(value: unknown): Window | undefined {
  if (!isFields(value) || typeof value['since'] !== 'number') return undefined
  const since = instantAt(value['since'])
  const { rest } = value
  if (!isFields(rest)) return { since }
  const { page, newest, oldestOpen } = rest
  if (typeof page !== 'string' || typeof newest !== 'number') return { since }
  return {
    since,
    rest: { page, newest, oldestOpen: typeof oldestOpen === 'number' ? oldestOpen : null },
  }
}
