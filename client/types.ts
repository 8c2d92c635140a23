// Types of the API, generated from its description, and the compiler's judgement of a file that uses them.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'

const run = promisify(execFile)
const here = import.meta.dirname

/** The text of a declaration file. */
export const typesOf = async (description: string): Promise<string> =>
  astToString(await openapiTS(JSON.parse(description)))

/** The compiler's errors for uses.ts with these types. Empty when it compiles. */
export async function compileUses(types: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-client-'))
  try {
    writeFileSync(join(folder, 'api.d.ts'), types)
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: join(here, 'tsconfig.json'),
        compilerOptions: {
          noEmit: true,
          noErrorTruncation: true,
          paths: { 'corridor-api': [join(folder, 'api.d.ts')] },
          typeRoots: [join(here, '../node_modules/@types')],
        },
        include: [],
        files: [join(here, 'uses.ts')],
      }),
    )
    // The root's compiler, the one that users of today have.
    const compiler = join(here, '../node_modules/typescript/bin/tsc')
    return await run(process.execPath, [compiler, '-p', folder]).then(
      () => '',
      (error: unknown) =>
        error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}
