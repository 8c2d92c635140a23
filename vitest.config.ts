import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { configDefaults, defineConfig } from 'vitest/config'

// Files that start many programs, browsers or chain nodes, take minutes, or measure their own process. `npm run test:long`
// runs them and `npm test` leaves them out; CI runs both.
const LONG = {
  bench: ['bench'],
  'cli/test': [
    'apply',
    'connectors',
    'contributor-commands',
    'customer-answers',
    'customer-commands',
    'customer-events',
    'doctor',
    'first-start',
    'given-database',
    'keys',
    'mistakes',
    'operator-commands',
    'people',
    'pool-accounts',
    'reconcile',
    'sign-in',
    'treasury',
    'users',
  ],
  'embedded-postgres/test': ['embedded', 'users'],
  'live-demo': ['live-demo'],
  'mcp/test': ['command'],
  'sdk/test': ['package', 'retries'],
  'server/test/customers': ['notices', 'webhook-restart', 'webhook-slots'],
  'server/test/desk': [
    'console-access',
    'console-charts',
    'console-customer',
    'console-desk',
    'console-journeys',
    'console-operator',
    'console-pages',
    'console-people',
    'console-restart',
    'console-states',
    'month-of-trading',
    'operator-bad-bodies',
    'operator-growth',
  ],
  'server/test/engine': [
    'deposit-returns-restored',
    'exits',
    'gas',
    'halts-processes',
    'restored-fills',
    'restored-orders',
    'restored-refunds',
    'small-amounts-flood',
    'small-amounts-on-chains',
    'sweeps',
  ],
  'server/test/outside': [
    'adapters-receiving',
    'bank-files-openpgp',
    'bank-files-sftp',
    'chain-cancelling',
    'connector-check',
    'connector-kills',
    'connector-memory',
    'evm-payouts',
    'evm-relaying',
    'evm-restored-sends',
    'evm-second-looks',
    'solana-histories',
    'solana-restored-sends',
    'solana-stray-seams',
    'solana-sweeps',
  ],
  'server/test/parties': ['operator-tenancy', 'operators-killed'],
  'server/test/platform': ['slow-uploads'],
  'server/test/rules': ['screening-connector', 'screening-issuer', 'screening-kills'],
  'server/test/service': [
    'all-cores',
    'crash',
    'deployment',
    'docs-browser',
    'docs-snippets',
    'growth',
    'kept-socket',
    'lost-tail',
    'neighbours',
    'plans',
    'planted-bugs',
    'restore-drill',
    'restore-drill-all',
    'series-growth',
    'service',
    'several-machines',
  ],
}
const long = Object.entries(LONG).flatMap(([folder, names]) =>
  names.map((name) => `${folder}/${name}.test.ts`),
)
// A pair changes its primary when it is not answered in time, so nothing else runs beside it.
const alone = ['server/test/service/failover.test.ts']
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
        test: {
          name: 'short',
          include: all,
          exclude: [...configDefaults.exclude, ...long, ...alone],
          // A worker loads the service once for all of its files.
          isolate: false,
          setupFiles: './server/test/support/new-file.ts',
        },
      },
      { extends: true, test: { name: 'long', include: long } },
      { extends: true, test: { name: 'alone', include: alone, sequence: { groupOrder: 1 } } },
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
