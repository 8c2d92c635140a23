// Routes are disabled and enabled by name, in each organization that has one of the name.
import type { Schemas } from '@corridor/server/operator-client/client.ts'
import { nearestFirst } from '@corridor/server/platform/nearest.ts'
import { report } from '../report.ts'
import { numbered, type Applied } from './configuration-rows.ts'
import { WaitsForApproval, type WaitingAct } from './refusals.ts'
import { reasonOf, textIn, type Call, type Row } from './rows.ts'

const routesOf = async (call: Call, filter: { name?: string; organization_id?: string }) =>
  (await call.all('/operator/v1/routes', { ...filter, limit: 200 })).rows

/** Each organization has a route of its own, so each is an act of its own. */
const switchRoutes = (verb: 'disable' | 'enable'): Row => ({
  async run(call, line) {
    const name = line.args[0] ?? ''
    const reason = reasonOf(line)
    const found = await routesNamed(call, name, textIn(line.options, 'organization'))
    if (found.length > 1 && verb === 'enable')
      throw new Error(
        `several organizations have a route ${name}; choose one of these organizations: ${found.map((one) => one.organization_id).join(', ')}`,
      )
    const done: Applied[] = []
    const waiting: WaitingAct[] = []
    for (const { id: route_id, organization_id } of found) {
      try {
        const path =
          `/operator/v1/organizations/{organization_id}/routes/{route_id}/${verb}` as const
        done.push((await call.act(path, { organization_id, route_id }, { reason })).data)
      } catch (error) {
        if (!(error instanceof WaitsForApproval)) throw error
        waiting.push(...error.approvals)
      }
    }
    const changes = done.flatMap((one) => one.changes)
    const text = `${report(changes, 'Did')}${done.map(numbered).join('')}`
    if (waiting.length > 0) throw new WaitsForApproval(waiting, done.length === 0 ? '' : text)
    return { text, json: done }
  },
})

async function routesNamed(
  call: Call,
  name: string,
  organization_id: string | undefined,
): Promise<Schemas['DeskRoute'][]> {
  const within = organization_id === undefined ? {} : { organization_id }
  const found = await routesOf(call, { name, ...within })
  if (found.length > 0) return found
  const names = [...new Set((await routesOf(call, within)).map((one) => one.name))]
  throw new Error(
    organization_id !== undefined && names.length === 0
      ? `there is no organization ${organization_id} with a route`
      : `there is no route ${name}; routes: ${nearestFirst(name, names)}`,
  )
}

export const routeRows: Readonly<Record<string, Row>> = {
  'routes disable': switchRoutes('disable'),
  'routes enable': switchRoutes('enable'),
}
