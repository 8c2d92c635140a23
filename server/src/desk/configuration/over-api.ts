// Changes of the configuration over the API: refusals become failures. It loads the parts that read operator files, so
// the endpoints load it only when they need it.
import { stringify } from 'yaml'
import { refused } from '../../parties/acts/refused.ts'
import type { Execution } from '../../parties/acts/execution.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/pool.ts'
import { fieldFailure } from '../../platform/errors.ts'
import { publicId, type Uuid } from '../../platform/ids.ts'
import {
  OperatorFileError,
  parseOperatorFile,
  type OperatorFile,
} from '../operator-file/operator-file.ts'
import {
  applyVersion,
  rollBack,
  VersionRefused,
  withdrawVersion,
  type Applied,
  type VersionDeps,
} from './apply-version.ts'
import { selectEnterprise } from '../../parties/organizations/queries.ts'
import type { Operator } from '../../parties/operators/operator.ts'
import { previewFile, type Preview, type PreviewDeps, type PreviewOptions } from './preview.ts'
import type { VersionRow } from './queries.ts'

/**
 * Throws `invalid_request` for a file with faults, or with more than routes. The rest names files and secrets of the
 * server, ends holds, screening or approvals, or has details of accounts. Only a direct operator may change that.
 */
export function fileOf(text: string, { isDirect, folder = '/' }: Operator): OperatorFile {
  const file = withFailures(() => parseOperatorFile(text, 'file', folder))
  if (isDirect === true) return file
  const keys = [...file.parts.values()].flatMap(({ beyondRoutes }) => beyondRoutes)
  if (keys.length > 0)
    throw invalid(
      `must describe routes only; \`corridor apply --direct\` on the server changes ${keys.join(', ')}`,
    )
  return file
}

export const applyOverApi = (
  deps: VersionDeps,
  file: OperatorFile,
  options: { from: Instant | undefined; seenNumber: number; execution: Execution },
): Promise<Applied> => orFailure(() => applyVersion(deps, file, options))

export const previewOverApi = (
  deps: PreviewDeps,
  file: OperatorFile,
  options: PreviewOptions,
): Promise<Preview> => orFailure(() => previewFile(deps, file, options))

export const rollBackTo = (
  deps: VersionDeps,
  number: number,
  { execution, ...options }: { execution: Execution; seenNumber: number; routesOnly: boolean },
): Promise<Applied> => orFailure(() => rollBack(deps, number, execution, options))

export const withdraw = (
  deps: VersionDeps,
  number: number,
  execution: Execution,
): Promise<VersionRow> => orFailure(() => withdrawVersion(deps, number, execution))

export const switchRoute = (
  deps: VersionDeps,
  wanted: Switch,
  options: { execution: Execution; seenNumber: number },
): Promise<Applied> =>
  orFailure(async () => applyVersion(deps, await switchFile(deps.db, wanted), options))

async function orFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw failureOf(error)
  }
}

function withFailures<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw failureOf(error)
  }
}

const failureOf = (error: unknown): unknown =>
  error instanceof VersionRefused
    ? refused(error.message)
    : error instanceof OperatorFileError
      ? invalid(`has faults: ${error.message}`)
      : error

const invalid = (message: string) =>
  fieldFailure('invalid_request', [{ pointer: '/file', code: 'invalid_value', message }])

type Switch = {
  name: string
  isDisabled: boolean
  organization: { id: Uuid<'org'>; enterprise_id: Uuid<'ent'> }
}

/** The operator file that disables or enables a route of an organization. It is a version like any other. */
async function switchFile(
  db: Db,
  { name, isDisabled, organization }: Switch,
): Promise<OperatorFile> {
  const enterprise = await selectEnterprise(db, organization.enterprise_id)
  const routes = [{ name, disabled: isDisabled }]
  const organizations = [{ id: publicId('org', organization.id), routes }]
  const enterprises = [{ name: enterprise?.name, organizations }]
  return parseOperatorFile(stringify({ enterprises }), `route ${name}`, '.')
}
