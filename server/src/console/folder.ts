// Where the files of the console are, and whether they were built.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** What `npm run build --workspace console` writes. */
export const CONSOLE_FOLDER = join(import.meta.dirname, '../../../console/dist')
export const isConsoleBuilt = (): boolean => existsSync(join(CONSOLE_FOLDER, 'index.html'))
