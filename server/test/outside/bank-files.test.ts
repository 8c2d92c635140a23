// A bank account behind files: payouts, outcomes, deposits, returns. The bank is a process of its own that reads pain.001
// and answers pain.002, camt.054 and camt.053.
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Exchange } from '../../src/outside/rails/bank-files/exchange.ts'
import { folderExchange } from '../../src/outside/rails/bank-files/folder.ts'
import { paymentId } from '../../src/outside/rails/bank-files/identifiers.ts'
import { openBankFiles } from '../../src/outside/rails/bank-files/index.ts'
import { bankFilesKind } from '../../src/outside/rails/bank-files/kind.ts'
import { readSettings } from '../../src/outside/rails/bank-files/settings.ts'
import type { Rail, RailEntry, SendRequest } from '../../src/outside/rails/port.ts'
import { quotedReferenceNumbers } from '../../src/engine/orders/reference-number.ts'
import {
  ACCOUNT,
  bankFolders,
  entry,
  FUNDING,
  KEY,
  notificationOf,
  payment,
  startBank,
  statementOf,
  status,
  world,
  type Folders,
  NOBODY,
  bankRail,
  pausedExchange,
} from '../support/bank-files.ts'
import { problemsOf } from '../support/rails.ts'

const ID = paymentId(KEY)

let folders: Folders
beforeEach(() => void (folders = bankFolders()))
afterEach(() => folders.close())

const railOf = (more: Record<string, unknown> = {}, exchange?: Exchange, log?: pino.Logger): Rail =>
  bankRail(folders, more, exchange, log)

/** Polls from a cursor until nothing is new. */
async function pollAll(rail: Rail, from: string | null = null) {
  const entries: RailEntry[] = []
  let cursor = from
  for (;;) {
    const polled = await rail.poll(cursor, NOBODY)
    entries.push(...polled.entries)
    if (polled.cursor === cursor) return { cursor, entries }
    cursor = polled.cursor
  }
}

/** As the service does: a payment that may have been sent is looked up first. */
async function sendOnce(rail: Rail, request: SendRequest, prepared: string) {
  const known = await rail.lookUp(request.key, prepared)
  return known.state === 'unknown' ? rail.send(request, prepared) : known
}

