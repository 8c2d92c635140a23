// A small Colombian bank that exchanges ISO 20022 files in a folder, for tests and demonstrations. It is a program of its
// own and shares no code with Corridor. README.md describes its folders and commands.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { XmlDocument, XmlElement } from 'libxml2-wasm'
import { notification, refusalToCancel, statement, statusReport, type Entry } from './messages.ts'

const POLL_MS = 100
const PAIN_001 = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'
const CAMT_055 = 'urn:iso:std:iso:20022:tech:xsd:camt.055.001.08'

type State = {
  account: string
  currency: string
  balanceMinor: string
  statementMinor: string
  entries: Entry[]
  /** How many of the entries were in a statement. */
  stated: number
  /** Digests of payment files by their message id. */
  payments: Record<string, string>
  commands: string[]
  /** Files to put into the inbox. They are kept until they are there. */
  reports: { name: string; xml: string }[]
  count: number
  statements: number
}

const [folder, account = '04800000001', balance = '1000000000.00'] = process.argv.slice(2)
if (folder === undefined) {
  process.stderr.write('usage: node examples/bank/bank.ts FOLDER [ACCOUNT] [BALANCE]\n')
  process.exit(2)
}
const outbox = join(folder, 'outbox')
const inbox = join(folder, 'inbox')
const own = join(folder, 'bank')
const taken = join(own, 'taken')
const commands = join(own, 'commands')
for (const path of [outbox, inbox, taken, commands]) mkdirSync(path, { recursive: true })
const state = readState()
save()
process.stdout.write('the bank is open\n')

let isStopping = false
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => (isStopping = true))
while (!isStopping) {
  writeReports()
  for (const name of readdirSync(outbox).toSorted()) takePayment(name)
  for (const name of readdirSync(commands).toSorted()) if (name.endsWith('.json')) obey(name)
  await sleep(POLL_MS)
}

function readState(): State {
  const path = join(own, 'state.json')
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'))
  return {
    account,
    currency: 'COP',
    balanceMinor: minorOf(balance).toString(),
    statementMinor: minorOf(balance).toString(),
    entries: [],
    stated: 0,
    payments: {},
    commands: [],
    reports: [],
    count: 0,
    statements: 0,
  }
}

/** Decides and stores first; files are written afterwards, so that a killed bank repeats nothing. */
function save(): void {
  const path = join(own, 'state.json')
  writeFileSync(`${path}.part`, JSON.stringify(state, null, 2))
  renameSync(`${path}.part`, path)
  writeReports()
}

function writeReports(): void {
  if (state.reports.length === 0) return
  for (const { name, xml } of state.reports) {
    writeFileSync(join(inbox, `${name}.part`), xml)
    renameSync(join(inbox, `${name}.part`), join(inbox, name))
  }
  state.reports = []
  writeFileSync(join(own, 'state.json.part'), JSON.stringify(state, null, 2))
  renameSync(join(own, 'state.json.part'), join(own, 'state.json'))
}

function report(kind: string, xml: string): void {
  state.count += 1
  state.reports.push({ name: `${kind}-${String(state.count).padStart(6, '0')}.xml`, xml })
}

function takePayment(name: string): void {
  const bytes = readFileSync(join(outbox, name))
  if (bytes.includes(CAMT_055)) {
    refuseToCancel(bytes)
    save()
    return renameSync(join(outbox, name), join(taken, `${String(state.count)}-${name}`))
  }
  const digest = createHash('sha256').update(bytes).digest('hex')
  const payment = readPayment(bytes)
  const known = state.payments[payment.messageId]
  if (known === undefined) {
    state.payments[payment.messageId] = digest
    const refusal = refusalOf(payment)
    if (refusal === undefined) payOut(payment)
    else report('pain002', statusReport(payment, 'RJCT', refusal))
    save()
  } else if (known !== digest) {
    report('pain002', statusReport(payment, 'RJCT', 'AM05'))
    save()
  }
  // Banks take the files of their customers away.
  renameSync(join(outbox, name), join(taken, `${String(state.count)}-${name}`))
}

function refuseToCancel(bytes: Buffer): void {
  const document = XmlDocument.fromBuffer(bytes)
  try {
    const text = (name: string): string => {
      const found = document.get(`//p:${name}`, { p: CAMT_055 })
      return found instanceof XmlElement ? found.content : ''
    }
    const [caseId, endToEndId] = [text('CxlId'), text('OrgnlEndToEndId')]
    const reason = state.payments[text('OrgnlMsgId')] === undefined ? 'NOOR' : 'AGNT'
    report('camt029', refusalToCancel(caseId, endToEndId, reason))
  } finally {
    document.dispose()
  }
}

