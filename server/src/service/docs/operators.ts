// The texts of the operator API.
import { describe } from './describe.ts'
import { anyProblem } from './problems.ts'

const guide = `For the people and programs that run a deployment. The [documents](/docs/) have guides and runbooks. It has the manner of the customers' API: success bodies have the key \`data\`, errors are RFC 9457 problems ([all of them](/docs/errors)), amounts are decimal strings.

**Users.** An admin creates a user and gives the enrolment token to that person, who chooses a password and adds a second factor: *Begin an enrolment*, *Confirm an enrolment*. *Sign in* then returns a session. Send it as \`Authorization: Bearer cs_…\`. It ends after 12 hours, or after an hour without a request. Programs use an operator key, \`co_…\`, instead.

**Roles.** Everybody reads. An \`operator\` decides on orders, a \`treasurer\` moves the desk's money, \`compliance\` reads the audit trail, an \`admin\` manages users and reads the audit trail, a \`viewer\` only reads. A user or key may be limited to some enterprises. What belongs to others is answered like something unknown: 404.

**Reasons.** Every act has a reason. The audit trail has every act, sign-in and refusal; nobody can change it.`

export const operatorsApi = describe({
  audience: 'operators',
  title: 'Corridor operator API',
  guide,
  tags: [
    { name: 'Sign-in', description: 'Enrolment, sign-in and sign-out.' },
    {
      name: 'Passkeys',
      description: 'Passkeys of the user who is signed in, and sign-in with one.',
    },
    { name: 'Users', description: 'People who use this API.' },
    { name: 'Operator keys', description: 'Keys of programs that use this API.' },
    { name: 'Search', description: 'Finds things by any name they have.' },
    { name: 'Queue', description: 'Everything that needs a person.' },
    { name: 'Approvals', description: 'Acts that wait for a second person.' },
    { name: 'Halts', description: 'Stops of money, and what must be known before they end.' },
    { name: 'Orders', description: 'Orders that wait for an operator.' },
    {
      name: 'Information requests',
      description: 'What organizations are asked, and their answers.',
    },
    { name: 'Customers', description: 'Enterprises, organizations and their API keys.' },
    { name: 'Instruments', description: 'Accounts and wallets of customers.' },
    { name: 'Deposits', description: 'Payments that arrived.' },
    { name: 'Strays', description: 'Other coins and tokens that arrived at deposit addresses.' },
    { name: 'Payouts', description: 'Payments to beneficiaries.' },
    { name: 'Refunds', description: 'Payments back to payers.' },
    { name: 'Events', description: 'What happened, as customers get it.' },
    { name: 'Webhooks', description: 'Webhook endpoints of customers, and their deliveries.' },
    { name: 'Accounts', description: 'Accounts that organizations have at the desk.' },
    { name: 'Treasury', description: "Movements of the desk's own money." },
    { name: 'Rails and providers', description: 'What moves and converts money.' },
    { name: 'Compliance', description: 'Verifications, matches and the travel rule.' },
    { name: 'Limits', description: 'What an organization may order in a day and a month.' },
    { name: 'Configuration', description: 'Versions of the configuration, and routes.' },
    { name: 'Reconciliation', description: 'Statements compared with the ledger.' },
    { name: 'Reports', description: 'Statements of accounts, margin and exports.' },
    { name: 'Reversals', description: 'Deposits that their rails took back.' },
    { name: 'Holds', description: 'Holds of enterprises, organizations and accounts.' },
    { name: 'Audit', description: 'What operators did.' },
  ],
  securityScheme: {
    name: 'operator',
    description: 'A session `cs_…` of a user, or an operator key `co_…`.',
  },
  webhooks: {},
  also: [anyProblem('operators')],
})
