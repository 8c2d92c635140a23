// Tools that create something but order nothing: offerings, quotes, and the simulated payment of a sandbox.
import type { Corridor } from '@corridor/sdk'
import {
  inputSchema,
  outputSchema,
  routeOf,
  toolName,
  withoutHttp,
  type Schema,
} from './description.ts'
import { CALL_TIMEOUT_MS, defineTool, type ServedTool, type World } from './tool.ts'

const CALL = { timeout: CALL_TIMEOUT_MS }
const CREATES = { readOnlyHint: false, destructiveHint: false, idempotentHint: false }
/** Offerings of one answer. */
const MOST_OFFERINGS = 10

type NewQuote = Parameters<Corridor['quotes']['create']>[1]
type Pair = { payin_currency?: string; payout_currency?: string }

const currency = (about: string): Schema => ({
  type: 'string',
  pattern: '^[A-Z]{3,5}$',
  description: about,
  examples: ['USDC'],
})

export function quoteTools(world: World): ServedTool[] {
  const offerings = routeOf('createOfferings')
  const quotes = routeOf('createQuote')
  return [
    defineTool<{ organization_id: string } & Pair>(world, {
      name: toolName(offerings.operationId),
      title: offerings.summary,
      description: `${withoutHttp(offerings.description ?? '')} The answer has at most ${MOST_OFFERINGS}: name currencies to get those that you need. Moves no money.`,
      input: inputSchema(offerings, (given) => ({
        ...given,
        payin_currency: currency('Only offerings that are paid in this currency.'),
        payout_currency: currency('Only offerings that pay out this currency.'),
      })),
      output: withLeftOut(outputSchema(offerings)),
      annotations: CREATES,
      async run({ organization_id: organization, ...pair }) {
        const all = await world.corridor.offerings.create(organization, CALL)
        const wanted = all.filter(
          ({ payin, payout }) =>
            (pair.payin_currency ?? payin.external_payment_instrument.currency) ===
              payin.external_payment_instrument.currency &&
            (pair.payout_currency ?? payout.external_payment_instrument.currency) ===
              payout.external_payment_instrument.currency,
        )
        return {
          data: wanted.slice(0, MOST_OFFERINGS),
          left_out: Math.max(0, wanted.length - MOST_OFFERINGS),
        }
      },
    }),
    defineTool<{ organization_id: string } & NewQuote>(world, {
      name: toolName(quotes.operationId),
      title: quotes.summary,
      description: `${quotes.description ?? ''} Moves no money.`,
      input: inputSchema(quotes, (given) => given),
      output: outputSchema(quotes),
      annotations: CREATES,
      run: async ({ organization_id: organization, ...body }) => ({
        data: await world.corridor.quotes.create(organization, body, CALL),
      }),
    }),
  ]
}

export function sandboxTools(world: World): ServedTool[] {
  const route = routeOf('simulateDemoFunding')
  return [
    defineTool<{ organization_id: string; order_id: string; request_id?: string }>(world, {
      name: toolName(route.operationId),
      title: route.summary,
      description: route.description ?? route.summary,
      input: inputSchema(route, (given) => given),
      output: outputSchema(route),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      run: async ({ organization_id: organization, order_id: order, ...body }) => ({
        data: await world.corridor.orders.simulateDemoFunding(organization, order, body, CALL),
      }),
    }),
  ]
}

function withLeftOut(schema: Schema): Schema {
  const properties = schema['properties']
  return {
    ...schema,
    properties: {
      ...(typeof properties === 'object' ? properties : {}),
      left_out: { type: 'integer', description: 'Offerings that the answer does not have.' },
    },
    required: ['data', 'left_out'],
  }
}