describe('with a bank that answers', () => {
  let bank: Awaited<ReturnType<typeof startBank>>
  beforeEach(async () => void (bank = await startBank(folders.root)))
  afterEach(() => bank.stop())

  const settled = (rail: Rail, key: string, prepared: string) =>
    expect.poll(() => rail.lookUp(key, prepared)).not.toEqual({ state: 'pending' })

  test('a payout is prepared, sent once, and settled', async () => {
    const rail = railOf()
    const prepared = await rail.prepare(payment())
    expect(await rail.lookUp(KEY, prepared)).toEqual({ state: 'unknown' })
    expect(await rail.send(payment(), prepared)).toEqual({ state: 'pending' })
    await settled(rail, KEY, prepared)
    expect(await rail.lookUp(KEY, prepared)).toEqual({ state: 'settled', reference: ID })
    expect(await rail.send(payment(), prepared)).toEqual({ state: 'settled', reference: ID })
    expect(await railOf().lookUp(KEY, prepared)).toEqual({ state: 'settled', reference: ID })
    expect(bank.state().balanceMinor).toBe(String(100_000_000_000n - 418_682_672n))
    expect(bank.state().entries).toHaveLength(1)
  })

  test('a payout to a closed account is rejected with the reason of the bank', async () => {
    const rail = railOf()
    const request = payment({ details: { ...payment().details, bank_account_number: '99912345' } })
    const prepared = await rail.prepare(request)
    await rail.send(request, prepared)
    await settled(rail, KEY, prepared)
    expect(await rail.lookUp(KEY, prepared)).toEqual({ state: 'rejected', code: 'AC04' })
    expect(bank.state().entries).toEqual([])
  })

  test('a payout that was executed cannot be cancelled, and one that the bank never had can', async () => {
    const rail = railOf()
    const prepared = await rail.prepare(payment())
    await rail.send(payment(), prepared)
    await settled(rail, KEY, prepared)
    expect(await rail.cancel?.(KEY, prepared)).toEqual({ state: 'too_late' })
    await bank.stop()
    const other = payment({ key: `${KEY}1` })
    const taken = await rail.prepare(other)
    await rail.send(other, taken)
    expect(await rail.cancel?.(other.key, taken)).toEqual({ state: 'pending' })
    bank = await startBank(folders.root)
    await expect
      .poll(() => rail.cancel?.(other.key, taken))
      .toEqual({ state: 'cancelled', code: 'taken_back' })
    expect(bank.state().entries).toHaveLength(1)
  })

  test('a payout that comes back later is a return with its key, never a deposit', async () => {
    const rail = railOf()
    const prepared = await rail.prepare(payment())
    await rail.send(payment(), prepared)
    await settled(rail, KEY, prepared)
    bank.command({ command: 'return', end_to_end_id: ID, code: 'AC03' })
    await expect
      .poll(async () => (await pollAll(rail)).entries)
      .toEqual([
        {
          kind: 'return',
          transaction: 'BK0000000002',
          index: 0,
          key: KEY,
          sendReference: ID,
          currency: 'COP',
          amountMinor: 418_682_672n,
          code: 'AC03',
        },
      ])
    expect(await rail.lookUp(KEY, prepared)).toEqual({ state: 'settled', reference: ID })
  })

  test('a deposit is reported with its reference and payer, and a recall takes it back', async () => {
    const rail = railOf()
    const text = 'pago co 20260304 7k3m9qxa gracias'
    bank.command({
      command: 'deposit',
      amount: '5000.25',
      reference: text,
      payer: 'Ana Gómez',
      payer_account: '777',
    })
    await expect
      .poll(async () => (await pollAll(rail)).entries)
      .toEqual([
        {
          kind: 'deposit',
          transaction: 'BK0000000001',
          index: 0,
          account: ACCOUNT,
          reference: text,
          sender: 'Ana Gómez',
          currency: 'COP',
          amountMinor: 500_025n,
          receivedAt: expect.any(Number),
        },
      ])
    expect(quotedReferenceNumbers(text)).toEqual(['CO-20260304-7K3M9QXA'])
    const { cursor } = await pollAll(rail)
    bank.command({ command: 'recall', reference: 'BK0000000001' })
    await expect
      .poll(async () => (await pollAll(rail, cursor)).entries)
      .toEqual([
        {
          kind: 'reversal',
          transaction: 'BK0000000002',
          index: 0,
          ofTransaction: 'BK0000000001',
          ofIndex: 0,
          code: 'REVERSAL',
        },
      ])
  })

  test('the statement repeats the movements under the same references, and has the balance', async () => {
    const rail = railOf()
    const deposit = {
      command: 'deposit',
      amount: '10.00',
      reference: 'x',
      payer: 'A',
      payer_account: '1',
    }
    bank.command(deposit)
    bank.command(deposit)
    const identities = async () =>
      (await pollAll(rail)).entries.map(({ transaction, index }) => `${transaction}#${index}`)
    await expect.poll(identities).toEqual(['BK0000000001#0', 'BK0000000002#0'])
    expect(await rail.balances()).toEqual([])
    bank.command({ command: 'statement' })
    await expect
      .poll(() => rail.balances())
      .toEqual([{ account: ACCOUNT, currency: 'COP', amountMinor: 100_000_002_000n }])
    expect(new Set(await identities())).toEqual(new Set(['BK0000000001#0', 'BK0000000002#0']))
  })

  test('a bank that is killed and started again pays once', async () => {
    const rail = railOf()
    const prepared = await rail.prepare(payment())
    await rail.send(payment(), prepared)
    await bank.kill()
    bank = await startBank(folders.root)
    await settled(rail, KEY, prepared)
    expect(bank.state().entries).toHaveLength(1)
  })
})

