// The section `retention`: days after which kinds of encrypted values are erased. It is the whole policy: a kind that it
// omits has the days of CORRIDOR_DETAILS_KEPT_DAYS, or is kept.
import Type from 'typebox'
import { Value } from 'typebox/value'
import { LEGAL_MINIMUM_DAYS } from '../../../platform/config.ts'
import {
  retentionKinds,
  selectRetentionPolicy,
  updateRetentionPolicy,
  type RetentionPolicy,
} from '../../../rules/retention/policy.ts'
import type { Applying } from '../applying.ts'
import { changed } from '../differences.ts'
import { exact, valueAt } from '../judging.ts'
import type { Section } from '../section.ts'

const days = Type.Optional(Type.Integer({ minimum: 1, maximum: 99_999 }))

const schema = exact({
  instruments: days,
  information_requests: days,
  deposit_senders: days,
  prepared_sends: days,
})

export const retention: Section = {
  key: 'retention',
  noun: 'retention',
  schema,
  stage: 'limits',
  check(_file, content) {
    const policy = valueAt(content, 'retention')
    if (!Value.Check(schema, policy)) return undefined
    return {
      apply: (applying) => apply(applying, policy),
      undo: ({ db }) => selectRetentionPolicy(db),
      beyondRoutes: ['retention'],
    }
  },
  write: ({ db }) => selectRetentionPolicy(db),
  merge: (undos) => undos.at(-1),
}

async function apply(
  { db, changes, problems, environment }: Applying,
  policy: RetentionPolicy,
): Promise<void> {
  for (const kind of retentionKinds) {
    const days = policy[kind]
    if (environment === 'live' && days !== undefined && days < LEGAL_MINIMUM_DAYS)
      problems.push({
        path: ['retention', kind],
        reason: `${kind} must be kept for ${LEGAL_MINIMUM_DAYS} days or more in a live deployment, not ${days}`,
      })
  }
  const before = await selectRetentionPolicy(db)
  const details = retentionKinds.flatMap((kind) =>
    before[kind] === policy[kind]
      ? []
      : [changed(kind, daysText(before[kind]), daysText(policy[kind]))],
  )
  if (details.length === 0) return
  await updateRetentionPolicy(db, policy)
  changes.push({ verb: 'change', what: 'retention', details })
}

const daysText = (days: number | undefined): string =>
  days === undefined ? '-' : `${days} day${days === 1 ? '' : 's'}`
