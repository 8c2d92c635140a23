// A rail of the kind bank_files for tests: its folders and settings, messages of a bank, and the bank of examples/bank as
// a process of its own.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { exampleDetails } from '../../src/outside/methods/methods.ts'
import type { Exchange } from '../../src/outside/rails/bank-files/exchange.ts'
import { folderExchange } from '../../src/outside/rails/bank-files/folder.ts'
import { cancellationId } from '../../src/outside/rails/bank-files/identifiers.ts'
import { noEnvelope } from '../../src/outside/rails/bank-files/openpgp.ts'
import { bankFilesRail } from '../../src/outside/rails/bank-files/rail.ts'
import { readSettings } from '../../src/outside/rails/bank-files/settings.ts'
import type { Rail, SendRequest, Watch } from '../../src/outside/rails/port.ts'
import { root as repository, startProgram } from './command.ts'
import { manualClock } from './service.ts'

export const ACCOUNT = '04800000001'
/** No order watches an account. */
export const NOBODY: Watch = { recent: async () => [], older: async () => [] }
export const KEY = 'ord_01h2xcejqtf2nbrexx3vqjhp41:payout:1'

export const FUNDING = {
  bank_account_number: ACCOUNT,
  bank_code: '1007',
  account_holder_first_name: '',
  account_holder_last_name: '',
  legal_entity_name: 'Corridor Colombia SAS',
  doc_type: 'NIT',
  doc_id: '900373115-3',
  physical_address: '',
  account_type: 'CHECKING',
}

export const settings = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  method: 'COP_BANK_ACCOUNT',
  currency: 'COP',
  account: { number: ACCOUNT },
  holder: 'Corridor Colombia SAS',
  bank: { member_id: '1007' },
  funding: FUNDING,
  calendar: { timezone: 'America/Bogota', cut_off: '16:00' },
  deposits_from: 'both',
  ...more,
})

export const payment = (more: Partial<SendRequest> = {}): SendRequest => ({
  key: KEY,
  method: 'COP_BANK_ACCOUNT',
  currency: 'COP',
  amountMinor: 418_682_672n,
  details: exampleDetails('COP_BANK_ACCOUNT'),
  reference: 'CO-20260304-7K3M9QXA',
  ...more,
})

export type Folders = ReturnType<typeof bankFolders>

