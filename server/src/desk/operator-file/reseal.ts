// Encrypts everything sealed in the database anew under the current key. Run it as the owner of the tables: the service's
// role may not change details.
import type { Secrets } from '../../platform/config.ts'
import type { Db } from '../../platform/db/pool.ts'
import { resealColumn, sealedColumn, type Resealed } from '../../platform/db/reseal.ts'

export const SEALED = [
  sealedColumn('details of instruments', 'external_payment_instruments', 'details', {
    isOwned: true,
  }),
  sealedColumn('secrets of webhook endpoints', 'webhook_endpoints', 'secrets', { isOwned: true }),
  // The secret that replays of the creation return.
  sealedColumn('first secrets of webhook endpoints', 'webhook_endpoints', 'created', {
    isOwned: true,
  }),
  // A finished payout or refund is not asked about again.
  sealedColumn('preparations of payouts', 'payouts', 'prepared', {
    isOwned: true,
    condition: 'settled_at is null and rejected_at is null',
  }),
  sealedColumn('preparations of refunds', 'refunds', 'prepared', {
    isOwned: true,
    condition: `status in ('PENDING', 'SENT')`,
  }),
  sealedColumn('preparations of returned deposits', 'deposit_returns', 'prepared', {
    isOwned: false,
    condition: `status in ('PENDING', 'SENT')`,
  }),
  sealedColumn('receivers of returned deposits', 'deposit_returns', 'details', {
    isOwned: false,
    condition: `details_key_id <> ''`,
  }),
  sealedColumn('preparations of returned strays', 'strays', 'prepared', {
    isOwned: false,
    condition: `status = 'RETURNING'`,
  }),
  sealedColumn('known counterparties', 'known_counterparties', 'list', { isOwned: false }),
  // Kept until the rail has answered.
  sealedColumn('preparations of recorded outcomes', 'rail_marks', 'prepared', {
    isOwned: false,
    condition: `answer is null and prepared_key_id <> ''`,
    id: 'subject_id',
  }),
  sealedColumn('preparations of sweeps', 'sweeps', 'prepared', {
    isOwned: false,
    condition: `status = 'OPEN'`,
  }),
  sealedColumn('senders of deposits', 'deposits', 'sender', {
    isOwned: false,
    condition: `sender_key_id <> ''`,
  }),
  sealedColumn('files of configuration versions', 'configuration_versions', 'file', {
    isOwned: false,
  }),
  sealedColumn('undo files of configuration versions', 'configuration_versions', 'undo', {
    isOwned: false,
    condition: 'undo_sealed is not null',
  }),
  sealedColumn('client secrets of identity providers', 'identity_providers', 'secret', {
    isOwned: false,
    condition: 'issuer is not null',
  }),
  sealedColumn('addresses of notices', 'notice_targets', 'address', {
    isOwned: false,
    condition: `address_key_id <> ''`,
  }),
  sealedColumn('second factors of users', 'users', 'totp', { isOwned: false }),
  sealedColumn('answers to information requests', 'information_requests', 'answer', {
    isOwned: true,
    condition: 'answer_sealed is not null and erased_at is null',
  }),
  sealedColumn('documents of information requests', 'information_documents', 'content', {
    isOwned: true,
    condition: `content_sealed <> '\\x'`,
  }),
  sealedColumn('travel rule records', 'travel_rule_records', 'record', {
    isOwned: true,
    condition: 'erased_at is null',
  }),
  sealedColumn('bodies of approvals', 'approvals', 'body', {
    isOwned: false,
    condition: `status = 'PENDING' and body_sealed is not null`,
  }),
  sealedColumn('payers in entries of rails', 'rail_entries', 'payer', {
    isOwned: false,
    condition: `due_at is not null and payer_key_id <> ''`,
  }),
]

/** Safe beside a running service, and safe to repeat after an interruption. */
export async function reseal(db: Db, secrets: Secrets): Promise<Resealed[]> {
  const done: Resealed[] = []
  for (const column of SEALED) done.push(await resealColumn(db, secrets, column))
  return done
}
