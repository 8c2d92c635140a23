// The steps of a history: plain values, so that a failing history can be shrunk and printed.
import type { Sender } from './model.ts'
import type { Fate, OrderFate } from './outside.ts'
import type { ListName } from './routes.ts'
import type { StrayStep } from './stray-steps.ts'

export const depositKinds = [
  'exact',
  'part',
  'over',
  'tiny',
  'wrong',
  'odd_asset',
  'again',
  'unknown',
] as const
/** Drawn only where two orders may share an account. */
export const SHARED = 'shared'
export const roundKinds = ['advance', 'refunds', 'watch', 'screen', 'resume'] as const
export const exitKinds = [
  'freeze',
  'accept_loss',
  'provider',
  'elsewhere',
  'mark',
  'cancel',
] as const
export const suspenseKinds = [
  'return',
  'send',
  'stop',
  'give_up',
  'assign',
  'book',
  'write_off',
  'mark_settled',
  'mark_rejected',
  'ask',
  'decide',
] as const
export const holdKinds = ['organization', 'payin', 'payout'] as const
/** Objects are referred to by their age: 0 is the newest, modulo their number. */
export type Operation =
  | { do: 'quote'; site: number; route: number; side: 'payin' | 'payout'; minor: bigint }
  | {
      do: 'order'
      quote: number
      how: 'fresh' | 'again' | 'other_body' | 'foreign'
      fate: OrderFate
    }
  | {
      do: 'deposit'
      order: number
      kind: (typeof depositKinds)[number] | typeof SHARED
      isByRail: boolean
      sender: Sender | null
    }
  | { do: 'simulate'; order: number; isForeign: boolean }
  | { do: 'cancel'; order: number; isForeign: boolean }
  | { do: 'refund'; order: number; isForeign: boolean }
  | { do: 'retry'; order: number; quote: number; again: boolean; fate: OrderFate }
  | { do: 'end'; order: number; ending: 'fail' | 'refund' }
  | { do: 'read'; order: number }
  /** The rail takes back a deposit of the order. `twice`: in two forms. */
  | { do: 'reverse'; order: number; deposit: number; twice: boolean }
  /** The rail returns the payout of the order: in one or two forms, in three parts, or one unit of it alone. */
  | { do: 'return'; order: number; how: WayBack }
  /** The newest return of a deposit comes back. */
  | { do: 'return_deposit'; how: WayBack }
  /** A deposit at the address of the order, on the other rail. */
  | { do: 'elsewhere'; order: number }
  | { do: 'round'; what: (typeof roundKinds)[number] }
export const waysBack = ['once', 'twice', 'parts', 'unit'] as const
export type WayBack = (typeof waysBack)[number]
export type Step =
  | {
      kind: 'play'
      operations: readonly Operation[]
      crash: { process: number; call: number; moment: 'before' | 'after' } | null
      /** The call at which the first operation is overtaken by the others. */
      pauseAt: number | null
    }
  /** A quote for a retry of the order, for a percentage of its total. */
  | { kind: 'quote_for_retry'; order: number; percent: number; otherOffering: boolean }
  | { kind: 'clock'; ms: number; to: 'by' | 'submission' | 'funding'; order: number }
  | { kind: 'hold'; site: number; what: (typeof holdKinds)[number]; route: number }
  | { kind: 'release_holds' }
  | { kind: 'release_parked' }
  /** The next failure parks the order: it has almost used up its attempts. */
  | { kind: 'wear_out' }
  /** The lists of the screeners that are configured from now on. */
  | { kind: 'lists'; lists: readonly ListName[] }
  /** The most that the rail of the payout, or its signer, sends in an hour, as a percentage of the payout of the order. */
  | { kind: 'cap'; order: number; percent: number; isOfSigner: boolean }
  /** What the rail of the payout reports that the desk holds there, likewise. */
  | { kind: 'balance'; order: number; percent: number }
  | { kind: 'pass_hour' }
  /** An operator decides about one order. `percent` of the loss of the offer is accepted. */
  | { kind: 'exit'; what: (typeof exitKinds)[number]; order: number; percent: number }
  | { kind: 'unfreeze' }
  /** An operator decides about the newest deposit in suspense. `order`: to which it is assigned, or whose payer gets it. */
  | { kind: 'suspense'; what: (typeof suspenseKinds)[number]; order: number; send: Fate }
  | StrayStep
  /** The rule on small amounts changes. */
  | { kind: 'small'; below: 'keep' | 'collect' | 'write_off'; hasFee: boolean }
  | { kind: 'settle_refunds'; what: 'send_kept' | 'set_off'; order: number }
  /** The service reads the entries of all rails again from the start. */
  | { kind: 'cursors_back' }
  /** A copy of the database is taken, or put in the place of the present one. */
  | { kind: 'copy' }
  /** `compares`: how often rails and providers are compared before anything else happens. */
  | { kind: 'restore'; compares: 0 | 2 }
  /** Operators record or book what the lists have, and end the halts. */
  | { kind: 'resume' }
  /** Operators decide about the payouts that came back. */
  | { kind: 'returns'; way: 'again' | 'refund' }
  /** The service asks rails and providers for their lists again. */
  | { kind: 'compare' }
  /** An operator records a send of the lost time. */
  | { kind: 'record'; at: number }
  /** The rails tell nothing until they are up again. */
  | { kind: 'outage'; isDown: boolean }
export type Played = Extract<Step, { kind: 'play' }>
/** `stepMs`: the time until a filled order is paid out. Without it, the worker pays out under the lease of the fill. */
export type History = { schedule: number; stepMs: 0 | 1; steps: readonly Step[] }
