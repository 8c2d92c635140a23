// One rail of each kind in a world of its own, for the promises that every rail keeps. Each world is a small driver:
// `simulated`, `evm`, `solana`, `bank_files`, `bitso` and `connector`.
import { noAnvil } from '../anvil.ts'
import { noSolana } from '../solana-chain.ts'
import { atBitso } from './bitso.ts'
import { byFiles } from './bank-files.ts'
import { onEvm } from './evm.ts'
import { onSolana } from './solana.ts'
import { simulated } from './simulated.ts'
import { throughConnector } from './connector.ts'
import type { RailWorld } from './worlds.ts'

type RailKindOfTest = {
  kind: string
  start: () => Promise<RailWorld>
  /** The reason to skip it; undefined if it can run. */
  skip?: string | undefined
  /** Orders share an account, so the payer must quote the reference number. */
  sharesAccounts?: boolean
  /** The preparation is the same text for all keys, because the rail needs none. */
  preparesNothing?: boolean
  returns: boolean
  reverses: boolean
}

export const railKinds: readonly RailKindOfTest[] = [
  { kind: 'simulated', start: simulated, preparesNothing: true, returns: true, reverses: false },
  { kind: 'evm', start: onEvm, skip: noAnvil, returns: false, reverses: true },
  { kind: 'solana', start: onSolana, skip: noSolana, returns: false, reverses: false },
  { kind: 'bank_files', start: byFiles, sharesAccounts: true, returns: true, reverses: true },
  {
    kind: 'bitso',
    start: atBitso,
    sharesAccounts: true,
    returns: true,
    reverses: false,
  },
  {
    kind: 'connector',
    start: throughConnector,
    sharesAccounts: true,
    returns: true,
    reverses: true,
  },
]
