// The messages of the connector protocol about screenings.
import Type, { type Static } from 'typebox'
import { anyText, currency, exact } from '../../platform/http/schemas.ts'
import { subjects } from '../screener-port.ts'
import { amount, key, ONE_LINE, open } from './fields.ts'

/** Every other status of a screening is no answer. */
export const screeningStatuses = ['clear', 'held', 'rejected', 'pending'] as const

const told = (description: string, example: string) =>
  Type.Array(Type.String({ description: 'As the rail or the instrument spells it.' }), {
    description,
    examples: [[example]],
  })

export const screeningRequest = exact(
  {
    key,
    subject: Type.Enum([...subjects], {
      description: 'The sender of a deposit, or the beneficiary of a payout or refund.',
      examples: ['payout'],
    }),
    rail: anyText('The rail that the money came or goes over.', 'bank:example'),
    currency: currency('The currency of the money.', 'MXN'),
    amount: amount('The amount.', '1825.00'),
    accounts: told('Addresses and account numbers of the party.', '032180000118359719'),
    names: told('Names of the party.', 'Lucía Hernández'),
    documents: told('Numbers of its identity documents.', '900.123.456-7'),
  },
  {
    title: 'ScreeningRequest',
    description: 'A question about one party. All three lists are empty if the party is unknown.',
  },
)
export const screening = open(
  {
    key,
    status: Type.String({
      description: `One of ${screeningStatuses.join(', ')}.`,
      examples: ['held'],
    }),
    reason: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: ONE_LINE,
        description:
          'With `held` and `rejected`: the reason, for operators. Corridor shows and stores it: repeat no name and no account.',
        examples: ['listed in case 4711'],
      }),
    ),
  },
  { title: 'Screening', description: 'The present answer to a question.' },
)

export type SentScreening = Static<typeof screening>