describe('a payment file', () => {
  test('is delivered once by 20 concurrent calls of 4 workers', async () => {
    const rails = Array.from({ length: 4 }, () => railOf())
    const prepared = await railOf().prepare(payment())
    const calls = Array.from({ length: 20 }, (_, call) =>
      rails[call % 4]?.send(payment(), prepared),
    )
    expect(new Set((await Promise.all(calls)).map((answer) => answer?.state))).toEqual(
      new Set(['pending']),
    )
    expect(folders.takeAway()).toHaveLength(1)
    for (const rail of rails)
      expect(await sendOnce(rail, payment(), prepared)).toEqual({ state: 'pending' })
    expect(folders.outbox()).toEqual([])
  })

  test('that the bank took away is pending, never unknown', async () => {
    const rail = railOf()
    const prepared = await rail.prepare(payment())
    await rail.send(payment(), prepared)
    expect(await rail.lookUp(KEY, prepared)).toEqual({ state: 'pending' })
    folders.takeAway()
    expect(await rail.lookUp(KEY, prepared)).toEqual({ state: 'pending' })
    expect(await railOf().lookUp(KEY, prepared)).toEqual({ state: 'pending' })
  })

  test('has the same bytes however often it is prepared for sending', async () => {
    const prepared = await railOf().prepare(payment())
    await railOf().send(payment(), prepared)
    const [first] = folders.takeAway()
    folders.close()
    folders = bankFolders()
    const other = JSON.stringify({
      ...JSON.parse(prepared),
      folder: JSON.parse(await railOf().prepare(payment())).folder,
    })
    await railOf().send(payment(), other)
    expect(folders.takeAway()).toEqual([first])
  })

  test('is refused for a key that was used for another payment', async () => {
    const rail = railOf()
    const prepared = await rail.prepare(payment())
    await rail.send(payment(), prepared)
    for (const other of [
      { amountMinor: 1n },
      { reference: 'CO-20260304-00000000' },
      { details: { ...payment().details, bank_account_number: '4444' } },
    ])
      await expect(rail.send(payment(other), prepared)).rejects.toThrow('other content')
    expect(folders.outbox()).toHaveLength(1)
  })

  test('is not sent again from an emptied or exchanged work folder', async () => {
    const rail = railOf()
    const prepared = await rail.prepare(payment())
    await rail.send(payment(), prepared)
    folders.takeAway()
    rmSync(folders.folder.work, { recursive: true })
    mkdirSync(folders.folder.work)
    const advice = 'the work folder is not the one that the payment was prepared for'
    await expect(rail.lookUp(KEY, prepared)).rejects.toThrow(advice)
    await expect(rail.send(payment(), prepared)).rejects.toThrow(advice)
    expect(folders.outbox()).toEqual([])
  })

  test('needs no answer of the bank if an operator writes one as evidence', async () => {
    const rail = railOf()
    const prepared = await rail.prepare(payment())
    await rail.send(payment(), prepared)
    folders.takeAway()
    folders.receive('1.xml', status(ID, 'ACSC'))
    folders.receive('2.xml', status(ID, 'RJCT', 'AC04'))
    expect(await rail.lookUp(KEY, prepared)).toEqual({ state: 'pending' })
    expect(await problemsOf(rail)).toEqual([
      `payment ${ID} was both settled and rejected: ask the bank, then write its answer as evidence`,
    ])
    const page = readFileSync(
      join(import.meta.dirname, '../../../docs/rails-bank-files.md'),
      'utf8',
    )
    const documented = /```xml\n([^]*?)```/.exec(page)?.[1]?.replace('ENDTOENDID', ID) ?? ''
    folders.receive('a.xml', documented, 'evidence')
    expect(await rail.lookUp(KEY, prepared)).toEqual({ state: 'settled', reference: ID })
    folders.receive('b.xml', status(ID, 'RJCT', 'AC04'), 'evidence')
    expect(await rail.lookUp(KEY, prepared)).toEqual({ state: 'rejected', code: 'AC04' })
    expect(await problemsOf(rail)).toEqual([])
  })

  test('is refused before the intent if it cannot be written', async () => {
    await expect(railOf().prepare(payment({ method: 'EVM_ADDRESS' }))).rejects.toThrow(
      'a bank file cannot pay to EVM_ADDRESS',
    )
  })
})

