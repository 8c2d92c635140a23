// The commands of customers, which call the API with a key. add-verb.ts gives some of them to
// operators too.
import { InvalidArgumentError, Option, type Command } from 'commander'
import { groupOf } from './client/add-client.ts'
import { asCustomer, asEither, asLocal } from './customer/add-verb.ts'
import { metadata, ofTime, paged, repeat } from './customer/options.ts'
import { informationStatuses } from './customer/words.ts'
import { addPeopleCommands, addRequestCommands } from './customer-people-commands.ts'
import { addCustomerOrderCommands } from './customer-order-commands.ts'

export function addCustomerCommands(program: Command): void {
  addAccountCommands(program)
  addOrganizationCommands(program)
  addInstrumentCommands(program)
  addDeskAccountCommands(program)
  addCustomerOrderCommands(program)
  addPeopleCommands(program)
  addRequestCommands(program)
  addComplianceCommands(program)
  addWebhookCommands(program)
  addSandboxCommands(program)
}

function addAccountCommands(program: Command): void {
  asLocal(
    program
      .command('login')
      .description('keep a service and an API key, or the session of a person, as a profile')
      .option('--url <url>', 'the service, instead of asking')
      .option('--key-file <file>', 'the API key is its first line, instead of asking')
      .option('--company <name>', 'sign in as a person of this company, instead of with a key')
      .option('--login <login>', 'of the person, instead of asking')
      .option('--password-file <file>', 'the password is its first line, instead of asking')
      .option('--code-file <file>', 'the code is its first line, instead of asking')
      .option('--profile <name>', 'the name of the profile (default: default)')
      .option('--organization <id>', 'the organization to use (org_…)')
      .option('--sandbox', 'take everything from the sandbox of this folder', false),
    async () => (await import('./customer/login.ts')).login,
  )
  asLocal(
    program
      .command('logout')
      .description('delete a profile from this machine, and end its session')
      .option('--profile <name>', 'the profile (default: the one in use)'),
    async () => (await import('./customer/accounts.ts')).logout,
  )
  const profiles = groupOf(program, 'profiles', 'profiles and sessions of this machine')
  asLocal(
    profiles.command('list').description('list them'),
    async () => (await import('./customer/accounts.ts')).listProfiles,
  )
  asLocal(
    profiles
      .command('show')
      .description('show one without its key')
      .argument('[name]', 'the profile (default: the one in use)'),
    async () => (await import('./customer/accounts.ts')).showProfile,
  )
  asLocal(
    profiles
      .command('use')
      .description('use another one from now on')
      .argument('<name>', 'the profile, or the service of an operator who signed in'),
    async () => (await import('./customer/accounts.ts')).switchProfile,
  )
}

function addOrganizationCommands(program: Command): void {
  const orgs = groupOf(program, 'orgs', 'organizations of your enterprise')
  asCustomer(
    paged(orgs.command('list').description('list them')).option(...metadata),
    async () => (await import('./customer/organizations.ts')).list,
  )
  asCustomer(
    orgs
      .command('show')
      .description('show one with every status that it had')
      .argument('[id]', 'the identifier (default: the one in use)'),
    async () => (await import('./customer/organizations.ts')).show,
  )
  asCustomer(
    orgs
      .command('create')
      .description('create an organization')
      .requiredOption('--name <text>', 'its name')
      .requiredOption('--email <address>', 'of the person to speak to')
      .requiredOption('--first-name <text>', 'of that person')
      .requiredOption('--last-name <text>', 'of that person')
      .option(...metadata)
      .option(...repeat),
    async () => (await import('./customer/organizations.ts')).create,
  )
  asCustomer(
    orgs
      .command('use')
      .description('use an organization in this profile from now on')
      .argument('<id>', 'the identifier (org_…)'),
    async () => (await import('./customer/login.ts')).useOrganization,
  )
  asCustomer(
    orgs.command('limits').description('show what may be ordered in a day and a month'),
    async () => (await import('./customer/organizations.ts')).limits,
  )
}

