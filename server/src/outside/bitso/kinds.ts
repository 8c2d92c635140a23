// The kinds that the registries list. The adapters are imported when one is configured.
import type { ProviderKind } from '../liquidity/port.ts'
import type { RailKind } from '../rails/port.ts'
import { problemOfReading } from '../../platform/thrown.ts'
import { readPairSettings, readProviderSettings, readRailSettings, servedBy } from './settings.ts'

export const bitsoRailKind: RailKind = {
  sandboxOnly: false,
  can: { receive: 'yes', returns: 'yes', sends: 'yes' },
  settingsProblem: (settings) => problemOfReading(() => readRailSettings(settings)),
  served: (settings) => servedBy(readRailSettings(settings)),
  open: async (name, settings, world) =>
    (await import('./rail.ts')).openBitsoRail(name, settings, world),
}

export const bitsoProviderKind: ProviderKind = {
  sandboxOnly: false,
  can: { fills: 'yes' },
  settingsProblem: (settings) => problemOfReading(() => readProviderSettings(settings)),
  pairSettingsProblem: (settings) => problemOfReading(() => readPairSettings(settings)),
  open: async (provider, world) =>
    (await import('./provider.ts')).openBitsoProvider(provider, world),
}
