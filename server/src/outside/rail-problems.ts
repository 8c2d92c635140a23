// Problems of rails: a code, its facts, and the English sentence of both. The console has a sentence in Spanish for each
// code, with the same facts. Keys and connectors report theirs in the same form.
import { thrownMessage } from '../platform/thrown.ts'

export const railProblemSentences = {
  not_open: 'the rail {rail} is not open',
  not_opened: 'the rail {rail} is not open: {reason}',
  unasked: 'cannot be asked: {reason}',
  key_unusable: '{setting}: {reason}',
  unreadable: '{reason}',
  chain_unread: '{reason}',
  node_failing: '{reason}',
  node_behind: '{node} is {slots} slots behind the others',
  node_short_history:
    '{node} has a history of {slots} slots, fewer than history_days asks for ({wanted})',
  nodes_disagree: 'the endpoints disagree about {subject}',
  token_unchecked: '{reason}',
  fee_payer_low: 'the fee payer {account} has {lamports} lamports, fewer than low_sol ({low})',
  deposit_unexplained: '{reason}',
  gas_unread: 'the gas of relayer {relayer} cannot be read',
  gas_low: 'relayer {relayer} has {gwei} gwei of {currency}, below low_gas_gwei {low}',
  allowance_unread: 'the allowance of {currency} cannot be read',
  allowance_missing: 'payer {payer} must approve the authorizer {authorizer} for {currency}',
  bank_unreachable: 'files cannot be exchanged with the bank: {reason}',
  bank_file_unreadable: 'file {file} cannot be read: {reason}',
  bank_file_doubtful: '{reason}',
  bank_files_more: 'and {count} more',
  bank_inbox_full:
    'the inbox has {count} files more than the {most} that are read: move old files away',
  bank_statement_missing: 'no statement (camt.053) with a closing balance came in {days} bank days',
  bank_statement_old: 'the last statement is of {date}, {days} bank days ago',
  payments_unknown:
    '{count} payments are not known to the work folder, which is new or an older copy: ask the bank about each ({some})',
  payments_taken_back:
    '{count} payments were taken back from the outbox: ask the bank whether it read them ({some})',
  pgp_unusable: '{reason}',
  pgp_key_ends: '{key} ends on {date}: payments wait from then on',
  pgp_key_unusable: '{key} cannot be used, and payments wait: {reason}',
  connector_failing: '{reason}',
  connector_version: 'it speaks version {stated} of the protocol, this service {spoken}',
  connector_lacks: 'it does not pay {currency} to {method}, which its settings say',
} as const

type Sentences = typeof railProblemSentences
export type RailProblemCode = keyof Sentences
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never
type FactsOf<Code extends RailProblemCode> = Readonly<
  Record<NamesIn<Sentences[Code]>, string | number | bigint>
>
type Facts = Readonly<Record<string, string>>
export type RailProblem = { code: RailProblemCode; facts: Facts; message: string }

export function railProblem<Code extends RailProblemCode>(
  code: Code,
  given: FactsOf<Code>,
): RailProblem {
  const facts = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, String(value)]),
  )
  return { code, facts, message: withFacts(railProblemSentences[code], facts) }
}

/** The problem that something thrown is. */
export const railProblemThrown = (code: CodeWithReason, error: unknown): RailProblem =>
  railProblem(code, { reason: thrownMessage(error) })

type CodeWithReason = {
  [Code in RailProblemCode]: NamesIn<Sentences[Code]> extends 'reason' ? Code : never
}[RailProblemCode]

/** A fact that is not given stays as its name. */
const withFacts = (sentence: string, facts: Facts): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => facts[name] ?? whole)
