// The kind `solana` of rails in an operator file. The rail itself, with Kit, is imported when one is opened.
import { solanaExplorer } from '../explorers.ts'
import type { RailKind } from '../port.ts'
import { servedBy } from './served.ts'
import { readSettings, settingsProblem } from './settings.ts'

export const solanaRailKind: RailKind = {
  sandboxOnly: false,
  can: {
    isOwnAccount: 'yes',
    cancel: 'yes',
    sends: 'yes',
    sweeps: 'yes',
    strays: 'yes',
    rent: 'yes',
    blocklist: 'yes',
  },
  settingsProblem,
  served: (settings) => servedBy(readSettings(settings)),
  // CAIP-2 cuts the hash of the first block.
  chain: (settings) => `solana:${readSettings(settings).genesisHash.slice(0, 32)}`,
  explorer: ({ cluster }) => solanaExplorer(cluster),
  async open(name, settings, world) {
    const { openFromFile } = await import('./rail.ts')
    return openFromFile(name, readSettings(settings), world)
  },
}
