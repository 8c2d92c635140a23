// The rail of a connector. The bytes of a payment are made in `prepare` and committed with the intent, so that every
// retry sends the same bytes, even after an upgrade.
import Type from 'typebox'
import { Value } from 'typebox/value'
import { hasBadString } from '../../platform/http/json-body.ts'
import { checkDetails } from '../methods/methods.ts'
import { formatAmount } from '../../platform/money/decimal.ts'
import type {
  CancelAnswer,
  LookUpAnswer,
  Money,
  Rail,
  RailEntry,
  SendAnswer,
  SendRequest,
} from '../rails/port.ts'
import {
  believedFee,
  holdingOf,
  instantOf,
  positiveMinorOf,
  required,
  type MostFees,
} from './amounts.ts'
import { claimerOf } from './claim.ts'
import { checked, openClient, type ConnectorClient, type ConnectorWorld } from './client.ts'
import { ConnectorError } from './errors.ts'
import { listedSends } from './listing.ts'
import { problemsOf } from './problems.ts'
import * as protocol from './protocol.ts'
import { receiverOf } from './receive.ts'
import { beliefsOf, clientSettingsOf, railSettingsOf } from './settings.ts'

async function cancelSend(
  client: ConnectorClient,
  { canCancel, lookUp }: Required<Pick<Rail, 'canCancel' | 'lookUp'>>,
  key: string,
  prepared: string,
): Promise<CancelAnswer> {
  if (!(await canCancel())) return { state: 'impossible', reason: 'the connector cannot cancel' }
  const body = JSON.stringify({ key })
  const call = { method: 'PUT', path: `/sends/${key}/cancellation`, body, key } as const
  const answer = cancelAnswerOf(await client.call(call, protocol.cancellation))
  if (answer.state !== 'cancelled') return answer
  // A connector that did not store the cancellation would execute a delayed request.
  const { state } = await lookUp(key, prepared)
  if (state === 'rejected') return answer
  throw new ConnectorError('unexpected', `the answer cancelled a payment that is ${state}`)
}

export function openConnectorRail(
  name: string,
  settings: Record<string, unknown>,
  world: ConnectorWorld,
  client: ConnectorClient = openClient(clientSettingsOf(settings, world), world.clock),
): Rail {
  const { serves, sharedAccounts, eventsSecret } = railSettingsOf(settings, world.secret)

  const { mostFees } = beliefsOf(settings)

  async function lookUp(key: string, prepared: string): Promise<LookUpAnswer> {
    const call = { method: 'GET', path: `/sends/${key}`, key } as const
    const found = await client.lookUp(call, protocol.send)
    return found === null ? { state: 'unknown' } : sendAnswerOf(found, prepared, mostFees)
  }
  async function canCancel(): Promise<boolean> {
    const call = { method: 'GET', path: '/capabilities' } as const
    return (await client.call(call, protocol.capabilities)).cancels === true
  }

  return {
    name,
    served: serves,

    fundingAccount: (method) => sharedAccounts[method] ?? 'from_pool',

    async openAccounts(key, method, currency, count) {
      const body = JSON.stringify({ key, method, currency, count })
      const call = { method: 'POST', path: '/funding-accounts', body, key, isList: true } as const
      const { accounts } = await client.call(call, protocol.accounts)
      if (accounts.some((details) => checkDetails(method, details).length > 0))
        throw new ConnectorError('unexpected', `a funding account is not one of ${method}`)
      return accounts
    },

    async prepare({ key, method, currency, amountMinor, details, reference }) {
      const sorted = Object.fromEntries(
        Object.entries(details).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      )
      const amount = formatAmount(amountMinor, currency)
      return JSON.stringify({ key, method, currency, amount, details: sorted, reference })
    },

    async send(request, prepared) {
      const { key } = request
      requireSame(request, prepared)
      const call = { method: 'PUT', path: `/sends/${key}`, body: prepared, key } as const
      return sendAnswerOf(await client.call(call, protocol.send), prepared, mostFees)
    },

    lookUp,
    canCancel,
    cancel: (key, prepared) => cancelSend(client, { canCancel, lookUp }, key, prepared),

    // The connector keeps the order, so `watch` is not needed.
    async poll(cursor) {
      const query = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const path = `/movements?limit=${protocol.MOST_MOVEMENTS}${query}`
      const call = { method: 'GET', path, strings: 'any' } as const
      const page = await client.call(call, protocol.uncheckedMovements)
      const entries = page.movements.map(entryOrProblem)
      const readUpTo = page.read_up_to == null ? null : instantOf(page.read_up_to)
      // Pages may be short, so only an empty one is the end.
      return readUpTo === null && entries.length === 0
        ? { cursor: page.cursor, entries }
        : { cursor: page.cursor, entries, readUpTo }
    },

    async balances() {
      const call = { method: 'GET', path: '/balances?role=rail' } as const
      const answer = await client.call(call, protocol.balances)
      return answer.balances.map(holdingOf)
    },

    sends: (asked) => listedSends(client, world.clock, asked),
    claim: claimerOf(client),
    problems: () => problemsOf(client, serves),
    ...(eventsSecret === undefined ? {} : { receive: receiverOf(eventsSecret, world.clock) }),
    close: async () => client.close(),
  }
}

