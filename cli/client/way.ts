// Decides how a command reaches Corridor: over the operator API of a running service, or directly on the database.
import { readClientSettings } from '@corridor/server/platform/config.ts'
import { remoteCall } from './remote.ts'
import { RefusedByService } from './refusals.ts'
import type { Call } from './rows.ts'
import { readSessions } from './sessions.ts'
import { serviceUrl } from '../service-url.ts'

type WayOptions = {
  url?: string | undefined
  direct: boolean
  /** The folder of the operator file that the command reads. */
  folder?: string | undefined
}

export async function throughWay<T>(
  options: WayOptions,
  work: (call: Call) => Promise<T>,
): Promise<T> {
  const settings = readClientSettings()
  if (options.direct) {
    if (options.url !== undefined) throw new Error('--direct uses no service: leave out --url')
    return (await import('./direct.ts')).directly(true, work, options.folder)
  }
  const { current, sessions } = readSessions(settings.sessionsFile)
  const given = options.url ?? settings.url
  const isWanted = given !== '' || settings.operatorKey !== '' || current !== null
  if (!isWanted) return (await import('./direct.ts')).directly(false, work, options.folder)
  const url = serviceUrl(given === '' ? (settings.operatorKey === '' ? current : null) : given)
  const token = settings.operatorKey === '' ? sessions[url]?.token : settings.operatorKey
  if (token === undefined)
    throw new Error(
      `you are not signed in at ${url}: run \`corridor sign-in --url ${url}\`, or set CORRIDOR_OPERATOR_KEY`,
    )
  try {
    return await work(remoteCall(url, token))
  } catch (error) {
    if (!(error instanceof RefusedByService) || error.problem.code !== 'not_signed_in') throw error
    throw new Error(
      settings.operatorKey === ''
        ? `your session at ${url} has ended: run \`corridor sign-in --url ${url}\``
        : `${url} does not know the key in CORRIDOR_OPERATOR_KEY, or it was revoked or has expired`,
      { cause: error },
    )
  }
}
