// Which instruments are wallets.
import type { InstrumentMethod } from '../../outside/methods/methods.ts'

const wallets: ReadonlySet<InstrumentMethod> = new Set(['SOLANA_ADDRESS', 'EVM_ADDRESS'])

export const isWallet = (method: InstrumentMethod): boolean => wallets.has(method)
