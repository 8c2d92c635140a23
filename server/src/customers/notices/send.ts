// The background task of notices: it gathers what happened, claims what is due, and sends without awaiting the answers. Mails have
// one server and places of their own. Each chat is another company's server: an enterprise has two places, so that a silent one
// delays no other.
import type { Logger } from 'pino'
import type { Config } from '../../platform/config.ts'
import { openText } from '../../platform/db/seal.ts'
import { publicId, type Uuid } from '../../platform/ids.ts'
import { pagesUrl } from '../../parties/users/passkeys.ts'
import { thrownCode } from '../../platform/thrown.ts'
import { createMailer, type Mailer, type MailOutcome } from '../../platform/outgoing/mail.ts'
import type { Targets } from '../../platform/outgoing/target.ts'
import { amountText, gather, type GatherDeps } from './gather.ts'
import { kindsFor } from './kinds.ts'
import {
  claimNotices,
  deleteOldNotices,
  updateNoticeEnded,
  type ClaimedNotice,
  type Ending,
} from './queries.ts'
import { chatText, mailText, titleOf, type Told } from './words.ts'

type NoticeDeps = GatherDeps & {
  config: Config
  log: Logger
  targets: Targets
  publicUrl: () => string
  deskName: () => Promise<string>
}

/** Places of one process, and of one enterprise in it. */
const PLACES = { mail: 8, chat: 16 } as const
const SHARE = { mail: 4, chat: 2 } as const
type Way = keyof typeof PLACES

const MINUTE_MS = 60_000
/** After each attempt. The first is longer than an attempt: until then the process that claimed it has it. */
const RETRY_AFTER_MS: readonly number[] = [1, 5, 30, 120, 300, 600].map(
  (minutes) => minutes * MINUTE_MS,
)
const MOST_ATTEMPTS = RETRY_AFTER_MS.length
/** A mail takes no longer. Shorter than the first delay of a claim. */
const LONGEST_MAIL_MS = 45_000
const CHAT_TIMEOUT_MS = 15_000
const STOP_TIMEOUT_MS = 2_000
const KEPT_DAYS = 30
const BATCH = 5000

export const forgetNotices = ({ db }: Pick<NoticeDeps, 'db'>): Promise<number> =>
  deleteOldNotices(db, KEPT_DAYS, BATCH)

export function createNoticeTask(deps: NoticeDeps) {
  const mailer = deps.config.mail === null ? null : createMailer(deps.config.mail, LONGEST_MAIL_MS)
  const busy = {
    mail: new Map<Uuid<'ntc'>, Uuid<'ent'>>(),
    chat: new Map<Uuid<'ntc'>, Uuid<'ent'>>(),
  }
  const working = new Set<Promise<void>>()
  let isStopping = false

  async function claim(way: Way, wake: () => void): Promise<void> {
    const mine = busy[way]
    const limit = PLACES[way] - mine.size
    if (limit <= 0) return
    const claimed = await claimNotices(deps.db, {
      isChat: way === 'chat',
      limit,
      share: SHARE[way],
      // Simpler than its exact rest: an enterprise that has a place waits until it has none.
      busy: [...new Set(mine.values())],
      delaysMs: RETRY_AFTER_MS,
    })
    for (const notice of claimed) {
      mine.set(notice.id, notice.enterprise_id)
      const work = deliver(deps, mailer, way, notice).finally(() => {
        mine.delete(notice.id)
        working.delete(work)
        if (!isStopping) wake()
      })
      working.add(work)
    }
  }

  return {
    async run(_deps: unknown, wake: () => void): Promise<void> {
      // A failure to read what is new must not keep the waiting notices from being sent.
      const hasMore = await gather(deps).catch((error: unknown) => {
        deps.log.error({ err: error }, 'notices could not be gathered')
        return false
      })
      if (hasMore) wake()
      if (mailer !== null) await claim('mail', wake)
      await claim('chat', wake)
    },
    async stop(): Promise<void> {
      isStopping = true
      const timer = setTimeout(() => {
        mailer?.close()
        deps.targets.abort()
      }, STOP_TIMEOUT_MS)
      await Promise.all(working)
      clearTimeout(timer)
    },
  }
}

