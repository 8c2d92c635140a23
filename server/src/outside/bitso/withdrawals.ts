// Payouts over /v3/withdrawals: pesos over SPEI, reais over Pix. Bitso knows each by our `origin_id`, which also keeps it
// from paying one twice. docs/bitso.md lists which fields its documents show and which are assumed.
import { formatAmount } from '../../platform/money/decimal.ts'
import type { SendAnswer, SendRequest } from '../rails/port.ts'
import {
  codeIn,
  fieldsIn,
  listIn,
  minorIn,
  optionalText,
  partOf,
  payloadOf,
  statusOf,
  textIn,
  unreadable,
  type Fields,
} from './answers.ts'
import { Refusal, type Client } from './client.ts'
import type { Channel } from './payouts.ts'
import type { Prepared } from './prepared.ts'

// SPEI does not reach the company's own bank. A withdrawal to such a CLABE is refused with 0714.
const OWN_BANK = '710'
const MOST_NOTES = 40

export function speiChannel(client: Client): Channel {
  return {
    create: (request, prepared) => create(client, speiBody(request, prepared), prepared),
    // The beneficiary's account is no CLABE (0317), or SPEI does not reach it (0714). The other fields are Corridor's:
    // a refusal of one is a defect, and limits and an empty balance may change.
    definiteRefusals: ['0317', '0714'],
    find: (prepared) => find(client, prepared),
  }
}

function speiBody({ details, reference }: SendRequest, prepared: Prepared): Fields {
  const clabe = details['clabe'] ?? ''
  const notes = reference.replaceAll(/[^A-Za-z0-9]+/g, ' ').slice(0, MOST_NOTES)
  const common = { currency: 'mxn', clabe, ...amountAndOrigin(prepared) }
  return clabe.startsWith(OWN_BANK)
    ? { ...common, asset: 'mxn', method: 'bt', network: 'bt', protocol: 'nvio-clabe', notes }
    : {
        ...common,
        protocol: 'clabe',
        beneficiary: details['account_holder_name'] ?? '',
        notes_ref: notes,
      }
}

/** Pix takes two steps: a preview, which moves nothing, and its confirmation. */
export function pixChannel(client: Client): Channel {
  const taxonomy = { currency: 'brl', protocol: 'pix_ind' }
  return {
    async preview({ details }, prepared) {
      const { pix_key = '', pix_key_type = '' } = details
      const identifier = { pix_key, pix_key_type }
      const body = { taxonomy, identifier, ...amountAndOrigin(prepared) }
      try {
        const { value } = await client.post('/v3/withdrawal/preview', body)
        const payload = fieldsIn(payloadOf(value), 'the preview')
        return { id: optionalText(payload, 'preview_id') ?? textIn(payload, 'id') }
      } catch (error) {
        // A preview has no effect, so its refusal is definite: nothing is paid without one.
        if (error instanceof Refusal && PREVIEW_REFUSALS.includes(error.code))
          return { refusedCode: error.code }
        throw error
      }
    },
    create(_request, prepared) {
      const { preview } = prepared
      if (preview === null || !('id' in preview)) throw new Error('a Pix payout needs its preview')
      const body = { ...taxonomy, ...amountAndOrigin(prepared), preview_id: preview.id }
      return create(client, body, prepared)
    },
    // The preview accepted the fields, so a refusal now is about the preview, and its codes are not documented.
    definiteRefusals: [],
    find: (prepared) => find(client, prepared),
  }
}

// No such Pix key, and a payee that failed the company's screening.
const PREVIEW_REFUSALS = ['0404', '0410']

const amountAndOrigin = ({ amountMinor, currency, originId }: Prepared) => ({
  amount: formatAmount(amountMinor, currency),
  origin_id: originId,
})

async function create(client: Client, body: Fields, prepared: Prepared): Promise<SendAnswer> {
  const { value } = await client.post('/v3/withdrawals', body)
  return answerOf(fieldsIn(payloadOf(value), 'the withdrawal'), prepared)
}

async function find(client: Client, prepared: Prepared): Promise<SendAnswer | undefined> {
  const { originId } = prepared
  const path = `/v3/withdrawals?origin_ids=${encodeURIComponent(originId)}`
  const { value } = await client.get(path)
  const listed = listIn(payloadOf(value), 'the list of withdrawals')
  const withdrawals = listed.map((one) => fieldsIn(one, 'a withdrawal'))
  const [first, ...others] = withdrawals
  if (first === undefined) return undefined
  // A list that ignores the filter says nothing about this payout.
  if (withdrawals.some((one) => (originIdIn(one) ?? originId) !== originId))
    throw unreadable('the list has withdrawals that were not asked for')
  if (others.length > 0) throw unreadable(`several withdrawals have the origin_id ${originId}`)
  return answerOf(first, prepared)
}

/** Withdrawals over Pix may not show it. */
export const originIdIn = (withdrawal: Fields): string | null =>
  optionalText(withdrawal, 'origin_id') ?? optionalText(partOf(withdrawal, 'details'), 'origin_id')

/** Unknown statuses are pending. */
function answerOf(withdrawal: Fields, { currency, amountMinor }: Prepared): SendAnswer {
  const isSame =
    textIn(withdrawal, 'currency').toUpperCase() === currency &&
    minorIn(withdrawal, 'amount', currency) === amountMinor
  if (!isSame) throw unreadable('the withdrawal under this origin_id has another amount')
  const details = partOf(withdrawal, 'details')
  switch (statusOf(withdrawal)) {
    case 'COMPLETE':
    case 'COMPLETED':
      return { state: 'settled', reference: traceOf(details) ?? textIn(withdrawal, 'wid') }
    case 'FAILED':
      return { state: 'rejected', code: codeIn(details, 'fail_reason', 'failed') }
    default:
      return { state: 'pending' }
  }
}

/** The trace of the payment system, by which a returned payout is recognized. */
const traceOf = (details: Fields): string | null =>
  optionalText(details, 'clave_de_rastreo') ?? optionalText(details, 'end_to_end_id')
