// The rail commits this with a payout before it sends anything: its name at Bitso, its amount, and for Pix the preview
// that the payout confirms. It holds no details of the beneficiary.
import type { SendRequest } from '../rails/port.ts'
import { fieldsIn, optionalText, textIn } from './answers.ts'
import { originIdOf } from './keys.ts'
import { isPaidCurrency, type PaidCurrency } from './settings.ts'

export type Prepared = {
  originId: string
  currency: PaidCurrency
  amountMinor: bigint
  /** The company's answer to the preview. Null for rails without one. */
  preview: { id: string } | { refusedCode: string } | null
}

export function preparedFor({ key, currency, amountMinor }: SendRequest): Prepared {
  if (!isPaidCurrency(currency)) throw new Error(`Bitso does not pay out ${currency}`)
  return { originId: originIdOf(key), currency, amountMinor, preview: null }
}

export function textOfPrepared({ originId, currency, amountMinor, preview }: Prepared): string {
  return JSON.stringify({
    version: '1',
    origin_id: originId,
    currency,
    amount_minor: amountMinor.toString(),
    ...(preview !== null && 'id' in preview && { preview_id: preview.id }),
    ...(preview !== null && 'refusedCode' in preview && { refused_code: preview.refusedCode }),
  })
}

/** Throws if the text was not made by this rail. */
export function parsePrepared(text: string): Prepared {
  const fields = fieldsIn(JSON.parse(text), 'the prepared payout')
  const currency = textIn(fields, 'currency')
  if (!isPaidCurrency(currency)) throw new Error(`Bitso does not pay out ${currency}`)
  const id = optionalText(fields, 'preview_id')
  const refusedCode = optionalText(fields, 'refused_code')
  return {
    originId: textIn(fields, 'origin_id'),
    currency,
    amountMinor: BigInt(textIn(fields, 'amount_minor')),
    preview: id !== null ? { id } : refusedCode !== null ? { refusedCode } : null,
  }
}
