// The operator API that describes the configuration as an operator file. Details of instruments are sealed: to read them
// all needs the right for one, a reason, and an entry in the audit trail that is committed before the answer.
import { DEPLOYMENT } from '../../parties/audit/chain.ts'
import { insertAudit } from '../../parties/audit/queries.ts'
import { refused } from '../../parties/acts/refused.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { inSnapshot, inTransaction, type Pool } from '../../platform/db/pool.ts'
import { addWrite } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import { anyText, dataOf, exact, failures } from '../../platform/http/schemas.ts'
import type { SharedCounts } from '../../platform/http/shared-counts.ts'
import { countOrganizations, selectEnterprises } from '../../parties/organizations/queries.ts'
import { actBody, operatorOfRequest } from '../../parties/operators/guard.ts'
import type { Operator } from '../../parties/operators/operator.ts'
import { requireAll, takeFile } from './asked.ts'

type Deps = {
  db: Pool
  clock: Clock
  config: Pick<Config, 'secrets'>
  sharedCounts: SharedCounts
}

/** The file is made in memory. */
const MOST_ORGANIZATIONS = 2000

const schema = exact(
  {
    file: anyText('An operator file, in YAML. To apply it changes nothing.', 'enterprises: []'),
  },
  { title: 'ConfigurationFile', description: 'The configuration as an operator file.' },
)
const tags = ['Configuration']

export function configurationFileEndpoints(api: Api, deps: Deps): void {
  const described = async (operator: Operator, withDetails: boolean): Promise<{ file: string }> => {
    await refuseIfTooMany(deps.db, operator)
    const { exportFile } = await import('../operator-file/export-file.ts')
    const { secrets } = deps.config
    const file = await inSnapshot(deps.db, (db) =>
      exportFile({ db, secrets, at: deps.clock.now(), withDetails }),
    )
    return { file }
  }

  api.get(
    '/configuration/file',
    {
      config: { right: 'preview' },
      schema: {
        tags,
        operationId: 'exportConfiguration',
        summary: 'Export the configuration',
        description: `Describes the database as an operator file, for at most ${MOST_ORGANIZATIONS} organizations. Secrets are references, and instruments have their ids alone.`,
        response: { 200: dataOf(schema, 'The file.'), ...failures(409) },
      },
    },
    async (request, reply) => {
      const operator = operatorOfRequest(request)
      requireAll(operator)
      takeFile(deps.sharedCounts, operator)
      return reply.send({ data: await described(operator, false) })
    },
  )

  addWrite(api, {
    method: 'POST',
    path: '/configuration/file/details',
    config: { right: 'read_details' },
    tags,
    operationId: 'exportConfigurationWithDetails',
    summary: 'Export the configuration with the details of instruments',
    description:
      'As the export, with the accounts of instruments that a file created. The audit trail has who read them, and why, before the answer is sent.',
    body: actBody,
    refusals: [409, 413, 415],
    answer: dataOf(schema, 'The file.'),
    async data(request) {
      const operator = operatorOfRequest(request)
      requireAll(operator)
      takeFile(deps.sharedCounts, operator)
      await inTransaction(deps.db, (db) =>
        insertAudit(db, {
          chain: DEPLOYMENT,
          at: deps.clock.realNow(),
          actor: operator.actor,
          act: 'configuration.export',
          subject: '',
          reason: request.body.reason,
          detail: { with_details: true },
        }),
      )
      return await described(operator, true)
    },
  })
}

async function refuseIfTooMany(db: Pool, { isDirect }: Operator): Promise<void> {
  if (isDirect === true) return
  let count = 0
  for (const { id } of await selectEnterprises(db)) {
    count += await countOrganizations(db, id)
    if (count > MOST_ORGANIZATIONS)
      throw refused(
        `there are more than ${MOST_ORGANIZATIONS} organizations: run \`corridor export --direct\` on the server`,
      )
  }
}
