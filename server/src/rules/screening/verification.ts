// The screener of kind `verification`: says what an organization or instrument that is not verified cannot do. Money for it
// is held, and what it should be paid waits. A rejected one gets the same answer as one that nobody has looked at.
import Type from 'typebox'
import { exact } from '../../platform/http/schemas.ts'
import type { Uuid } from '../../platform/ids.ts'
import { problemOfForm } from '../../platform/settings-form.ts'
import { values } from '../../platform/values.ts'
import { selectUnverified } from '../verifications/queries.ts'
import { selectTransfer } from './lacking-queries.ts'
import type { ScreenerKind } from '../../outside/screener-port.ts'

const needed = Type.Optional(
  Type.Array(Type.Enum(['organization', 'instrument']), { minItems: 1, uniqueItems: true }),
)

const schema = exact({
  /** Must be verified before a deposit is credited. */
  deposits: needed,
  /** Must be verified before money is paid out. */
  payouts: needed,
})

export const verificationScreenerKind: ScreenerKind = {
  settingsProblem(settings) {
    const wrong = problemOfForm(schema, settings, 'a verification rule')
    if (wrong !== undefined) return wrong
    return Object.keys(settings).length === 0 ? 'name deposits, payouts or both' : undefined
  },
  async open(name, settings, { db }) {
    const { deposits = [], payouts = [] } = values().Parse(schema, settings)
    return {
      name,
      async ask({ subject }, _round, { order }) {
        if (subject === 'refund' || order === null) return { answer: 'clear' }
        const rule = subject === 'deposit' ? deposits : payouts
        if (rule.length === 0) return { answer: 'clear' }
        const { organization_id: organizationId } = order
        const { payin_id, paid_id } = await selectTransfer(db, order)
        const wanted: { what: string; id: Uuid<'org' | 'epi'> }[] = []
        if (rule.includes('organization')) wanted.push({ what: 'organization', id: organizationId })
        if (rule.includes('instrument'))
          wanted.push({ what: 'instrument', id: subject === 'deposit' ? payin_id : paid_id })
        const unverified = await selectUnverified(
          db,
          organizationId,
          wanted.map(({ id }) => id),
        )
        const first = wanted.find(({ id }) => unverified.includes(id))
        if (first === undefined) return { answer: 'clear' }
        return {
          answer: 'hold',
          reason: `the ${first.what} is not verified`,
          lacks: { what: 'verification', id: first.id },
        }
      },
    }
  },
}
