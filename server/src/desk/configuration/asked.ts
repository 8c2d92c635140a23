// Parts of requests about the configuration.
import Type from 'typebox'
import { failure, retryLater } from '../../platform/errors.ts'
import { instant } from '../../platform/http/schemas.ts'
import { secondsOf, type Limit, type SharedCounts } from '../../platform/http/shared-counts.ts'
import type { Operator } from '../../parties/operators/operator.ts'

export const fileText = Type.String({
  minLength: 1,
  description: 'An operator file, in YAML.',
  examples: ['enterprises: []'],
})

export const effectiveFrom = instant(
  'Without it, the file is applied at once.',
  '2026-03-31T00:00:00Z',
)

export const seesAll = ({ enterpriseIds }: Operator): boolean => enterpriseIds === null

/** The process reads a file of 64 KiB in up to half a second, and answers nobody meanwhile. */
const FILES: Limit = { most: 30, windowMs: 60_000 }

/** Call it before a file is read. Throws `rate_limited`. */
export function takeFile(counts: SharedCounts, { actor }: Operator): void {
  const taken = counts.take(`files of ${actor}`, FILES, 1)
  if (!taken.isAllowed)
    throw retryLater(
      'rate_limited',
      secondsOf(taken),
      `At most ${FILES.most} files are read in a minute.`,
    )
}

/** The configuration is of the whole deployment. */
export function requireAll(operator: Operator): void {
  if (!seesAll(operator)) throw failure('not_found')
}