function addInstrumentCommands(program: Command): void {
  const instruments = groupOf(program, 'instruments', 'accounts and wallets that pay and are paid')
  asCustomer(
    paged(instruments.command('list').description('list them')).option(...metadata),
    async () => (await import('./customer/instruments.ts')).list,
  )
  asCustomer(
    instruments.command('show').description('show one').argument('<id>', 'the identifier (epi_…)'),
    async () => (await import('./customer/instruments.ts')).show,
  )
  asCustomer(
    instruments
      .command('create')
      .description('create an instrument; asks for each field of the method without --details')
      .requiredOption('--method <method>', 'such as IBAN: `instruments methods` lists them')
      .requiredOption('--alias <text>', 'your label')
      .option('--currency <code>', 'needed where the method carries several')
      .option('--details <file>', 'the fields in JSON or YAML; - is the standard input')
      .option(...metadata)
      .option(...repeat),
    async () => (await import('./customer/instruments.ts')).create,
  )
  asCustomer(
    instruments
      .command('archive')
      .description('take an instrument out of use for good')
      .argument('<id>', 'the identifier (epi_…)'),
    async () => (await import('./customer/instruments.ts')).archive,
  )
  asLocal(
    instruments
      .command('methods')
      .description('list methods, or explain the fields of one')
      .argument('[method]', 'such as COP_BANK_ACCOUNT'),
    async () => (await import('./customer/instruments.ts')).methods,
  )
  const routes = groupOf(program, 'routes', 'conversions that the desk offers')
  asEither(
    paged(routes.command('list').description('list those of the organization, or of all')),
    async () => (await import('./customer/markets.ts')).routes,
  )
  const offerings = groupOf(program, 'offerings', 'pairs of instruments that can be exchanged now')
  asCustomer(
    offerings.command('list').description('list them with indicative rates'),
    async () => (await import('./customer/markets.ts')).offerings,
  )
  asCustomer(
    offerings
      .command('show')
      .description('show one with its limits, costs and hours')
      .argument('<id>', 'the identifier (off_…)'),
    async () => (await import('./customer/markets.ts')).offering,
  )
}

function addDeskAccountCommands(program: Command): void {
  const accounts = groupOf(program, 'accounts', 'accounts at the desk, and accounts of the ledger')
  asCustomer(
    accounts
      .command('open')
      .description('open an account at the desk, which converts, pays and is paid')
      .requiredOption('--alias <text>', 'your label')
      .requiredOption('--currency <code>', 'of the account')
      .option(...metadata)
      .option(...repeat),
    async () => (await import('./customer/desk-accounts.ts')).open,
  )
  asCustomer(
    paged(accounts.command('list').description('list them with what they have')),
    async () => (await import('./customer/desk-accounts.ts')).list,
  )
  asCustomer(
    accounts
      .command('show')
      .description('show one with what it has')
      .argument('<id>', 'the identifier (epi_…)'),
    async () => (await import('./customer/desk-accounts.ts')).show,
  )
  asCustomer(
    paged(
      accounts.command('lines').description('list what came to one and left it, newest first'),
    ).argument('<id>', 'the identifier (epi_…)'),
    async () => (await import('./customer/desk-accounts.ts')).lines,
  )
}

function informationStatus(text: string): string {
  const status = informationStatuses.find((one) => one === text.toUpperCase())
  if (status !== undefined) return status
  throw new InvalidArgumentError('It must be open, answered or closed.')
}

function addComplianceCommands(program: Command): void {
  const information = groupOf(program, 'information', 'what the operator asks you to explain')
  asEither(
    ofTime(paged(information.command('list').description('list what is asked, newest first')))
      .option('--order <id>', 'about this order')
      .option('--status <status>', 'open, answered or closed', informationStatus),
    async () => (await import('./customer/information.ts')).list,
  )
  asEither(
    information
      .command('show')
      .description('show what is asked, with its fields and documents')
      .argument('<id>', 'the identifier (irq_…)'),
    async () => (await import('./customer/information.ts')).show,
  )
  asCustomer(
    information
      .command('answer')
      .description('answer once; asks for each field without --fields')
      .argument('<id>', 'the identifier (irq_…)')
      .option('--fields <file>', 'the fields in JSON or YAML; - is the standard input')
      .option('--document <name=file>', 'a PDF, JPEG or PNG; may be given several times', gathered)
      .option(...repeat),
    async () => (await import('./customer/information.ts')).answer,
  )
  const travelRule = groupOf(program, 'travel-rule', 'who sends and receives with a wallet')
  asCustomer(
    travelRule
      .command('show')
      .description('show whether a wallet needs a record, and has one')
      .argument('<id>', 'the instrument (epi_…)'),
    async () => (await import('./customer/travel-rule.ts')).show,
  )
  asCustomer(
    travelRule
      .command('give')
      .description('give the record of a wallet')
      .argument('<id>', 'the instrument (epi_…)')
      .requiredOption('--record <file>', 'IVMS101 in JSON or YAML; - is the standard input')
      .option(...repeat),
    async () => (await import('./customer/travel-rule.ts')).give,
  )
}

