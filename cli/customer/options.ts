// Options that several commands of customers have.
import { InvalidArgumentError, type Command } from 'commander'
import type { Given } from '../client/rows.ts'

export const repeat = [
  '--idempotency-key <key>',
  'to repeat the command without a second effect',
] as const

/** Pairs of metadata, of what a command makes or of what a list looks for. */
export const metadata = [
  '--metadata <key=value>',
  'a key and value of your own; may be given several times',
  pairs,
] as const

type Pairs = Record<string, string>

export function pairs(text: string, before: Pairs = {}): Pairs {
  const [, key, value] = /^([^=]+)=(.+)$/s.exec(text) ?? []
  if (key === undefined || value === undefined)
    throw new InvalidArgumentError('It must be a key and a value, such as invoice=2026-0042.')
  if (Object.hasOwn(before, key)) throw new InvalidArgumentError(`${key} is given twice.`)
  return { ...before, [key]: value }
}

/** The metadata of a request, from its option. */
export const metadataIn = ({ metadata: given }: Given['options']): { metadata?: Pairs } =>
  isPairs(given) ? { metadata: given } : {}
const isPairs = (given: unknown): given is Pairs => typeof given === 'object' && given !== null

/** Options of every list. */
export const paged = (command: Command): Command =>
  command
    .option('--limit <count>', 'the most rows (default: 50)')
    .option('--all', 'every row', false)

export const ofTime = (command: Command): Command =>
  command
    .option('--after <timestamp>', 'created after it, such as 2026-03-31T00:00:00Z')
    .option('--before <timestamp>', 'created before it')
