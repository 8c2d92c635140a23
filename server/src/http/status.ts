// The status object of organizations, instruments and orders, from the history kept in their rows.
import { toTimestamp, type Instant } from '../clock.ts'

/** As stored and as published: `created_at` is a timestamp, oldest first. */
export type StatusEntry = { status: string; created_at: string }

export const statusView = (history: readonly StatusEntry[]) => ({
  current_status: history.at(-1)?.status ?? '',
  status_history: history.map(({ status, created_at }) => ({ status, created_at })),
})

/** How many entries a thing had when it was created: they carry its own instant. */
export const firstVersion = (history: readonly StatusEntry[], createdAt: Instant): number =>
  history.filter((entry) => entry.created_at === toTimestamp(createdAt)).length