const gathered = (text: string, before: string[] = []): string[] => [...before, text]

function addWebhookCommands(program: Command): void {
  const webhooks = groupOf(program, 'webhooks', 'endpoints of yours that receive events')
  const endpoint = (name: string, description: string, takesId = true): Command => {
    const command = webhooks.command(name).description(description)
    if (takesId) command.argument('<id>', 'the identifier (whe_…)')
    return command.option('--enterprise', 'for the events of all organizations', false)
  }
  asCustomer(
    webhooks
      .command('listen')
      .description('post new events to a program on this machine, signed as webhooks are')
      .requiredOption('--forward <url>', 'such as http://127.0.0.1:3000/webhooks')
      .option('--secret-file <file>', 'the secret to sign with; the file is made if it is missing')
      .option('--type <type>', 'only this type of event')
      .option('--cursor <cursor>', 'begin after it, instead of now'),
    async () => (await import('./customer/listen.ts')).listen,
  )
  asCustomer(
    paged(endpoint('list', 'list endpoints', false)),
    async () => (await import('./customer/webhooks.ts')).list,
  )
  asCustomer(
    endpoint('show', 'show an endpoint'),
    async () => (await import('./customer/webhooks.ts')).show,
  )
  const described = (command: Command): Command =>
    command
      .option('--types <list>', 'such as order.completed,order.refunded; all for every type')
      .option('--description <text>', 'your label')
  asCustomer(
    described(endpoint('create', 'create an endpoint and print its secret', false))
      .argument('<address>', 'the https address of your endpoint')
      .option(...repeat),
    async () => (await import('./customer/webhooks.ts')).create,
  )
  asCustomer(
    described(endpoint('change', 'change an endpoint'))
      .option('--address <url>', 'another https address')
      .addOption(
        new Option('--status <status>', 'DISABLED sends nothing').choices(['ENABLED', 'DISABLED']),
      ),
    async () => (await import('./customer/webhooks.ts')).change,
  )
  asCustomer(
    endpoint('delete', 'delete an endpoint'),
    async () => (await import('./customer/webhooks.ts')).remove,
  )
  asCustomer(
    endpoint('rotate-secret', 'print a new secret; the old one signs too for 24 hours'),
    async () => (await import('./customer/webhooks.ts')).rotateSecret,
  )
  asCustomer(
    endpoint('test', 'send a test event'),
    async () => (await import('./customer/webhooks.ts')).test,
  )
  asCustomer(
    paged(endpoint('deliveries', 'list what was sent, with the answers')),
    async () => (await import('./customer/webhooks.ts')).deliveries,
  )
  asCustomer(
    ofTime(
      endpoint('redeliver', 'send an event again, or the events of a time').argument(
        '[event]',
        'the event (evt_…)',
      ),
    ),
    async () => (await import('./customer/webhooks.ts')).redeliver,
  )
}

function addSandboxCommands(program: Command): void {
  const sandbox = groupOf(program, 'sandbox', 'what only a sandbox can do')
  asCustomer(
    sandbox
      .command('fund')
      .description('simulate that the payer pays an order')
      .argument('<id>', 'the order (ord_…)'),
    async () => (await import('./customer/orders.ts')).fund,
  )
  asCustomer(
    sandbox.command('scenarios').description('list amounts and aliases that simulate what is rare'),
    async () => (await import('./customer/sandbox.ts')).scenarios,
  )
  asCustomer(
    sandbox.command('clock').description('show the time of the sandbox'),
    async () => (await import('./customer/sandbox.ts')).clock,
  )
  asCustomer(
    sandbox
      .command('advance')
      .description('move the time of the sandbox ahead, for everybody who uses it')
      .argument('<duration>', 'such as 90s, 30m, 2h or 7d'),
    async () => (await import('./customer/sandbox.ts')).advance,
  )
}
