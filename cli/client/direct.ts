// Carries out operations in this process, on the database: for a sandbox, for the first admin and for an emergency. The
// operator API runs without a port, and the owner of the database is its operator.
import { createReadStream } from 'node:fs'
import type { App } from '@corridor/server/platform/http/api-type.ts'
import { selectApprovalRules } from '@corridor/server/parties/acts/queries.ts'
import { settleSecrets } from '@corridor/server/platform/db/secrets.ts'
import { notDraining } from '@corridor/server/platform/http/drain.ts'
import { directOperator } from '@corridor/server/parties/operators/operator.ts'
import { selectUsers } from '@corridor/server/parties/users/queries.ts'
import { userView } from '@corridor/server/parties/operators/view.ts'
import { withDatabase } from '../with-database.ts'
import { systemUser } from './system-user.ts'
import type { Method } from '@corridor/server/operator-client/client.ts'
import { ANY_TYPE, callOver, contentType } from './answers.ts'
import { FileBody, type Call } from './rows.ts'

/**
 * `isAsked`: with --direct. Otherwise a live deployment, or one with rules of approval, is only open while nobody can
 * sign in.
 */
export const directly = <T>(
  isAsked: boolean,
  work: (call: Call) => Promise<T>,
  folder?: string,
): Promise<T> =>
  withDatabase(async (db, { config, openDeps }) => {
    const hasRules = async () => (await selectApprovalRules(db)).length > 0
    if (!isAsked && (config.environment === 'live' || (await hasRules()))) {
      const users = (await selectUsers(db, {})).map(userView)
      if (users.some(({ status }) => status === 'ACTIVE'))
        throw new Error(
          'people sign in at this deployment: run `corridor sign-in`, or set CORRIDOR_OPERATOR_KEY. In an emergency, add --direct.',
        )
    }
    await settleSecrets(db, config.secrets)
    const { buildOperatorApi } = await import('@corridor/server/service/operator-api.ts')
    const app = await buildOperatorApi(
      await openDeps(),
      notDraining(),
      directOperator(systemUser(), folder),
    )
    try {
      return await work(callOf(app))
    } finally {
      await app.close()
    }
  })

/** Gives requests to an application without a port. */
export function callOf(app: App): Call {
  async function inject(method: Method, address: string, body?: object) {
    const answer = await app.inject({
      method,
      url: address,
      headers: {
        accept: ANY_TYPE,
        ...contentType(body),
        ...(body instanceof FileBody ? { 'transfer-encoding': 'chunked' } : {}),
      },
      ...(body === undefined
        ? {}
        : {
            payload: body instanceof FileBody ? createReadStream(body.path) : JSON.stringify(body),
          }),
    })
    const { link } = answer.headers
    const { statusCode: status, payload: text, rawPayload: bytes } = answer
    return { status, text, bytes, link: typeof link === 'string' ? link : null }
  }
  return callOver(inject)
}
