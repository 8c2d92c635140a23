// Strays in a history: tokens arrive at deposit addresses, and operators return them, stop and record returns, dismiss strays, and
// hold accounts that would get them. stray-chain.ts knows whose they are.
import { executionBy } from '../../src/parties/acts/execution.ts'
import type { ActName } from '../../src/parties/acts/names.ts'
import { fingerprintOf } from '../../src/parties/instruments/fingerprint.ts'
import {
  insertAccountHold,
  updateAccountHoldReleased,
} from '../../src/parties/instruments/hold-queries.ts'
import { selectEnterprises } from '../../src/parties/organizations/queries.ts'
import { resume } from '../../src/engine/halts/act.ts'
import { selectHalts } from '../../src/engine/halts/queries.ts'
import { askMarked } from '../../src/engine/marks/ask-marked.ts'
import {
  dismissStray,
  isDecision,
  markStrayReturn,
  stopStrayReturn,
  versionOf,
} from '../../src/engine/strays/end-return.ts'
import { lookAt } from '../../src/engine/strays/find-strays.ts'
import { selectStray, type StrayRow } from '../../src/engine/strays/queries.ts'
import { returnStray } from '../../src/engine/strays/return-stray.ts'
import { sendReturns } from '../../src/engine/strays/send-returns.ts'
import { sandboxFundingDetails } from '../../src/outside/rails/sandbox/funding-details.ts'
import type { WatchedAccount } from '../../src/outside/rails/port.ts'
import { COMMAND } from '../../src/parties/operators/operator.ts'
import { sqlInstant } from '../../src/platform/db/pool.ts'
import { Failure } from '../../src/platform/errors.ts'
import { NO_ID, publicId, type Uuid } from '../../src/platform/ids.ts'
import { thrownMessage } from '../../src/platform/thrown.ts'
import { Broken, type Tally } from './report.ts'
import type { StrayStep } from './stray-steps.ts'
import type { World } from './world.ts'

const METHOD = 'SOLANA_ADDRESS'
const RAIL = 'chain'