describe('after a crash', () => {
  /** Fails from the given write on: before it, or after it happened. */
  function failing(at: number, happens: boolean): { exchange: Exchange; writes: () => number } {
    const real = folderExchange(folders.folder)
    let writes = 0
    const step = async <T>(work: () => Promise<T>): Promise<T> => {
      writes += 1
      if (writes < at) return work()
      if (writes === at && happens) await work()
      throw new Error('killed')
    }
    return {
      writes: () => writes,
      exchange: {
        ...real,
        create: (place, name, content) => step(() => real.create(place, name, content)),
        renameToNew: (from, to) => step(() => real.renameToNew(from, to)),
        move: (from, to) => step(() => real.move(from, to)),
        remove: (name) => step(() => real.remove(name)),
      },
    }
  }

  // Two files, the marker and the delivery.
  const steps = [1, 2, 3, 4]

  test('every write of a payment is one of the steps below', async () => {
    const prepared = await railOf().prepare(payment())
    const { exchange, writes } = failing(Number.MAX_SAFE_INTEGER, false)
    await railOf({}, exchange).send(payment(), prepared)
    expect(writes()).toBe(steps.length)
  })

  describe.each(steps)('at write %i', (at) => {
    test.each([
      ['before it', false],
      ['after it', true],
    ])(
      '%s, one file is delivered, at whatever moment the bank takes it',
      async (_name, happens) => {
        const prepared = await railOf().prepare(payment())
        const { exchange } = failing(at, happens)
        await expect(railOf({}, exchange).send(payment(), prepared)).rejects.toThrow('killed')
        const taken = folders.takeAway()
        expect(await sendOnce(railOf(), payment(), prepared)).toEqual({ state: 'pending' })
        taken.push(...folders.takeAway())
        expect(await sendOnce(railOf(), payment(), prepared)).toEqual({ state: 'pending' })
        taken.push(...folders.takeAway())
        expect(taken).toHaveLength(1)
      },
    )

    test('a worker that was only slow and goes on delivers nothing twice', async () => {
      const prepared = await railOf().prepare(payment())
      const slow = pausedExchange(folderExchange(folders.folder), at)
      const first = railOf({}, slow.exchange).send(payment(), prepared)
      await slow.reached
      await sendOnce(railOf(), payment(), prepared)
      const taken = folders.takeAway()
      slow.goOn()
      expect(await first).toEqual({ state: 'pending' })
      taken.push(...folders.takeAway())
      await sendOnce(railOf(), payment(), prepared)
      taken.push(...folders.takeAway())
      expect(taken).toHaveLength(1)
    })
  })
})

