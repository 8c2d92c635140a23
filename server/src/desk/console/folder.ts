// The folder of the console's files, and whether they were built.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** `npm run build --workspace console` writes it. */
export const CONSOLE_FOLDER = join(import.meta.dirname, '../../../../console/dist')
export const isConsoleBuilt = (): boolean => existsSync(join(CONSOLE_FOLDER, 'index.html'))
