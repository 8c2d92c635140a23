import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { configDefaults, defineConfig } from 'vitest/config'

// Files that take minutes. `npm run test:long` runs them and `npm test` leaves them out; CI runs both.
const LONG = [
  'bench',
  'connector-kills',
  'console-pages',
  'console-states',
  'crash',
  'exits',
  'live-demo',
  'operators-killed',
  'planted-bugs',
  'restore-drill-all',
  'slow-uploads',
]
const long = LONG.map((name) => `**/${name}.test.ts`)
const all = [
  '{embedded-postgres,server,cli,mcp}/test/**/*.test.ts',
  '{bench,sdk,live-demo}/**/*.test.ts',
]

// A clean clone has no times of earlier runs, and vitest then begins with the largest files. The files that take longest
// begin first instead, so that none of them runs alone at the end.
const LONGEST = [
  'crash',
  'deployment',
  'all-cores',
  'proof',
  'connector-kills',
  'console-pages',
  'console-states',
  'exits',
  'slow-uploads',
  'operator-commands',
  'live-demo',
  'docs-snippets',
  'restore-drill',
  'contributor-commands',
  'keys',
  'customer-commands',
  'treasury',
  'bench',
  'pool-accounts',
  'apply',
  'first-start',
  'lists',
  'given-database',
  'months',
  'service',
  'embedded',
  'sweeps',
  'bank-files-sftp',
  'connector-check',
  'connector-memory',
  'webhook-slots',
  'console-journeys',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const name = /([^/\\]+)\.test\.ts$/.exec(moduleId)?.[1] ?? ''
      return LONGEST.includes(name) ? LONGEST.indexOf(name) : LONGEST.length
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'short', include: all, exclude: [...configDefaults.exclude, ...long] },
      },
      { extends: true, test: { name: 'long', include: long } },
    ],
    globalSetup: './server/test/support/cluster.ts',
    pool: 'forks',
    // The cache of transformed modules of vitest 5.1.0 ran an edited file as it was before the edit.
    fsModuleCache: false,
    // Most of what a file loads lives until its end: collecting young objects less often saves 5% of the processor time.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
