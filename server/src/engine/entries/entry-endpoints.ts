// The operator API of entries of rails that cannot be taken up: a list, and the acts that end each of them.
import Type from 'typebox'
import type { ActDeps } from '../../parties/acts/act.ts'
import { actsOn } from '../../parties/acts/acts-on.ts'
import { closed, type Closed } from '../../parties/acts/closed.ts'
import type { About } from '../../parties/acts/execution.ts'
import { refused } from '../../parties/acts/refused.ts'
import { DEPLOYMENT } from '../../parties/audit/chain.ts'
import { recordDeposit, type DepositDeps } from '../deposits/record-deposit.ts'
import { selectDepositByTransaction } from '../deposits/queries.ts'
import { selectReturnSent } from '../deposits/return-read-queries.ts'
import { selectDeposit } from '../deposits/screened-queries.ts'
import { addRead } from '../../platform/http/add-operation.ts'
import type { Api } from '../../platform/http/api-type.ts'
import {
  currency,
  dataListOf,
  dataOf,
  decimal,
  exact,
  identifier,
  pathId,
  text,
} from '../../platform/http/schemas.ts'
import { publicId, uuidOf } from '../../platform/ids.ts'
import { isCurrency } from '../../platform/money/currencies.ts'
import { formatAmount, parseAmount } from '../../platform/money/decimal.ts'
import { selectSentKey } from '../returns/queries.ts'
import { actBody, operatorOfRequest, reason } from '../../parties/operators/guard.ts'
import { findOfDeployment, seesEnterprise } from '../../parties/operators/operator.ts'
import {
  selectEntry,
  selectWaitingEntries,
  updateEntryDecided,
  updateEntryDue,
  type WaitingEntry,
} from '../../outside/rails/entry-queries.ts'
import { entrySchema, entryView, keyOfEntry, moneyOfEntry } from './entry-view.ts'
import type { SeenDeposit } from '../../outside/rails/port.ts'
import type { Tied } from '../../outside/rails/queries.ts'

type Deps = ActDeps & DepositDeps & { db: ActDeps['db']; wakeWorker: () => void }

const tags = ['Rails and providers']
const common = { tags, answer: dataOf(entrySchema, 'The entry as it is now.') }
const evidence = text(200, 'What shows it, such as a line of a statement.', 'statement 7, line 3')

export function entryEndpoints(api: Api, deps: Deps): void {
  listWaitingEntriesEndpoint(api, deps)
  const acts = actsOnEntries(api, deps)
  retryAndDismissEntry(acts, deps)
  tieEntry(acts, deps)
  recordEntryAsDeposit(acts, deps)
}

function listWaitingEntriesEndpoint(api: Api, { db }: Deps): void {
  addRead(api, {
    path: '/rail_entries/waiting',
    config: { right: 'read', command: 'rails waiting' },
    tags,
    operationId: 'listWaitingEntries',
    summary: 'List entries of rails that wait',
    description:
      'Entries that are invalid or could not be taken up: the oldest 1,000, unpaged. They belong to the deployment.',
    answer: dataListOf(entrySchema, 'The entries.'),
    async data(request) {
      const sees = seesEnterprise(operatorOfRequest(request), null)
      return sees ? (await selectWaitingEntries(db)).map(entryView) : []
    },
  })
}

type EntryActs = ReturnType<typeof actsOnEntries>

const actsOnEntries = (api: Api, deps: Deps) =>
  actsOn(api, deps, {
    kind: 'entry',
    params: Type.Object({ entry_id: pathId('entry', 'The entry.') }),
    find: (operator, { entry_id }) =>
      findOfDeployment(operator, 'entry', entry_id, (id) => selectEntry(deps.db, id)),
    about: aboutEntry,
  })

const presentEntry = async ({ db }: Deps, row: WaitingEntry) =>
  entryView((await selectEntry(db, row.id)) ?? row)

const gone = (row: WaitingEntry) =>
  refused(
    `${publicId('entry', row.id)} does not wait any more, or a worker takes it up just now: read it again`,
  )

