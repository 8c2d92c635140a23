// Options that several commands of customers have.
import type { Command } from 'commander'

export const repeat = [
  '--idempotency-key <key>',
  'to repeat the command without a second effect',
] as const

/** Options of every list. */
export const paged = (command: Command): Command =>
  command
    .option('--limit <count>', 'the most rows (default: 50)')
    .option('--all', 'every row', false)

export const ofTime = (command: Command): Command =>
  command
    .option('--after <timestamp>', 'created after it, such as 2026-03-31T00:00:00Z')
    .option('--before <timestamp>', 'created before it')