/** Never throws: what was not recorded is due again later. */
async function deliver(
  deps: NoticeDeps,
  mailer: Mailer | null,
  way: Way,
  notice: ClaimedNotice,
): Promise<void> {
  const { db, log, metrics } = deps
  try {
    const result = mayBeTold(notice)
      ? await send(deps, mailer, notice)
      : ({ outcome: 'dropped' } as const)
    const isLast = notice.attempt >= MOST_ATTEMPTS
    const outcome = result.outcome === 'failed' && !isLast ? 'retried' : result.outcome
    metrics.notices.inc({ way, outcome })
    if ('code' in result)
      log.warn(
        {
          notice_id: publicId('ntc', notice.id),
          kind: notice.kind,
          way,
          outcome,
          code: result.code,
        },
        'a notice was not taken',
      )
    if (outcome !== 'retried') await updateNoticeEnded(db, notice.id, ENDINGS[outcome])
  } catch (error) {
    log.error({ err: error, notice_id: publicId('ntc', notice.id) }, 'a notice failed')
  }
}

const ENDINGS: Record<'sent' | 'refused' | 'failed' | 'dropped', Ending> = {
  sent: 'SENT',
  refused: 'REFUSED',
  failed: 'FAILED',
  dropped: 'DROPPED',
}

/** Reads the target again: its choice, address, role and person may have changed since. */
function mayBeTold({ kind, kinds, user_id, role, is_out, address_key_id }: ClaimedNotice): boolean {
  if (!kinds.includes(kind) || address_key_id === '') return false
  return user_id === null || (role !== null && is_out === false && kindsFor(role).includes(kind))
}

async function send(
  { config, targets, publicUrl, deskName }: NoticeDeps,
  mailer: Mailer | null,
  notice: ClaimedNotice,
): Promise<MailOutcome> {
  const { target_id, address_key_id: keyId, address_sealed: bytes, language, user_id } = notice
  const address = openText(config.secrets, target_id, { keyId, bytes })
  const told = toldIn(notice, publicUrl())
  if (user_id === null) return post(targets, address, chatText(language, told))
  if (mailer === null) throw new Error('mail is off')
  const desk = await deskName()
  return mailer.send({
    id: publicId('ntc', notice.id),
    to: address,
    subject: `${desk}: ${titleOf(language, told)}`,
    text: mailText(language, told, {
      desk,
      company: notice.enterprise_name,
      account: pageOf(notice, publicUrl(), 'account'),
    }),
    language,
  })
}

/** `place`: below an organization. The sign-in takes the company from the link. */
function pageOf(notice: ClaimedNotice, publicUrl: string, place: string): string {
  const { organization_id: id, enterprise_name: company } = notice
  const page = id === null ? '' : `${publicId('org', id)}/${place}`
  return `${pagesUrl(publicUrl)}/console/${page}?company=${encodeURIComponent(company)}`
}

function toldIn(notice: ClaimedNotice, publicUrl: string): Told {
  const { kind, facts, order_id: order, reference_number: reference } = notice
  const links = {
    order_needs_funds: 'orders',
    order_failed: 'orders',
    order_completed: 'orders',
    information_requested: 'requests',
    approval_waits: 'approvals',
    webhook_disabled: 'webhooks',
  } as const
  const place = links[kind]
  const isOfOrder = place === 'orders' && order !== null
  return {
    kind,
    reference,
    payin: facts.payin ?? amountText(notice.payin_total_minor, notice.payin_currency),
    payout: facts.payout ?? amountText(notice.payout_total_minor, notice.payout_currency),
    status: facts.status,
    deadline: facts.deadline,
    link: pageOf(notice, publicUrl, `${place}${isOfOrder ? `/${publicId('ord', order)}` : ''}`),
  }
}

/** The address goes through the guard of webhooks. Its answer is not read: it may have anything. */
async function post(targets: Targets, url: string, text: string): Promise<MailOutcome> {
  const headers = { 'content-type': 'application/json', 'user-agent': 'Corridor' }
  try {
    const { status } = await targets.post(url, headers, JSON.stringify({ text }), CHAT_TIMEOUT_MS)
    if (status >= 200 && status < 300) return { outcome: 'sent' }
    const isForGood = status === 404 || status === 410
    return { outcome: isForGood ? 'refused' : 'failed', code: String(status) }
  } catch (error) {
    return { outcome: 'failed', code: thrownCode(error)?.toString() ?? 'request_failed' }
  }
}
