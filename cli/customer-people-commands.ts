// The commands of customers on their people, and on orders that wait for a second one.
import { Option, type Command } from 'commander'
import { groupOf } from './client/add-client.ts'
import { asCustomer } from './customer/add-verb.ts'
import { metadata, paged } from './customer/options.ts'
import {
  loginClaims,
  mailLanguages,
  orderRequestStatuses,
  personRoles,
  pricedBy,
} from './customer/words.ts'

const personArgument = ['<person>', 'the login or identifier (usr_…)'] as const
const enrolledAt = [
  '--enrolled-at <timestamp>',
  'enrolled_at of `people show`, seen before you spoke with the person',
] as const
const role = (): Option =>
  new Option('--role <role>', 'what the person may do').choices(personRoles)

export function addPeopleCommands(program: Command): void {
  const people = groupOf(program, 'people', 'people of your enterprise, for its admins')
  asCustomer(
    paged(people.command('list').description('list them')),
    async () => (await import('./customer/people.ts')).list,
  )
  asCustomer(
    people
      .command('show')
      .description('show one')
      .argument(...personArgument),
    async () => (await import('./customer/people.ts')).show,
  )
  addInvite(people)
  asCustomer(
    people
      .command('change')
      .description('change the role, or keep somebody from signing in')
      .argument(...personArgument)
      .addOption(role())
      .option('--disable', 'ends all sessions at once', false)
      .option('--enable', 'lets the person sign in again', false),
    async () => (await import('./customer/people.ts')).change,
  )
  asCustomer(
    people
      .command('reset')
      .description('forget password, authenticator app and passkeys, and print a new link')
      .argument(...personArgument),
    async () => (await import('./customer/people.ts')).reset,
  )
  asCustomer(
    people
      .command('admit')
      .description('let somebody act whose link another admin made')
      .argument(...personArgument)
      .requiredOption(...enrolledAt),
    async () => (await import('./customer/people.ts')).admit,
  )
  asCustomer(
    people
      .command('sessions')
      .description('list open sessions: your own, or as an admin those of all')
      .argument('[person]', 'only of this one'),
    async () => (await import('./customer/people.ts')).sessions,
  )
  asCustomer(
    people
      .command('end-session')
      .description('end a session at once')
      .argument('<id>', 'the session (ses_…)'),
    async () => (await import('./customer/people.ts')).endSession,
  )
  asCustomer(
    paged(people.command('audit').description('list what people did, newest first')),
    async () => (await import('./customer/people.ts')).audit,
  )
  addProviderCommands(people)
  asCustomer(
    people.command('settings').description('show what the admin decides'),
    async () => (await import('./customer/people.ts')).settings,
  )
}

function addInvite(people: Command): void {
  asCustomer(
    people
      .command('invite')
      .description('invite somebody and print the link once; a key invites only the first admin')
      .argument('<login>', 'what the person signs in with')
      .addOption(role().makeOptionMandatory())
      .option('--mail <address>', 'also mail the link, if the desk sends mails')
      .addOption(
        new Option('--language <language>', 'of the mail; without it English').choices(
          mailLanguages,
        ),
      ),
    async () => (await import('./customer/people.ts')).invite,
  )
}

function addProviderCommands(people: Command): void {
  asCustomer(
    people
      .command('provider')
      .description('show the identity provider of your company, and the change of it that waits'),
    async () => (await import('./customer/provider.ts')).show,
  )
  asCustomer(
    people
      .command('set-provider')
      .description('set the identity provider; what no option names stays')
      .option('--issuer <url>', 'its address, without /.well-known/')
      .option('--client-id <id>', 'the name that it gave Corridor')
      .option('--secret-file <file>', 'the client secret is its first line, instead of asking')
      .addOption(
        new Option('--login-claim <claim>', 'what names an invited person').choices(loginClaims),
      )
      .option('--required', 'everybody but admins signs in with it only', false)
      .option('--optional', 'people may also sign in as before', false),
    async () => (await import('./customer/provider.ts')).set,
  )
  asCustomer(
    people
      .command('remove-provider')
      .description('remove it: people sign in with a password or passkey again'),
    async () => (await import('./customer/provider.ts')).remove,
  )
  const change = (name: string, description: string): Command =>
    people
      .command(name)
      .description(description)
      .argument('<id>', 'the change (idp_…) that `people provider` shows')
  asCustomer(
    change('confirm-provider', 'confirm the change that another admin asked for'),
    async () => (await import('./customer/provider.ts')).confirm,
  )
  asCustomer(
    change('withdraw-provider', 'end the change that waits: your own, or that of another admin'),
    async () => (await import('./customer/provider.ts')).withdraw,
  )
}

export function addRequestCommands(program: Command): void {
  const requests = groupOf(program, 'requests', 'orders that wait for a second person of yours')
  const one = (name: string, description: string): Command =>
    requests.command(name).description(description).argument('<id>', 'the request (apr_…)')
  asCustomer(
    paged(requests.command('list').description('list them, newest first')).addOption(
      new Option('--status <status>', 'with this status').choices(orderRequestStatuses),
    ),
    async () => (await import('./customer/requests.ts')).list,
  )
  asCustomer(one('show', 'show one'), async () => (await import('./customer/requests.ts')).show)
  asCustomer(
    requests
      .command('prepare')
      .description('prepare an order from a quote, for somebody else to approve')
      .argument('<quote>', 'the quote (qt_…)')
      .addOption(
        new Option('--priced-by <side>', 'the total that whoever approves keeps').choices(pricedBy),
      )
      .option('--reference <text>', 'your own reference')
      .option(...metadata)
      .option('--note <text>', 'for whoever approves it'),
    async () => (await import('./customer/requests.ts')).prepare,
  )
  asCustomer(
    one('approve', 'create the order that somebody else prepared, with a quote of now')
      .option('--quote <id>', 'this quote (qt_…), instead of a new one')
      .option('--yes', 'do not ask before the order is created', false),
    async () => (await import('./customer/requests.ts')).approve,
  )
  asCustomer(
    one('reject', 'end what somebody else prepared').option('--note <text>', 'why'),
    async () => (await import('./customer/requests.ts')).reject,
  )
  asCustomer(
    one('withdraw', 'end what you prepared').option('--note <text>', 'why'),
    async () => (await import('./customer/requests.ts')).withdraw,
  )
}
