// Applies the known counterparties of an operator file, which replace all there are.
import { isDeepStrictEqual } from 'node:util'
import { selectRails } from '../../outside/rails/queries.ts'
import { SIMULATED_RAIL } from '../../outside/rails/sandbox/index.ts'
import {
  selectCounterparties,
  updateCounterparties,
  type Counterparty,
} from '../../engine/treasury/counterparties.ts'
import type { Applying } from './applying.ts'
import { changed } from './differences.ts'
import type { CounterpartyEntry } from './judge-counterparties.ts'
import { nearestFirst } from '../../platform/nearest.ts'

/** Call it after the rails and providers of the file were applied. */
export async function applyCounterparties(
  { db, secrets, environment, pairs, changes, problems }: Applying,
  entries: readonly CounterpartyEntry[] | undefined,
): Promise<void> {
  if (entries === undefined) return
  const rails = (await selectRails(db)).map(({ name }) => name)
  if (environment === 'sandbox') rails.push(SIMULATED_RAIL)
  const accounts = ['treasury', ...[...pairs.keys()].map((name) => `provider:${name}`)]
  for (const { path, counterparty } of entries) {
    const { rail, account } = counterparty
    if (!rails.includes(rail))
      problems.push({
        path: [...path, 'rail'],
        reason: `there is no rail ${rail}; rails: ${nearestFirst(rail, rails)}`,
      })
    if (!accounts.includes(account))
      problems.push({
        path: [...path, 'from'],
        reason: `${account} is no account that money comes from; known: ${nearestFirst(account, accounts)}`,
      })
  }
  const after = entries.map(({ counterparty }) => counterparty)
  const before = await selectCounterparties(db, secrets)
  if (isDeepStrictEqual(before, after)) return
  await updateCounterparties(db, secrets, after)
  const details = [changed('known', textOf(before), textOf(after))]
  changes.push({ verb: 'change', what: 'counterparties', details })
}

/** Without the senders, which are bank details. */
const textOf = (list: readonly Counterparty[]): string =>
  list.length === 0
    ? 'none'
    : list
        .map(
          ({ name, account, isAutomatic }) =>
            `${name} from ${account}${isAutomatic ? ', auto' : ''}`,
        )
        .join('; ')
