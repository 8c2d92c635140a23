// Every operation of the operator API and every command that changes something has an entry in the audit trail. The tables
// here are complete: a new operation or command fails these tests until it is listed with its act, or as a read.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { actNames } from '../../src/parties/acts/names.ts'

const root = join(import.meta.dirname, '../../..')
const NONE = 'changes nothing that counts'

/** The act in the trail for each operation that is no GET. Acts of `addAct` are found by their path. */
const operations: Record<string, string> = {
  // They begin something that the second step ends, with an entry.
  beginEnrolment: NONE,
  beginPasskeySignIn: NONE,
  beginPasskey: NONE,
  previewConfiguration: NONE,
  confirmEnrolment: 'user.enrolled',
  signIn: 'user.signed_in',
  signInWithPasskey: 'user.signed_in',
  signOut: 'user.signed_out',
  readInformationAnswer: 'information_request.read',
  readInformationDocument: 'information_request.read_document',
  readTravelRuleRecord: 'travel_rule.read',
  addPasskey: 'user.passkey_added',
  removePasskey: 'user.passkey_removed',
  makeExport: 'export.made',
  reconcile: 'reconciliation.made',
  readInstrumentDetails: 'instrument.details_read',
  exportConfigurationWithDetails: 'configuration.export',
  reconcileChain: 'reconciliation.made',
  approveAct: 'approval.refused',
  rejectAct: 'approval.',
  withdrawAct: 'approval.',
}

/** The acts of each file of commands; empty for those that only read or run. */
const commands: Record<string, string[]> = {
  'audit.ts': [],
  'connectors.ts': [],
  'demo.ts': [],
  'dev.ts': [],
  'doctor.ts': [],
  'ledger.ts': [],
  'mcp.ts': [],
  'migrate.ts': [],
  'partitions.ts': ['partition.make', 'partition.detach'],
  'psql.ts': [],
  'reset.ts': [],
  'secrets.ts': ['secrets.reseal'],
  'serve.ts': [],
  // Sessions have entries of the service.
  'sign-in.ts': [],
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const filesBelow = (path: string): string[] =>
  readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${path}/${name}`)

type Operation = { operationId: string; responses: Record<string, unknown> }
const description: { paths: Record<string, Record<string, Operation>> } = JSON.parse(
  read('operator-openapi.json'),
)
const changing = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([method]) => method !== 'get')
    .map(([, { operationId, responses }]) => ({ path, operationId, isAct: '202' in responses })),
)

const sources = [...filesBelow('server/src'), ...filesBelow('cli')].map((path) => ({
  path,
  code: read(path),
}))
/** The act is named in a file that appends to the trail. Entries of users about themselves leave out the kind of user. */
const isWritten = (act: string) =>
  sources.some(
    ({ code }) =>
      (new RegExp(`['\`]${act.replaceAll('.', '\\.')}`).test(code) &&
        /insertAudit\(|addSealedRead\(|executionOf\(|executionBy\(|noteAct\(/.test(code)) ||
      (/\bownEntry\(/.test(code) && code.includes(`'${act.replace(/^user\./, '')}'`)),
  )

describe('the operator API', () => {
  test('has an entry for each operation that changes something', () => {
    const others = changing.filter(({ isAct }) => !isAct).map(({ operationId }) => operationId)
    expect(others.toSorted(), 'list it here with its act, or use addAct').toEqual(
      Object.keys(operations).toSorted(),
    )
    const acts = Object.values(operations).filter((act) => act !== NONE)
    expect(acts.filter((act) => !isWritten(act))).toEqual([])
  })

  test('has one operation for each act of the table', () => {
    expect(changing.filter(({ isAct }) => isAct)).toHaveLength(actNames.length)
  })

  test('carries out acts only with an entry in the same transaction', () => {
    const execution = read('server/src/parties/acts/execution.ts')
    expect(execution).toMatch(/inTransaction\(pool, async \(db\) => \{[^]*insertAudit\(db,/)
    const direct = sources.filter(
      ({ path, code }) =>
        path.startsWith('server/src/') &&
        code.includes('addAct(') &&
        path !== 'server/src/parties/acts/act.ts' &&
        code.includes('inTransaction('),
    )
    expect(direct.map(({ path }) => path)).toEqual([])
  })
})

describe('the command line', () => {
  test('has every file of commands in the table', () => {
    const files = readdirSync(join(root, 'cli/commands')).toSorted()
    expect(files, 'list it here with its acts').toEqual(Object.keys(commands).toSorted())
  })

  test.each(Object.entries(commands).filter(([, acts]) => acts.length > 0))(
    '%s writes the trail',
    (_file, acts) => {
      expect(acts.filter((act) => !isWritten(act))).toEqual([])
    },
  )

  test.each(Object.entries(commands).filter(([, acts]) => acts.length === 0))(
    '%s imports nothing that changes orders, money or settings',
    (file) => {
      const imports = [...read(`cli/commands/${file}`).matchAll(/import (?:type )?\{([^}]*)\}/g)]
      const names = imports.flatMap(([, list = '']) => list.split(',').map((name) => name.trim()))
      const writes = /^(insert|update|upsert|change|assign|release|place|retire|redirect)[A-Z]/
      expect(names.filter((name) => writes.test(name))).toEqual([])
    },
  )
})