function retryAndDismissEntry({ add }: EntryActs, deps: Deps): void {
  add({
    ...common,
    name: 'entry.retry',
    path: '/rail_entries/:entry_id/retry',
    command: 'rails retry',
    operationId: 'retryEntry',
    summary: 'Take an entry up now',
    description: 'The worker tries it again at once. An invalid entry cannot be taken up.',
    body: actBody,
    about: (row) => ({ ...aboutEntry(row), amounts: [] }),
    closed: (row) =>
      closedEntry(row) ??
      (row.kind === 'invalid'
        ? closed('invalid_entry', 'is invalid: it cannot be taken up')
        : null),
    async carryOut(row, _body, execution) {
      const done = await execution.commit(versionOf(row), async (db) =>
        (await updateEntryDue(db, row.id, null)) ? { result: true, detail: {} } : undefined,
      )
      if (done === undefined) throw gone(row)
      deps.wakeWorker()
      return presentEntry(deps, row)
    },
  })

  add({
    ...common,
    name: 'entry.dismiss',
    path: '/rail_entries/:entry_id/dismiss',
    command: 'rails dismiss',
    operationId: 'dismissEntry',
    summary: 'Dismiss an entry',
    description:
      'For an entry that is no money: it was told twice, or it is not readable and the statement has nothing for it. Nothing is posted. If money moved, record a movement.',
    body: exact(
      { evidence, reason },
      { title: 'EntryDismissal', description: 'Why an entry is no money.' },
    ),
    closed: closedEntry,
    async carryOut(row, { evidence: shown }, execution) {
      const at = deps.clock.now()
      const done = await execution.commit(versionOf(row), async (db) =>
        (await updateEntryDecided(db, row.id, 'dismissed', at))
          ? { result: true, detail: { evidence: shown, problem: row.problem } }
          : undefined,
      )
      if (done === undefined) throw gone(row)
      return presentEntry(deps, row)
    },
  })
}

function tieEntry({ add }: EntryActs, deps: Deps): void {
  add({
    ...common,
    name: 'entry.tie',
    path: '/rail_entries/:entry_id/tie',
    command: 'rails tie',
    operationId: 'tieEntry',
    summary: 'Tie an entry to a payment',
    description:
      'For a return whose key the rail did not tell or told wrongly: name the key of the payout, refund or returned deposit that came back. For a reversal: name the deposit. The worker takes it up at once, with the ordinary checks and postings.',
    body: exact(
      {
        key: Type.Optional(
          text(90, 'The key that came back.', 'ord_01jqe8m2x4fv5s0t6w7y8z9abc:payout:1'),
        ),
        deposit_id: Type.Optional(identifier('dep', 'The deposit that was taken back.')),
        evidence,
        reason,
      },
      { title: 'EntryTie', description: 'What an entry is about: one of the two.' },
    ),
    closed: (row) =>
      closedEntry(row) ??
      (row.kind === 'return' || row.kind === 'reversal'
        ? null
        : closed('not_of_this_kind', `is ${row.kind}: only returns and reversals are tied`)),
    async carryOut(row, { key, deposit_id, evidence: shown }, execution) {
      const tied =
        row.kind === 'return' ? await keyTo(deps, row, key) : await depositTo(deps, row, deposit_id)
      const done = await execution.commit(versionOf(row), async (db) =>
        (await updateEntryDue(db, row.id, tied))
          ? { result: true, detail: { evidence: shown, after: tied } }
          : undefined,
      )
      if (done === undefined) throw gone(row)
      deps.wakeWorker()
      return presentEntry(deps, row)
    },
  })
}

function recordEntryAsDeposit({ add }: EntryActs, deps: Deps): void {
  add({
    ...common,
    name: 'entry.deposit',
    path: '/rail_entries/:entry_id/deposit',
    command: 'rails deposit',
    operationId: 'recordEntryAsDeposit',
    summary: 'Record an entry as a deposit in suspense',
    description:
      'For money that came: a return that belongs to no payment or is above what was sent, or an invalid entry for which the statement has a credit. Name transaction, account, currency and amount for an invalid one. The deposit then has the exits of suspense.',
    body: exact(
      {
        transaction: Type.Optional(text(300, "The rail's name of the transaction.", '20260302-1')),
        account: Type.Optional(text(300, 'The account that received it.', '646180110400000007')),
        currency: Type.Optional(currency('The currency.', 'MXN')),
        amount: Type.Optional(decimal('The amount.', '700.00')),
        evidence,
        reason,
      },
      { title: 'EntryDeposit', description: 'The credit that an entry is.' },
    ),
    closed: (row) =>
      closedEntry(row) ??
      (row.kind === 'return' || row.kind === 'invalid'
        ? null
        : closed(
            'not_of_this_kind',
            `is a ${row.kind}: only returns and invalid entries are recorded so`,
          )),
    about(row, body) {
      const about = aboutEntry(row)
      const told = toldMoney(body)
      return told === undefined ? about : { ...about, amounts: [told] }
    },
    async carryOut(row, body, execution) {
      const id = publicId('entry', row.id)
      const seen = depositOf(row, body)
      const at = deps.clock.now()
      const isThere = async (db: ActDeps['db'] | Parameters<typeof selectEntry>[0]) =>
        (await selectDepositByTransaction(db, row.rail, seen.transaction, seen.index, 0)) !==
        undefined
      if (await isThere(deps.db))
        throw refused(`${id} is recorded already: ${row.rail} has a deposit ${seen.transaction}`)
      const done = await execution.commit(versionOf(row), async (db) => {
        if (!(await updateEntryDecided(db, row.id, 'deposit', at))) return undefined
        await recordDeposit({ ...deps, db }, { name: row.rail }, seen, null)
        if (!(await isThere(db))) return undefined
        const after = {
          currency: seen.currency,
          amount: formatAmount(seen.amountMinor, seen.currency),
        }
        return { result: true, detail: { evidence: body.evidence, after } }
      })
      if (done === undefined) throw gone(row)
      deps.wakeWorker()
      return presentEntry(deps, row)
    },
  })
}