describe('polling', () => {
  const references = (entries: readonly RailEntry[]) =>
    entries.map(({ transaction }) => transaction)

  test('reports a file once, and again from an old cursor', async () => {
    const rail = railOf()
    folders.receive('a.xml', statementOf([entry({})]))
    const { cursor, entries } = await pollAll(rail)
    expect(references(entries)).toEqual(['REF1'])
    expect((await pollAll(railOf(), cursor)).entries).toEqual([])
    expect((await pollAll(railOf(), null)).entries).toEqual(entries)
  })

  test('reads a duplicate or corrected statement, whose entries keep their references', async () => {
    const rail = railOf()
    folders.receive('a.xml', statementOf([entry({})]))
    const { cursor, entries } = await pollAll(rail)
    folders.receive('b.xml', statementOf([entry({})]))
    folders.receive(
      'a.xml',
      statementOf([entry({}), entry({ reference: 'REF2' })], { closing: '7.00' }),
    )
    const again = await pollAll(rail, cursor)
    expect(again.entries.filter(({ transaction }) => transaction === 'REF1')).toEqual([
      ...entries,
      ...entries,
    ])
    expect(references(again.entries)).toContain('REF2')
    expect((await rail.balances())[0]?.amountMinor).toBe(700n)
  })

  test('takes long statements in parts', async () => {
    const count = 1234
    const entries = Array.from({ length: count }, (_, index) => entry({ reference: `R${index}` }))
    folders.receive('a.xml', statementOf(entries))
    folders.receive('b.xml', statementOf([entry({ reference: 'LAST' })]))
    let cursor: string | null = null
    const found: string[] = []
    for (let polls = 0; polls < 4; polls++) {
      // A new process each time.
      const polled = await railOf().poll(cursor, NOBODY)
      expect(polled.entries.length).toBeLessThanOrEqual(500)
      found.push(...references(polled.entries))
      cursor = polled.cursor
    }
    expect(found).toHaveLength(count + 1)
    expect(new Set(found).size).toBe(count + 1)
  })

  test('counts only the configured kind of report', async () => {
    folders.receive('a.xml', statementOf([entry({ reference: 'S' })]))
    folders.receive('b.xml', notificationOf([entry({ reference: 'N' })]))
    const found = async (from: string) =>
      references((await pollAll(railOf({ deposits_from: from }))).entries)
    expect(await found('camt.053')).toEqual(['S'])
    expect(await found('camt.054')).toEqual(['N'])
    expect((await found('both')).toSorted()).toEqual(['N', 'S'])
  })

  test('has a small cursor that forgets files that are gone', async () => {
    for (let index = 0; index < 50; index++)
      folders.receive(`${index}.xml`, statementOf([entry({ reference: `R${index}` })]))
    const { cursor } = await pollAll(railOf())
    expect(cursor?.length).toBeLessThan(700)
    for (const name of readdirSync(folders.folder.inbox)) rmSync(join(folders.folder.inbox, name))
    expect((await pollAll(railOf(), cursor)).cursor?.length).toBeLessThan(50)
    await expect(railOf().poll('{"block":7}', NOBODY)).rejects.toThrow('bank_files')
  })

  test('reports the account of a pool in the spelling that was assigned', async () => {
    const transaction =
      '<RltdPties><CdtrAcct><Id><Othr><Id>0480 0000 777</Id></Othr></Id></CdtrAcct></RltdPties>'
    folders.receive('a.xml', statementOf([entry({ transactions: [transaction] })]))
    expect((await pollAll(railOf({ funding: 'pool' }))).entries).toMatchObject([
      { account: '04800000777' },
    ])
    expect((await pollAll(railOf())).entries).toMatchObject([{ account: ACCOUNT }])
  })
})

describe('a credit', () => {
  const returned = (refs: string, more = '<RtrInf><Rsn><Cd>AC03</Cd></Rsn></RtrInf>') =>
    entry({ amount: '4186826.72', transactions: [`<Refs>${refs}</Refs>${more}`] })

  test('with a return reason is a return, also of a payment that is not known here', async () => {
    folders.receive('a.xml', statementOf([returned('<EndToEndId>NOTPROVIDED</EndToEndId>')]))
    expect((await pollAll(railOf())).entries).toMatchObject([
      { kind: 'return', key: null, sendReference: null, code: 'AC03' },
    ])
  })

  test.each([
    ['in the instruction id', `<InstrId>${ID}</InstrId>`, ''],
    ['in lower case', `<EndToEndId>${ID.toLowerCase()}</EndToEndId>`, ''],
    ['in the text', '', `<RmtInf><Ustrd>DEVOLUCION ${ID} AC03</Ustrd></RmtInf>`],
  ])(
    'that names our payment %s is its return, even without a reason',
    async (_name, refs, text) => {
      const rail = railOf()
      await rail.send(payment(), await rail.prepare(payment()))
      folders.receive('a.xml', statementOf([returned(refs, text)]))
      expect((await pollAll(rail)).entries).toMatchObject([
        { kind: 'return', key: KEY, sendReference: ID, code: 'NO_REASON' },
      ])
    },
  )

  test('that names our payment without a reason and in another amount is a deposit', async () => {
    const rail = railOf()
    await rail.send(payment(), await rail.prepare(payment()))
    const transactions = [`<RmtInf><Ustrd>thanks ${ID}</Ustrd></RmtInf>`]
    folders.receive('a.xml', statementOf([entry({ amount: '1.00', transactions })]))
    expect((await pollAll(rail)).entries).toMatchObject([
      { kind: 'deposit', amountMinor: 100n, reference: `thanks ${ID}` },
    ])
  })

  test('that only looks like it names a payment of ours is a deposit', async () => {
    const foreign = paymentId('foreign')
    folders.receive('a.xml', statementOf([returned(`<EndToEndId>${foreign}</EndToEndId>`, '')]))
    expect((await pollAll(railOf())).entries).toMatchObject([
      { kind: 'deposit', reference: foreign },
    ])
  })

  test('that reverses our debit is a return', async () => {
    const rail = railOf()
    await rail.send(payment(), await rail.prepare(payment()))
    const refs = `<Refs><EndToEndId>${ID}</EndToEndId></Refs>`
    folders.receive('a.xml', statementOf([entry({ isReversal: true, transactions: [refs] })]))
    expect((await pollAll(rail)).entries).toMatchObject([
      { kind: 'return', key: KEY, code: 'REVERSAL' },
    ])
  })
})

