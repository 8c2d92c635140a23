// The status object of organizations, instruments and orders, from the history kept in their rows.
import { toTimestamp, type Instant } from '../clock.ts'

/** Stored and published in this form, oldest first. `created_at` is a timestamp. */
export type StatusEntry = { status: string; created_at: string }

export const statusView = (history: readonly StatusEntry[]) => ({
  current_status: history.at(-1)?.status ?? '',
  status_history: history.map(({ status, created_at }) => ({ status, created_at })),
})

/** The same as text: neither the names nor the timestamps hold a character that JSON escapes. */
export function statusText(history: readonly StatusEntry[]): string {
  let entries = ''
  for (const { status, created_at } of history)
    entries += `${entries === '' ? '' : ','}{"status":"${status}","created_at":"${created_at}"}`
  return `{"current_status":"${history.at(-1)?.status ?? ''}","status_history":[${entries}]}`
}

/** The API creates resources on hold, and an operator releases them. With `autoRelease` the history shows both steps. */
export function firstStatuses(at: Instant, autoRelease: boolean) {
  const created_at = toTimestamp(at)
  const held = { status: 'COMPLIANCE_HOLD', created_at }
  const status: 'ACTIVE' | 'COMPLIANCE_HOLD' = autoRelease ? 'ACTIVE' : 'COMPLIANCE_HOLD'
  return { status, statusHistory: autoRelease ? [held, { status, created_at }] : [held] }
}
