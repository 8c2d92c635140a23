// Leaves out instruments that no rail of the deployment serves: an order could neither be funded nor paid out.
import type { Catalogue } from '../catalogue.ts'
import type { Uuid } from '../ids.ts'
import type { ActiveInstrument } from '../instruments/queries.ts'
import type { Rails } from '../rails/registry.ts'
import { servingRail } from '../rails/served.ts'

export async function servedInstruments(
  deps: { catalogue: Catalogue; rails: Rails },
  organizationId: Uuid<'org'>,
  instruments: readonly ActiveInstrument[],
): Promise<ActiveInstrument[]> {
  const rails = await deps.rails.all()
  // Details are sealed. Open them only where they select the rail: thousands of instruments may fit.
  const needsDetails = new Set(
    rails.flatMap(({ served }) =>
      served.flatMap(({ method, where }) => (where === undefined ? [] : [String(method)])),
    ),
  )
  const fitting: ActiveInstrument[] = []
  for (const instrument of instruments) {
    const { id, method, currency } = instrument
    const details = needsDetails.has(method)
      ? (await deps.catalogue.instrument({ organizationId, id }))?.details
      : {}
    if (servingRail(rails, { method, currency, details: details ?? {} }) !== undefined)
      fitting.push(instrument)
  }
  return fitting
}