// oxlint-disable-next-line max-lines-per-function -- the steps share the chain and the operators' view of it
export function createStrays(world: World, tally: Tally) {
  const { clock, owner, outside } = world
  const { strays: chain } = outside
  const deps = () => world.process(0).deps
  const by = (act: ActName) => executionBy(deps(), COMMAND, act, 'a payer asks')
  let payers = 0
  let units = 1_000_000n

  async function step({ what, order, send: fate }: StrayStep): Promise<void> {
    clock.advance(1)
    const done = await tried(what, () => decide(what, order, fate))
    tally.add(`stray ${what} ${done ? 'done' : 'refused'}`)
    clock.advance(1)
  }

  async function decide(
    what: StrayStep['what'],
    at: number,
    fate: StrayStep['send'],
  ): Promise<boolean> {
    switch (what) {
      case 'arrive':
        return arrive(at)
      case 'look':
        return look()
      case 'send':
        chain.setFate(fate)
        return send()
      case 'ask':
        return ask()
      case 'hold':
      case 'release':
        return holdAccount(what)
      case 'resume':
        return resumeSends()
    }
    const row = await newest()
    return row !== undefined && actOn(what, row)
  }

  async function actOn(
    what: 'return' | 'stop' | 'mark_settled' | 'mark_rejected' | 'dismiss',
    row: StrayRow,
  ): Promise<boolean> {
    switch (what) {
      case 'return':
        return giveBack(row)
      case 'stop':
        if (row.status !== 'RETURNING' || row.stopped_at !== null) return false
        await stopStrayReturn(deps(), row, by('stray.stop-return'))
        return true
      case 'mark_settled':
        return mark(row, 'settled')
      case 'mark_rejected':
        return mark(row, 'rejected')
      case 'dismiss':
        if (row.status !== 'OPEN' || row.contradicted_key !== null) return false
        await dismissStray(deps(), row, by('stray.dismiss'))
        return true
    }
  }

  /** False for a refusal. */
  async function tried(what: string, work: () => Promise<boolean>): Promise<boolean> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Broken) throw error
      if (error instanceof Failure) return false
      throw new Broken(`18: stray ${what} ended with ${thrownMessage(error)}`)
    }
  }

  /** The deposit addresses that the database has on the chain. */
  async function watched(): Promise<WatchedAccount[]> {
    const { rows } = await owner.query<{ id: Uuid<'ord'>; account: string }>(
      `select distinct on (funding_address) id, funding_address as account from orders
        where funding_rail = $1 order by funding_address, id`,
      [RAIL],
    )
    return rows.map(({ id, account }) => ({
      account,
      orderId: publicId('ord', id),
      method: METHOD,
      details: { address: account },
    }))
  }

  // Another payer comes after the rails were asked about what was recorded, as they are within minutes.
  async function arrive(at: number): Promise<boolean> {
    const accounts = (await watched()).toSorted((a, b) => (a.orderId < b.orderId ? 1 : -1))
    const one = accounts[at % Math.max(accounts.length, 1)]
    if (one === undefined) return false
    const isUnderWay = (await all(`account = '${one.account}'`)).some(
      ({ status }) => status === 'RETURNING',
    )
    const [present] = chain.payersAt(one.account)
    if (present === undefined || isUnderWay) await ask()
    payers += present === undefined || isUnderWay ? 1 : 0
    const payer = present === undefined || isUnderWay ? payerAddress(payers) : present
    units += 1n
    chain.arrive(one.account, payer, units)
    // The worst moment for what a restore has lost.
    chain.deliverLost()
    return look()
  }

  const payerAddress = (count: number): string =>
    String(
      Object(sandboxFundingDetails(METHOD, deps().config.secrets.depositSeed, `payer ${count}`))[
        'address'
      ],
    )

  async function look(): Promise<boolean> {
    const accounts = await watched()
    if (accounts.length > 0) await lookAt(deps(), RAIL, chain.strays, accounts)
    return true
  }

  async function all(where: string): Promise<StrayRow[]> {
    const { rows } = await owner.query<{ id: Uuid<'str'> }>(
      `select id from strays where ${where} order by id desc`,
    )
    const found = await Promise.all(rows.map(({ id }) => selectStray(owner, id)))
    return found.filter((one) => one !== undefined)
  }

  const newest = async (): Promise<StrayRow | undefined> =>
    (await all(`status in ('OPEN', 'RETURNING')`))[0] ?? (await all('true'))[0]

  // The whole of it goes to one payer: what two have sent is left to a person.
  async function giveBack(row: StrayRow): Promise<boolean> {
    const [to, another] = chain.payersAt(row.account)
    if (row.status !== 'OPEN' || row.contradicted_key !== null) return false
    if (to === undefined || another !== undefined) return false
    try {
      await returnStray(deps(), row, to, by('stray.return'), versionOf(row))
    } catch (error) {
      // The operator waits for the chain.
      chain.deliverLost()
      throw error
    }
    // The time of the halts is that of the business here.
    await owner.query(`update strays set returning_at = $1 where id = $2`, [
      sqlInstant(clock.now()),
      row.id,
    ])
    return true
  }

  async function resumeSends(): Promise<boolean> {
    const open = (await selectHalts(owner)).find(({ rail }) => rail === RAIL)
    if (open === undefined || open.read_at === null) return false
    await resume(deps(), by('resume'), open.id)
    for (const index of [0, 1]) await world.process(index).deps.halts.present('fresh')
    return true
  }

  async function send(): Promise<boolean> {
    await owner.query('update strays set due_at = now() where due_at is not null')
    return (await sendReturns(deps())) > 0
  }

  // What an operator has in writing is true of what arrived, and may be wrong of what did not arrive yet.
  async function mark(row: StrayRow, outcome: 'settled' | 'rejected'): Promise<boolean> {
    if (row.key === null) return false
    const key = isDecision(row) ? row.contradicted_key : row.key
    const isDone = chain.moves.get(key ?? '')?.isDone === true
    if (isDecision(row)) {
      if (isDone !== (outcome === 'settled')) return false
    } else {
      if (row.status !== 'RETURNING' || row.stopped_at === null) return false
      if (outcome === 'settled' && !isDone) return false
      clock.advance(deps().config.evidenceAfterMs)
      chain.deliverLost()
    }
    const told = { outcome, evidence: 'letter' }
    await markStrayReturn(deps(), row, told, by('stray.mark-return'))
    return true
  }

  async function ask(): Promise<boolean> {
    chain.deliver()
    await owner.query(
      `update rail_marks set due_at = now() where kind = 'stray' and due_at is not null`,
    )
    await askMarked(deps())
    return true
  }

  /** The desk holds, or releases, the account of the newest payer. */
  async function holdAccount(what: 'hold' | 'release'): Promise<boolean> {
    const [enterprise] = await selectEnterprises(owner)
    const details = { address: payerAddress(payers) }
    const account = {
      enterpriseId: enterprise?.id ?? NO_ID,
      fingerprint: fingerprintOf(deps().config.secrets, METHOD, details),
    }
    return what === 'hold'
      ? insertAccountHold(owner, account, clock.now())
      : updateAccountHoldReleased(owner, account, clock.now())
  }

  /** What was under way in the database that is now in its place may have ended otherwise. */
  async function restored(): Promise<void> {
    chain.lose()
    for (const { key } of await all(`status = 'RETURNING'`))
      if (key !== null) chain.ofBefore.add(key)
  }

  /** What operators do when the steps are over. Returns whether something is left to do. */
  async function settle(): Promise<boolean> {
    if (chain.accounts().length === 0) return false
    await owner.query(
      'update account_holds set released_at = greatest(now(), placed_at) where released_at is null',
    )
    chain.deliverLost()
    await ask()
    await send()
    await send()
    for (const row of await all('true')) {
      if (isDecision(row)) {
        const isDone = chain.moves.get(row.contradicted_key ?? '')?.isDone === true
        await tried('decide', () => mark(row, isDone ? 'settled' : 'rejected'))
      } else if (row.status === 'RETURNING')
        await tried('end', () => actOn(row.stopped_at === null ? 'stop' : 'mark_rejected', row))
    }
    await look()
    for (const row of await all(`status = 'OPEN'`)) await tried('return', () => giveBack(row))
    const left = await all(`status = 'RETURNING'`)
    return left.length > 0
  }

  return { step, settle, restored }
}

