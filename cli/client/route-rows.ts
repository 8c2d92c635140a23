// The commands of operators on routes, and their operations.
import { nearestFirst } from '@corridor/server/platform/nearest.ts'
import { report } from '../report.ts'
import { numbered, type Applied } from './configuration-rows.ts'
import { WaitsForApproval, type WaitingAct } from './refusals.ts'
import { listText, pages, reasonOf, textIn, type Call, type Row } from './rows.ts'

type Route = {
  id: string
  organization_id: string
  organization_name: string
  name: string
  payin_currency: string
  payout_currency: string
  liquidity_provider: string
  payin_limits: { min: string; max: string }
  is_disabled: boolean
}

const routesOf = (call: Call, filter: Record<string, string | undefined>): Promise<Route[]> => {
  const query = new URLSearchParams({ limit: '200' })
  for (const [name, value] of Object.entries(filter))
    if (value !== undefined) query.set(name, value)
  return pages<Route>(call, `/routes?${query}`)
}

const listRoutes: Row = {
  async run(call, { options }) {
    const organization_id = textIn(options, 'organization')
    const data = await routesOf(call, { organization_id })
    const shown = {
      headings: ['ROUTE', 'ORGANIZATION', 'NAME', 'PROVIDER', 'SMALLEST', 'LARGEST', 'STATE'],
      cells: (one: Route) => [
        one.id,
        one.organization_name,
        one.name,
        one.liquidity_provider,
        `${one.payin_limits.min} ${one.payin_currency}`,
        `${one.payin_limits.max} ${one.payin_currency}`,
        one.is_disabled ? 'disabled' : 'enabled',
      ],
      empty: 'There is no route.',
    }
    return { text: listText(shown, data), json: data }
  },
}

/** Each organization has a route of its own, so each is an act of its own. */
const switchRoutes = (verb: 'disable' | 'enable'): Row => ({
  async run(call, given) {
    const name = given.args[0] ?? ''
    const reason = reasonOf(given)
    const found = await routesNamed(call, name, textIn(given.options, 'organization'))
    if (found.length > 1 && verb === 'enable')
      throw new Error(
        `several organizations have a route ${name}; choose one of these organizations: ${found.map((one) => one.organization_id).join(', ')}`,
      )
    const done: Applied[] = []
    const waiting: WaitingAct[] = []
    for (const { id, organization_id: organization } of found) {
      try {
        const path = `/organizations/${organization}/routes/${id}/${verb}`
        done.push((await call<Applied>('POST', path, { reason })).data)
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
): Promise<Route[]> {
  const found = await routesOf(call, { name, organization_id })
  if (found.length > 0) return found
  const names = [...new Set((await routesOf(call, { organization_id })).map((one) => one.name))]
  throw new Error(
    organization_id !== undefined && names.length === 0
      ? `there is no organization ${organization_id} with a route`
      : `there is no route ${name}; routes: ${nearestFirst(name, names)}`,
  )
}

export const routeRows: Readonly<Record<string, Row>> = {
  'routes list': listRoutes,
  'routes disable': switchRoutes('disable'),
  'routes enable': switchRoutes('enable'),
}
