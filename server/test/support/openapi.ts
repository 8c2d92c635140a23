// openapi.json and operator-openapi.json as generated from the code.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { buildApi } from '../../src/service/api.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { newSecrets, readConfig } from '../../src/platform/config.ts'
import type { Connection } from '../../src/platform/db/pool.ts'
import { openDeps } from '../../src/service/deps.ts'
import { notDraining } from '../../src/platform/http/drain.ts'
import { buildOperatorApi } from '../../src/service/operator-api.ts'

/** The texts by file name. */
export async function openApiTexts(connection: Connection): Promise<Record<string, string>> {
  const config = readConfig({
    CORRIDOR_SECRETS: newSecrets(),
    CORRIDOR_DATA_DIR: join(tmpdir(), 'corridor-none'),
  })
  const log = pino({ level: 'silent' })
  const deps = openDeps({
    config,
    clock: systemClock,
    log,
    connection,
    ownerConnection: connection,
    publicUrl: () => '',
  })
  try {
    const app = await buildApi(deps, notDraining())
    await app.ready()
    const operators = await buildOperatorApi(deps, notDraining())
    const texts = {
      'openapi.json': JSON.stringify(app.swagger(), null, 2) + '\n',
      'operator-openapi.json': JSON.stringify(operators.swagger(), null, 2) + '\n',
    }
    await app.close()
    await operators.close()
    return texts
  } finally {
    await deps.close()
  }
}
