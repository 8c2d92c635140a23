// Payments as files: prepared, given to the bank once, looked up, and cancelled. The files of the work folder and what the
// bank says are the only state.
import { parseTimestamp, toTimestamp } from '../../../platform/clock.ts'
import type { CancelAnswer, LookUpAnswer, Rail, RailWorld, SendRequest } from '../port.ts'
import { executionDate } from './bank-days.ts'
import { cancelRequest } from './camt-055.ts'
import { NEVER_RECEIVED } from './facts.ts'
import { paymentId } from './identifiers.ts'
import type { openInbox } from './inbox.ts'
import type { Envelope } from './openpgp.ts'
import type { openOutbox, Whereabouts } from './outbox.ts'
import { creditTransfer } from './pain-001.ts'
import { readPrepared, type Prepared } from './prepared.ts'
import { cancelMessageOf, messageOf, type BankSettings } from './settings.ts'
import { railProblem, type RailProblem } from '../../rail-problems.ts'

type Deps = {
  settings: BankSettings
  clock: RailWorld['clock']
  outbox: ReturnType<typeof openOutbox>
  inbox: Pick<ReturnType<typeof openInbox>, 'facts'>
  envelope: Envelope
}

/** The code of a payment whose file was taken back before the bank had it. */
const TAKEN_BACK = 'taken_back'
const MOST_SHOWN = 3

type Payments = Pick<Rail, 'prepare' | 'send' | 'lookUp'> &
  Required<Pick<Rail, 'cancel' | 'canStillHappen'>> & {
    /** A payment of ours; undefined for every other identifier. `amountMinor`: markers of earlier versions lack it. */
    sentWith(id: string): Promise<{ key: string; amountMinor?: bigint } | undefined>
    problems(): RailProblem[]
  }

const timestamp = ({ now }: RailWorld['clock']): string => `${toTimestamp(now()).slice(0, 19)}Z`

type Answers = ReturnType<typeof openAnswers>

/** What the bank and the files of the work folder say about a payment. */
function openAnswers({ settings, clock, outbox, inbox }: Deps) {
  const { outbox_taken_by = 'copy' } = settings
  /** Payments that wait for a person, until they were looked up with another answer. */
  const waiting = new Map<string, 'folder' | 'taken_back'>()

  async function sentWith(id: string) {
    const marker = await outbox.marker(id)
    if (marker === undefined || paymentId(marker.key) !== id) return undefined
    const { key, amountMinor } = marker
    return { key, ...(amountMinor === undefined ? {} : { amountMinor: BigInt(amountMinor) }) }
  }

  /** If the marker is missing, only the folder of the preparation proves that a payment was not sent. */
  async function isKnownHere(id: string, plan: Prepared): Promise<boolean> {
    const identity = await outbox.folderIdentity(clock.realNow())
    const isPrepared = !plan.isNoted || (await outbox.wasPrepared(id))
    if ((identity === plan.folder && isPrepared) || (await isNeverReceived(inbox, id, identity))) {
      waiting.delete(id)
      return true
    }
    waiting.set(id, 'folder')
    return false
  }

  async function requireKnownHere(id: string, plan: Prepared): Promise<void> {
    if (await isKnownHere(id, plan)) return
    throw new Error(
      'the work folder is not the one that the payment was prepared for, or an older copy of it: mount it again, or ask the bank',
    )
  }

  /** The answer of the files of the work folder, if the bank says nothing. */
  async function kept(id: string, plan: Prepared): Promise<LookUpAnswer> {
    const where = await outbox.whereabouts({ id, file: plan.file })
    if (where === 'new') await requireKnownHere(id, plan)
    if (where === 'new' || where === 'kept') return { state: 'unknown' }
    return (await isWithdrawn(id, where))
      ? { state: 'rejected', code: TAKEN_BACK }
      : { state: 'pending' }
  }

  /** Whether the bank certainly never had the file. A bank that copies files may have read one before it was taken back. */
  async function isWithdrawn(id: string, where: Whereabouts): Promise<boolean> {
    if (where === 'withdrawn') return true
    if (where !== 'taken_back') return false
    const facts = await inbox.facts()
    const isCertain =
      facts.answer(id) === undefined &&
      (outbox_taken_by === 'rename' ||
        facts.refusal(id) === NEVER_RECEIVED ||
        facts.neverReceivedAt(id) !== undefined)
    if (isCertain) waiting.delete(id)
    else waiting.set(id, 'taken_back')
    return isCertain
  }

  async function lookUp(key: string, prepared: string): Promise<LookUpAnswer> {
    const id = paymentId(key)
    const answer = (await inbox.facts()).answer(id, (await sentWith(id))?.amountMinor)
    if (answer === undefined) return kept(id, readPrepared(prepared))
    waiting.delete(id)
    return answer
  }

  return { waiting, sentWith, isKnownHere, requireKnownHere, kept, isWithdrawn, lookUp }
}