type Payment = ReturnType<typeof readPayment>

function readPayment(bytes: Buffer) {
  const document = XmlDocument.fromBuffer(bytes)
  try {
    const text = (path: string): string => {
      const found = document.get(`//p:${path.replaceAll('/', '/p:')}`, { p: PAIN_001 })
      return found instanceof XmlElement ? found.content : ''
    }
    const amount = document.get('//p:InstdAmt', { p: PAIN_001 })
    return {
      messageId: text('GrpHdr/MsgId'),
      instructionId: text('PmtInf/PmtInfId'),
      endToEndId: text('PmtId/EndToEndId'),
      amount: text('InstdAmt'),
      currency: amount instanceof XmlElement ? (amount.attr('Ccy')?.value ?? '') : '',
      debtorAccount: text('DbtrAcct/Id/Othr/Id'),
      creditorAccount: text('CdtrAcct/Id/Othr/Id'),
      creditor: text('Cdtr/Nm'),
    }
  } finally {
    document.dispose()
  }
}

/** Reasons of the external code set. Accounts that begin with 000 do not exist, those that begin with 999 are closed. */
function refusalOf(payment: Payment): string | undefined {
  if (payment.debtorAccount !== state.account) return 'AC02'
  if (payment.currency !== state.currency) return 'AM03'
  if (payment.creditorAccount.startsWith('000')) return 'AC01'
  if (payment.creditorAccount.startsWith('999')) return 'AC04'
  if (minorOf(payment.amount) > BigInt(state.balanceMinor)) return 'AM04'
  return undefined
}

function payOut(payment: Payment): void {
  report('pain002', statusReport(payment, 'ACSP'))
  book({
    direction: 'DBIT',
    amount: payment.amount,
    endToEndId: payment.endToEndId,
    transactionId: '',
    party: payment.creditor,
    partyAccount: payment.creditorAccount,
    remittance: '',
  })
  report('pain002', statusReport(payment, 'ACSC'))
}

type Booked = Omit<Entry, 'reference' | 'date'>

function book(booked: Booked): void {
  const isCredit = booked.direction === 'CRDT'
  const minor = minorOf(booked.amount)
  state.balanceMinor = (BigInt(state.balanceMinor) + (isCredit ? minor : -minor)).toString()
  const entry = {
    ...booked,
    reference: `BK${String(state.entries.length + 1).padStart(10, '0')}`,
    date: new Date().toISOString().slice(0, 10),
  }
  state.entries.push(entry)
  report('camt054', notification(state.account, state.currency, entry))
}

function obey(name: string): void {
  if (!state.commands.includes(name)) {
    state.commands.push(name)
    run(JSON.parse(readFileSync(join(commands, name), 'utf8')))
    save()
  }
  rmSync(join(commands, name))
}

type Command =
  | { command: 'deposit'; amount: string; reference: string; payer: string; payer_account: string }
  | { command: 'return'; end_to_end_id: string; code: string }
  | { command: 'recall'; reference: string }
  | { command: 'statement' }

function run(command: Command): void {
  switch (command.command) {
    case 'deposit':
      return book({
        direction: 'CRDT',
        amount: command.amount,
        endToEndId: 'NOTPROVIDED',
        transactionId: `IN${state.entries.length + 1}`,
        party: command.payer,
        partyAccount: command.payer_account,
        remittance: command.reference,
      })
    case 'return': {
      const paid = state.entries.find(({ endToEndId }) => endToEndId === command.end_to_end_id)
      if (paid === undefined) return
      return book({ ...paid, direction: 'CRDT', remittance: '', returnCode: command.code })
    }
    case 'recall': {
      const received = state.entries.find(({ reference }) => reference === command.reference)
      if (received === undefined) return
      return book({ ...received, direction: 'DBIT', isReversal: true })
    }
    case 'statement': {
      state.statements += 1
      const balances = {
        opening: amountOf(state.statementMinor),
        closing: amountOf(state.balanceMinor),
      }
      report(
        'camt053',
        statement(
          state.account,
          state.currency,
          state.statements,
          balances,
          state.entries.slice(state.stated),
        ),
      )
      state.statementMinor = state.balanceMinor
      state.stated = state.entries.length
    }
  }
}

/** Minor units of an amount with up to two decimals. */
function minorOf(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0').slice(0, 2))
}

function amountOf(minor: string): string {
  const digits = minor.padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
