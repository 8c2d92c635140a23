// The instruments that a rail with given settings serves. Pure, so that a rail that is down is routed to all the same.
import type { Served } from '../port.ts'
import type { SolanaSettings } from './settings.ts'

export const servedBy = ({ tokens }: Pick<SolanaSettings, 'tokens'>): Served[] => [
  { method: 'SOLANA_ADDRESS', currencies: tokens.map(({ currency }) => currency) },
]