async function keyTo({ db }: Deps, row: WaitingEntry, key: string | undefined): Promise<Tied> {
  if (key === undefined) throw refused('key is required for a return')
  const known =
    (await selectSentKey(db, row.rail, key, null)) ??
    (await selectReturnSent(db, row.rail, key, null))
  if (known === undefined)
    throw refused(`key ${key} is no payout, refund or returned deposit of this deployment`)
  return { key }
}

async function depositTo(
  { db }: Deps,
  row: WaitingEntry,
  written: string | undefined,
): Promise<Tied> {
  const id = uuidOf('dep', written ?? '')
  const deposit = id === undefined ? undefined : await selectDeposit(db, id)
  if (deposit === undefined || deposit.rail !== row.rail || deposit.reversed_at !== null)
    throw refused(
      `deposit_id ${written ?? ''} is no deposit over ${row.rail} that could be taken back`,
    )
  return {
    of_transaction: deposit.transaction,
    of_index: String(deposit.output_index),
    occurrence: deposit.occurrence,
  }
}

const closedEntry = ({ decision, problem }: WaitingEntry): Closed | null =>
  decision === null && problem !== null ? null : closed('ended', 'does not wait any more')

const aboutEntry = (row: WaitingEntry): About => {
  const amount = moneyOfEntry(row)
  return {
    chain: DEPLOYMENT,
    subject: publicId('entry', row.id),
    version: versionOf(row),
    amounts: amount === null ? [] : [amount],
  }
}

type Told = { transaction?: string; account?: string; currency?: string; amount?: string }

/** The amount that the operator wrote; undefined if none. */
function toldMoney({
  currency: of,
  amount,
}: Told): { currency: string; minor: bigint } | undefined {
  if (of === undefined || amount === undefined) return undefined
  if (!isCurrency(of)) throw refused(`currency ${of} is not a currency of Corridor`)
  const parsed = parseAmount(amount, of)
  if (!parsed.ok)
    throw refused(`amount ${amount} is not a positive amount of ${of}, such as 700.00`)
  return { currency: of, minor: parsed.minor }
}

/** A return has the amount of its rail. An invalid entry has the amount that the operator reads in the statement. */
function depositOf(row: WaitingEntry, body: Told): SeenDeposit {
  const id = publicId('entry', row.id)
  const payer = { reference: null, sender: null, receivedAt: row.reported_at }
  if (row.kind === 'return') {
    if (Object.keys(body).some((name) => ['transaction', 'account', 'amount'].includes(name)))
      throw refused(`${id} is a return: its rail tells transaction, currency and amount`)
    const amount = moneyOfEntry(row)
    if (amount === null) throw refused(`${id} has no amount`)
    return {
      kind: 'deposit',
      transaction: row.transaction,
      index: row.index,
      account: `return ${keyOfEntry(row) ?? ''}`.slice(0, 300),
      currency: amount.currency,
      amountMinor: amount.minor,
      ...payer,
    }
  }
  const told = toldMoney(body)
  const { transaction, account } = body
  if (told === undefined || transaction === undefined || account === undefined)
    throw refused(`${id} is invalid: give transaction, account, currency and amount`)
  const { currency: of, minor } = told
  return {
    kind: 'deposit',
    transaction,
    index: 0,
    account,
    currency: of,
    amountMinor: minor,
    ...payer,
  }
}

const versionOf = (row: WaitingEntry): string =>
  [row.decision ?? '', row.tied === null ? '' : JSON.stringify(row.tied)].join(' ')
