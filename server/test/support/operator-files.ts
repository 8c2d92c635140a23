// Applies operator files to the database of a service.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyFile } from '../../src/operators/apply-file.ts'
import { readOperatorFile, type OperatorFile } from '../../src/operators/operator-file.ts'
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
