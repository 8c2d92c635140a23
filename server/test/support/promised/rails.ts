// One rail of each kind in a world of its own, for the promises that every rail keeps. Each world is a small driver:
// `simulated`, `evm`, `solana`, `bank_files`, `bitso` and `connector`.
import type { Abilities } from '../../../src/outside/abilities.ts'
import { bitsoRailKind } from '../../../src/outside/bitso/kinds.ts'
import { connectorRailKind } from '../../../src/outside/connectors/kinds.ts'
import { bankFilesKind } from '../../../src/outside/rails/bank-files/kind.ts'
import { evmKind } from '../../../src/outside/rails/evm/kind.ts'
import type { RailAbility } from '../../../src/outside/rails/port.ts'
import { SIMULATED_CAN } from '../../../src/outside/rails/sandbox/index.ts'
import { solanaRailKind } from '../../../src/outside/rails/solana/kind.ts'
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
  can: Abilities<RailAbility>
}

export const railKinds: readonly RailKindOfTest[] = [
  { kind: 'simulated', start: simulated, preparesNothing: true, can: SIMULATED_CAN },
  { kind: 'evm', start: onEvm, skip: noAnvil, can: evmKind.can },
  { kind: 'solana', start: onSolana, skip: noSolana, can: solanaRailKind.can },
  { kind: 'bank_files', start: byFiles, sharesAccounts: true, can: bankFilesKind.can },
  { kind: 'bitso', start: atBitso, sharesAccounts: true, can: bitsoRailKind.can },
  { kind: 'connector', start: throughConnector, sharesAccounts: true, can: connectorRailKind.can },
]
