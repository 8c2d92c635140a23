// Payouts to Colombian bank accounts over ACH. They have an interface of their own: the key travels as Idempotency-Key
// and as `external_ref`. docs/bitso.md lists which fields its documents show and which are assumed.
import { formatAmount } from '../../platform/money/decimal.ts'
import type { SendAnswer } from '../rails/port.ts'
import {
  codeIn,
  fieldsIn,
  isFields,
  listIn,
  minorIn,
  optionalText,
  statusOf,
  textIn,
  unreadable,
  type Fields,
} from './answers.ts'
import type { Client } from './client.ts'
import type { Channel } from './payouts.ts'
import type { Prepared } from './prepared.ts'

export function colombiaChannel(client: Client, payoutsPath: string): Channel {
  return {
    async create({ details }, prepared) {
      const body = {
        type: 'CO_ACH',
        external_ref: prepared.originId,
        co_ach: ach(details, prepared),
      }
      const { value } = await client.post(payoutsPath, body, {
        'idempotency-key': prepared.originId,
      })
      return answerOf(bodyOf(value), prepared)
    },
    // The codes of this interface are not documented.
    definiteRefusals: [],
    async find(prepared) {
      const asked = `${payoutsPath}?external_ref=${encodeURIComponent(prepared.originId)}`
      const { value } = await client.get(asked)
      const payouts = itemsOf(value, 'payouts')
      const [first, ...others] = payouts
      if (first === undefined) return undefined
      // A list that ignores the filter says nothing about this payout.
      if (payouts.some((one) => one['external_ref'] !== prepared.originId))
        throw unreadable('the list has payouts that were not asked for')
      if (others.length > 0) throw unreadable(`several payouts are named ${prepared.originId}`)
      return answerOf(first, prepared)
    },
  }
}

function ach(details: Record<string, string>, { amountMinor }: Prepared): Fields {
  const person = `${details['account_holder_first_name'] ?? ''} ${details['account_holder_last_name'] ?? ''}`
  return {
    amount: formatAmount(amountMinor, 'COP'),
    beneficiary_type: 'THIRD_PARTY',
    third_party: {
      name: details['legal_entity_name'] || person.trim(),
      document_type: details['doc_type'] ?? '',
      document_id: details['doc_id'] ?? '',
      bank_code: details['bank_code'] ?? '',
      account_number: details['bank_account_number'] ?? '',
      account_type: details['account_type'] ?? '',
    },
  }
}

/** Unknown statuses are pending. */
function answerOf(payout: Fields, { originId, amountMinor }: Prepared): SendAnswer {
  const isSame =
    textIn(payout, 'external_ref') === originId && minorIn(payout, 'amount', 'COP') === amountMinor
  if (!isSame) throw unreadable('the payout under this external_ref has another amount')
  switch (statusOf(payout)) {
    case 'COMPLETE':
    case 'COMPLETED':
      return { state: 'settled', reference: payoutIdIn(payout, 'id') }
    case 'FAILED':
      return { state: 'rejected', code: codeIn(payout, 'failure_reason', 'failed') }
    default:
      return { state: 'pending' }
  }
}

/** The documents write one id with dashes at the payout and with underscores at its refund. */
export const payoutIdIn = (fields: Fields, name: string): string =>
  textIn(fields, name).replaceAll('_', '-')

/** With and without the envelope of the /v3 interface. */
const bodyOf = (value: unknown): Fields => {
  const fields = fieldsIn(value, 'the answer')
  return isFields(fields['payload']) ? fields['payload'] : fields
}

export function itemsOf(value: unknown, name: string): readonly Fields[] {
  const fields = fieldsIn(value, 'the answer')
  const list = fields['payload'] ?? fields
  const items = isFields(list) ? list[name] : list
  return listIn(items, name).map((one) => fieldsIn(one, name))
}

export const nextPageOf = (value: unknown): string | null => {
  const fields = fieldsIn(value, 'the answer')
  return optionalText(fields, 'next_page_token') ?? optionalText(bodyOf(value), 'next_page_token')
}