/** What is at an address is seen, and what is recorded as returned was moved. */
export async function strayProblems({ owner, outside }: World): Promise<string[]> {
  const { strays: chain } = outside
  if (chain.accounts().length === 0) return []
  const { rows } = await owner.query<{
    account: string
    status: string
    units: string
    key: string | null
    is_contradicted: boolean
  }>(
    `select account, status, units::text, key,
            exists (select from rail_marks m where m.subject_id = strays.id and m.answer <> m.outcome) as is_contradicted
       from strays order by account, occurrence`,
  )
  const { rows: known } = await owner.query<{ account: string }>(
    'select distinct funding_address as account from orders',
  )
  const problems = rows.flatMap(({ account, status, key, is_contradicted: isWrong }) =>
    status === 'RETURNING'
      ? [`42: the return ${key} of ${account} has no end`]
      : status === 'RETURNED' && !isWrong && chain.moves.get(key ?? '')?.isDone !== true
        ? [`42: ${key} is recorded as returned and moved nothing`]
        : [],
  )
  for (const { account } of known) {
    const there = chain.unitsAt(account)
    const last = rows.findLast((row) => row.account === account)
    const isSeen =
      last !== undefined &&
      (last.status === 'OPEN' || last.status === 'DISMISSED') &&
      BigInt(last.units) >= there
    if (there > 0n && !isSeen) problems.push(`42: nobody sees ${there} at ${account}`)
    if (there === 0n && last?.status === 'OPEN')
      problems.push(`42: ${account} is empty, and its stray waits`)
  }
  return problems
}
