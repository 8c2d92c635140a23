// The kinds of liquidity providers that have an adapter, by the `kind` of the operator file.
import { bitsoProviderKind } from '../bitso/kinds.ts'
import { connectorProviderKind } from '../connectors/kinds.ts'
import type { ProviderKind } from './port.ts'
import { problemOfReading } from '../../platform/thrown.ts'
import { parProviderKind } from './par.ts'
import { openSandboxProvider } from './sandbox/index.ts'
import { readPairSettings } from './sandbox/settings.ts'

export const providerKinds: ReadonlyMap<string, ProviderKind> = new Map<string, ProviderKind>([
  [
    'simulated',
    {
      sandboxOnly: true,
      can: { fills: 'yes' },
      settingsProblem: (settings) =>
        Object.keys(settings).length === 0 ? undefined : 'a simulated provider has no settings',
      pairSettingsProblem: (settings) => problemOfReading(() => readPairSettings(settings)),
      open: (provider, world) => Promise.resolve(openSandboxProvider(provider, world)),
    },
  ],
  ['par', parProviderKind],
  ['bitso', bitsoProviderKind],
  ['connector', connectorProviderKind],
])
