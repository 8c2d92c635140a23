// The sections of the operator file. A new one is a file in sections/ and a line here.
import Type from 'typebox'
import { exact } from './judging.ts'
import { stages, type Section } from './section.ts'
import { approvals } from './sections/approvals.ts'
import { brand } from './sections/brand.ts'
import { bankCalendars } from './sections/bank-calendars.ts'
import { counterparties } from './sections/counterparties.ts'
import { enterprises } from './sections/enterprises/enterprises.ts'
import { liquidityProviders } from './sections/liquidity-providers.ts'
import { rails } from './sections/rails.ts'
import { retention } from './sections/retention.ts'
import { screening } from './sections/screening.ts'
import { signers } from './sections/signers.ts'
import { smallAmounts } from './sections/small-amounts.ts'

/** In the order of an exported file. */
export const sections: readonly Section[] = [
  brand,
  liquidityProviders,
  bankCalendars,
  rails,
  signers,
  screening,
  smallAmounts,
  approvals,
  counterparties,
  retention,
  enterprises,
]

/** The order of application: a section may name objects of those before it. */
export const inStages: readonly Section[] = stages.flatMap((stage) =>
  sections.filter((section) => section.stage === stage),
)

export const operatorFileSchema = exact(
  Object.fromEntries(sections.map(({ key, schema }) => [key, Type.Optional(schema)])),
)
