// A page of the lines of an account, for its organization and for the desk.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Db } from '../../platform/db/pool.ts'
import { readPage, type PageDeps } from '../../platform/http/list.ts'
import { selectAccountLines, type AccountRow } from './queries.ts'
import { accountLineView, type accountLineSchema } from './view.ts'

export async function readLines(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: PageDeps & { db: Db },
  { organization_id: organizationId, id, currency }: AccountRow,
): Promise<Static<typeof accountLineSchema>[]> {
  const lines = await readPage(request, reply, deps, {
    name: `account-lines:${id}`,
    keyFrom: Number,
    page: (before, limit) => selectAccountLines(deps.db, { organizationId, id }, before, limit),
    keyOf: ({ number }) => String(number),
  })
  return lines.map((line) => accountLineView(line, currency))
}
