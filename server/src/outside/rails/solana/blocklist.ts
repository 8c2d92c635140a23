// Reads whether the issuer has frozen the token account of a wallet. A frozen account can neither send nor receive.
import { address } from '@solana/kit'
import { batched } from '../../../platform/db/batch.ts'
import type { Blocklist } from '../port.ts'
import { MOST_ACCOUNTS, readAccounts, tokenAccountIn } from './accounts.ts'
import { tokenAccountOf } from './wallet.ts'
import { tokenOf, type World } from './world.ts'

export function openBlocklist(world: World): Blocklist {
  const { nodes, settings } = world
  const isFrozen = batched(
    async (tokenAccounts: readonly string[]) => {
      const frozen = await nodes.agreed(async (call) => {
        const { accounts } = await readAccounts(call, tokenAccounts)
        return accounts.map((account) => tokenAccountIn(account)?.isFrozen === true)
      }, JSON.stringify)
      if (frozen === undefined)
        throw new Error('the RPC nodes contradict each other about frozen accounts')
      return frozen
    },
    { maxRows: MOST_ACCOUNTS, takesAll: true },
  )
  return {
    async isBlocked(currency, account) {
      const { mint } = tokenOf({ settings }, currency)
      return isFrozen(await tokenAccountOf(address(account), mint))
    },
    // The rail itself tells what is wrong with its nodes.
    problems: async () => [],
  }
}
