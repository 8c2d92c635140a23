// The section `counterparties`: all known counterparties of the desk that send money to watched accounts.
import { isDeepStrictEqual } from 'node:util'
import Type, { type Static } from 'typebox'
import { formatAmount } from '../../../platform/money/decimal.ts'
import { nearestFirst } from '../../../platform/nearest.ts'
import { normalized } from '../../../rules/screening/normalize.ts'
import { compactText } from '../../../engine/orders/reference-number.ts'
import {
  selectCounterparties,
  updateCounterparties,
  type Counterparty,
} from '../../../engine/treasury/counterparties.ts'
import type { Applying } from '../applying.ts'
import { changed } from '../differences.ts'
import { amount, exact, isKnownCurrency, judgeAmount, nameText, type Place } from '../judging.ts'
import { listSection, type Exporting } from '../section.ts'
import { pairsByProvider } from './liquidity-providers.ts'
import { railNames } from './rails.ts'

const schema = exact({
  name: nameText,
  rail: nameText,
  currency: Type.String(),
  /** The account that it sends from. */
  sender: Type.String({ minLength: 1, maxLength: 300 }),
  /** `treasury`, or `provider:NAME`. */
  from: Type.String(),
  reference: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  max_amount: Type.Optional(amount),
  /** Default: false, so that it is a suggestion. */
  auto: Type.Optional(Type.Boolean()),
})
type Content = Static<typeof schema>
type Entry = { place: Place; counterparty: Counterparty }

export const counterparties = listSection({
  key: 'counterparties',
  noun: 'counterparty',
  stage: 'rules',
  entry: schema,
  nameOf: ({ counterparty }) => counterparty.name,
  check,
  apply,
  write,
})

function check(place: Place, one: Content): Entry | undefined {
  const { name, rail, currency, sender, from: account, reference = null } = one
  if (!isKnownCurrency(place.at('currency'), currency)) return undefined
  // The value is an account, which no message repeats.
  if (normalized('address', sender) === undefined)
    place.at('sender').problem('is no account: it has neither letters nor digits')
  if (reference !== null && compactText(reference).length < 3)
    place.at('reference').problem('must have at least 3 letters or digits')
  const most =
    one.max_amount === undefined
      ? undefined
      : judgeAmount(place.at('max_amount'), one.max_amount, currency)
  const mostMinor = most === undefined ? null : String(most)
  const isAutomatic = one.auto ?? false
  const counterparty = { name, rail, currency, sender, account, reference, mostMinor, isAutomatic }
  return { place, counterparty }
}

async function apply(applying: Applying, entries: readonly Entry[]): Promise<void> {
  const { db, secrets, changes, problems } = applying
  const rails = await railNames(applying)
  const providers = (await pairsByProvider(db)).keys()
  const accounts = ['treasury', ...[...providers].map((name) => `provider:${name}`)]
  for (const { place, counterparty } of entries) {
    const { rail, account } = counterparty
    if (!rails.includes(rail))
      problems.push({
        path: place.at('rail').path,
        reason: `there is no rail ${rail}; rails: ${nearestFirst(rail, rails)}`,
      })
    if (!accounts.includes(account))
      problems.push({
        path: place.at('from').path,
        reason: `${account} is no account that money comes from; known: ${nearestFirst(account, accounts)}`,
      })
  }
  const after = entries.map(({ counterparty }) => counterparty)
  const before = await selectCounterparties(db, secrets)
  if (isDeepStrictEqual(before, after)) return
  await updateCounterparties(db, secrets, after)
  const details = [changed('known', textOf(before), textOf(after))]
  changes.push({ verb: 'change', what: 'counterparties', details })
}

/** Without the senders, which are bank details. */
const textOf = (list: readonly Counterparty[]): string =>
  list.length === 0
    ? 'none'
    : list
        .map(
          ({ name, account, isAutomatic }) =>
            `${name} from ${account}${isAutomatic ? ', auto' : ''}`,
        )
        .join('; ')

/** Only with details: senders are details of accounts. */
async function write({ db, secrets, withDetails }: Exporting): Promise<Content[] | undefined> {
  if (!withDetails) return undefined
  return (await selectCounterparties(db, secrets)).map((one) => ({
    name: one.name,
    rail: one.rail,
    currency: one.currency,
    sender: one.sender,
    from: one.account,
    ...(one.reference === null ? {} : { reference: one.reference }),
    ...(one.mostMinor === null
      ? {}
      : { max_amount: formatAmount(BigInt(one.mostMinor), one.currency) }),
    auto: one.isAutomatic,
  }))
}
