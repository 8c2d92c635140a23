// Says in words what was refused and what to do next.
import { CorridorConnectionError, CorridorError, OrderEndedError } from '@corridor/sdk'
import { NotReachable } from '../client/refusals.ts'
import type { Given } from '../client/rows.ts'
import { printable } from '../table.ts'
import type { Chosen } from './profiles.ts'
import { OrderEnded, UsageError } from './refused.ts'

type Facts = {
  profile: Pick<Chosen, 'name' | 'url' | 'person'>
  given: Given
  takesKey: boolean
  /** The group of the command, such as `orders` of `orders show`. */
  group: string
}

export function explained(error: unknown, facts: Facts): unknown {
  if (error instanceof CorridorError) return refused(error, facts)
  if (error instanceof CorridorConnectionError) return notReached(error, facts)
  if (error instanceof OrderEndedError)
    return new OrderEnded(`${error.message}.\n${afterTheEnd(error)}`)
  // The SDK checks ids and the key before it sends anything.
  return error instanceof TypeError && / must be /.test(error.message)
    ? new UsageError(error.message)
    : error
}

function refused(error: CorridorError, facts: Facts): Error {
  const { problem, errors } = error
  const faults = errors.map(({ pointer, message }) => `${optionOf[pointer] ?? pointer} ${message}`)
  const next = adviceOn(error, facts)
  const lines = [
    ...(faults.length > 0 ? faults : [whatIsWrong(error, facts)]),
    ...(problem.more_errors === undefined ? [] : [`There are ${problem.more_errors} more faults.`]),
    ...(next === undefined ? [] : [next]),
    `(${error.code}, request ${error.requestId})`,
  ]
  return new Error(lines.map(printable).join('\n'), { cause: error })
}

function whatIsWrong({ code, problem }: CorridorError, { given, group }: Facts): string {
  if (code !== 'not_found') return problem.detail ?? problem.title
  const ids = idsIn(given)
  const [first = ''] = given.args
  const what = first === '' ? 'such thing' : JSON.stringify(first.slice(0, MOST_SHOWN))
  const [prefix] = Object.entries(lists).find(([, name]) => name === group) ?? ['ord']
  return ids.length === 0
    ? `There is no ${what}: an id has a form such as ${prefix}_….`
    : `There is no ${ids.join(' or no ')}, or not in this organization.`
}

/** Letters of an argument that is repeated in a message. */
const MOST_SHOWN = 60

/** The ids that the command was given. */
const idsIn = ({ args, options }: Given): string[] =>
  [...args, ...['offering', 'quote', 'order', 'organization'].map((name) => options[name])].filter(
    (value): value is string => typeof value === 'string' && /^[a-z]{2,3}_/.test(value),
  )

/** The command that lists the things with ids of this prefix. */
const lists: Readonly<Record<string, string>> = {
  org: 'orgs',
  epi: 'instruments',
  off: 'offerings',
  qt: 'quotes',
  ord: 'orders',
  dep: 'deposits',
  po: 'payouts',
  rf: 'refunds',
  evt: 'events',
  irq: 'information',
  apr: 'requests',
  usr: 'people',
  whe: 'webhooks',
  key: 'keys',
}

function listOf(given: Given, group: string): string {
  const known = idsIn(given).flatMap((id) => lists[id.split('_', 1)[0] ?? ''] ?? [])
  // The argument was no id, so its command tells what was meant.
  if (known.length === 0 && Object.values(lists).includes(group)) return `\`corridor ${group}\``
  return [...new Set([...known, 'orgs'])].map((name) => `\`corridor ${name}\``).join(' and ')
}

function notReached(error: CorridorConnectionError, facts: Facts): Error {
  const { url } = facts.profile
  const what =
    error.status === undefined
      ? `no service of Corridor answers at ${url}: ${error.message}. Check that it runs, or choose another profile: \`corridor profiles\` lists them.`
      : error.message
  return new NotReachable(`${what}${howToRepeat(error, facts)}`, { cause: error })
}

function howToRepeat(
  { idempotencyKey }: CorridorConnectionError,
  { given, takesKey }: Facts,
): string {
  if (idempotencyKey === undefined || !takesKey) return ''
  // `order` without a quote makes a quote first, and each call makes another.
  return 'yes' in given.options && given.options['quote'] === undefined
    ? '\nIt is unknown whether an order was created: `corridor orders` shows it.'
    : `\nIt is unknown whether something was created. The same command with --idempotency-key ${idempotencyKey} creates it once.`
}

