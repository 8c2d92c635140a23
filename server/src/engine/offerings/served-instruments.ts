// Leaves out instruments that no rail of the deployment serves: an order could neither be funded nor paid out. Some rails
// only receive.
import type { Catalogue } from '../catalogue.ts'
import type { Uuid } from '../../platform/ids.ts'
import type { ActiveInstrument } from '../../parties/instruments/queries.ts'
import type { Rails } from '../../outside/rails/registry.ts'
import { isPaidOut, servingRail } from '../../outside/rails/serving-rail.ts'

export type ServedInstrument = ActiveInstrument & { isPaidOut: boolean; rail: string }

export async function servedInstruments(
  deps: { catalogue: Catalogue; rails: Rails },
  organizationId: Uuid<'org'>,
  instruments: readonly ActiveInstrument[],
): Promise<ServedInstrument[]> {
  const rails = await deps.rails.all()
  // Details are sealed. Open them only where they select the rail: thousands of instruments may fit.
  const needsDetails = new Set(
    rails.flatMap(({ served }) =>
      served.flatMap(({ method, where }) => (where === undefined ? [] : [String(method)])),
    ),
  )
  const fitting: ServedInstrument[] = []
  for (const instrument of instruments) {
    const { id, method, currency } = instrument
    const details = needsDetails.has(method)
      ? (await deps.catalogue.instrument({ organizationId, id }))?.details
      : {}
    const routed = { method, currency, details: details ?? {} }
    const rail = servingRail(rails, routed)
    if (rail !== undefined)
      fitting.push({ ...instrument, isPaidOut: isPaidOut(rails, routed), rail: rail.name })
  }
  return fitting
}
