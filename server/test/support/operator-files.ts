// Applies operator files to the database of a service.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { applyFile } from '../../src/desk/operator-file/apply-file.ts'
import { readOperatorFile, type OperatorFile } from '../../src/desk/operator-file/operator-file.ts'
import type { TestService } from './service.ts'

export function parsed(text: string): OperatorFile {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-operator-file-'))
  const path = join(folder, 'file.yaml')
  writeFileSync(path, text)
  try {
    return readOperatorFile(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The changes made, each as `verb what: details`. */
export async function applied({ deps, clock }: TestService, text: string): Promise<string[]> {
  const { secrets, environment, autoRelease } = deps.config
  const world = { secrets, environment, autoRelease, at: clock.now() }
  const { changes } = await applyFile(deps.db, world, parsed(text))
  return changes.map(({ verb, what, details }) => [`${verb} ${what}`, ...details].join('; '))
}

/** Sets the smallest amounts of USDC at a rail, and waits until every process has read them again. */
export async function smallAmounts(
  corridor: TestService,
  below: string,
  { rail = 'sandbox', deposit = '0.10', refund = '5.00', more = '' } = {},
): Promise<void> {
  await applied(
    corridor,
    `small_amounts: [{ rail: '${rail}', currency: USDC, smallest_deposit: '${deposit}', smallest_refund: '${refund}', below: ${below}${more} }]`,
  )
  await sleep(1100)
}
