// The kind `evm` of rails. Its settings are read without the libraries of the chain, which only an opened rail needs.
import { evmExplorer } from '../explorers.ts'
import type { RailKind } from '../port.ts'
import { readSettings, servedBy, settingsProblem } from './settings.ts'

export const evmKind: RailKind = {
  sandboxOnly: false,
  can: {
    isOwnAccount: 'yes',
    reversals: 'yes',
    cancel: 'yes',
    canStillHappen: 'yes',
    sends: 'yes',
    movements: 'yes',
    sweeps: 'yes',
    strays: 'yes',
    gas: 'yes',
    blocklist: 'yes',
  },
  settingsProblem,
  served: (settings) => servedBy(readSettings(settings)),
  chain: (settings) => `eip155:${readSettings(settings).chainId}`,
  explorer(settings) {
    const { chain, chainId } = readSettings(settings)
    return evmExplorer(chain, chainId)
  },
  open: async (name, settings, world) =>
    (await import('./index.ts')).openFromFile(name, readSettings(settings), world),
}
