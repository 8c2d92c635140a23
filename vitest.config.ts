import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      '{embedded-postgres,server,cli}/test/**/*.test.ts',
      '{bench,client,live-demo}/**/*.test.ts',
    ],
    globalSetup: './server/test/support/cluster.ts',
    pool: 'forks',
    maxWorkers: 3,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
