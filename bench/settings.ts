// The settings of every measured process: those of a deployment, without rate limits and sandbox delays.
import { join } from 'node:path'
import { readConfig, type Config } from '../server/src/platform/config.ts'

export const benchConfig = (databaseUrl: string, dir: string, name: string): Config =>
  readConfig({
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl,
    DATABASE_READS_URL: process.env['DATABASE_READS_URL'] ?? '',
    CORRIDOR_DATA_DIR: join(dir, name),
    CORRIDOR_SECRETS: process.env['CORRIDOR_SECRETS'] ?? '',
    CORRIDOR_RATE_LIMIT: '1000000',
    CORRIDOR_SANDBOX_STEP_MS: '0',
    CORRIDOR_WEBHOOK_ALLOW_PRIVATE: 'true',
  })
