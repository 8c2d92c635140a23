// The texts of the customers' API: the guide for a first integration, and the tags.
import { describe } from './describe.ts'
import { anyProblem } from './problems.ts'
import { anyPayload, webhooks } from './webhooks.ts'

const guide = `Move value between two payment instruments, say USDC on Solana to a COP bank account. The [documents](/docs/) have a quickstart, guides and a search.

**Keys.** The operator of this deployment gives you an API key and your organization's id. Send the key as \`Authorization: Bearer ck_…\`. A sandbox prints its key at its first start and keeps it in \`sandbox.env\`.

**From price to payout** takes five steps:

1. *Create offerings*: every route with two of your instruments that fit it, its costs and its current rate.
2. *Create a quote* for an offering and one amount: a firm price until \`submission_expires_at\`.
3. *Create an order* of the quote. It is \`STEP_1_AWAITING_FUNDING\` and says in \`funding_instructions\` where to send the payin total by \`funding_expires_at\`. Quote its \`reference_number\` with the payment: several orders may share one account.
4. *Fund it*. In a sandbox, *Simulate that the customer funded an order* does so. The order goes on by itself: \`STEP_2_FILLING_FX\`, \`STEP_3_SETTLING_PAYOUT\`.
5. *Follow it* to \`STEP_4_COMPLETED\`, or to a status that begins with \`FAILED_\`. A failed order is refunded by itself, except after \`FAILED_DECLINED_BY_LIQ_PROVIDER\`: then call *Refund a declined order*, or *Retry* it with a new quote.

**Idempotency.** Creating operations need an \`Idempotency-Key\`: a new UUID for each new operation, which you store before you send it. If you get no answer, or a 500 or 503, send the same request with the same key. It has one effect. The answer to a repeated request has \`Idempotent-Replayed: true\`.

**Amounts and rates** are decimal strings, never numbers: \`"1000.00"\`. An amount with more decimals than its currency has is refused, never rounded. \`payin.total\` is what the payer sends, fee and tax included; \`payout.total\` is what the beneficiary receives.

**Lists** are complete without \`limit\` and \`cursor\`. With \`limit\` they come in pages: follow the address with \`rel="next"\` in the \`Link\` header, unchanged, until there is none. Events always come in pages.

**Errors** are RFC 9457 problems (\`application/problem+json\`). Branch on \`code\`; [errors](/docs/errors) lists for each code when it occurs, what to do, and whether to retry with the same key.

**Events.** Read or stream what happened with *List or stream events*, or have it sent to you: *Create a webhook endpoint*. Webhooks are signed according to [Standard Webhooks](https://www.standardwebhooks.com).`

const tags = [
  {
    name: 'Organizations',
    description: 'The customers or departments of an enterprise, which move value.',
  },
  {
    name: 'API keys',
    description: 'Keys of the enterprise, and narrower keys made with them.',
  },
  {
    name: 'Order requests',
    description: 'Orders that one person of the enterprise prepares and another one approves.',
  },
  {
    name: 'People',
    description:
      'People of the enterprise who sign in to the console, what each may do, and their sessions. API keys may only invite the first admin.',
  },
  {
    name: 'External payment instruments',
    description: 'Accounts and wallets that an organization pays from and to.',
  },
  {
    name: 'Accounts',
    description:
      'What an organization has at the desk: it converts into accounts and pays from them.',
  },
  {
    name: 'Liquidity providers',
    description: 'Providers of currency conversion: their pairs, hours and rates.',
  },
  {
    name: 'Configured routes',
    description: 'The conversions that an organization may use, with their limits and costs.',
  },
  {
    name: 'Offerings',
    description: 'A route with two instruments that fit it, and its price at that moment.',
  },
  { name: 'Quotes', description: 'A firm price for an amount. A quote makes one order.' },
  { name: 'Orders', description: 'Value on its way from one instrument to the other.' },
  { name: 'Deposits', description: 'Payments that arrived for orders.' },
  { name: 'Payouts', description: 'Payments to beneficiaries.' },
  { name: 'Refunds', description: 'Payments back to payers.' },
  {
    name: 'Information requests',
    description: 'What operators ask the organization, and its answers.',
  },
  { name: 'Events', description: 'Events of an organization, in the order of their commits.' },
  { name: 'Webhooks', description: 'Events sent to the endpoints of an organization.' },
  { name: 'Sandbox', description: 'Operations that exist only in a sandbox.' },
]

export const customersApi = describe({
  audience: 'customers',
  title: 'Corridor API',
  guide,
  tags,
  securityScheme: { name: 'apiKey', description: 'An API key, `ck_sandbox_…` or `ck_live_…`.' },
  webhooks,
  also: [anyProblem('customers'), anyPayload],
})
