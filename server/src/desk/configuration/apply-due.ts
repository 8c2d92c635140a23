// A background task that applies versions of the configuration whose instant has come.
import type { Logger } from 'pino'
import type { VersionDeps } from './apply-version.ts'
import { selectDueVersions, selectVersionFile } from './queries.ts'

/** Returns the number of versions that were settled. */
export async function applyDueVersions(deps: VersionDeps & { log: Logger }): Promise<number> {
  const [due] = await selectDueVersions(deps.db, deps.clock.now(), 1)
  if (due === undefined) return 0
  // The parts that read operator files are loaded only when they are needed.
  const { applyPending } = await import('./apply-version.ts')
  const source = await selectVersionFile(deps.db, deps.config.secrets, due.id)
  const settled = await applyPending(deps, due, source)
  if (settled?.status === 'refused')
    deps.log.error(
      { version: settled.number, problem: settled.problem },
      'a version of the configuration was refused at its instant',
    )
  else if (settled !== undefined)
    deps.log.info({ version: settled.number }, 'a version of the configuration became effective')
  return 1
}
