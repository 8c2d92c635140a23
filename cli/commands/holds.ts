// `corridor holds list | place | release`: organizations and instruments on hold, which cannot be used.
import type { Instant } from '@corridor/server/clock.ts'
import { toTimestamp } from '@corridor/server/clock.ts'
import type { Config } from '@corridor/server/config.ts'
import { inTransaction, type Pool } from '@corridor/server/db/pool.ts'
import { publicId, uuidOf, type Uuid } from '@corridor/server/ids.ts'
import { placeHold, releaseHold } from '@corridor/server/instruments/hold-account.ts'
import {
  selectHeldInstruments,
  selectInstrumentById,
  type HeldInstrument,
} from '@corridor/server/instruments/hold-queries.ts'
import { createLog } from '@corridor/server/log.ts'
import {
  selectHeldOrganizations,
  selectOrganization,
  updateOrganizationStatus,
} from '@corridor/server/organizations/queries.ts'
import { table } from '../table.ts'
import { withDatabase } from '../with-database.ts'

export const listHoldsCommand = (): Promise<void> =>
  withDatabase(async (db) => {
    const organizations = (await selectHeldOrganizations(db)).map((one) => [
      publicId('org', one.id),
      one.status,
      toTimestamp(one.updated_at),
      one.enterprise_name,
      one.name,
    ])
    const instruments = (await selectHeldInstruments(db)).map(rowOf)
    const tables = [
      ...(organizations.length === 0 ? [] : [table(OF_ORGANIZATIONS, organizations)]),
      ...(instruments.length === 0 ? [] : [table(OF_INSTRUMENTS, instruments)]),
    ]
    process.stdout.write(tables.join('\n') || 'Nothing is on hold.\n')
  })

const OF_ORGANIZATIONS = ['ORGANIZATION', 'STATUS', 'SINCE', 'ENTERPRISE', 'NAME']
const OF_INSTRUMENTS = [
  'INSTRUMENT',
  'STATUS',
  'SINCE',
  'ENTERPRISE',
  'ORGANIZATION',
  'METHOD',
  'REASON',
  'SAME ACCOUNT IN OTHER ENTERPRISES',
]

const rowOf = (one: HeldInstrument): string[] => [
  publicId('epi', one.id),
  one.status,
  toTimestamp(one.since),
  one.enterprise_name,
  publicId('org', one.organization_id),
  one.method,
  one.is_account_held ? 'account on hold' : 'awaits release',
  one.elsewhere.map(instrumentId).join(', '),
]

const instrumentId = (id: Uuid<'epi'>): string => publicId('epi', id)

type Options = { reason: string }

export const placeHoldCommand = (text: string, options: Options): Promise<void> =>
  changeHold(text, options, 'placed')

export const releaseHoldCommand = (text: string, options: Options): Promise<void> =>
  changeHold(text, options, 'released')

const changeHold = (text: string, options: Options, verb: 'placed' | 'released'): Promise<void> =>
  withDatabase(async (db, { config, clock }) => {
    const reason = options.reason.trim()
    if (reason.length < 1 || reason.length > 500)
      throw new Error('--reason must have 1 to 500 characters')
    const changed =
      (await ofOrganization(db, text, verb, clock.now())) ??
      (await ofInstrument(db, config, text, verb, clock.now()))
    if (changed === undefined) throw new Error(`there is no organization or instrument ${text}`)
    if (changed.length === 0) {
      throw new Error(
        `${text} is ${verb === 'placed' ? 'on hold already' : 'not on hold'}; \`corridor holds list\` shows what is`,
      )
    }
    createLog({ logLevel: 'info' }, process.stderr).info(
      { of: text, changed, reason },
      `a hold was ${verb}`,
    )
    process.stdout.write(
      `${changed.join('\n')}\n${verb === 'placed' ? 'on hold' : 'released'}: ${changed.length}\n`,
    )
  })

/** What changed; undefined when the text names no organization. */
async function ofOrganization(
  db: Pool,
  text: string,
  verb: 'placed' | 'released',
  at: Instant,
): Promise<string[] | undefined> {
  const id = uuidOf('org', text)
  if (id === undefined || (await selectOrganization(db, id)) === undefined) return undefined
  const status = verb === 'placed' ? 'COMPLIANCE_HOLD' : 'ACTIVE'
  return (await updateOrganizationStatus(db, id, status, at)) === undefined ? [] : [text]
}

async function ofInstrument(
  db: Pool,
  config: Config,
  text: string,
  verb: 'placed' | 'released',
  at: Instant,
): Promise<string[] | undefined> {
  const id = uuidOf('epi', text)
  const row = id === undefined ? undefined : await selectInstrumentById(db, id)
  if (row === undefined) return undefined
  const { isChanged, instruments } = await inTransaction(db, (transaction) =>
    verb === 'placed'
      ? placeHold(transaction, config.secrets, row, at)
      : releaseHold(transaction, config, row, at),
  )
  const changed = instruments.map((one) => instrumentId(one.id))
  // The hold is on the account. The status of an archived or not yet released instrument does not change with it.
  return isChanged && changed.length === 0 ? [text] : changed
}
