// The sites of the drill by name. A site is opened when its turn comes.
import { bankSite } from './sites/bank.ts'
import { bitsoSite } from './sites/bitso.ts'
import { connectorSite } from './sites/connector.ts'
import { evmSite } from './sites/evm.ts'
import { solanaSite } from './sites/solana.ts'
import { simulatedSite } from './simulator.ts'
import type { Site } from './site.ts'

export const sites: Record<string, () => Promise<Site>> = {
  simulated: simulatedSite,
  connector: connectorSite,
  bank: bankSite,
  bitso: bitsoSite,
  evm: evmSite,
  solana: solanaSite,
}

export function siteNamed(name: string): () => Promise<Site> {
  const open = sites[name]
  if (open === undefined)
    throw new Error(`there is no site ${name}; there are ${Object.keys(sites).join(', ')}`)
  return open
}