describe('a debit that takes back a deposit', () => {
  const ids = '<Refs><EndToEndId>INV-7</EndToEndId></Refs>'

  test('under the reference of the deposit has an identity of its own', async () => {
    folders.receive(
      'a.xml',
      statementOf([entry({}), entry({ direction: 'DBIT', isReversal: true })]),
    )
    expect((await pollAll(railOf())).entries).toMatchObject([
      { kind: 'deposit', transaction: 'REF1', index: 0 },
      { kind: 'reversal', transaction: 'REF1/reversal', ofTransaction: 'REF1', ofIndex: 0 },
    ])
  })

  test('is found by the id of the payer, in an earlier file', async () => {
    folders.receive('a.xml', statementOf([entry({ transactions: [ids] })]))
    const { cursor } = await pollAll(railOf())
    const recall = {
      reference: 'REF9',
      direction: 'DBIT',
      transactions: [`${ids}<RtrInf><Rsn><Cd>DUPL</Cd></Rsn></RtrInf>`],
    } as const
    folders.receive('b.xml', statementOf([entry(recall)]))
    expect((await pollAll(railOf(), cursor)).entries).toEqual([
      {
        kind: 'reversal',
        transaction: 'REF9',
        index: 0,
        ofTransaction: 'REF1',
        ofIndex: 0,
        code: 'DUPL',
      },
    ])
  })

  test.each([
    ['of another amount', { amount: '1.00' }],
    ['of an unknown payer', { transactions: ['<Refs><EndToEndId>INV-8</EndToEndId></Refs>'] }],
  ])('%s is reported as a problem', async (_name, more) => {
    const rail = railOf()
    folders.receive('a.xml', statementOf([entry({ transactions: [ids] })]))
    const debit = {
      reference: 'REF9',
      direction: 'DBIT',
      isReversal: true,
      transactions: [ids],
      ...more,
    } as const
    folders.receive('b.xml', statementOf([entry(debit)]))
    expect((await pollAll(rail)).entries).toHaveLength(1)
    expect(await problemsOf(rail)).toEqual([
      'entry REF9 takes back a deposit that cannot be found in the inbox: book it by hand',
    ])
  })
})