const payment = Type.Object({ key: Type.String(), currency: Type.String(), amount: Type.String() })

/** The bytes are those that were committed, so a request that differs from them is a defect of the caller. */
function requireSame({ key, currency, amountMinor }: SendRequest, prepared: string): void {
  const sent = Value.Parse(payment, JSON.parse(prepared))
  const isSame =
    sent.key === key &&
    sent.currency === currency &&
    sent.amount === formatAmount(amountMinor, currency)
  if (!isSame) throw new ConnectorError('unexpected', `${key} was prepared as another payment`)
}

/** Every status except `settled` and `rejected` is pending. */
function sendAnswerOf(sent: protocol.SentSend, prepared: string, mostFees: MostFees): SendAnswer {
  if (sent.status === 'rejected') return { state: 'rejected', code: required(sent.code, 'code') }
  if (sent.status !== 'settled') return { state: 'pending' }
  const fee = believedFee(sent.fee, paidBy(prepared), mostFees)
  const reference = required(sent.reference, 'reference')
  return { state: 'settled', reference, ...(fee === undefined ? {} : { fee }) }
}

/** Nothing if retention has erased it. */
function paidBy(prepared: string): readonly Money[] {
  if (prepared === '') return []
  const { currency, amount } = Value.Parse(payment, JSON.parse(prepared))
  return [{ currency, amountMinor: positiveMinorOf(amount, currency) }]
}

/** Every status except `cancelled` and `too_late` is pending. */
function cancelAnswerOf({ status, code }: protocol.SentCancellation): CancelAnswer {
  if (status === 'cancelled') return { state: 'cancelled', code: required(code, 'code') }
  return { state: status === 'too_late' ? 'too_late' : 'pending' }
}

/** A movement that cannot be read is kept as an invalid entry, named by its content. A corrected one is another entry. */
function entryOrProblem(sent: unknown): RailEntry {
  try {
    const call = { method: 'GET', path: '/movements' } as const
    if (hasBadString(sent))
      throw new ConnectorError('unexpected', 'a movement has U+0000 or half of a surrogate pair')
    return entryOf(checked(call, sent, protocol.movement))
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    return {
      kind: 'invalid',
      transaction: JSON.stringify(sent),
      index: 0,
      problem: error.message,
    }
  }
}

export function entryOf(sent: protocol.SentMovement): RailEntry {
  const { transaction, index, code } = sent
  if (sent.kind === 'reversal') {
    const ofTransaction = required(sent.of_transaction, 'of_transaction')
    const ofIndex = required(sent.of_index, 'of_index')
    return {
      kind: 'reversal',
      transaction,
      index,
      ofTransaction,
      ofIndex,
      code: required(code, 'code'),
    }
  }
  const currency = required(sent.currency, 'currency')
  const money = {
    transaction,
    index,
    currency,
    amountMinor: positiveMinorOf(sent.amount, currency),
  }
  const { key = null, send_reference: sendReference = null } = sent
  if (sent.kind === 'deposit') {
    const account = required(sent.account, 'account')
    const { reference = null, sender = null } = sent
    const receivedAt = sent.received_at == null ? null : instantOf(sent.received_at)
    return { kind: 'deposit', ...money, account, reference, sender, receivedAt }
  }
  if (key === null && sendReference === null)
    throw new ConnectorError('unexpected', 'a return names neither its key nor its send_reference')
  return { kind: 'return', ...money, key, sendReference, code: required(code, 'code') }
}
