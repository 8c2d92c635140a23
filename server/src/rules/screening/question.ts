// Makes the question about a party: the sender of a deposit, or the beneficiary of a payout or refund.
import { createHmac } from 'node:crypto'
import type { Secrets } from '../../platform/config.ts'
import type { Uuid } from '../../platform/ids.ts'
import { fundingAddressOf } from '../../outside/methods/methods.ts'
import type { SendRequest } from '../../outside/rails/port.ts'
import { screeningKey } from './normalize.ts'
import type { Question, Subject } from '../../outside/screener-port.ts'

/** The fields of instruments that hold names of the holder, in groups that make one name. */
const NAMES = [
  ['account_holder_first_name', 'account_holder_last_name'],
  ['account_holder_name'],
  ['account_holder_business_name'],
  ['legal_entity_name'],
]

export function questionOfDeposit(deposit: {
  key: string
  rail: string
  currency: string
  amountMinor: bigint
  sender: string | null
}): Question {
  const { sender, ...money } = deposit
  // Rails report a sender as one text: an address, an account number or the payer's name.
  const told = sender === null || sender.trim() === '' ? [] : [sender]
  return { ...money, subject: 'deposit', accounts: told, names: told, documents: [] }
}

export function questionOfSend(
  subject: Exclude<Subject, 'deposit'>,
  rail: string,
  { key, currency, amountMinor, method, details }: SendRequest,
): Question {
  const names = holdersOf(details)
  const document = details['doc_id'] ?? ''
  return {
    key,
    subject,
    rail,
    currency,
    amountMinor,
    accounts: [fundingAddressOf(method, details)],
    names,
    documents: document === '' ? [] : [document],
  }
}

/** The names of the holder of an instrument. */
export const holdersOf = (details: Readonly<Record<string, string>>): string[] =>
  NAMES.map((fields) =>
    fields
      .map((field) => details[field] ?? '')
      .filter((part) => part !== '')
      .join(' '),
  ).filter((name) => name !== '')

/** A keyed hash of the question, 32 bytes. It tells whether a stored answer is for the same content. */
export const fingerprintOfQuestion = (
  secrets: Secrets,
  question: Question,
  assignedTo?: Uuid<'ord'>,
): Buffer =>
  createHmac('sha256', screeningKey(secrets))
    .update(JSON.stringify({ ...question, amountMinor: String(question.amountMinor), assignedTo }))
    .digest()
