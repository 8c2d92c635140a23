// The kinds "connector" of the operator file. The adapters are loaded only if a connector is configured.
import type { ProviderKind } from '../liquidity/port.ts'
import type { RailKind } from '../rails/port.ts'
import type { ScreenerKind } from '../screener-port.ts'
import {
  connectorProviderProblem,
  connectorRailProblem,
  connectorScreenerProblem,
  servedBy,
} from './settings.ts'

export const connectorProviderKind: ProviderKind = {
  sandboxOnly: false,
  can: { fills: 'other_side', claim: 'other_side' },
  settingsProblem: connectorProviderProblem,
  pairSettingsProblem: (settings) =>
    Object.keys(settings).length === 0 ? undefined : 'a pair of a connector has no settings',
  open: async (provider, world) =>
    (await import('./provider.ts')).openConnectorProvider(provider, world),
}

export const connectorRailKind: RailKind = {
  sandboxOnly: false,
  can: {
    openAccounts: 'other_side',
    receive: 'setting',
    returns: 'yes',
    reversals: 'yes',
    cancel: 'other_side',
    sends: 'other_side',
    claim: 'other_side',
  },
  settingsProblem: connectorRailProblem,
  served: servedBy,
  open: async (name, settings, world) =>
    (await import('./rail.ts')).openConnectorRail(name, settings, world),
}

export const connectorScreenerKind: ScreenerKind = {
  settingsProblem: connectorScreenerProblem,
  open: async (name, settings, world) =>
    (await import('./screener.ts')).openConnectorScreener(name, settings, world),
}
