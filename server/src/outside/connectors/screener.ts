// The screener of a connector. It sends one question under one key, with the same bytes in every repetition. Only a signed
// answer with a known status decides: everything else throws, and the party stays unanswered.
import { formatAmount } from '../../platform/money/decimal.ts'
import type { Question, Screener, Verdict } from '../screener-port.ts'
import { required } from './amounts.ts'
import { openClient, type ConnectorClient, type ConnectorWorld } from './client.ts'
import { ConnectorError } from './errors.ts'
import { screenerProblemsOf } from './problems.ts'
import { screening, type SentScreening } from './screening-messages.ts'
import { clientSettingsOf } from './settings.ts'

export function openConnectorScreener(
  name: string,
  settings: Record<string, unknown>,
  world: ConnectorWorld,
  client: ConnectorClient = openClient(clientSettingsOf(settings, world), world.clock),
): Screener {
  return {
    name,
    async ask(question, round) {
      const key = `${question.key}:${round}`
      const body = JSON.stringify(requestOf(key, question))
      const call = { method: 'PUT', path: `/screenings/${key}`, body, key } as const
      return verdictOf(await client.call(call, screening))
    },
    problems: () => screenerProblemsOf(client),
    close: async () => client.close(),
  }
}

const requestOf = (key: string, question: Question) => ({
  key,
  subject: question.subject,
  rail: question.rail,
  currency: question.currency,
  amount: formatAmount(question.amountMinor, question.currency),
  accounts: question.accounts,
  names: question.names,
  documents: question.documents,
})

function verdictOf({ status, reason }: SentScreening): Verdict {
  switch (status) {
    case 'clear':
      return { answer: 'clear' }
    case 'pending':
      return { answer: 'undecided' }
    case 'held':
      return { answer: 'hold', reason: required(reason, 'reason') }
    case 'rejected':
      return { answer: 'reject', reason: required(reason, 'reason') }
    default:
      throw new ConnectorError('unexpected', 'the answer has a status that Corridor does not know')
  }
}
