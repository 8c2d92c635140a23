// `npm run generate`: writes the generated files: openapi.json, operator-openapi.json,
// connector-openapi.json, schema.sql, statements and the tables of docs/.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../src/platform/clock.ts'
import { openThrowaway } from '@corridor/embedded-postgres'
import { migrate } from '../../src/platform/db/migrate.ts'
import { openPool } from '../../src/platform/db/pool.ts'
import { connectorOpenApi } from '../../src/outside/connectors/openapi.ts'
import { pagesWithTables, withTables } from './doc-tables.ts'
import { openApiTexts } from './openapi.ts'
import { dumpSchema } from './schema-dump.ts'
import { statementFiles } from './statements.ts'

const root = join(import.meta.dirname, '../../..')
const dir = mkdtempSync(join(tmpdir(), 'corridor-generate-'))
const cluster = await openThrowaway({ dir })
try {
  const connection = {
    host: cluster.host,
    port: cluster.port,
    user: cluster.user,
    database: 'postgres',
  }
  await migrate(connection, 'sandbox', systemClock)
  const pool = openPool(connection, { size: 1 })
  writeFileSync(join(root, 'server/schema.sql'), await dumpSchema(pool))
  const statements = join(root, 'server/statements')
  rmSync(statements, { recursive: true, force: true })
  mkdirSync(statements)
  for (const [folder, text] of await statementFiles(pool))
    writeFileSync(join(statements, `${folder}.sql`), text)
  await pool.end()
  writeFileSync(join(root, 'connector-openapi.json'), connectorOpenApi())
  for (const [name, text] of Object.entries(await openApiTexts(connection)))
    writeFileSync(join(root, name), text)
  for (const { path, tables } of pagesWithTables)
    writeFileSync(path, withTables(readFileSync(path, 'utf8'), tables))
} finally {
  await cluster.stop()
  rmSync(dir, { recursive: true, force: true })
}
