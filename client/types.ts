// Types of the API, generated from its description, and the compiler's judgement of a file that uses them.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'

const run = promisify(execFile)
const here = import.meta.dirname

/** The text of a declaration file. */
export const typesOf = async (description: string): Promise<string> =>
  astToString(await openapiTS(JSON.parse(description)))

/**
 * The compiler's errors in uses.ts, for each set of types. One run compiles a copy of uses.ts per set: a run of its own
 * for each takes up to 40 seconds on a busy machine.
 */
export async function compileUses<Name extends string>(
  types: Readonly<Record<Name, string>>,
): Promise<(name: Name) => string> {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-client-'))
  const names = Object.keys(types)
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
    const uses = readFileSync(join(here, 'uses.ts'), 'utf8')
    for (const [name, text] of Object.entries<string>(types)) {
      // A module, not a declaration file: `skipLibCheck` skips those.
      writeFileSync(join(folder, `${name}-api.ts`), text)
      writeFileSync(
        join(folder, `${name}.ts`),
        uses.replace("from 'corridor-api'", `from './${name}-api.ts'`),
      )
    }
    const modules = join(here, '../node_modules')
    symlinkSync(modules, join(folder, 'node_modules'))
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: join(here, 'tsconfig.json'),
        compilerOptions: { noErrorTruncation: true },
        include: [],
        files: names.map((name) => `${name}.ts`),
      }),
    )
    // The root's compiler, the one that users of today have.
    const compiler = join(modules, 'typescript/bin/tsc')
    const output = await run(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], {
      cwd: folder,
      maxBuffer: 50_000_000,
    }).then(
      () => '',
      (error: unknown) =>
        error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error),
    )
    const errors = output.split(/^(?=\S)/m)
    // An error that belongs to no copy belongs to all.
    const belongs = (error: string, name: string): boolean =>
      /^[\w-]+?(-api)?\.ts\(/.test(error)
        ? error.startsWith(`${name}.ts(`) || error.startsWith(`${name}-api.ts(`)
        : true
    return (name) => errors.filter((error) => error !== '' && belongs(error, name)).join('')
  } finally {
    rmSync(folder, { recursive: true })
  }
}
