// An operator sends a deposit in suspense back: to the account that the rail told, or to one that the operator names.
import { refused } from '../../parties/acts/refused.ts'
import type { Execution } from '../../parties/acts/execution.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config, Secrets } from '../../platform/config.ts'
import type { Db } from '../../platform/db/pool.ts'
import { isErased, openText, sealText } from '../../platform/db/seal.ts'
import type { Halts } from '../halts/present.ts'
import { newUuid, publicId } from '../../platform/ids.ts'
import { fingerprintOf } from '../../parties/instruments/fingerprint.ts'
import {
  accountFieldOf,
  checkDetails,
  fieldsOf,
  methodCarries,
  type InstrumentMethod,
} from '../../outside/methods/methods.ts'
import { selectUnknownSend } from '../halts/contested.ts'
import { updatePutRight } from '../halts/restore-queries.ts'
import { isDeskAccount } from '../../outside/rails/desk-accounts.ts'
import type { Rails } from '../../outside/rails/registry.ts'
import { isPaidOut } from '../../outside/rails/serving-rail.ts'
import { depositReturnKeys } from '../refunds/key.ts'
import type { DepositRow } from './queries.ts'
import {
  insertDepositReturn,
  updateReturnSettled,
  type DepositReturnRow,
} from './return-queries.ts'
import { selectListedReturn } from './return-read-queries.ts'
import { selectDeposit, type SealedDeposit } from './screened-queries.ts'

export type ReturnDeps = {
  db: Db
  clock: Clock
  config: Config
  rails: Rails
  halts: Halts
}

type Receiver = { method: InstrumentMethod; details: Record<string, string> }

/** The return of the deposit that a rail lists after a restore and the database lacks. */
export const listedReturnOf = (db: Db, row: DepositRow): ReturnType<typeof selectListedReturn> =>
  selectListedReturn(db, keysOf(row))

const keysOf = (row: DepositRow): string =>
  depositReturnKeys({
    rail: row.rail,
    transaction: row.transaction,
    outputIndex: row.output_index,
    occurrence: row.occurrence,
  })

/**
 * Why the deposit may have been sent back before a restore; undefined if it was not. `end`: also until the halts of the restore
 * end; `list`: also until each rail has listed its sends.
 */
export async function whyMayBeReturned(
  deps: Pick<ReturnDeps, 'db' | 'halts'>,
  row: DepositRow,
  until: 'end' | 'list',
): Promise<string | undefined> {
  const id = publicId('dep', row.id)
  const listed = await listedReturnOf(deps.db, row)
  if (listed !== undefined)
    return `${id} was returned before the restore: ${listed.rail} lists ${listed.key}. Record it with \`corridor deposits return\``
  const present = await deps.halts.present('fresh')
  return present.some(
    ({ cause, what, lists_sends: lists }) =>
      cause === 'restore' && what === 'sends' && (until === 'end' || lists === null),
  )
    ? `${id} may have been returned in the time that the restore lost: wait until the rails are compared, see \`corridor halts\``
    : undefined
}

/** Throws the reason of `whyMayBeReturned`. */
export async function requireNotReturned(
  ...asked: Parameters<typeof whyMayBeReturned>
): Promise<void> {
  const why = await whyMayBeReturned(...asked)
  if (why !== undefined) throw refused(why)
}

