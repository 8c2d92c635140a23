// A desk whose provider and rail a test scripts: what they offer, and whether they answer. BETA trades USDC to COP and is on
// no route of it. There is no worker: tests do the work that is due.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { verifyLedger } from '../../src/engine/ledger/verify.ts'
import { sendRefunds } from '../../src/engine/refunds/send-refunds.ts'
import { applyFile } from '../../src/desk/operator-file/apply-file.ts'
import { readOperatorFile } from '../../src/desk/operator-file/operator-file.ts'
import { advanceOrders } from '../../src/engine/orders/advance-orders.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import type { PayoutRow } from '../../src/engine/payouts/queries.ts'
import type { CancelAnswer, SendAnswer } from '../../src/outside/rails/port.ts'
import { standingClock } from './desk.ts'
import { fundedOrder, runDueWork } from './orders.ts'
import { changedRails, reportEntries } from './rails.ts'
import { testService } from './service.ts'

/** `silent`: the request may have arrived, and no look-up answers. `unknown`: it never arrived. */
type Manner = 'answers' | 'silent' | 'unknown'

type Script = {
  /** How much less than promised each provider offers, in basis points. */
  cutBps: Record<string, number>
  provider: Manner
  rail: Manner
  /** The rail's final answer to every look-up and send; null for that of the simulator. */
  answer: SendAnswer | null
  /** The rail's answer to a cancellation; null for that of the simulator. */
  cancel: CancelAnswer | null
  /** Keys that reached the provider or the rail to be executed or sent. */
  sent: string[]
  /** Keys that the provider or rail was asked about. */
  askedAbout: string[]
}

const fresh = (): Omit<Script, 'sent' | 'askedAbout'> => ({
  cutBps: {},
  provider: 'answers',
  rail: 'answers',
  answer: null,
  cancel: null,
})

export type ExitsWorld = Awaited<ReturnType<typeof exitsWorld>>

/** `options`: as of `testService`. */
export async function exitsWorld(
  options: Pick<Parameters<typeof testService>[0] & object, 'database' | 'env'> = {},
) {
  const clock = standingClock()
  const script: Script = { ...fresh(), sent: [], askedAbout: [] }
  const silent = () => {
    throw new Error('no answer')
  }
  const corridor = await testService({
    ...options,
    // Evidence counts at once, where no test is about its time.
    env: { CORRIDOR_EVIDENCE_AFTER_HOURS: '0', ...options.env },
    clock,
    worker: false,
    replace: ({ feeds, rails }) => ({
      feeds: {
        ...feeds,
        provider: async (name) => {
          const provider = await feeds.provider(name)
          return {
            ...provider,
            async firmQuote(key, request) {
              const firm = await provider.firmQuote(key, request)
              const keptBps = 10_000n - BigInt(script.cutBps[name] ?? 0)
              return {
                ...firm,
                rate: (firm.rate * keptBps) / 10_000n,
                payoutMinor: (firm.payoutMinor * keptBps) / 10_000n,
              }
            },
            async execute(request, token) {
              script.sent.push(`${name} ${request.key}`)
              return script.provider === 'answers' ? provider.execute(request, token) : silent()
            },
            async lookUp(key, token) {
              script.askedAbout.push(`${name} ${key}`)
              if (script.provider === 'silent') return silent()
              return script.provider === 'unknown'
                ? { state: 'unknown' }
                : provider.lookUp(key, token)
            },
          }
        },
      },
      rails: changedRails(rails, (rail) => ({
        ...rail,
        async send(request, prepared) {
          script.sent.push(request.key)
          if (script.rail !== 'answers') return silent()
          return script.answer ?? rail.send(request, prepared)
        },
        async lookUp(key, prepared) {
          script.askedAbout.push(key)
          if (script.rail === 'silent') return silent()
          if (script.rail === 'unknown') return { state: 'unknown' }
          return script.answer ?? rail.lookUp(key, prepared)
        },
        async cancel(key, prepared) {
          if (script.rail === 'silent') return silent()
          return script.cancel ?? rail.cancel?.(key, prepared) ?? silent()
        },
      })),
    }),
  })
  const sandbox = readFileSync(join(import.meta.dirname, '../../sandbox.yaml'), 'utf8')
  const path = join(corridor.deps.config.dataDir, 'world.yaml')
  writeFileSync(
    path,
    sandbox.replace(
      /(name: BETA\n\s+kind: simulated\n\s+trading_pairs:)/,
      `$1
      - payin_currency: USDC
        payout_currency: COP
        hours: *always
        settings: { mid_rate: '4250.00', spread_bps: 30, rate_decimals: 2 }`,
    ),
  )
  const { config, db } = corridor.deps
  await applyFile(db, { ...config, at: clock.now() }, readOperatorFile(path))
  await corridor.deps.feeds.push()

  /** Advances orders once, after the time that any of them waits. */
  async function advance(): Promise<void> {
    clock.advance(400_000)
    await advanceOrders(corridor.deps)
  }

  /** An order whose quote was made just now: the rates stand still with the clock. */
  async function funded(amount?: string): Promise<OrderJson> {
    await corridor.deps.feeds.push()
    return fundedOrder(corridor, amount)
  }

  /** Ends what a test scripted. */
  function reset(): void {
    Object.assign(script, fresh())
    script.sent.length = 0
    script.askedAbout.length = 0
  }

  async function sendDueRefunds(): Promise<void> {
    clock.advance(400_000)
    await sendRefunds(corridor.deps)
  }

  return {
    corridor,
    clock,
    script,
    reset,
    close: () => corridor.close(),
    /** After a test: orders are unfrozen, all that waits goes on, and the ledger agrees. */
    async settle(): Promise<void> {
      reset()
      await corridor.sql`update orders set frozen_at = null`
      for (let round = 0; round < 3; round++) await advance()
      await sendDueRefunds()
      await runDueWork(corridor)
      reset()
      expect((await verifyLedger(corridor.deps.db)).difference).toBeUndefined()
    },
    advance,
    funded,
    /** A funded order that the provider offers too little for: by `cutBps` less than promised. */
    async parkedForSlippage(cutBps = 1000): Promise<OrderJson> {
      const order = await funded()
      script.cutBps = { ALPHA: cutBps }
      await advanceOrders(corridor.deps)
      return order
    },
    /** The rail reports that a payout came back. */
    async returned(
      payout: PayoutRow,
      amountMinor = payout.amount_minor,
      code = 'AC04',
    ): Promise<void> {
      await reportEntries(corridor, {
        kind: 'return',
        transaction: `return of ${payout.rail_key}`,
        index: 0,
        key: payout.rail_key,
        sendReference: null,
        currency: payout.currency,
        amountMinor,
        code,
      })
    },
    sendRefunds: sendDueRefunds,
  }
}
