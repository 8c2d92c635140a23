// Payouts, refunds and sweeps as the port describes them: prepare, send, look up. keyed-transactions.ts makes each land
// at most once; movements.ts says what they do.
import type { CancelAnswer, LookUpAnswer, SendAnswer, SendRequest, Unswept } from '../port.ts'
import { parseSignatures, parseTransaction, type RpcTransaction } from './answers.ts'
import { attempt, cancel, heightFrom, outcomeOf, prepareKeyed } from './keyed-transactions.ts'
import { markerAddress } from './marker.ts'
import { beneficiaryProblem, bodyOf, isOutdated, SOL, targetOf } from './movements.ts'
import { FINAL, transactionOptions } from './nodes.ts'
import { readPrepared, type Movement, type Prepared, type Refused } from './prepared.ts'
import { paidByFeePayer, solIn, transferIn, type Transfer } from './transfers.ts'
import { tokenOf, type World } from './world.ts'

/** About 10 minutes: so long a payment waits for a node that has its transaction. */
const PATIENCE_BLOCKS = 1500n
const MOST_SIGNATURES = 100

export async function preparePayout(world: World, request: SendRequest): Promise<string> {
  await world.mintsAreRight()
  const { mint } = tokenOf(world, request.currency)
  const to = request.details['address'] ?? ''
  const problem = await beneficiaryProblem(world, to, mint)
  if (problem === undefined)
    throw new Error('the RPC nodes contradict each other about the accounts of the beneficiary')
  if (problem !== null) return write({ version: 1, key: request.key, refused: problem })
  const movement: Movement = {
    kind: 'payout',
    mint,
    amountMinor: String(request.amountMinor),
    to,
    reference: request.reference,
  }
  return write(await prepareKeyed(world, request.key, movement, bodyOf))
}

export async function prepareSweep(world: World, key: string, sweep: Unswept): Promise<string> {
  await world.mintsAreRight()
  const movement: Movement = {
    kind: 'sweep',
    mint: tokenOf(world, sweep.currency).mint,
    amountMinor: String(sweep.amountMinor),
    orderId: sweep.orderId,
    account: sweep.account,
    ...((sweep.keptMinor ?? 0n) > 0n && { keepsAccount: true }),
  }
  return write(await prepareKeyed(world, key, movement, bodyOf))
}

/** Checks that the text was prepared for the same payment as the request. */
export function sendPayout(world: World, request: SendRequest, text: string): Promise<SendAnswer> {
  const prepared = readPrepared(text, request.key)
  if ('movement' in prepared) {
    const { movement } = prepared
    const isSame =
      movement.kind === 'payout' &&
      movement.amountMinor === String(request.amountMinor) &&
      movement.to === request.details['address'] &&
      movement.mint === tokenOf(world, request.currency).mint
    if (!isSame) throw new Error(`${request.key} was prepared for another payment`)
  }
  return sendPrepared(world, prepared)
}

export async function sendPrepared(
  world: World,
  prepared: Prepared | Refused,
): Promise<SendAnswer> {
  if ('refused' in prepared) return { state: 'rejected', code: prepared.refused }
  const { movement } = prepared
  const state = await attempt(world, prepared, bodyOf, async () => {
    if (movement.kind !== 'payout')
      return (await isOutdated(world, movement)) === true ? 'cancel' : 'retry'
    const problem = await beneficiaryProblem(world, movement.to, movement.mint)
    return typeof problem === 'string' ? 'cancel' : 'retry'
  })
  if (state !== 'gone') return { state: 'pending' }
  const known = await lookUpPrepared(world, prepared)
  return known.state === 'unknown' ? { state: 'pending' } : known
}

/** `unknown` is safe while a transaction is on its way: whatever is sent again, the marker lets only one land. */
export async function lookUpPrepared(
  world: World,
  prepared: Prepared | Refused,
): Promise<LookUpAnswer> {
  if ('refused' in prepared) return { state: 'rejected', code: prepared.refused }
  const outcome = await outcomeOf(world, prepared)
  switch (outcome.state) {
    case 'open':
      return { state: 'unknown' }
    case 'disputed':
      return { state: 'pending' }
    case 'cancelled':
      return { state: 'rejected', code: 'cancelled_on_chain' }
    case 'paid':
      return settlement(world, prepared, outcome.by)
  }
}

/** Creates the marker without a payment. Only the marker at `finalized` tells whether the payment was quicker. */
export async function cancelPrepared(
  world: World,
  prepared: Prepared | Refused,
): Promise<CancelAnswer> {
  const known = await lookUpPrepared(world, prepared)
  if (known.state === 'settled') return { state: 'too_late' }
  if (known.state === 'rejected') return { state: 'cancelled', code: known.code }
  if ('refused' in prepared) throw new Error('a refused payout has an outcome')
  if (prepared.payer !== world.payer.address)
    return {
      state: 'impossible',
      reason: `it was prepared for the payer ${prepared.payer}, which is not configured`,
    }
  if (known.state === 'unknown') await cancel(world, prepared)
  return { state: 'pending' }
}

/** It was paid, as the marker says or the transaction `by`. Finds the transaction, which names the fee. */
async function settlement(
  world: World,
  prepared: Prepared,
  by: Payment | undefined,
): Promise<LookUpAnswer> {
  const marker = await markerAddress(prepared.payer, prepared.seed)
  const target = await targetOf(prepared)
  const { kind, mint, amountMinor } = prepared.movement
  const isPayment = (transfer: Transfer | null): boolean =>
    transfer?.amountMinor === BigInt(amountMinor) &&
    (kind !== 'payout' || transfer.sender === prepared.payer)
  if (by !== undefined) {
    if (!isPayment(movedTo(by.transaction, target, mint)))
      throw new Error(`${prepared.key} was used for another payment: ${by.signature}`)
    return settledBy(by)
  }
  const found = await world.nodes.every(async (call) => {
    const options = { ...FINAL, limit: MOST_SIGNATURES }
    const signatures = parseSignatures(
      await call('getSignaturesForAddress', [marker, options]),
      MOST_SIGNATURES,
    )
    // The oldest first: later ones return the rent, or are dust of strangers.
    for (const { signature } of signatures.filter(({ isFailed }) => !isFailed).toReversed()) {
      const transaction = parseTransaction(
        await call('getTransaction', [signature, transactionOptions]),
        signature,
      )
      const transfer = transaction === null ? null : movedTo(transaction, target, mint)
      if (transaction !== null && isPayment(transfer)) return { signature, transaction }
    }
    return undefined
  })
  const payment = found.find((one) => one !== undefined)
  if (payment !== undefined) return settledBy(payment)
  // Nodes lose old transactions. The payment is certain, so it is not held up for its name.
  const { blockHeight } = await world.nodes.first(heightFrom)
  return blockHeight > BigInt(prepared.preparedHeight) + PATIENCE_BLOCKS
    ? { state: 'settled', reference: marker }
    : { state: 'pending' }
}

const movedTo = (transaction: RpcTransaction, target: string, mint: string): Transfer | null =>
  mint === SOL ? solIn(transaction, target) : transferIn(transaction, target, mint)

type Payment = { signature: string; transaction: RpcTransaction }
const settledBy = ({ signature, transaction }: Payment): LookUpAnswer => ({
  state: 'settled',
  reference: signature,
  fee: { currency: 'SOL', amountMinor: paidByFeePayer(transaction) },
})

const write = (prepared: Prepared | Refused): string => JSON.stringify(prepared)
