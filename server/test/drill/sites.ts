// The sites of the drill by name. A site is opened when its turn comes.
import { simulatedSite } from './simulator.ts'
import { bankSite } from './sites/bank.ts'
import { bitsoSite } from './sites/bitso.ts'
import { connectorSite } from './sites/connector.ts'
import { evmSite } from './sites/evm.ts'
import { solanaSite } from './sites/solana.ts'
import type { Site } from './site.ts'

export const sites: Record<string, () => Promise<Site>> = {
  simulated: simulatedSite,
  connector: connectorSite,
  bank: bankSite,
  bitso: bitsoSite,
  evm: evmSite,
  solana: solanaSite,
}
