// Opens the rails with what they ask of the service: whether a send may still happen, and which addresses are the desk's.
import { openAccountBook } from '../accounts/book.ts'
import { insertRelayedTransaction } from '../gas/queries.ts'
import { isHandedOut } from '../../outside/rails/desk-accounts.ts'
import { maySend } from './may-send.ts'
import { openRailsWith, type OpenDeps, type Rails } from '../../outside/rails/registry.ts'
import type { RailKind } from '../../outside/rails/port.ts'

type Needs = Omit<OpenDeps, 'noteRelayed' | 'maySend' | 'isHandedOut' | 'accounts'>

export function openRails(deps: Needs, kinds?: ReadonlyMap<string, RailKind>): Rails {
  const { db, clock } = deps
  return openRailsWith(
    {
      ...deps,
      noteRelayed: (rail, transaction) =>
        insertRelayedTransaction(db, rail, transaction, clock.now()),
      maySend: (rail, key) => maySend(db, rail, key),
      isHandedOut: (address) => isHandedOut(db, address),
      accounts: openAccountBook(db, clock),
    },
    kinds,
  )
}
