// The screener of kind `payer`: money must come from an account of the organization's own, or from a listed payer. It asks
// nothing about payouts and refunds, nor about money that belongs to no order yet: that is asked when it is assigned.
import Type from 'typebox'
import { exact } from '../../platform/http/schemas.ts'
import { fundingAddressOf } from '../../outside/methods/methods.ts'
import { selectInstruments } from '../../parties/instruments/queries.ts'
import { instrumentOf } from '../../parties/instruments/view.ts'
import { problemOfForm } from '../../platform/settings-form.ts'
import { values } from '../../platform/values.ts'
import { finder } from './list.ts'
import { normalized } from './normalize.ts'
import type { ScreenerKind } from '../../outside/screener-port.ts'
import { holdersOf } from './question.ts'

const schema = exact({
  /** A list of payers that may pay for every organization, as for a screener of kind `list`. */
  file: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
  /** The answer for another payer. */
  other: Type.Optional(Type.Enum(['hold', 'reject'])),
  /** The answer for a deposit whose sender the rail does not tell. */
  unknown_sender: Type.Optional(Type.Enum(['hold', 'clear'])),
})

export const payerScreenerKind: ScreenerKind = {
  settingsProblem: (settings) => problemOfForm(schema, settings, 'a payer rule'),
  listFile: (settings) => values().Parse(schema, settings).file,
  async open(name, settings, { db, secrets }) {
    const { file, other = 'hold', unknown_sender = 'hold' } = values().Parse(schema, settings)
    const find = finder({ db, secrets }, name)

    async function ownForms(organizationId: Parameters<typeof selectInstruments>[1]) {
      const rows = await selectInstruments(db, organizationId, null, null)
      const forms = rows
        .filter(({ status }) => status === 'ACTIVE')
        .flatMap((row) => {
          const { method, details } = instrumentOf(secrets, row)
          return [
            normalized('address', fundingAddressOf(method, details)),
            ...holdersOf(details).map((holder) => normalized('name', holder)),
          ]
        })
      return new Set(forms.filter((form) => form !== undefined))
    }

    return {
      name,
      async ask(question, _round, { order }) {
        if (question.subject !== 'deposit' || order === null) return { answer: 'clear' }
        const senders = [
          ...question.accounts.map((text) => normalized('address', text)),
          ...question.names.map((text) => normalized('name', text)),
        ].filter((form) => form !== undefined)
        if (senders.length === 0)
          return unknown_sender === 'clear'
            ? { answer: 'clear' }
            : { answer: 'hold', reason: 'unknown payer' }
        const own = await ownForms(order.organization_id)
        if (senders.some((form) => own.has(form))) return { answer: 'clear' }
        if (file !== undefined && (await find(question)) !== undefined) return { answer: 'clear' }
        return { answer: other, reason: 'the payer is not the customer' }
      },
    }
  },
}
