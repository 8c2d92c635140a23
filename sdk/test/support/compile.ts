// The compiler's judgement of uses.ts and the client with given types.
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const sdk = join(import.meta.dirname, '../..')

/** The errors in a copy of the client and its uses. `types` replaces src/openapi.ts. */
export async function compileUses(types: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-sdk-'))
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
    cpSync(join(sdk, 'src'), join(folder, 'src'), { recursive: true })
    writeFileSync(join(folder, 'src/openapi.ts'), types)
    cpSync(join(sdk, 'test/uses.ts'), join(folder, 'test/uses.ts'))
    const modules = join(sdk, '../node_modules')
    symlinkSync(modules, join(folder, 'node_modules'))
    const settings = JSON.parse(readFileSync(join(sdk, 'tsconfig.json'), 'utf8'))
    const compilerOptions = { ...settings.compilerOptions, noErrorTruncation: true }
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: join(sdk, 'tsconfig.json'),
        compilerOptions,
        include: ['src', 'test'],
      }),
    )
    // The root's compiler, the one that users of today have.
    const compiler = join(modules, 'typescript/bin/tsc')
    return await run(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], {
      cwd: folder,
      maxBuffer: 50_000_000,
    }).then(
      () => '',
      (error: unknown) =>
        error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}
