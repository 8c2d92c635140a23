// The rails of a deployment. The first rail that lists a method serves it.
import { bitsoRailKind } from '../companies/bitso/kinds.ts'
import type { Config } from '../config.ts'
import { connectorRailKind } from '../connectors/kinds.ts'
import { evmKind } from './evm/kind.ts'
import type { InstrumentMethod } from '../instruments/methods.ts'
import type { Simulator } from '../sandbox/simulator.ts'
import type { Rail } from './first-port.ts'
import type { RailKind } from './port.ts'
import { openSandboxRail } from './sandbox/index.ts'

export const openRails = (config: Config, simulator: Simulator): Rail[] =>
  config.environment === 'sandbox' ? [openSandboxRail(config.secrets.depositSeed, simulator)] : []

export function railFor(rails: readonly Rail[], method: InstrumentMethod): Rail {
  const rail = rails.find((candidate) => candidate.methods.includes(method))
  if (rail === undefined) throw new Error(`no rail of this deployment serves ${method}`)
  return rail
}

/** The kinds of rails that have an adapter, by the `kind` of the operator file. */
export const railKinds: ReadonlyMap<string, RailKind> = new Map([
  ['bitso', bitsoRailKind],
  ['connector', connectorRailKind],
  ['evm', evmKind],
])