/** Evidence that is older than the folder is of before the payment was sent from the folder before. */
async function isNeverReceived(
  inbox: Deps['inbox'],
  id: string,
  identity: string,
): Promise<boolean> {
  const writtenAt = (await inbox.facts()).neverReceivedAt(id)
  const bornAt = parseTimestamp(identity.split(' ')[1] ?? '') ?? 0
  return writtenAt !== undefined && writtenAt >= bornAt
}

/** Asks the bank, which may refuse. */
async function askToCancel(
  { settings, clock, outbox, inbox, envelope }: Deps,
  { sentWith, waiting }: Answers,
  key: string,
  plan: Prepared,
): Promise<CancelAnswer> {
  const id = paymentId(key)
  const facts = await inbox.facts()
  const refusal = facts.refusal(id)
  if (refusal !== undefined) return { state: 'impossible', reason: `the bank says ${refusal}` }
  const message = cancelMessageOf(settings)
  const amountMinor = (await sentWith(id))?.amountMinor
  if (message === 'none') {
    return waiting.has(id)
      ? { state: 'pending' }
      : {
          state: 'impossible',
          reason: 'the bank takes no requests to cancel: ask it by telephone',
        }
  }
  await outbox.ask({
    id,
    key,
    content: 'cancel',
    file: `${settings.file_prefix ?? ''}${id}.cancel.xml${envelope.suffix}`,
    bytes: () =>
      envelope.seal(
        cancelRequest(settings, message, { ...plan, id, amountMinor }, timestamp(clock)),
      ),
  })
  return { state: 'pending' }
}

function problemsOf(waiting: Answers['waiting']): RailProblem[] {
  const shown = (
    why: 'folder' | 'taken_back',
    code: 'payments_unknown' | 'payments_taken_back',
  ) => {
    const ids = [...waiting].filter(([, reason]) => reason === why).map(([id]) => id)
    const some = ids.slice(0, MOST_SHOWN).join(', ')
    return ids.length === 0 ? [] : [railProblem(code, { count: ids.length, some })]
  }
  return [...shown('folder', 'payments_unknown'), ...shown('taken_back', 'payments_taken_back')]
}

export function openPayments(deps: Deps): Payments {
  const { settings, clock, outbox, inbox, envelope } = deps
  const { file_prefix = '' } = settings
  const answers = openAnswers(deps)
  const { sentWith, lookUp, requireKnownHere } = answers

  return {
    sentWith,
    lookUp,
    async prepare(request) {
      const id = paymentId(request.key)
      const plan: Prepared = {
        file: `${file_prefix}${id}.xml${envelope.suffix}`,
        message: messageOf(settings),
        executionDate: executionDate(settings.calendar, clock.now()),
        createdAt: timestamp(clock),
        folder: await outbox.folderIdentity(clock.realNow()),
        isNoted: true,
      }
      // Refuses a request that cannot be written, before the intent is committed.
      creditTransfer(settings, request, plan)
      await outbox.notePrepared(id)
      return JSON.stringify(plan)
    },
    async send(request, prepared) {
      const plan = readPrepared(prepared)
      const id = paymentId(request.key)
      // The prefix is a setting, which may have changed since.
      if (!plan.file.includes(`${id}.xml`))
        throw new Error(`the file ${plan.file} was prepared for another payment than ${id}`)
      const { key, amountMinor } = request
      const { file } = plan
      if ((await outbox.marker(id)) === undefined) await requireKnownHere(id, plan)
      const bytes = () => envelope.seal(creditTransfer(settings, request, plan))
      const content = contentOf(request)
      if (await outbox.deliver({ id, key, amountMinor, content, file, bytes }))
        return { state: 'pending' }
      // A marker of an earlier version lacks the amount.
      const known = (await inbox.facts()).answer(id, amountMinor) ?? (await answers.kept(id, plan))
      return known.state === 'unknown' ? { state: 'pending' } : known
    },
    async cancel(key, prepared) {
      const known = await lookUp(key, prepared)
      if (known.state === 'settled') return { state: 'too_late' }
      if (known.state === 'rejected') return { state: 'cancelled', code: known.code }
      const id = paymentId(key)
      const plan = readPrepared(prepared)
      // Another folder does not know what the bank has.
      const isHere =
        (await outbox.marker(id)) !== undefined || (await answers.isKnownHere(id, plan))
      if (
        isHere &&
        (await answers.isWithdrawn(id, await outbox.takeBack({ id, key, file: plan.file })))
      )
        return { state: 'cancelled', code: TAKEN_BACK }
      return askToCancel(deps, answers, key, plan)
    },
    // The look-up has the certain answer.
    canStillHappen: async () => ({
      isPossible: true,
      until: null,
      why: 'the bank may have its file, or a worker may give it to the bank',
    }),
    problems: () => problemsOf(answers.waiting),
  }
}

const contentOf = ({ method, currency, amountMinor, details, reference }: SendRequest): string =>
  JSON.stringify([
    method,
    currency,
    amountMinor.toString(),
    Object.entries(details).toSorted(),
    reference,
  ])
