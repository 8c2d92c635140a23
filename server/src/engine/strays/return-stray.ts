// Decides a return of a stray and commits it: the whole of it goes to an address that an operator names. send-returns.ts
// sends what is committed.
import { hash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Execution } from '../../parties/acts/execution.ts'
import { refused } from '../../parties/acts/refused.ts'
import { later, toTimestamp, type Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { openText, sealText } from '../../platform/db/seal.ts'
import { fieldFailure } from '../../platform/errors.ts'
import { publicId } from '../../platform/ids.ts'
import { fingerprintOf } from '../../parties/instruments/fingerprint.ts'
import { checkDetails } from '../../outside/methods/methods.ts'
import { selectLastRestore } from '../halts/restore-queries.ts'
import { requireOrder } from '../orders/require-order.ts'
import { isDeskAccount } from '../../outside/rails/desk-accounts.ts'
import type { Rails } from '../../outside/rails/registry.ts'
import type { Rail, SendAnswer } from '../../outside/rails/port.ts'
import { StrayFault, type Stray, type Strays } from '../../outside/rails/strays-port.ts'
import type { Send } from '../marks/still-possible.ts'
import { questionOfSend } from '../../rules/screening/question.ts'
import type { Screeners } from '../../rules/screening/registry.ts'
import { lookAt } from './find-strays.ts'
import { selectStray, updateStrayReturning, type StrayRow } from './queries.ts'

export type ReturnDeps = Parameters<typeof requireOrder>[0] & {
  db: Pool
  clock: Clock
  log: Logger
  config: Pick<Config, 'secrets' | 'evidenceAfterMs'>
  rails: Rails
  screeners: Screeners
}

/** After a restore, keys of the lost time are used and their count is lost. */
const MOST_KEYS = 10

const strayOf = ({ account, order_id, asset, symbol, decimals, units }: StrayRow): Stray => ({
  account,
  orderId: publicId('ord', order_id),
  asset,
  symbol,
  decimals,
  units: BigInt(units),
})

/** Follows from what every backup has, so that a return of the lost time is found again. */
const keyOf = ({ rail, account, asset }: StrayRow, occurrence: number): string =>
  `stray:${hash('sha256', JSON.stringify([rail, account, asset]), 'hex').slice(0, 32)}:${occurrence}`

export async function returnStray(
  deps: ReturnDeps,
  row: StrayRow,
  to: string,
  execution: Execution,
  version: string,
): Promise<void> {
  const id = publicId('str', row.id)
  const rail = (await deps.rails.all()).find(({ name }) => name === row.rail)
  const { strays, served: [first] = [] } = rail ?? {}
  if (rail === undefined || strays === undefined || first === undefined)
    throw refused(`the rail ${row.rail} is not configured, or is not open now`)
  await requireNoneOfBefore(deps, id, rail)
  const { method, where } = first
  const destination = { method, details: { ...where, address: to } }
  await requirePayable(deps, row, destination)
  // It may have grown since the last look, or may have been returned in the time that a restore lost.
  const watched = { account: row.account, orderId: publicId('ord', row.order_id), ...destination }
  await lookAt(deps, row.rail, strays, [watched])
  const now = await selectStray(deps.db, row.id)
  if (now?.status !== row.status || now.units !== row.units) throw changed(id)
  const fingerprint = fingerprintOf(deps.config.secrets, method, destination.details)
  for (let occurrence = row.occurrence; occurrence < row.occurrence + MOST_KEYS; occurrence += 1) {
    const key = keyOf(row, occurrence)
    const text = await preparedOr(strays.prepare(key, strayOf(row), to))
    if (text === USED) continue
    const prepared = sealText(deps.config.secrets, row.id, text)
    const done = await execution.commit(version, async (db) =>
      (await updateStrayReturning(db, row, { occurrence, key, prepared }, fingerprint))
        ? { result: true, detail: { rail: row.rail, asset: row.asset, units: row.units } }
        : undefined,
    )
    if (done === undefined) throw changed(id)
    return
  }
  throw refused(`${id} cannot be returned: ${MOST_KEYS} of its keys were used before`)
}

/** A day for an authorization, and the difference of clocks. */
const LONGEST_SIGNED_MS = 25 * 3_600_000

const NO_KEYS = async function* (): AsyncGenerator<readonly string[], void> {}

/**
 * Throws while a return that the time before a restore decided may still be executed: under another key than the new one, it
 * would take what somebody else sends to the address meanwhile.
 */
async function requireNoneOfBefore(
  { db, clock, config }: ReturnDeps,
  id: string,
  { name, sends }: Rail,
): Promise<void> {
  const restore = await selectLastRestore(db, name)
  if (restore === undefined || restore.lists_sends === true) return
  const { halted_at: until } = restore
  // Some rails cannot say it, so nobody waits longer. A rail that does not answer has not said it.
  const overAt = later(until, Math.max(config.evidenceAfterMs, LONGEST_SIGNED_MS))
  if (clock.now() >= overAt) return
  const listed = await sends?.({ since: until, until, keys: NO_KEYS }).catch(() => undefined)
  if (listed?.isComplete === true) return
  throw refused(
    `${id} cannot be returned yet: the database was restored, and a return that was decided before may still be executed. Try again: the rail ${name} says when none can any more, at the latest at ${toTimestamp(overAt)}`,
  )
}

/** How the rail is asked about the return. */
export function sendOfReturn(
  { config }: Pick<ReturnDeps, 'config'>,
  row: StrayRow,
): Send & { send(strays: Strays): Promise<SendAnswer> } {
  const { id, key, prepared_key_id: keyId, prepared_sealed: bytes } = row
  if (key === null || keyId === null || bytes === null)
    throw new Error(`the return of ${publicId('str', id)} has no key`)
  const prepared = openText(config.secrets, id, { keyId, bytes })
  const stray = strayOf(row)
  return {
    key,
    send: (strays) => strays.send(key, stray, prepared),
    async lookUp({ name, strays }) {
      if (strays === undefined) throw new Error(`the rail ${name} returns nothing now`)
      return strays.lookUp(key, stray, prepared)
    },
  }
}

const changed = (id: string) =>
  refused(`${id} changed meanwhile, or the address is on hold: look at it again`)

const USED = Symbol('the key was used before')

async function preparedOr(preparing: Promise<string | undefined>): Promise<string | typeof USED> {
  try {
    return (await preparing) ?? USED
  } catch (error) {
    if (error instanceof StrayFault) throw refused(error.message)
    throw error
  }
}

type Destination = Parameters<typeof isDeskAccount>[1]

async function requirePayable(
  deps: ReturnDeps,
  row: StrayRow,
  destination: Destination,
): Promise<void> {
  const [problem] = checkDetails(destination.method, destination.details)
  if (problem !== undefined) throw toProblem(problem.message)
  if (await isDeskAccount(deps, destination))
    throw toProblem('must not be an account of the desk or of the chain itself')
  if (!(await deps.screeners.areConfiguredNow())) return
  const { organization_id: organizationId, order_id } = row
  const order = await requireOrder(deps, { organizationId, id: order_id })
  const question = questionOfSend('refund', row.rail, {
    method: destination.method,
    details: { ...destination.details },
    key: `${publicId('str', row.id)}:return`,
    // Screeners judge the account. They know the currencies of the desk only.
    currency: order.payin_currency,
    amountMinor: 1n,
    reference: order.reference_number,
  })
  const answer = await deps.screeners.ask(question, 1, { order })
  if (answer === null) throw refused('screening of the address has no answer yet: try again')
  if (answer.state !== 'clear')
    throw refused(`screening does not clear the address: ${answer.state}`)
}

const toProblem = (message: string) =>
  fieldFailure('invalid_request', [{ pointer: '/to', code: 'invalid_value', message }])
