// The published form of a version of the configuration.
import Type, { type Static } from 'typebox'
import { toTimestamp, toTimestampOrNull } from '../../platform/clock.ts'
import { anyText, choice, count, exact, nullable, timestamp } from '../../platform/http/schemas.ts'
import type { Change } from '../operator-file/applying.ts'
import type { Applied } from './apply-version.ts'
import type { VersionRow } from './queries.ts'

export const changeSchema = exact(
  {
    verb: choice(['create', 'change'], 'What happens with it.', { title: 'ChangeVerb' }),
    what: anyText('What changes.', 'route USDC to COP of Acme'),
    details: Type.Array(anyText('A key with its old and new value.', 'tax_bps: 0 -> 5'), {
      description: 'Keys with old and new values. Values of settings are not shown.',
    }),
  },
  { title: 'ConfigurationChange', description: 'One object that a version changes.' },
)

export const changeView = ({ verb, what, details }: Change) => ({
  verb,
  what,
  details: [...details],
})

export const versionSchema = exact(
  {
    number: count('The number of the version.', 7, { minimum: 1 }),
    kind: choice(['apply', 'rollback'], 'How it came about.', { title: 'VersionKind' }),
    status: choice(
      ['pending', 'effective', 'withdrawn', 'refused'],
      'Whether it waits for its instant, became effective, was withdrawn, or conflicted at its instant.',
      { title: 'VersionStatus' },
    ),
    actor: anyText('Who made it.', 'user:ana'),
    reason: anyText('Why.', 'New prices of March.'),
    created_at: timestamp('When it was accepted.'),
    effective_from: nullable(
      timestamp('An instant.'),
      'When it becomes effective. Null if it was effective at once.',
    ),
    settled_at: nullable(
      timestamp('An instant.'),
      'When it became effective, was withdrawn or refused. Null while it is pending.',
    ),
    problem: nullable(
      anyText('A reason.', 'version 7:3:9: unknown currency XXX'),
      'Why it was refused. Null otherwise.',
    ),
    changes: Type.Array(changeSchema, { description: 'What it changes.' }),
  },
  { title: 'ConfigurationVersion', description: 'An applied operator file, and what it changed.' },
)

export const versionView = (row: VersionRow): Static<typeof versionSchema> => ({
  number: row.number,
  kind: row.kind,
  status: row.status,
  actor: row.actor,
  reason: row.reason,
  created_at: toTimestamp(row.created_at),
  effective_from: toTimestampOrNull(row.effective_from),
  settled_at: toTimestampOrNull(row.settled_at),
  problem: row.problem,
  changes: row.changes.map(changeView),
})

export const warnings = Type.Array(anyText('A warning.', 'file:12:9: no hours are left'), {
  description: 'What is probably a mistake in the file. It is applied all the same.',
})

export const appliedSchema = exact(
  {
    version: nullable(versionSchema, 'The new version. Null if the file changes nothing.'),
    changes: Type.Array(changeSchema, { description: 'What changes.' }),
    warnings,
  },
  { title: 'AppliedConfiguration', description: 'What became of an operator file.' },
)

export const appliedView = (
  { version, changes }: Applied,
  warned: readonly string[] = [],
): Static<typeof appliedSchema> => ({
  version: version === null ? null : versionView(version),
  changes: changes.map(changeView),
  warnings: [...warned],
})
