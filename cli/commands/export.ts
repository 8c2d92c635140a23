// `corridor export`: prints the operator file that describes the database.
import { DEPLOYMENT } from '@corridor/server/audit/chain.ts'
import { insertAudit } from '@corridor/server/audit/queries.ts'
import { inTransaction } from '@corridor/server/db/pool.ts'
import { settleSecrets } from '@corridor/server/db/secrets.ts'
import { exportFile } from '@corridor/server/operators/export-file.ts'
import { reasonIn } from '../reason.ts'
import { withDatabase } from '../with-database.ts'
import { directActor } from '../client/system-user.ts'

type Options = { withDetails: boolean; reason?: string }

export const exportCommand = ({ withDetails, reason }: Options): Promise<void> =>
  withDatabase(async (pool, { config: { secrets }, clock }) => {
    if (withDetails && reason === undefined)
      throw new Error('--with-details needs --reason: details of instruments are sealed')
    await settleSecrets(pool, secrets)
    const text = await inTransaction(pool, async (db) => {
      await db.query('set transaction isolation level repeatable read')
      if (withDetails && reason !== undefined)
        await insertAudit(db, {
          chain: DEPLOYMENT,
          at: clock.realNow(),
          actor: directActor(),
          act: 'configuration.export',
          subject: '',
          reason: reasonIn({ reason }),
          detail: { with_details: true },
        })
      return exportFile({ db, secrets, at: clock.now(), withDetails })
    })
    process.stdout.write(text)
  })
