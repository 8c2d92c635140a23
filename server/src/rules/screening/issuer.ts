// The screener of kind `issuer`: asks the rail of the money whether the issuer of the token has blocked the party. A rail
// without such tokens, such as a bank, clears everybody.
import Type from 'typebox'
import { exact } from '../../platform/http/schemas.ts'
import { problemOfForm } from '../../platform/settings-form.ts'
import { values } from '../../platform/values.ts'
import type { ScreenerKind } from '../../outside/screener-port.ts'

const schema = exact({
  /** The answer for a blocked party. */
  blocked: Type.Optional(Type.Enum(['hold', 'reject'])),
})

export const issuerScreenerKind: ScreenerKind = {
  settingsProblem: (settings) => problemOfForm(schema, settings, 'an issuer'),
  async open(name, settings, { rails }) {
    const { blocked = 'hold' } = values().Parse(schema, settings)
    return {
      name,
      async ask({ rail: railName, currency, accounts }) {
        const rail = (await rails.all()).find((one) => one.name === railName)
        if (rail === undefined) throw new Error(`the rail ${railName} is not configured`)
        const { blocklist } = rail
        if (blocklist === undefined) return { answer: 'clear' }
        const are = await Promise.all(
          accounts.map((account) => blocklist.isBlocked(currency, account)),
        )
        if (!are.includes(true)) return { answer: 'clear' }
        return { answer: blocked, reason: `blocked by the issuer of ${currency}` }
      },
      async problems() {
        const problems = (await rails.all()).map(async (rail) =>
          ((await rail.blocklist?.problems()) ?? []).map((problem) => `${rail.name}: ${problem}`),
        )
        return (await Promise.all(problems)).flat()
      },
    }
  },
}
