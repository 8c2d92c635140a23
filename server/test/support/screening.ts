// A service whose operator file has screeners, and the steps that its worker would take.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { recordDeposit } from '../../src/engine/deposits/record-deposit.ts'
import { applyFile } from '../../src/desk/operator-file/apply-file.ts'
import { readOperatorFile } from '../../src/desk/operator-file/operator-file.ts'
import type { OrderJson } from '../../src/engine/orders/view.ts'
import { screenDeposits } from '../../src/engine/screening/screen-deposits.ts'
import { selectHeldScreenings } from '../../src/rules/screening/queries.ts'
import { requireUuid } from './ids.ts'
import { rowOf, runDueWork, stateOf } from './orders.ts'
import type { TestService } from './service.ts'

export type ScreenedWorld = ReturnType<typeof screenedWorld>

export function screenedWorld(corridor: TestService) {
  const { deps, clock } = corridor
  const folder = mkdtempSync(join(tmpdir(), 'corridor-screening-'))

  async function apply(yaml: string): Promise<readonly string[]> {
    const path = join(folder, 'operator.yaml')
    writeFileSync(path, yaml)
    const { secrets, environment, autoRelease } = deps.config
    const world = { secrets, environment, autoRelease, at: clock.now() }
    const { changes } = await applyFile(deps.db, world, readOperatorFile(path))
    return changes.map(({ verb, what, details }) => `${verb} ${what} ${details.join('; ')}`.trim())
  }
  const list = (name: string, lines: readonly string[]) =>
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`)

  /** Configures one list with these lines. */
  function screenWith(lines: readonly string[], settings = ''): Promise<readonly string[]> {
    list('list.txt', lines)
    return apply(
      `screening: [{ name: sanctions, kind: list, settings: { file: list.txt${settings} } }]`,
    )
  }

  return {
    folder,
    apply,
    list,
    screenWith,
    rowOf: (order: { id: string }) => rowOf(corridor, order),
    /** No screener is configured afterwards. */
    screenNobody: () => apply('screening: []'),
    /** The rail reports a payment of the whole total by `sender`. */
    async pay(
      order: OrderJson,
      sender: string | null,
      transaction: string = randomUUID(),
    ): Promise<void> {
      const row = await rowOf(corridor, order)
      const [[, account] = ['', '']] = Object.entries(row.funding_details)
      await recordDeposit(
        deps,
        { name: 'sandbox' },
        {
          kind: 'deposit',
          transaction,
          index: 0,
          account,
          reference: row.reference_number,
          sender,
          currency: row.payin_currency,
          amountMinor: row.payin_total_minor,
        },
        row,
      )
    },
    async runDueWork(): Promise<void> {
      while ((await screenDeposits(deps)) > 0);
      await runDueWork(corridor)
    },
    stateOf: (order: { id: string }) => stateOf(corridor, order),
    async heldDepositOf(order: { id: string }) {
      const held = await selectHeldScreenings(deps.db, 'deposit')
      const found = held.find((one) => one.order_id === requireUuid('ord', order.id))
      if (found === undefined) throw new Error(`no deposit of ${order.id} is held`)
      return found
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