/** Undefined if the deposit cannot leave suspense. A return that a rail lists after a restore is recorded, and not sent. */
export async function returnDeposit(
  deps: ReturnDeps,
  row: DepositRow,
  given: Receiver | undefined,
  {
    evidence,
    execution,
    version,
  }: { evidence: string | null; execution: Execution; version: string },
): Promise<DepositReturnRow | undefined> {
  const id = publicId('dep', row.id)
  const listed = await listedReturnOf(deps.db, row)
  if (listed === undefined) {
    await requireNotReturned(deps, row, 'end')
    await requireNotPaid(deps.db, id)
  } else if (
    listed.currency !== row.currency ||
    (listed.amount_minor ?? row.amount_minor) !== row.amount_minor
  )
    throw refused(`${listed.rail} lists ${listed.key} with another amount than ${id}: ask the rail`)
  const { method, details } = await receiverOf(deps, row, given)
  const { secrets } = deps.config
  const at = deps.clock.now()
  const returnId = newUuid('drt', at)
  const wanted = {
    id: returnId,
    method,
    details: sealText(secrets, returnId, JSON.stringify(details)),
    fingerprint: fingerprintOf(secrets, method, details),
    keys: keysOf(row),
    key: listed?.key ?? null,
  }
  return execution.commit(version, async (db) => {
    const made = await insertDepositReturn(db, row, wanted, at)
    if (made === undefined) return undefined
    if (listed !== undefined) {
      await updateReturnSettled(
        db,
        made,
        { rail: listed.rail, reference: listed.reference, fee: null },
        at,
      )
      await updatePutRight(db, listed, [], deps.clock.realNow())
    }
    const after = { exit: 'returned', key: made.rail_key, method }
    return { result: made, detail: { after, evidence, was_listed: listed !== undefined } }
  })
}

/** It may have been assigned to an order, and paid out or refunded, in the time that a restore lost. */
async function requireNotPaid(db: Db, id: string): Promise<void> {
  const send = await selectUnknownSend(db)
  if (send === undefined) return
  const { rail, reference } = send
  const named = send.key === null ? reference : `${send.key} as ${reference}`
  throw refused(
    `${id} may have been paid out in the time that the restore lost: ${rail} lists ${named}. Record that with \`corridor orders sent-before\`, or name it with \`corridor resume sends --halt ${publicId('hlt', send.halt_id)} --of-no-order ${reference}\``,
  )
}

async function receiverOf(
  deps: ReturnDeps,
  row: DepositRow,
  given: Receiver | undefined,
): Promise<Receiver> {
  const rails = await deps.rails.all()
  const receiver = given ?? senderOf(deps, await selectDeposit(deps.db, row.id), rails)
  if (receiver === undefined)
    throw refused(
      `${publicId('dep', row.id)} has no sender that can be paid: its rail told none, or only a name. Give method and details`,
    )
  const [problem] = checkDetails(receiver.method, receiver.details)
  if (problem !== undefined) throw refused(`details.${problem.field} ${problem.message}`)
  const { method } = receiver
  const { currency } = row
  const details = Object.fromEntries(
    fieldsOf(method).map((field) => [field, receiver.details[field] ?? '']),
  )
  if (!methodCarries(method, currency) || !isPaidOut(rails, { method, currency, details }))
    throw refused(`method ${method} cannot be paid in ${currency}: no rail pays out to it`)
  if (await isDeskAccount(deps, { method, details }))
    throw refused('the account is one of the desk or of the chain itself: name that of the sender')
  return { method, details }
}

/** The account that the rail told, if a method needs nothing but the account. The deposit's own rail pays it back. */
function senderOf(
  { config: { secrets } }: ReturnDeps,
  deposit: SealedDeposit | undefined,
  rails: Awaited<ReturnType<Rails['all']>>,
): Receiver | undefined {
  const account = deposit && senderAccountOf(secrets, deposit)
  if (deposit === undefined || account === undefined) return undefined
  const served = rails.find(({ name }) => name === deposit.rail)?.served ?? []
  for (const { method, currencies, where = {}, receivesOnly } of served) {
    if (receivesOnly === true || !currencies.includes(deposit.currency)) continue
    const details = { ...where, [accountFieldOf(method)]: account }
    if (checkDetails(method, details).length === 0) return { method, details }
  }
  return undefined
}

/** The account that the rail told; undefined if it told none, or it was erased. */
export function senderAccountOf(
  secrets: Secrets,
  { id, sender_key_id: keyId, sender_sealed: bytes }: SealedDeposit,
): string | undefined {
  return keyId === null || bytes === null || isErased({ keyId })
    ? undefined
    : openText(secrets, id, { keyId, bytes })
}
