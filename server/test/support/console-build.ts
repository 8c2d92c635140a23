// Builds the console from its present sources, as `npm run build --workspace console` does.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { environmentWith } from '../../src/platform/config.ts'

const program = join(import.meta.dirname, '../../../console/build/run.js')

/** Without the NODE_ENV of the tests, which would make a larger page. */
export async function buildConsole(): Promise<void> {
  const env = environmentWith({ NODE_ENV: 'production' })
  await promisify(execFile)(process.execPath, [program], { env })
}
