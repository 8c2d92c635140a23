// Sends payouts and refunds through the channel of their currency, and looks them up. Decides when a refusal is definite.
import type { LookUpAnswer, SendAnswer, SendRequest } from '../rails/port.ts'
import { Refusal } from './client.ts'
import { originIdOf } from './keys.ts'
import { parsePrepared, preparedFor, textOfPrepared, type Prepared } from './prepared.ts'
import type { PaidCurrency } from './settings.ts'

/** A way in which Bitso pays out one currency. */
export type Channel = {
  /** Absent where a payout takes one step. */
  preview?(request: SendRequest, prepared: Prepared): Promise<Prepared['preview']>
  create(request: SendRequest, prepared: Prepared): Promise<SendAnswer>
  /** Codes of refusals of `create` that can never become an acceptance. All others throw. */
  definiteRefusals: readonly string[]
  /** Undefined only if the company states that it has no payout of that name. */
  find(prepared: Prepared): Promise<SendAnswer | undefined>
}

export type Channels = Partial<Record<PaidCurrency, Channel>>

export async function preparePayout(channels: Channels, request: SendRequest): Promise<string> {
  const prepared = preparedFor(request)
  const { preview } = channelOf(channels, prepared)
  return textOfPrepared(
    preview === undefined ? prepared : { ...prepared, preview: await preview(request, prepared) },
  )
}

export async function sendPayout(
  channels: Channels,
  request: SendRequest,
  text: string,
): Promise<SendAnswer> {
  const prepared = parsePrepared(text)
  refuseOtherContent(request, prepared)
  const refused = refusedAt(prepared)
  if (refused !== undefined) return refused
  const channel = channelOf(channels, prepared)
  // A database restored from a backup sends old keys as new ones. The company's own check of names is only assumed.
  const made = await channel.find(prepared)
  if (made !== undefined) return made
  try {
    return await channel.create(request, prepared)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // The refusal may be that of a second request under the name of a payout that exists.
    const known = await channel.find(prepared)
    if (known !== undefined) return known
    if (channel.definiteRefusals.includes(error.code))
      return { state: 'rejected', code: error.code }
    throw error
  }
}

export async function lookUpPayout(
  channels: Channels,
  key: string,
  text: string,
): Promise<LookUpAnswer> {
  const prepared = parsePrepared(text)
  if (prepared.originId !== originIdOf(key)) throw new Error(`not prepared for ${key}`)
  return (
    refusedAt(prepared) ??
    (await channelOf(channels, prepared).find(prepared)) ?? { state: 'unknown' }
  )
}

function refuseOtherContent(request: SendRequest, prepared: Prepared): void {
  const { originId, currency, amountMinor } = preparedFor(request)
  const isSame =
    prepared.originId === originId &&
    prepared.currency === currency &&
    prepared.amountMinor === amountMinor
  if (!isSame) throw new Error(`${request.key} was prepared with another content`)
}

const refusedAt = ({ preview }: Prepared): SendAnswer | undefined =>
  preview !== null && 'refusedCode' in preview
    ? { state: 'rejected', code: preview.refusedCode }
    : undefined

function channelOf(channels: Channels, { currency }: Prepared): Channel {
  const channel = channels[currency]
  if (channel === undefined) throw new Error(`this rail is not configured for ${currency}`)
  return channel
}
