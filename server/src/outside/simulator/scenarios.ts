// The scenarios of the sandbox. The payin total of an order, or the alias of an instrument, selects one.
// GET /v1/sandbox/scenarios and docs/sandbox.md show this list.

export const scenarios = [
  {
    name: 'provider_declines',
    cents: '01',
    outcome: 'The provider gives a final decline: FAILED_DECLINED_BY_LIQ_PROVIDER.',
  },
  {
    name: 'provider_declines_once',
    cents: '02',
    outcome: 'The provider declines once, then fills under a new key.',
  },
  {
    name: 'provider_times_out_filled',
    cents: '03',
    outcome: 'The provider fills, but its answer is lost. The worker asks for the outcome.',
  },
  {
    name: 'provider_times_out_not_filled',
    cents: '04',
    outcome: 'The request to the provider is lost. The worker sends it again under the same key.',
  },
  {
    name: 'provider_worse_rate',
    cents: '05',
    outcome:
      "The provider's firm rate is 5 % worse than promised. The order is parked until an operator releases it.",
  },
  {
    name: 'rail_rejects',
    cents: '06',
    outcome:
      'The rail gives a final rejection of the payout. The order is refunded: FAILED_REFUND_PROCESSED.',
  },
  {
    name: 'rail_times_out_paid',
    cents: '07',
    outcome: 'The rail pays, but its answer is lost. The worker asks for the outcome.',
  },
  {
    name: 'rail_settles_late',
    cents: '08',
    outcome: 'The payout is pending for some time before it settles.',
  },
  {
    name: 'partial_funding',
    cents: '09',
    outcome: 'Half of the money arrives at once, the rest two seconds later.',
  },
  {
    name: 'over_funding',
    cents: '10',
    outcome: '110 % of the money arrives. The order continues, and the excess is refunded.',
  },
  {
    name: 'late_funding',
    cents: '11',
    outcome:
      'The money arrives a second after the order expired. It is refunded: FAILED_REFUND_PROCESSED.',
  },
  {
    name: 'wrong_asset_funding',
    cents: '12',
    outcome: 'Another asset arrives first. It is recorded and refunded. The right asset follows.',
  },
  {
    name: 'refund_fails_then_succeeds',
    cents: '13',
    outcome: 'The rail rejects the payout. The refund fails twice, then succeeds.',
  },
  {
    name: 'refund_rejected',
    cents: '14',
    outcome:
      'The rail rejects the payout and then the refund. An operator sends the refund again, and it succeeds.',
  },
  {
    name: 'unknown_address_funding',
    cents: '15',
    outcome:
      'The money arrives at an address of no order. An operator assigns it. The next simulated funding is right.',
  },
  {
    name: 'duplicate_report',
    cents: '16',
    outcome: 'The rail reports the same deposit again two seconds later. It counts once.',
  },
  {
    name: 'funding_after_completion',
    cents: '17',
    outcome:
      'The same amount arrives again an hour later. It is refunded, and the order stays STEP_4_COMPLETED.',
  },
  {
    name: 'provider_fills_partly',
    cents: '31',
    outcome: 'The provider sells 60 %, then the rest under a new key. The payout is as promised.',
  },
  {
    name: 'provider_low_balance',
    cents: '32',
    outcome:
      'The provider sells 60 %, then declines the rest for good: FAILED_DECLINED_BY_LIQ_PROVIDER. All of the money can be refunded.',
  },
  {
    name: 'payout_returned',
    cents: '18',
    outcome:
      'The payout comes back two seconds after it settled. An operator pays out again or refunds the order.',
  },
  {
    name: 'lying_rail',
    cents: '19',
    outcome:
      'The rail reports the deposit again in capital letters, and one in an unknown currency. It counts once.',
  },
  {
    name: 'held_deposit',
    cents: '20',
    outcome:
      'Screening holds the deposit, and the order does not expire. It continues when an operator releases the deposit.',
  },
] as const

export type Scenario = (typeof scenarios)[number]['name']

/** Totals such as 911.06 and 10911.06. */
const MAGIC = /(?:^|\d)911\.(\d\d)$/
const ALIAS_PREFIX = 'sandbox:'

/** The scenario of a payin total and the aliases of the two instruments. An alias has priority. */
export function scenarioFor(payinTotal: string, aliases: readonly string[]): Scenario | undefined {
  const cents = MAGIC.exec(payinTotal)?.[1]
  return (
    scenarios.find(({ name }) => aliases.includes(ALIAS_PREFIX + name)) ??
    scenarios.find((scenario) => scenario.cents === cents)
  )?.name
}

/** An amount and an alias that select the scenario. */
export const askFor = ({ name, cents }: (typeof scenarios)[number]) => ({
  payin_total: `1911.${cents}`,
  alias: ALIAS_PREFIX + name,
})
