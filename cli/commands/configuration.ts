// `corridor configuration list | show | rollback | withdraw`, and `corridor routes disable | enable`.
import { executionBy } from '@corridor/server/acts/execution.ts'
import { toTimestamp, type Clock } from '@corridor/server/clock.ts'
import {
  applyVersion,
  rollBack,
  withdrawVersion,
} from '@corridor/server/configuration/apply-version.ts'
import {
  selectVersion,
  selectVersions,
  type VersionRow,
} from '@corridor/server/configuration/queries.ts'
import { switchFile } from '@corridor/server/configuration/switch-route.ts'
import type { Pool } from '@corridor/server/db/pool.ts'
import { uuidOf } from '@corridor/server/ids.ts'
import { reasonIn } from '../reason.ts'
import { report } from '../report.ts'
import { table } from '../table.ts'
import { withDatabase } from '../with-database.ts'
import { directActor } from '../client/system-user.ts'

type Options = { reason: string }

export const execution = (deps: { db: Pool; clock: Clock }, act: string, options: Options) =>
  executionBy(deps, directActor(), act, reasonIn(options))

const HEADINGS = ['VERSION', 'STATUS', 'KIND', 'CREATED', 'EFFECTIVE', 'BY', 'CHANGES', 'REASON']

const rowOf = (row: VersionRow): string[] => [
  String(row.number),
  row.status,
  row.kind,
  toTimestamp(row.created_at),
  toTimestamp(row.effective_from ?? row.created_at),
  row.actor,
  String(row.changes.length),
  row.reason,
]

export const listVersionsCommand = ({ limit }: { limit: number }): Promise<void> =>
  withDatabase(async (db) => {
    const rows = await selectVersions(db, null, limit)
    process.stdout.write(
      rows.length === 0 ? 'There is no version yet.\n' : table(HEADINGS, rows.map(rowOf)),
    )
  })

export const showVersionCommand = (number: number): Promise<void> =>
  withDatabase(async (db) => {
    const row = await selectVersion(db, number)
    if (row === undefined)
      throw new Error(`there is no version ${number}; \`corridor configuration list\` shows them`)
    const problem = row.problem === null ? '' : `${row.problem}\n`
    process.stdout.write(
      `${table(HEADINGS, [rowOf(row)])}${problem}${report(row.changes, 'Changes')}`,
    )
  })

export const rollBackCommand = (number: number, options: Options): Promise<void> =>
  withDatabase(async (db, { config, clock }) => {
    const deps = { db, config, clock }
    const by = execution(deps, 'configuration.rollback', options)
    const { version, changes } = await rollBack(deps, number, by)
    process.stdout.write(`${report(changes, 'Did')}${numbered(version)}`)
  })

export const withdrawCommand = (number: number, options: Options): Promise<void> =>
  withDatabase(async (db, { config, clock }) => {
    const deps = { db, config, clock }
    await withdrawVersion(deps, number, execution(deps, 'configuration.withdraw', options))
    process.stdout.write(`Version ${number} is withdrawn.\n`)
  })

export const switchRouteCommand = (
  name: string,
  isDisabled: boolean,
  options: Options & { organization?: string },
): Promise<void> =>
  withDatabase(async (db, { config, clock }) => {
    const deps = { db, config, clock }
    const text = options.organization
    const organizationId = text === undefined ? null : uuidOf('org', text)
    if (organizationId === undefined) throw new Error(`there is no organization ${text}`)
    const file = await switchFile(db, { name, isDisabled, organizationId })
    const by = execution(deps, isDisabled ? 'route.disable' : 'route.enable', options)
    const { version, changes } = await applyVersion(deps, file, { execution: by })
    process.stdout.write(`${report(changes, 'Did')}${numbered(version)}`)
  })

export const numbered = (version: VersionRow | null): string =>
  version === null
    ? ''
    : version.status === 'pending'
      ? `Version ${version.number} waits for ${toTimestamp(version.effective_from ?? version.created_at)}.\n`
      : `This is version ${version.number} of the configuration.\n`
