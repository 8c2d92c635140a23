// Commands directly on the database read lists of several pages, although no service has an address.
import { expect, test } from 'vitest'
import { forFile } from '../../server/test/support/for-file.ts'
import { run, type Env } from '../../server/test/support/command.ts'
import { testDatabase } from '../../server/test/support/database.ts'

const database = await forFile(testDatabase())

test('`audit list --direct` reads more than one page', async () => {
  const env: Env = { DATABASE_URL: database.url }
  // The first use makes what a new database lacks.
  expect(await run(['audit', 'list', '--direct'], env)).toMatchObject({ status: 0 })
  await database.owner.query(
    `select append_audit('00000000-0000-0000-0000-000000000000', now(), 'command', 'halt', 'sends', 'a test ' || n, '{}')
       from generate_series(1, 205) n`,
  )
  const { status, stdout } = await run(['audit', 'list', '--direct', '--limit', '204'], env)
  expect(status).toBe(0)
  expect(stdout.match(/a test \d+/g)).toHaveLength(204)
})