const afterTheEnd = ({ order: { id, offering_id }, status }: OrderEndedError): string =>
  status === 'FAILED_DECLINED_BY_LIQ_PROVIDER'
    ? `Try again with \`corridor orders retry ${id}\`, or take the money back with \`corridor orders refund ${id}\`.`
    : status === 'FAILED_FUNDING_EXPIRED'
      ? `Get a new quote: \`corridor quote --offering ${offering_id} …\`.`
      : `\`corridor orders timeline ${id}\` shows what happened.`

/** Pointers of the API, and the options that set the fields. */
const optionOf: Readonly<Record<string, string>> = {
  '/payin_amount': '--pay',
  '/payout_amount': '--receive',
  '/quote_id': '--quote',
  '/offering_id': '--offering',
  '/external_reference_id': '--reference',
  '/alias': '--alias',
  '/currency': '--currency',
  '/method': '--method',
  '/label': '--label',
  '/scopes': '--scopes',
  '/expires_at': '--expires',
  '/allowed_addresses': '--addresses',
  '/overlap_seconds': '--overlap',
  '/name': '--name',
  '/contact/email': '--email',
  '/contact/first_name': '--first-name',
  '/contact/last_name': '--last-name',
  '/event_types': '--types',
  '/created_after': '--after',
  '/created_before': '--before',
  '/document_ids': '--document',
}

const LOGIN = ({ name, person }: Facts['profile']): string =>
  name === null
    ? 'Check CORRIDOR_API_KEY and CORRIDOR_URL.'
    : person !== undefined
      ? `The session has ended. Sign in again: \`corridor login --company NAME --login ${person} --profile ${name}\`.`
      : `Log in again with a valid key: \`corridor login --profile ${name}\`.`

function adviceOn(
  { code, problem }: CorridorError,
  { profile, given, group }: Facts,
): string | undefined {
  const first = given.args[0] ?? ''
  switch (code) {
    case 'unauthenticated':
      return LOGIN(profile)
    case 'person_required':
      return 'People do this, and not keys: `corridor login --company NAME --profile NAME` signs one in.'
    case 'approval_required':
      return 'Somebody else must approve it: prepare it with `corridor requests prepare QUOTE`.'
    case 'quote_differs':
      return `Leave out --quote: \`corridor requests approve ${first}\` makes a quote of the right amount.`
    case 'insufficient_scope':
      return 'This needs a key that may write. Log in with one: `corridor login --profile NAME`.'
    case 'organization_not_permitted':
      return 'The key is bound to another organization: leave out --organization, or log in with another key.'
    case 'address_not_allowed':
      return 'The key works from other addresses only: `corridor keys` shows them, asked from there.'
    case 'not_found':
      return `See what there is: ${listOf(given, group)}.`
    case 'quote_expired':
    case 'quote_already_used':
      return 'Get a fresh quote: `corridor quote`, or `corridor order` with an amount.'
    case 'order_not_awaiting_funding':
    case 'order_not_cancellable':
    case 'order_not_retryable':
    case 'order_not_refundable':
      return `See where it is: \`corridor orders show ${first}\`.`
    case 'receipt_not_available':
      return `Wait until it is completed or refunded: \`corridor orders wait ${first}\`.`
    case 'retry_not_covered':
      return `Ask for less with --pay, or take the money back: \`corridor orders refund ${first}\`.`
    case 'offering_unavailable':
    case 'route_disabled':
      return 'See what can be exchanged now: `corridor offerings`.'
    case 'market_closed':
      return `The market opens at ${problem.opens_at ?? 'a time that is not known yet'}: quote again then.`
    case 'amount_out_of_limits':
      return `Choose an amount from ${problem.limits.min} to ${problem.limits.max}.`
    case 'organization_not_active':
      return 'The operator releases new organizations and ends holds. See `corridor orgs show`.'
    case 'instrument_not_active':
      return 'The operator releases new instruments and ends holds. See `corridor instruments`.'
    case 'instrument_in_use':
      return 'Wait until the open orders have ended: `corridor orders` lists them.'
    case 'invalid_details':
      return 'See what the method needs: `corridor instruments methods METHOD`.'
    case 'external_reference_taken':
      return 'Choose another --reference, or find the order: `corridor orders list --reference TEXT`.'
    case 'url_not_allowed':
      return 'For a program on this machine use `corridor webhooks listen --forward URL`.'
    case 'idempotency_key_reused':
      return 'Choose another --idempotency-key: this one belongs to another request.'
    case 'volume_limit_reached':
      return 'See what remains: `corridor orgs limits`.'
    case 'sandbox_key_required':
      return 'Only a sandbox simulates. Log in at one: `corridor login --sandbox`.'
    case 'rate_limited':
      return 'Wait a minute, and run the command again.'
    default:
      return undefined
  }
}