/** Empty folders, and what a test does with them. */
export function bankFolders() {
  const root = mkdtempSync(join(tmpdir(), 'corridor-bank-'))
  const at = (...parts: string[]) => join(root, ...parts)
  const paths = {
    outbox: at('outbox'),
    inbox: at('inbox'),
    work: at('work'),
    evidence: at('evidence'),
  }
  for (const path of Object.values(paths)) mkdirSync(path)
  let receivedAt = 0
  const folder = { outbox: paths.outbox, inbox: paths.inbox, work: paths.work }
  return {
    root,
    at,
    folder,
    settings: (more: Record<string, unknown> = {}) =>
      settings({ folder, evidence: paths.evidence, ...more }),
    outbox: () => readdirSync(paths.outbox),
    /** Removes the files of the outbox, as banks do, and returns their contents. */
    takeAway: (): string[] =>
      readdirSync(paths.outbox).map((name) => {
        const content = readFileSync(join(paths.outbox, name), 'utf8')
        rmSync(join(paths.outbox, name))
        return content
      }),
    /** Each file is newer than the one before, however fast they follow. */
    receive: (name: string, content: string | Buffer, place: 'inbox' | 'evidence' = 'inbox') => {
      const hidden = join(paths[place], `.${name}`)
      writeFileSync(hidden, content)
      receivedAt = Math.max(receivedAt + 2, Math.floor(statSync(hidden).mtimeMs))
      utimesSync(hidden, new Date(receivedAt), new Date(receivedAt))
      renameSync(hidden, join(paths[place], name))
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** No test of bank files needs a database. */
export const world = (log: Logger = pino({ level: 'silent' })) => ({
  clock: manualClock(),
  log,
  holidays: [],
})

/** The bank of examples/bank in a process of its own. */
export async function startBank(root: string, balance = '1000000000.00') {
  const bank = await startProgram(
    process.execPath,
    [join(repository, 'examples/bank/bank.ts'), root, ACCOUNT, balance],
    {},
    /the bank is open/,
  )
  let count = 0
  return {
    command(content: Record<string, string>) {
      count += 1
      const path = join(root, 'bank/commands', `${process.pid}-${Date.now()}-${count}`)
      writeFileSync(`${path}.part`, JSON.stringify(content))
      renameSync(`${path}.part`, `${path}.json`)
    },
    state: (): { balanceMinor: string; entries: { direction: string; amount: string }[] } =>
      JSON.parse(readFileSync(join(root, 'bank/state.json'), 'utf8')),
    stop: bank.stop,
    kill: bank.kill,
  }
}

export const message = (name: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${name}">${content}</Document>\n`

/** A pain.002 about one payment. `reasons`: codes of the reasons. */
export const status = (id: string, code: string, ...reasons: string[]): string =>
  message(
    'pain.002.001.10',
    `<CstmrPmtStsRpt><GrpHdr><MsgId>S1</MsgId><CreDtTm>2026-03-04T18:00:00Z</CreDtTm></GrpHdr>
    <OrgnlGrpInfAndSts><OrgnlMsgId>${id}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts>
    <OrgnlPmtInfAndSts><OrgnlPmtInfId>${id}</OrgnlPmtInfId><TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId>
    <TxSts>${code}</TxSts>${reasons.map((reason) => `<StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn></StsRsnInf>`).join('')}
    </TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt>`,
  )

/** A camt.029 about one request. `status`: of the transaction; absent for an answer that only has `whole`. */
export const resolution = (
  id: string,
  { status: own, reason, whole = 'CNCL' }: { status?: string; reason?: string; whole?: string },
  version = '09',
): string => {
  const bank = `<Agt><FinInstnId><ClrSysMmbId><MmbId>1007</MmbId></ClrSysMmbId></FinInstnId></Agt>`
  const because =
    reason === undefined ? '' : `<CxlStsRsnInf><Rsn><Cd>${reason}</Cd></Rsn></CxlStsRsnInf>`
  const details =
    own === undefined
      ? ''
      : `<CxlDtls><OrgnlPmtInfAndSts><OrgnlPmtInfId>${id}</OrgnlPmtInfId><TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId>
         <TxCxlSts>${own}</TxCxlSts>${because}</TxInfAndSts></OrgnlPmtInfAndSts></CxlDtls>`
  const resolved = `<RslvdCase><Id>${cancellationId(id)}</Id><Cretr>${bank}</Cretr></RslvdCase>`
  return message(
    `camt.029.001.${version}`,
    `<RsltnOfInvstgtn><Assgnmt><Id>A1</Id><Assgnr>${bank}</Assgnr><Assgne>${bank}</Assgne>
    <CreDtTm>2026-03-04T19:00:00Z</CreDtTm></Assgnmt>${resolved}<Sts><Conf>${whole}</Conf></Sts>${details}</RsltnOfInvstgtn>`,
  )
}

type EntryText = {
  amount?: string
  currency?: string
  direction?: 'CRDT' | 'DBIT'
  status?: string
  reference?: string | null
  isReversal?: boolean
  /** XML of the elements TxDtls, or of NtryDtls with `details`. */
  transactions?: readonly string[]
  details?: string
}

export const entry = ({
  amount = '1000.50',
  currency = 'COP',
  direction = 'CRDT',
  status: state = 'BOOK',
  reference = 'REF1',
  isReversal = false,
  transactions = [],
  details = '',
}: EntryText): string =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${isReversal ? '<RvslInd>true</RvslInd>' : ''}
  <Sts><Cd>${state}</Cd></Sts><BookgDt><Dt>2026-03-04</Dt></BookgDt>${reference === null ? '' : `<AcctSvcrRef>${reference}</AcctSvcrRef>`}
  <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>DMCT</SubFmlyCd></Fmly></Domn></BkTxCd>
  ${details}${transactions.length === 0 ? '' : `<NtryDtls>${transactions.map((one) => `<TxDtls>${one}</TxDtls>`).join('')}</NtryDtls>`}</Ntry>`

export const statementOf = (
  entries: string[],
  more: { account?: string; date?: string; closing?: string } = {},
): string =>
  message(
    'camt.053.001.08',
    `<BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-03-04T22:00:00Z</CreDtTm></GrpHdr><Stmt><Id>1</Id>
    <CreDtTm>2026-03-04T22:00:00Z</CreDtTm><Acct><Id><Othr><Id>${more.account ?? ACCOUNT}</Id></Othr></Id><Ccy>COP</Ccy></Acct>
    <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="COP">${more.closing ?? '5000.00'}</Amt>
    <CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${more.date ?? '2026-03-04'}</Dt></Dt></Bal>${entries.join('')}</Stmt></BkToCstmrStmt>`,
  )

export const notificationOf = (entries: string[]): string =>
  message(
    'camt.054.001.08',
    `<BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>M2</MsgId><CreDtTm>2026-03-04T20:00:00Z</CreDtTm></GrpHdr><Ntfctn><Id>1</Id>
    <CreDtTm>2026-03-04T20:00:00Z</CreDtTm><Acct><Id><Othr><Id>${ACCOUNT}</Id></Othr></Id><Ccy>COP</Ccy></Acct>${entries.join('')}</Ntfctn></BkToCstmrDbtCdtNtfctn>`,
  )

/** Schemas of ISO 20022 are not part of the repository. This variable names a folder that has them. */
export const SCHEMAS = process.env['CORRIDOR_TEST_XSD']

/** A rail over the folders. `exchange`: in place of the folders for the bank. */
export const bankRail = (
  folders: Folders,
  more: Record<string, unknown> = {},
  exchange: Exchange = folderExchange(folders.folder),
  log?: Logger,
): Rail =>
  bankFilesRail(
    'bank:test',
    readSettings(folders.settings(more)),
    {
      bank: exchange,
      evidence: folderExchange({ inbox: folders.at('evidence'), outbox: '', work: '' }),
    },
    noEnvelope,
    world(log),
  )

/** The exchange of a worker that stops before its write number `at`, until `goOn` is called. */
export function pausedExchange(real: Exchange, at: number) {
  const paused = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  let writes = 0
  const slow = async <T>(work: () => Promise<T>): Promise<T> => {
    if (++writes === at) {
      reached.resolve()
      await paused.promise
    }
    return work()
  }
  const exchange: Exchange = {
    ...real,
    create: (place, name, content) => slow(() => real.create(place, name, content)),
    renameToNew: (from, to) => slow(() => real.renameToNew(from, to)),
    move: (from, to) => slow(() => real.move(from, to)),
  }
  return { exchange, reached: reached.promise, goOn: () => paused.resolve() }
}
