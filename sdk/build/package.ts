// The package as it is published: JavaScript, declarations and a package.json of their own. In the workspace other
// packages use the source directly.
import { execFile } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const sdk = join(import.meta.dirname, '..')
const root = join(sdk, '..')

/** Replaces the folder. */
export async function buildPackage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const settings = join(import.meta.dirname, 'tsconfig.json')
  await promisify(execFile)(process.execPath, [compiler, '-p', settings, '--outDir', folder])
  // tsc leaves the names of source files in declarations.
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.d.ts')) {
      const text = readFileSync(join(folder, name), 'utf8')
      const named = text.replace(/(from |import\()'(\.[^']+)\.ts'/g, "$1'$2.js'")
      writeFileSync(join(folder, name), named)
    }
  const source: Record<string, unknown> = JSON.parse(
    readFileSync(join(sdk, 'package.json'), 'utf8'),
  )
  const { name, version, type, description, license, engines, dependencies } = source
  const described = {
    name,
    version,
    type,
    description,
    license,
    engines,
    sideEffects: false,
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    dependencies,
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(described, null, 2) + '\n')
  copyFileSync(join(sdk, 'README.md'), join(folder, 'README.md'))
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
}