describe('problems', () => {
  test('name an unreadable file, which is logged once and stops no other', async () => {
    const lines: string[] = []
    const log = pino(
      {},
      new Writable({ write: (line, _, done) => (lines.push(String(line)), done()) }),
    )
    const rail = railOf({}, undefined, log)
    folders.receive('bad.xml', '<Document')
    folders.receive('bomb.xml', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>')
    folders.receive('big.xml', Buffer.alloc(10_000_000, 'x'))
    folders.receive('good.xml', statementOf([entry({})]))
    folders.receive('half.xml.part', 'x')
    const { cursor, entries } = await pollAll(rail)
    expect(entries).toHaveLength(1)
    await pollAll(rail, null)
    expect((await problemsOf(rail)).toSorted()).toEqual([
      'file "bad.xml" cannot be read: not well-formed XML (line 1)',
      'file "big.xml" cannot be read: more than 4194304 bytes',
      'file "bomb.xml" cannot be read: has a document type or entities, which are refused',
    ])
    expect(lines).toHaveLength(3)
    folders.receive('bad.xml', statementOf([entry({ reference: 'REF2' })]))
    expect((await pollAll(rail, cursor)).entries).toMatchObject([{ transaction: 'REF2' }])
  })

  test.skipIf(process.getuid?.() === 0)(
    'name a file without permission, which is read when that changes (skipped for root)',
    async () => {
      const rail = railOf()
      folders.receive('a.xml', statementOf([entry({})]))
      chmodSync(join(folders.folder.inbox, 'a.xml'), 0)
      const { cursor, entries } = await pollAll(rail)
      expect(entries).toEqual([])
      expect(await problemsOf(rail)).toEqual(['file "a.xml" cannot be read: permission denied'])
      chmodSync(join(folders.folder.inbox, 'a.xml'), 0o600)
      expect((await pollAll(rail, cursor)).entries).toHaveLength(1)
    },
  )

  test('name a statement that is too old', async () => {
    folders.receive('a.xml', statementOf([], { date: '2026-02-27' }))
    expect(await problemsOf(railOf())).toEqual([
      'the last statement is of 2026-02-27, 3 bank days ago',
    ])
    expect(await problemsOf(railOf({ statement_max_bank_days: 3 }))).toEqual([])
    const holidays = { timezone: 'America/Bogota', cut_off: '16:00', holidays: ['2026-03-02'] }
    expect(await problemsOf(railOf({ calendar: holidays }))).toEqual([])
  })

  test('name statements that never came', async () => {
    folders.receive('a.xml', notificationOf([]))
    expect(await problemsOf(railOf())).toEqual([])
    const february = Date.parse('2026-02-20T12:00:00Z') / 1000
    utimesSync(join(folders.folder.inbox, 'a.xml'), february, february)
    expect(await problemsOf(railOf())).toEqual([
      'no statement (camt.053) with a closing balance came in 8 bank days',
    ])
  })

  test('name a folder that is gone, and polls throw meanwhile', async () => {
    const rail = railOf()
    rmSync(folders.folder.inbox, { recursive: true })
    expect(await problemsOf(rail)).toEqual([expect.stringContaining('ENOENT')])
    await expect(rail.poll(null, NOBODY)).rejects.toThrow('ENOENT')
    mkdirSync(folders.folder.inbox)
    expect(await problemsOf(rail)).toEqual([])
  })

  test('have no bank details', async () => {
    const details = { ...payment().details, bank_account_number: '5555666677778888' }
    const rail = railOf()
    await rail.send(payment({ details }), await rail.prepare(payment({ details })))
    const transaction =
      '<RltdPties><Dbtr><Pty><Nm>Secreta</Nm></Pty></Dbtr></RltdPties><Amt Ccy="COP">1</Amt>'
    folders.receive('a.xml', statementOf([entry({ transactions: [transaction, transaction] })]))
    await pollAll(rail)
    expect(JSON.stringify(await problemsOf(rail))).not.toMatch(/Secreta|5555666677778888/)
    const work = readdirSync(folders.folder.work).map((name) =>
      readFileSync(join(folders.folder.work, name), 'utf8'),
    )
    expect(work.join()).not.toContain('5555666677778888')
  })
})

describe('the kind', () => {
  test('opens a rail that gives payers the shared account, or one of the pool', async () => {
    const secret = () => {
      throw new Error('no secret is needed')
    }
    const open = (more: Record<string, unknown> = {}) =>
      openBankFiles('bank:test', readSettings(folders.settings(more)), { ...world(), secret })
    const rail = open()
    expect(rail.fundingAccount('COP_BANK_ACCOUNT', 'ord_1')).toEqual(FUNDING)
    expect(rail.served).toEqual([{ method: 'COP_BANK_ACCOUNT', currencies: ['COP'] }])
    expect(bankFilesKind.served(folders.settings())).toEqual(rail.served)
    expect(open({ funding: 'pool' }).fundingAccount('COP_BANK_ACCOUNT', 'ord_1')).toBe('from_pool')
    await rail.close?.()
  })

  test('keeps nothing but its files: evidence that was removed is forgotten', async () => {
    const rail = railOf()
    const prepared = await rail.prepare(payment())
    await rail.send(payment(), prepared)
    writeFileSync(folders.at('evidence/e.xml'), status(ID, 'ACSC'))
    expect(await rail.lookUp(KEY, prepared)).toEqual({ state: 'settled', reference: ID })
    rmSync(folders.at('evidence/e.xml'))
    expect(await rail.lookUp(KEY, prepared)).toEqual({ state: 'pending' })
  })
})
