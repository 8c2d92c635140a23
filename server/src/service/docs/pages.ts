// The pages that the service serves below /docs, in the order of the navigation. Decisions stay in the repository.
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../../..')

export type Page = { name: string; source: string }
export type Group = { title: string; about: string; pages: readonly Page[] }

const page = (name: string): Page => ({ name, source: join(ROOT, `docs/${name}.md`) })

/** One group for each kind of reader. A page is in one group. A test compares the list with the folder. */
export const groups: readonly Group[] = [
  {
    title: 'Integrate',
    about: 'For developers of a customer, who call the API.',
    pages: [
      page('quickstart'),
      page('concepts'),
      page('order-lifecycle'),
      page('accounts'),
      page('money'),
      page('idempotency'),
      page('errors'),
      page('events'),
      page('webhooks'),
      page('api-keys'),
      page('people'),
      page('mcp'),
      page('information-requests'),
      page('sandbox'),
      page('console'),
      { name: 'sdk', source: join(ROOT, 'sdk/README.md') },
      page('command-line'),
      page('generated-clients'),
    ],
  },
  {
    title: 'Operate',
    about: 'For the desk that runs Corridor.',
    pages: [
      page('installing'),
      page('going-live'),
      page('operating'),
      page('high-availability'),
      page('backups'),
      page('secrets'),
      page('settings'),
      page('commands'),
      page('runbooks'),
      page('security'),
      page('operator-file'),
      page('configuration'),
      page('operator-api'),
      page('approvals'),
      page('queue'),
      page('exits'),
      page('small-amounts'),
      page('treasury'),
      page('reconciliation'),
      page('ledger'),
      page('reports'),
      page('compliance'),
      page('screening'),
      page('custody'),
    ],
  },
  {
    title: 'Connect',
    about: 'For engineers who add a bank, a chain or a liquidity provider.',
    pages: [
      page('connectors'),
      page('adapters'),
      page('rails-evm'),
      page('rails-solana'),
      page('rails-bank-files'),
      page('bitso'),
    ],
  },
  {
    title: 'Judge',
    about: 'For those who decide whether Corridor is good enough.',
    pages: [page('comparison'), page('performance'), page('scale'), page('proof')],
  },
]

export const pages: readonly Page[] = groups.flatMap((group) => group.pages)
export const PICTURES = join(ROOT, 'docs/pictures')
