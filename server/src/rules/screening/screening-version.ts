// The state of an answer of the screeners that an approval of its release binds to.
import type { ScreeningRow } from './queries.ts'

export const screeningVersion = (row: ScreeningRow | undefined): string =>
  row === undefined ? 'none' : `${row.state}, round ${row.round}, list ${row.version ?? 'none'}`
