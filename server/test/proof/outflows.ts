// Caps and balances at the rails, and what must hold about them after each step. A cap or balance judges what was
// committed since it was set, from the payouts and refunds themselves.
import { upsertOutflowCap } from '../../src/outside/rails/outflow-caps.ts'
import { observeRail } from '../../src/engine/treasury/observe-balances.ts'
import { publicId, type Uuid } from '../../src/platform/ids.ts'
import { requireUuid } from '../support/ids.ts'
import { SIGNER, type World } from './world.ts'

type Limit = {
  kind: 'cap' | 'balance'
  rail: string
  currency: string
  minor: bigint
  /** Of the signer: rails with the same key share it. */
  isOfSigner: boolean
  /** Committed when the limit was set, or when an hour had passed. */
  beforeMinor: bigint
}

/** More than any history pays out. */
const ENOUGH = 10n ** 17n

export function createOutflows(world: World) {
  const { owner, outside } = world
  let limits: Limit[] = []
  let parked = new Set<string>()

  async function committed(limit: Omit<Limit, 'beforeMinor' | 'minor'>): Promise<bigint> {
    const { rows } = await owner.query<{ minor: string }>({
      name: 'committed_outflow',
      text: `select coalesce(sum(amount_minor), 0)::text as minor from (
               select rail, currency, amount_minor from payouts
                where prepared_sealed is not null and not ($3 and rejected_at is not null)
               union all select rail, currency, amount_minor from refunds
                where prepared_sealed is not null and not ($3 and status = 'FAILED')) sent
              where currency = $2 and ($1::text is null or rail = $1)`,
      values: [limit.isOfSigner ? null : limit.rail, limit.currency, limit.kind === 'balance'],
    })
    return BigInt(rows[0]?.minor ?? '0')
  }

  async function put(limit: Omit<Limit, 'beforeMinor'>): Promise<void> {
    limits = limits.filter(
      ({ kind, rail, currency, isOfSigner }) =>
        kind !== limit.kind ||
        rail !== limit.rail ||
        currency !== limit.currency ||
        isOfSigner !== limit.isOfSigner,
    )
    limits.push({ ...limit, beforeMinor: await committed(limit) })
  }

  async function payoutOf(id: string) {
    const { rows } = await owner.query<{ minor: bigint; currency: string }>(
      `select payout_total_minor::bigint as minor, payout_currency as currency from orders where id = $1`,
      [requireUuid('ord', id)],
    )
    const [row] = rows
    if (row === undefined) throw new Error(`${id} does not exist`)
    return { ...row, rail: row.currency === 'USDC' ? 'chain' : 'bank' }
  }

  return {
    async setCap(order: string, percent: number, isOfSigner: boolean): Promise<void> {
      const { minor, currency, rail } = await payoutOf(order)
      const most = (minor * BigInt(percent)) / 100n + 1n
      await upsertOutflowCap(owner, {
        rail: isOfSigner ? SIGNER : rail,
        currency,
        max_send_minor: null,
        max_hour_minor: most,
      })
      // A cap counts what was sent while there was a cap.
      await owner.query('delete from outflows')
      for (const limit of limits) limit.beforeMinor = await committed(limit)
      await put({ kind: 'cap', rail, currency, minor: most, isOfSigner })
    },
    async passHour(): Promise<void> {
      await owner.query(`update outflows set minute = minute - interval '61 minutes'`)
      for (const limit of limits)
        if (limit.kind === 'cap') limit.beforeMinor = await committed(limit)
    },
    async setBalance(order: string, percent: number): Promise<void> {
      const { minor, currency, rail } = await payoutOf(order)
      const held = (minor * BigInt(percent)) / 100n + 1n
      outside.setBalance(rail, currency, held)
      await observe(rail)
      await put({ kind: 'balance', rail, currency, minor: held, isOfSigner: false })
    },
    /** The desk sends money to the rails, and the caps are removed. */
    async lift(): Promise<void> {
      if (limits.length === 0) return
      await owner.query('delete from outflow_caps')
      for (const { kind, rail, currency } of limits) {
        if (kind !== 'balance') continue
        outside.setBalance(rail, currency, ENOUGH)
        // Refunds that lack money wait for the next observation.
        await observe(rail)
      }
      limits = []
    },
    /** A restore brings caps and balances of another time. */
    async forget(): Promise<void> {
      limits = []
      parked = new Set((await selectParked()).map(({ id }) => id))
      outside.balances.clear()
      await owner.query(
        'with caps as (delete from outflow_caps), sums as (delete from outflows) delete from observed_balances',
      )
    },
    /** The broken promise about a limit, or undefined. */
    async problem(): Promise<string | undefined> {
      if (limits.length === 0) return undefined
      for (const limit of limits) {
        const minor = (await committed(limit)) - limit.beforeMinor
        if (minor > limit.minor)
          return limit.kind === 'cap'
            ? `33: ${minor} ${limit.currency} were committed within an hour, and the cap is ${limit.minor}`
            : `34: ${minor} ${limit.currency} were committed at ${limit.rail}, which holds ${limit.minor}`
      }
      return parkedInVain()
    },
  }

  async function observe(name: string): Promise<void> {
    const { deps } = world.process(0)
    const rail = outside.rails.find((one) => one.name === name)
    if (rail !== undefined) await observeRail(deps, rail)
  }

  async function selectParked() {
    const { rows } = await owner.query<{ id: Uuid<'ord'>; minor: bigint; currency: string }>({
      name: 'outflow_limited',
      text: `select id, payout_total_minor::bigint as minor, payout_currency as currency from orders
              where parked_reason = 'outflow_limit'`,
    })
    return rows
  }

  // An order waits for the hour only if its payout exceeds what is left of a cap.
  async function parkedInVain(): Promise<string | undefined> {
    const rows = await selectParked()
    const before = parked
    parked = new Set(rows.map(({ id }) => id))
    for (const row of rows.filter(({ id }) => !before.has(id))) {
      const its = limits.filter(({ kind, currency }) => kind === 'cap' && currency === row.currency)
      const isBeyond = await Promise.all(
        its.map(
          async (limit) => (await committed(limit)) - limit.beforeMinor + row.minor > limit.minor,
        ),
      )
      if (!isBeyond.includes(true))
        return `33: ${publicId('ord', row.id)} is parked, and its payout is within the cap`
    }
    return undefined
  }
}
